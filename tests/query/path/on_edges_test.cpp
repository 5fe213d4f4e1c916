// Tests paths whose start and goal lie on vertices or edges of the mesh, exactly or up to rounding. If such a path lies on a
// portal, rounding decides where the path crosses the portal.

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "bake/world/nav_tile.h"
#include "core/text.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/io/scene.h"
#include "navspan/query/path.h"
#include "query/search/plane.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"
#include "support/scenes/own_scenes.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

using support::check_path;
using support::check_surface_points;
using support::Random;

DVec3 lattice_corner(const NavTile& tile, uint32_t edge) {
    return {double(tile.half_edges[edge].x), 0, double(tile.half_edges[edge].z)};
}

uint32_t random_edge(Random& random, const NavPolygon& polygon) {
    return polygon.first_edge + uint32_t(random.between(0, int32_t(polygon.edge_count) - 1));
}

// Returns a random point on the line through an edge [lattice]. The point is rarely beyond the ends of the edge.
DVec3 point_along(Random& random, const NavTile& tile, uint32_t edge) {
    const DVec3 a = lattice_corner(tile, edge), b = lattice_corner(tile, next_edge(tile, edge));
    const int32_t kind = random.between(0, 7);
    const double t = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? random.real(-1, 2) : random.real(0, 1);
    return t == 1 ? b : a + (b - a) * t;
}

// Moves half of the points along x and z, by at most one unit of 1 / kSubLattice in each axis. A search rounds positions to
// multiples of this unit. The offsets are random reals or whole units.
DVec3 jittered(Random& random, DVec3 p) {
    const int32_t kind = random.between(0, 3);
    if (kind == 0) return p + DVec3{random.real(-1, 1), 0, random.real(-1, 1)} * (1 / kSubLattice);
    if (kind == 1) return p + DVec3{double(random.between(-1, 1)), 0, double(random.between(-1, 1))} * (1 / kSubLattice);
    return p;
}

DVec3 on_ground(Random& random, const NavMesh& mesh, PolygonRef polygon, DVec3 lattice) {
    DVec3 p = to_world(tile_of(mesh, polygon).frame, jittered(random, lattice));
    p.y = polygon_height(mesh, polygon, p.x, p.z);
    return p;
}

DVec3 point_on_edge_of(Random& random, const NavMesh& mesh, PolygonRef polygon) {
    const NavTile& tile = tile_of(mesh, polygon);
    return on_ground(random, mesh, polygon, point_along(random, tile, random_edge(random, polygon_of(mesh, polygon))));
}

// Returns the polygon at the end of a random walk over up to four portals.
PolygonRef random_neighbour(Random& random, const NavMesh& mesh, PolygonRef polygon) {
    for (int32_t steps = random.between(0, 4); steps > 0; --steps) {
        const EdgeRef twin = twin_of(mesh, {polygon.tile, random_edge(random, polygon_of(mesh, polygon))});
        if (twin.valid()) polygon = polygon_at(mesh, twin);
    }
    return polygon;
}

// Returns a start and a goal on the line through the same edge, or on edges of nearby polygons. On a mesh with links, half of
// the starts are in a polygon that contains an end of a link.
PathRequest random_pair(Random& random, const NavMesh& mesh) {
    PolygonRef polygon = support::random_polygon(random, mesh);
    if (!mesh.links.empty() && random.chance(0.5)) {
        const OffMeshLink& link = mesh.links[size_t(random.between(0, int32_t(mesh.links.size()) - 1))];
        polygon = random.chance(0.5) ? link.from : link.to;
    }
    PathRequest request;
    if (random.chance(0.3)) {
        const NavTile& tile = tile_of(mesh, polygon);
        const uint32_t edge = random_edge(random, polygon_of(mesh, polygon));
        request.start = on_ground(random, mesh, polygon, point_along(random, tile, edge));
        request.goal = on_ground(random, mesh, polygon, point_along(random, tile, edge));
    } else {
        request.start = point_on_edge_of(random, mesh, polygon);
        request.goal = point_on_edge_of(random, mesh, random_neighbour(random, mesh, polygon));
    }
    constexpr std::array methods{PathMethod::automatic, PathMethod::astar, PathMethod::weighted};
    request.method = methods[size_t(random.between(0, 2))];
    return request;
}

NavMesh with_links_on_edges(Random& random, const NavMesh& mesh, int count) {
    std::vector<OffMeshLink> links;
    for (int i = 0; i < count; ++i) {
        const PolygonRef from = support::random_polygon(random, mesh), to = support::random_polygon(random, mesh);
        const DVec3 start = point_on_edge_of(random, mesh, from), end = point_on_edge_of(random, mesh, to);
        links.push_back(support::link_between(mesh, start, end, 0));
        links.back().cost = distance_xz(links.back().start, links.back().end) * random.real(0, 1.5);
    }
    return with_links(mesh, links).value();
}

