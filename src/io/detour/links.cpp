// Off-mesh connections of Detour's tiles as links.
//
// In: a set of tiles, and the mesh made of its ground. Out: links between the mesh's polygons. Detour looks for ground in a box
// around each end, as wide as the radius and as high as the climb; here the nearest ground in space is taken, if it is within
// the radius seen from above.

#include "io/detour/links.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

DVec3 point_from(const float* at) {
    return {double(at[0]), double(at[1]), double(at[2])};
}

std::optional<SurfacePoint> ground_near(const NavMesh& mesh, DVec3 at, double radius, double climb) {
    const std::optional<SurfacePoint> found =
        find_nearest(mesh, at, {.max_distance = std::sqrt(radius * radius + climb * climb)});
    const DVec3 gap = found ? found->position - at : DVec3{};
    return gap.x * gap.x + gap.z * gap.z <= radius * radius ? found : std::nullopt;
}

}  // namespace

std::vector<OffMeshLink> place_detour_links(const DetourSet& set, const NavMesh& mesh, const DetourLinkParams& params,
                                            const std::function<void(DVec3)>& lost) {
    std::vector<OffMeshLink> links;
    for (const DetourTile& tile : set.tiles) {
        for (const DetourOffMeshLink& from : tile.off_mesh_links) {
            const DetourPolygon& polygon = tile.polygons[from.polygon];
            const double radius = std::max(double(from.radius), params.quantum), climb = double(tile.header.agent_max_climb);
            const DVec3 wanted_start = point_from(from.start), wanted_end = point_from(from.end);
            const auto start = ground_near(mesh, wanted_start, radius, climb);
            const auto end = start ? ground_near(mesh, wanted_end, radius, climb) : std::nullopt;
            if (!end) {
                lost(start ? wanted_end : wanted_start);
                continue;
            }
            const DVec3 way = end->position - start->position;
            const uint8_t area = polygon.area_and_type & kDetourAreaBits;
            const OffMeshLink link{.from = start->polygon,
                                   .to = end->polygon,
                                   .start = start->position,
                                   .end = end->position,
                                   .cost = std::sqrt(dot(way, way)),
                                   .flags = polygon.flags,
                                   .area = area ? area : params.area_of_zero,
                                   .user_id = from.user_id,
                                   .radius = double(from.radius)};
            links.push_back(link);
            if (from.both_ways & 1) links.push_back(reversed(link));
        }
    }
    return links;
}

}  // namespace navspan
