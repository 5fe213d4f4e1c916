// Compares our mesh and librecast's mesh with the level's triangles and with each other.
//
// Both meshes are converted to MeasuredMesh and measured by the same code. Our exact search finds the shortest paths on both
// meshes.

#include "navbench/board/comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bake/detail/mesh.h"
#include "bake/world/nav_tile.h"
#include "core/statistics.h"
#include "navbench/common.h"
#include "navbench/recast/detail.h"
#include "navbench/triangle_sampler.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"

namespace navspan::bench {
namespace {

// Calls visit(point) for every cell centre inside the triangle seen from above. point.y is the triangle's height.
template <class Visit>
void visit_cells(const std::array<DVec3, 3>& triangle, double cell, Visit visit) {
    const auto& [a, b, c] = triangle;
    const double det = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
    if (det == 0) return;
    const auto low = [cell](double v) { return std::ceil(v / cell - 0.5); };
    for (double j = low(std::min({a.z, b.z, c.z})); (j + 0.5) * cell <= std::max({a.z, b.z, c.z}); ++j) {
        for (double i = low(std::min({a.x, b.x, c.x})); (i + 0.5) * cell <= std::max({a.x, b.x, c.x}); ++i) {
            const double x = (i + 0.5) * cell, z = (j + 0.5) * cell;
            const double v = ((x - a.x) * (c.z - a.z) - (z - a.z) * (c.x - a.x)) / det;
            const double w = ((b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x)) / det;
            if (v < 0 || w < 0 || v + w > 1) continue;
            visit(DVec3{x, a.y + v * (b.y - a.y) + w * (c.y - a.y), z});
        }
    }
}

// An edge faces a wall if its outward normal deviates by at most 30 degrees from the direction to the nearest point of the
// wall.
constexpr double kFacing = 0.866;  // cosine of 30 degrees

// Calls visit(point, outward normal) for sample points on all edges without a twin, at most `step` apart. Skips seams between
// tiles. Points lie on the detail surface, because a straight edge may be far from the ground, for example over stairs.
template <class Visit>
void visit_boundary(const NavMesh& mesh, double step, Visit visit) {
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const auto& tile = mesh.tiles[t];
        const auto corner = [&](const HalfEdge& e) {
            return to_world(tile->frame, {double(e.x), double(tile->vertex_y[e.vertex]), double(e.z)});
        };
        for (uint32_t e = 0; e < tile->half_edges.size(); ++e) {
            if (tile->half_edges[e].twin != kNoIndex) continue;
            const uint32_t n = next_edge(*tile, e);
            const DVec3 a = corner(tile->half_edges[e]), b = corner(tile->half_edges[n]);
            DVec3 inner;
            const auto edges = polygon_edges(*tile, tile->edge_polygon[e]);
            for (const HalfEdge& edge : edges)
                inner = inner + (corner(edge) - a) * (1.0 / double(edges.size()));
            const double length = std::hypot(b.x - a.x, b.z - a.z);
            DVec3 outward{(b.z - a.z) / length, 0, (a.x - b.x) / length};
            if (outward.x * inner.x + outward.z * inner.z > 0) outward = outward * -1;
            const int steps = std::max(1, int(std::ceil(length / step)));
            for (int i = 0; i < steps; ++i) {
                DVec3 point = a + (b - a) * ((i + 0.5) / steps);
                point.y = polygon_height(mesh, {t, tile->edge_polygon[e]}, point.x, point.z);
                visit(point, outward);
            }
        }
    }
}

// Walks straight towards a wall, testing the ground every quarter of a cell. Returns the last point on the ground before the
// wall. Returns nullopt if the ground ends or a height step exceeds max_climb.
std::optional<DVec3> walk_up_to(const WallHit& wall, const Ground& ground, DVec3 at, const AgentConfig& agent,
                                double cell_size) {
    const int steps = int(wall.distance / (cell_size / 4));
    const double step_x = wall.x / (steps + 1), step_z = wall.z / (steps + 1);
    for (int i = 0; i < steps; ++i) {
        const double y = at.y;
        at.x += step_x, at.z += step_z;
        at.y = ground.height(at);
        if (std::isnan(at.y) || std::fabs(at.y - y) > agent.max_climb) return std::nullopt;
    }
    return at;
}

// True if the agent can walk up to the wall and then step onto its top, although the top is more than max_climb above `from`.
// The ground rises on the way. Example: a low fence on a low platform.
bool can_step_onto(const WallHit& wall, const Ground& ground, const DVec3& from, const AgentConfig& agent, double cell_size) {
    const std::optional<DVec3> before = walk_up_to(wall, ground, from, agent, cell_size);
    if (!before || wall.distance == 0) return false;
    const double scale = 1 + cell_size / 20 / wall.distance;  // makes the vector to the wall longer by cell_size / 20
    const double top = ground.height({from.x + wall.x * scale, before->y + agent.max_climb, from.z + wall.z * scale});
    return top > from.y + agent.max_climb && top - before->y <= agent.max_climb;
}

// Path lengths between two points on one mesh.
struct Lengths {
    bool reached = false;
    double shortest = 0, astar = 0;  // `shortest`: exact search; `astar`: A* with the funnel algorithm [wu]
};
Lengths lengths_between(const MeasuredMesh& on, const DVec3& start, const DVec3& goal, SearchScratch& scratch, Path& path) {
    PathRequest request{.start = start, .goal = goal, .snap = 1, .method = PathMethod::exact, .surface = false};
    Lengths lengths;
    if (!find_path(on.mesh, scratch, request, path) || path.status != PathStatus::complete) return lengths;
    lengths.shortest = path.length_xz;
    request.method = PathMethod::astar;
    lengths.reached = bool(find_path(on.mesh, scratch, request, path)) && path.status == PathStatus::complete;
    lengths.astar = path.length_xz;
    return lengths;
}

// Returns random points on a mesh, uniformly by area.
std::vector<DVec3> random_points(const MeasuredMesh& mesh, size_t count) {
    const TriangleSampler sampler(mesh.surface);
    RandomSequence random{1};
    std::vector<DVec3> places;
    while (places.size() < count && !sampler.is_empty())
        places.push_back(sampler.point(sampler.triangle(random), random));
    return places;
}

}  // namespace