struct Tally {
    uint64_t paths = 0, broken = 0;
    std::string first;  // the first broken invariant, with its seed
};

constexpr uint64_t kPairsPerSeed = 1000;

Tally check_pairs(const NavMesh& mesh, const std::string& name, uint64_t first_seed, uint64_t seeds) {
    Tally tally;
    SearchScratch scratch;
    Path path;
    QueryFilter filter = default_filter(mesh);
    for (uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
        Random random(seed);
        for (size_t area = 1; area < 9; ++area)
            filter.area_cost[area] = seed % 3 == 0 ? random.real(1, 4) : 1;
        for (uint64_t i = 0; i < kPairsPerSeed; ++i) {
            PathRequest request = random_pair(random, mesh);
            request.filter = &filter;
            const Status found = find_path(mesh, scratch, request, path);
            CheckReport report;
            if (!found) fail(report, found.error().message);
            // check_path is slow, so it runs only for every 50th path. It does not run for weighted paths: close to a portal,
            // such a path may cost slightly more than the cheapest path, and check_path would reject it.
            if (i % 50 == 0 && path.method != PathMethod::weighted) {
                check_path(mesh, filter, request, path, report);
            } else {
                check_surface_points(mesh, path, report);
            }
            ++tally.paths;
            if (report.ok()) continue;
            if (++tally.broken == 1)
                tally.first = name + ", seed " + std::to_string(seed) + ", pair " + std::to_string(i) + ", " +
                              method_name(request.method) + " from " + point_text(request.start) + " to " +
                              point_text(request.goal) + ": " + report.failures[0];
        }
    }
    return tally;
}

// Checks the paths between random pairs of points. Fails if a path breaks an invariant. A second thread checks half of the
// pairs.
void expect_invariants(const NavMesh& mesh, const std::string& name, uint64_t pairs) {
    const uint64_t seeds = (support::rounds(pairs) + kPairsPerSeed - 1) / kPairsPerSeed, half = seeds / 2;
    Tally a, b;
    std::thread other([&] { b = check_pairs(mesh, name, half, seeds - half); });
    a = check_pairs(mesh, name, 0, half);
    other.join();
    EXPECT_EQ(a.broken + b.broken, 0u) << "of " << a.paths + b.paths
                                       << " paths; the first: " << (a.first.empty() ? b.first : a.first);
}

void expect_invariants_with_and_without_links(const NavMesh& mesh, const std::string& name, uint64_t pairs) {
    expect_invariants(mesh, name, pairs);
    Random random(mesh.polygon_count());
    expect_invariants(with_links_on_edges(random, mesh, 20), name + " with links", pairs / 3);
}

NavMesh bake(const TriangleSoup& soup, double tile_size = 0) {
    BakeConfig config;
    config.tiles.size = tile_size;
    return bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test")).value();
}

TEST(PathOnEdges, PathAdvancesAlongItsSegmentsOnOwnScenes) {
    for (const support::OwnScene& scene : support::own_scenes())
        expect_invariants_with_and_without_links(bake(support::soup_of(scene)), scene.name, 90000);
}

TEST(PathOnEdges, PathAdvancesAlongItsSegmentsOnTiledScenes) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        for (const double tile_size : {4.8, 12.0})
            expect_invariants_with_and_without_links(bake(support::soup_of(scene), tile_size), scene.name + " in tiles", 45000);
    }
}

TEST(PathOnEdges, PathAdvancesAlongItsSegmentsOnRandomMeshes) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const NavMesh mesh =
            support::random_mesh(random, {.block = seed % 2 ? 8 : 40, .floors = 1 + int(seed % 2), .areas = seed % 4 ? 1 : 4});
        expect_invariants_with_and_without_links(mesh, "random mesh " + std::to_string(seed), 15000);
    }
}

TEST(PathOnEdges, PathAdvancesAlongItsSegmentsOnSquaresAndSeams) {
    expect_invariants_with_and_without_links(support::mesh_from_picture({"......", "..##..", "......", ".#...."}), "squares",
                                             60000);
    expect_invariants_with_and_without_links(support::two_small_tiles(), "two tiles", 30000);
    expect_invariants_with_and_without_links(support::make_mesh(support::spiral_soup(3)), "spiral", 30000);
}

// Both sides of a wall without width have the same coordinates.
TEST(PathOnEdges, PathGoesAroundWallsWithoutWidth) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const NavMesh mesh = link_tiles({support::bricks_with_walls(random)}, support::make_info()).value();
        expect_invariants_with_and_without_links(mesh, "bricks " + std::to_string(seed), 6000);
    }
}

TEST(PathOnEdges, PathAdvancesAlongItsSegmentsOnRealLevels) {
    const auto folder = support::scenes_folder();
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const std::string& path : support::all_scene_paths()) {
        if (path.rfind(*folder, 0) == 0)
            expect_invariants_with_and_without_links(bake(support::load_scene(path)), support::scene_name(path), 60000);
    }
}

}  // namespace
}  // namespace navspan
