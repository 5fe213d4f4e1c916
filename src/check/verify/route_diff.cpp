// Compares the paths in two levels.
//
// In: two meshes and routes. A route is a pair of points.
// Out: the routes whose shortest paths differ in length, and the routes with a path in only one mesh.
// Idea: Searches each route in both meshes. A route has no path if an end has no ground nearby. Lengths are equal if they
// differ by at most 1e-6 wu plus a given fraction of the greater length. Random routes join points drawn uniformly by area.
// Source: own method.
// Weak cases: A change that affects none of the routes is missed.

#include <algorithm>
#include <cmath>

#include "check/verify/mesh_diff.h"
#include "core/predicates.h"
#include "core/statistics.h"
#include "navmesh/graph/islands.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/core/hash.h"
#include "navspan/query/path.h"

namespace navspan {
namespace {

constexpr double kLengthTolerance = 1e-6;  // ignored length difference [wu]

// Draws random points of the mesh. The points are distributed uniformly over the horizontal area.
class GroundSampler {
public:
    explicit GroundSampler(const NavMesh& mesh) : mesh_(mesh) {
        double sum = 0;
        for (const auto& tile : mesh.tiles) {
            for (uint32_t p = 0; p < tile->polygons.size(); ++p)
                area_sums_.push_back(sum += polygon_area(*tile, p));
        }
    }

    DVec3 draw(RandomSequence& random) const {
        const PolygonRef ref = polygon_ref(mesh_, uint32_t(draw_weighted(area_sums_, random)));
        const NavTile& tile = tile_of(mesh_, ref);
        const NavPolygon& polygon = polygon_of(mesh_, ref);
        // Choose a triangle with a probability proportional to its area. Then choose a random point of the triangle.
        double left = random.unit() * double(doubled_area(tile, ref.polygon));
        const HalfEdge& a = tile.half_edges[polygon.first_edge];
        uint32_t i = polygon.first_edge + 1;
        const auto doubled = [&](uint32_t k) {
            const HalfEdge &b = tile.half_edges[k], &c = tile.half_edges[k + 1];
            return double(orient2d({a.x, a.z}, {b.x, b.z}, {c.x, c.z}));
        };
        for (; i + 2 < polygon.first_edge + polygon.edge_count && left >= doubled(i); ++i)
            left -= doubled(i);
        const auto [s, t] = draw_in_triangle(random);
        const HalfEdge &b = tile.half_edges[i], &c = tile.half_edges[i + 1];
        const DVec3 local{a.x + s * (double(b.x) - a.x) + t * (double(c.x) - a.x), 0,
                          a.z + s * (double(b.z) - a.z) + t * (double(c.z) - a.z)};
        DVec3 world = to_world(tile.frame, local);
        world.y = polygon_height(mesh_, ref, world.x, world.z);
        return world;
    }

private:
    const NavMesh& mesh_;
    std::vector<double> area_sums_;  // prefix sum of polygon areas, inclusive [wu^2]
};

// Length of the shortest path, or nullopt if there is none.
Result<std::optional<double>> length_of(const NavMesh& mesh, SearchScratch& scratch, const DiffRoute& route, double snap) {
    if (mesh.polygon_count() == 0) return std::optional<double>();
    const Result<Path> path = find_path(mesh, scratch, {.start = route.from, .goal = route.to, .snap = snap});
    if (!path) return path.error();
    return path->status == PathStatus::complete ? std::optional(path->length_xz) : std::optional<double>();
}

}  // namespace

std::vector<DiffRoute> random_routes(const NavMesh& mesh, uint32_t count, uint64_t seed) {
    std::vector<DiffRoute> routes;
    if (mesh.polygon_count() == 0) return routes;
    const GroundSampler ground(mesh);
    RandomSequence random{seed};
    for (uint32_t i = 0; i < count; ++i) {
        const DVec3 from = ground.draw(random), to = ground.draw(random);
        routes.push_back({"pair " + std::to_string(i), from, to});
    }
    return routes;
}

Result<std::vector<RouteChange>> diff_routes(const NavMesh& before, const NavMesh& after, std::span<const DiffRoute> routes,
                                             const RouteDiffParams& params) {
    std::vector<RouteChange> changes;
    SearchScratch scratch, other;
    for (uint32_t i = 0; i < routes.size(); ++i) {
        const auto a = length_of(before, scratch, routes[i], params.snap);
        if (!a) return Error{a.error().kind, routes[i].name + ": " + a.error().message};
        const auto b = length_of(after, other, routes[i], params.snap);
        if (!b) return Error{b.error().kind, routes[i].name + ": " + b.error().message};
        const bool same = a->has_value() == b->has_value() &&
                          (!*a || std::fabs(**a - **b) <= params.length * std::max(**a, **b) + kLengthTolerance);
        if (!same) changes.push_back({i, *a, *b});
    }
    return changes;
}

}  // namespace navspan