MeasuredMesh measured(NavMesh mesh) {
    MeasuredMesh made;
    for (const auto& tile : mesh.tiles) {
        for (const NavPolygon& polygon : tile->polygons) {
            for (uint32_t i = 0; i < polygon.detail_triangle_count; ++i) {
                const NavDetailTriangle& t = tile->detail_triangles[polygon.first_detail_triangle + i];
                made.surface.push_back({to_world(tile->frame, detail_corner(*tile, polygon, t.a)),
                                        to_world(tile->frame, detail_corner(*tile, polygon, t.b)),
                                        to_world(tile->frame, detail_corner(*tile, polygon, t.c))});
            }
        }
    }
    made.mesh = std::move(mesh);
    return made;
}

Result<MeasuredMesh> measured(const support::RecastBake& bake, const BakeConfig& config) {
    const support::DetailInput input = support::detail_input_of(bake);
    const DetailMesh detail = build_detail_mesh(input.mesh, input.field, input.regions, nullptr,
                                                {bake.config.detail_sample_distance, bake.config.detail_max_error});
    Result<NavTile> tile = build_nav_tile(input.mesh, detail, bake.config.lattice, config.areas);
    if (!tile) return tile.error();
    Result<NavMesh> mesh = tools::linked(*std::move(tile), nav_mesh_info(config, "{}", "librecast"));
    if (!mesh) return mesh.error();
    MeasuredMesh made;
    made.mesh = *std::move(mesh);
    const DVec3 corner = grid_corner(bake.config.lattice, bake.grid);
    const rcPolyMeshDetail& theirs = *bake.detail;
    for (int p = 0; p < theirs.nmeshes; ++p) {
        const unsigned* part = theirs.meshes + p * 4;
        const auto point = [&](unsigned char i) {
            const float* v = theirs.verts + (size_t(part[0]) + i) * 3;
            return corner + DVec3{double(v[0]), double(v[1]), double(v[2])};
        };
        for (unsigned t = part[2]; t < part[2] + part[3]; ++t) {
            const unsigned char* corners = theirs.tris + size_t(t) * 4;
            made.surface.push_back({point(corners[0]), point(corners[1]), point(corners[2])});
        }
    }
    return made;
}

