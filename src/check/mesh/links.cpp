// Checks that a finished mesh has the off-mesh links that its config requests.
//
// In: a mesh and the requested links.
// Out: a failure for each missing or misplaced link, and for each link with an unknown area.
// Idea: find_nearest_ground finds the ground at both ends of each link. The check is independent of the bake, which does not
// use this function.
// Source: own method.
// Weak cases: A missing link with both ends near the same pruned island is not reported.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "check/mesh/checks.h"
#include "navmesh/index/nearest_ground.h"

namespace navspan {
namespace {

constexpr double kIslandRounding = 1e-3;  // tolerance for the rounded bounds of islands [wu]

bool has_link(const NavMesh& mesh, const OffMeshLink& wanted, const SurfacePoint& start, const SurfacePoint& end) {
    const double tolerance = 2 * kLinkTolerance_cells * mesh.tiles[0]->frame.quantum;
    return std::any_of(mesh.links.begin(), mesh.links.end(), [&](const OffMeshLink& link) {
        return link.user_id == wanted.user_id && link.flags == wanted.flags && link.area == wanted.area &&
               std::fabs(distance_3d(link.start, wanted.start) - start.distance) <= tolerance &&
               std::fabs(distance_3d(link.end, wanted.end) - end.distance) <= tolerance &&
               (wanted.cost == kCostIsLength || link.cost == wanted.cost);
    });
}

double distance_to_box(DVec3 p, DVec3 min, DVec3 max) {
    return distance_3d(p, {std::clamp(p.x, min.x, max.x), std::clamp(p.y, min.y, max.y), std::clamp(p.z, min.z, max.z)});
}

// True if both ends of the link are within `reach` of the same pruned island.
bool may_be_pruned(const OffMeshLink& link, double reach, std::span<const PrunedIsland> pruned) {
    return std::any_of(pruned.begin(), pruned.end(), [&](const PrunedIsland& island) {
        return distance_to_box(link.start, island.min, island.max) <= reach &&
               distance_to_box(link.end, island.min, island.max) <= reach;
    });
}

}  // namespace

void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned) {
    const uint64_t known = known_areas(mesh.info);
    for (size_t i = 0; i < mesh.links.size(); ++i) {
        if (known >> mesh.links[i].area & 1) continue;
        fail(report, "off-mesh link " + std::to_string(i) + ": its area " + std::to_string(mesh.links[i].area) +
                         " is not in the areas table");
    }
    for (const LinkRequest& w : wanted) {
        const double reach = w.reach < 0 ? w.link.radius : w.reach;
        const std::optional<SurfacePoint> start = find_nearest_ground(mesh, w.link.start, reach);
        const std::optional<SurfacePoint> end = find_nearest_ground(mesh, w.link.end, reach);
        if (!start || !end || may_be_pruned(w.link, reach + kIslandRounding, pruned)) continue;
        if (!has_link(mesh, w.link, *start, *end))
            fail(report, w.name + ": it has ground at both ends, but is not in the mesh");
        if (w.two_way && !has_link(mesh, reversed(w.link), *end, *start)) {
            fail(report, w.name + ": it is two-way, but the link back is not in the mesh");
        }
    }
}

}  // namespace navspan
