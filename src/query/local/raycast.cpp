// Casts a ray along the surface, straight when seen from above.
//
// In: a point on the surface, the end of the ray and, optionally, a height band.
// Out: the end of the ray, and the reason why it ends there.
// Idea: The ray follows the surface as in surface_walk.cpp. If there is a height band, a second pass tests the detail triangles
// of the polygons crossed.
// Source: own method.
// Weak cases: The second pass also tests detail triangles far from the ray.

#include "query/local/raycast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/search/surface_walk.h"

namespace navspan {
namespace {

// Returns 0 if no surface is outside the band, else another number.
uint32_t limits_of(const HeightBand& band) {
    // No surface is as deep as the largest double. Two equal numbers would take one more instruction, as in unusual_ends.
    using Limits = std::numeric_limits<double>;
    return any_above(F64x2{Limits::infinity(), Limits::max()}, load_each(band.above, band.below));
}

bool is_valid(const HeightBand& band) {
    return band.above >= 0 && band.below >= 0;
}

Status validate_request(const NavMesh& mesh, const RaycastRequest& request) {
    for (const DVec3 end : {request.start.position, request.end}) {
        if (Status s = validate_point(end, "both ends of the ray"); !s) return s;
    }
    if (!is_valid(request.band)) return Error{ErrorKind::usage, "the height band of a ray must be two numbers >= 0"};
    return validate_surface_point(mesh, request.start);
}

// Casts a ray of a request that may be invalid.
[[gnu::cold, gnu::noinline]] Status validate_and_cast(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit) {
    if (Status s = validate_request(mesh, request); !s) return s;
    return cast_valid_ray(mesh, request, hit);
}

// Casts a ray that has a height band or unusual ends. `unusual` is the result of unusual_ends. The request may be invalid.
[[gnu::noinline]] Status cast_unusual_ray(const NavMesh& mesh, const RaycastRequest& request, uint32_t unusual,
                                          RaycastHit& hit) {
    const bool valid = !unusual && is_valid(request.band) && tile_of_polygon(mesh, request.start.polygon);
    return valid ? cast_valid_ray(mesh, request, hit) : validate_and_cast(mesh, request, hit);
}

// Sets hit.wall and hit.normal to a wall at the corner: the wall that faces the ray more directly.
void choose_wall(const NavMesh& mesh, const SurfaceWalk& walk, DVec3 direction, RaycastHit& hit) {
    double least = std::numeric_limits<double>::infinity();
    for (const bool right : {true, false}) {
        const EdgeRef wall = walk.wall(right);
        if (!wall.valid()) continue;
        const DVec3 normal = EdgeLine(mesh, wall).inward_normal();
        const double facing = dot(normal, direction);
        if (facing >= least) continue;
        least = facing;
        hit.wall = wall;
        hit.normal = normal;
    }
}

// An interval of the ray, in fractions of its length.
struct RayInterval {
    double from = 0, to = 1;
};

// Clips the interval `part` of the ray start + t * direction to a triangle, seen from above. Returns nullopt if nothing
// remains.
std::optional<RayInterval> clip(const std::array<DVec3, 3>& triangle, DVec3 start, DVec3 direction, RayInterval part) {
    const double end = part.to;
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 a = triangle[i], edge = triangle[i == 2 ? 0 : i + 1] - a;
        // (offset + t * slope) / (length of the edge) is the signed distance from the edge, positive inside.
        const double offset = edge.z * (start.x - a.x) - edge.x * (start.z - a.z),
                     slope = edge.z * direction.x - edge.x * direction.z;
        const double least = std::min(offset, offset + end * slope);
        if (least >= 0) continue;
        // The ray counts as inside if it is outside the edge only by a rounding error. This happens if the ray runs along the
        // edge.
        if (least >= -(std::fabs(edge.x) + std::fabs(edge.z)) / kSubLattice) continue;
        if (slope > 0) {
            part.from = std::max(part.from, -offset / slope);
        } else if (slope < 0) {
            part.to = std::min(part.to, -offset / slope);
        } else {
            return std::nullopt;
        }
        if (part.from > part.to) return std::nullopt;
    }
    return part;
}

// Returns the first fraction of the ray in `part` at which the surface is outside the band; infinity if there is none. at_from
// and at_to are the heights of the surface above the ray at the ends of `part` [wu].
double band_exit(const HeightBand& band, RayInterval part, double at_from, double at_to) {
    if (at_from > band.above || -at_from > band.below) return part.from;
    if (at_to <= band.above && -at_to <= band.below) return std::numeric_limits<double>::infinity();
    const double limit = at_to > band.above ? band.above : -band.below;
    return part.from + (part.to - part.from) * ((limit - at_from) / (at_to - at_from));
}

// Returns the first fraction of the ray at which the surface of a polygon is outside the band; infinity if there is none. Tests
// the ray only up to the fraction `end_share`.
double band_exit_share(const NavMesh& mesh, PolygonRef ref, const RaycastRequest& request, double end_share) {
    const NavTile& tile = trusted::tile_of(mesh, ref);
    const NavPolygon& polygon = trusted::polygon_of(mesh, ref);
    const DVec3 start = to_local(tile.frame, request.start.position), direction = to_local(tile.frame, request.end) - start;
    double first = std::numeric_limits<double>::infinity();
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const std::array<DVec3, 3> triangle = trusted::detail_corners(tile, polygon, t);
        const std::optional<RayInterval> part = clip(triangle, start, direction, {0, end_share});
        if (!part) continue;
        const DVec3 normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
        const auto above_line = [&](double share) {
            const DVec3 p = start + direction * share, d = p - triangle[0];
            return triangle[0].y - (normal.x * d.x + normal.z * d.z) / normal.y - p.y;
        };
        first = std::min(first, band_exit(request.band, *part, above_line(part->from), above_line(part->to)));
    }
    return first;
}