HeightFigures measure_heights(const MeasuredMesh& mesh, const Ground& ground, double cell_size, double height) {
    HeightFigures figures;
    std::vector<double> errors;
    for (const auto& triangle : mesh.surface) {
        visit_cells(triangle, cell_size, [&](const DVec3& point) {
            const double difference = point.y - ground.height(point);
            if (!(std::fabs(difference) < height)) {
                ++figures.without_ground;
                return;
            }
            figures.bias += difference;
            figures.mean += std::fabs(difference);
            errors.push_back(std::fabs(difference));
        });
    }
    figures.samples = errors.size();
    if (errors.empty()) return figures;
    figures.mean /= double(errors.size());
    figures.bias /= double(errors.size());
    figures.p95 = quantile(errors, 0.95);
    figures.max = *std::max_element(errors.begin(), errors.end());
    return figures;
}

ClearanceFigures measure_clearance(const MeasuredMesh& mesh, const Ground& ground, const AgentConfig& agent,
                                   const VoxelsConfig& cells) {
    ClearanceFigures figures;
    std::vector<double> least, most;
    const double reach = 2 * agent.radius + 4 * cells.cell_size, enough = agent.radius - 0.05 * cells.cell_size;
    const double voxel = cells.cell_height;
    visit_boundary(mesh.mesh, cells.cell_size / 4, [&](const DVec3& p, const DVec3& outward) {
        const double floor = ground.height(p), low = floor + agent.max_climb, high = floor + agent.height;
        if (std::isnan(floor)) return;
        const WallHit sure = ground.wall({p.x, p.z, low + voxel, high - voxel, low + voxel, reach});
        const double lowest = low - std::min(2 * voxel, agent.max_climb / 2);
        const WallHit wall = ground.wall({p.x, p.z, lowest, high + 2 * voxel, floor + voxel / 4, reach});
        const DVec3 from{p.x, floor, p.z};
        if (!(wall.distance <= reach) || !walk_up_to(wall, ground, from, agent, cells.cell_size)) return;
        const bool faces = outward.x * wall.x + outward.z * wall.z > kFacing * wall.distance;
        if (!faces && sure.distance >= enough) return;
        if (sure.distance < enough && can_step_onto(sure, ground, from, agent, cells.cell_size)) return;
        least.push_back(sure.distance);
        most.push_back(wall.distance);
    });
    figures.samples = most.size();
    if (most.empty()) return figures;
    for (size_t i = 0; i < most.size(); ++i) {
        figures.mean += most[i] / double(most.size());
        figures.below += (least[i] < enough) / double(most.size());
    }
    figures.p1 = quantile(least, 0.01);
    figures.p99 = quantile(most, 0.99);
    return figures;
}

PathFigures compare_paths(const MeasuredMesh& ours, const MeasuredMesh& theirs, size_t pairs) {
    PathFigures figures;
    const std::vector<DVec3> places = random_points(theirs, 2 * pairs);
    SearchScratch scratch;
    Path path;
    double our_shortest = 0, their_shortest = 0, our_astar = 0, their_astar = 0;
    for (size_t i = 0; i + 1 < places.size(); i += 2) {
        const Lengths us = lengths_between(ours, places[i], places[i + 1], scratch, path);
        const Lengths them = lengths_between(theirs, places[i], places[i + 1], scratch, path);
        figures.only_ours += us.reached && !them.reached;
        figures.only_theirs += them.reached && !us.reached;
        if (!us.reached || !them.reached) continue;
        ++figures.pairs;
        our_shortest += us.shortest, our_astar += us.astar;
        their_shortest += them.shortest, their_astar += them.astar;
    }
    figures.ratio = their_shortest > 0 ? our_shortest / their_shortest : 1;
    figures.our_detour = our_shortest > 0 ? our_astar / our_shortest : 1;
    figures.their_detour = their_shortest > 0 ? their_astar / their_shortest : 1;
    return figures;
}

}  // namespace navspan::bench