void clip_to_band(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit) {
    for (size_t i = 0; i < hit.polygons.size(); ++i) {
        const double share = band_exit_share(mesh, hit.polygons[i], request, hit.t);
        if (share > hit.t) continue;
        hit.stop = RayStop::height;
        hit.t = std::max(share, 0.0);
        hit.wall = {};
        hit.normal = {};
        hit.position = request.start.position + (request.end - request.start.position) * hit.t;
        hit.polygons.resize(i + 1);
        hit.portals.resize(i);
        return;
    }
}

// Casts a ray. Inlined, because the call would cost as much as half of the validation.
[[gnu::always_inline]] inline void cast(const NavMesh& mesh, const NavTile& tile, const RaycastRequest& request, F64x2 start_xz,
                                        F64x2 end_xz, RaycastHit& hit) {
    SurfaceWalk walk(mesh, admission_filter(request.filter), hit.polygons, hit.portals);
    walk.begin_near(request.start.polygon, tile, start_xz);
    const WalkTarget target = walk_target(tile.frame, walk.at(), end_xz);
    const WalkEnd end = walk.walk_to(target);
    hit.stop = end == WalkEnd::target ? RayStop::end : RayStop::wall;
    hit.wall = {};
    hit.normal = {};
    if (end == WalkEnd::target) {
        hit.t = 1;
        hit.position = request.end;
    } else if (end == WalkEnd::edge) {
        const EdgeLine wall(mesh, walk.edge());
        hit.wall = walk.edge();
        hit.normal = wall.inward_normal();
        hit.position = wall.point(walk.edge_share());
    } else {
        choose_wall(mesh, walk, request.end - request.start.position, hit);
        hit.position = EdgeLine(mesh, walk.edge()).point(0);
    }
    if (end != WalkEnd::target) hit.t = std::max(0.0, std::min(walk.ray_fraction() * target.share, 1.0));
}

// Sets the height of the end of the ray.
void set_height(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit) {
    hit.position.y = request.with_height ? polygon_height(mesh, hit.polygons.back(), hit.position.x, hit.position.z) : 0;
}

}  // namespace

const char* stop_name(RayStop stop) {
    static constexpr std::array<const char*, 3> names{"end", "wall", "height"};
    return size_t(stop) < names.size() ? names[size_t(stop)] : "unknown";
}

Status cast_valid_ray(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit) {
    cast(mesh, trusted::tile_of(mesh, request.start.polygon), request, xz_of(request.start.position), xz_of(request.end), hit);
    if (limits_of(request.band)) clip_to_band(mesh, request, hit);
    set_height(mesh, request, hit);
    return Done{};
}

Status raycast(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit) {
    // An invalid request does not rejoin the code below, so that it can reuse what these tests compute.
    const F64x2 start_xz = xz_of(request.start.position), end_xz = xz_of(request.end);
    const uint32_t unusual = unusual_ends(mesh, request.start, request.end, start_xz, end_xz);
    if (unusual | limits_of(request.band)) return cast_unusual_ray(mesh, request, unusual, hit);
    const NavTile* const tile = tile_of_polygon(mesh, request.start.polygon);
    if (!tile) return validate_and_cast(mesh, request, hit);
    cast(mesh, *tile, request, start_xz, end_xz, hit);
    set_height(mesh, request, hit);
    return Done{};
}

}  // namespace navspan
