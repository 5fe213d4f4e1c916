// The usage examples in the public headers of include/navspan/navmesh and plan.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "headers.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"
#include "navspan/plan/cell_grid.h"
#include "navspan/plan/plan.h"

using namespace navspan;

namespace {

// navmesh/filter.h
void filter_example(const NavMesh& mesh, bool& finished) {
    QueryFilter filter = default_filter(mesh);
    filter.area_cost[2] = 5;                    // a path in area 2 costs five times its length
    filter.excluded_areas |= uint64_t{1} << 3;  // area 3 is an obstacle
    filter.exclude_flags = 0x8000;              // polygons and links with this flag are obstacles
    if (!validate_filter(filter)) return;
    finished = true;
}

// navmesh/from_polygons.h
void from_polygons_example(bool& finished) {
    PolygonSet set;  // two squares that share an edge
    set.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}, {20, 0, 10}, {20, 0, 0}};
    set.corners = {0, 1, 2, 3, 3, 2, 4, 5};  // counter-clockwise seen from above
    set.first_corner = {0, 4, 8};
    const Result<NavMesh> mesh = nav_mesh_from_polygons(set);
    if (!mesh) return;  // mesh.error().message says which polygon is wrong
    finished = true;
}

// navmesh/live_mesh.h
void live_mesh_example(const LiveMesh& live, const NavTile& tile, bool& finished) {
    const std::shared_ptr<const NavMesh> before = live.mesh;  // readers may keep this snapshot
    TileChanges changes;
    changes.put.push_back(tile);
    TileChangeCounts counts;
    const Result<LiveMesh> changed = change_tiles(live, std::move(changes), &counts);
    if (!changed) return;  // live is unchanged
    const std::shared_ptr<const NavMesh> after = changed->mesh;
    finished = true;
}

// navmesh/nav_file.h
void nav_file_example(const NavMesh& mesh, bool& finished) {
    const Status written = write_file_atomically("level.nav", serialize_nav_mesh(mesh));
    if (!written) return;  // written.error().message says why
    const Result<NavMesh> loaded = read_nav_mesh("level.nav");
    if (!loaded) return;  // unreadable, cut short, damaged or another version
    finished = true;
}

// navmesh/nav_mesh.h
void nav_mesh_example(const NavMesh& mesh, bool& finished) {
    [[maybe_unused]] uint32_t walls = 0;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!twin_of(mesh, EdgeRef{t, e}).valid()) ++walls;  // also finds the twin in another tile
        }
    }
    finished = true;
}

// navmesh/nearest.h
void nearest_example(const NavMesh& mesh, bool& finished) {
    const QueryFilter filter = default_filter(mesh);
    const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2, .filter = &filter});
    if (!start) return;                                          // no admitted ground within 2 units
    [[maybe_unused]] const PolygonRef polygon = start->polygon;  // valid for this snapshot only
    [[maybe_unused]] const DVec3 on_ground = start->position;
    finished = true;
}

// navmesh/off_mesh_links.h
void off_mesh_links_example(const NavMesh& mesh, bool& finished) {
    LinkRequest ladder;
    ladder.name = "ladder";
    ladder.link.start = {4, 0, 7};
    ladder.link.end = {4, 3, 6};
    ladder.link.cost = kCostIsLength;
    ladder.link.area = 63;
    ladder.reach = 1;
    ladder.two_way = true;
    Warnings warnings;  // receives "link_lost" if an end has no ground within reach
    const std::vector<LinkRequest> wanted{ladder};
    const Result<NavMesh> linked = with_links(mesh, place_links(mesh, wanted, &warnings));
    if (!linked) return;
    finished = true;
}

// navmesh/prune_islands.h
void prune_islands_example(const NavMesh& mesh, bool& finished) {
    IslandRules rules;
    rules.seeds = {{3, 0, 25}};  // keep only the island that contains the spawn point
    rules.min_area = 4;          // remove all islands of less than 4 square units
    std::vector<PrunedIsland> removed;
    Warnings warnings;
    const Result<NavMesh> pruned = prune_islands(mesh, rules, &removed, &warnings);
    if (!pruned) return;
    finished = true;
}

// plan/cell_grid.h
void cell_grid_example(bool& finished) {
    CellGrid grid;
    grid.width = 3;
    grid.depth = 2;
    grid.areas = {63, 63, 63, 63, 0, 63};  // 0 = blocked
    const Result<GroundPlan> plan = plan_of_cells(grid, {.cell_size = 0.5});
    if (!plan) return;
    NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    const Result<NavMesh> mesh = nav_mesh_from_plan(*plan, {}, info);
    if (!mesh) return;
    finished = true;
}

// plan/plan.h
void plan_example(bool& finished) {
    GroundPlan plan;
    plan.quantum = 0.01;  // lattice steps of 1 cm
    add_shape(plan, kPlainGround);
    const std::vector<LatticePoint> room{{0, 0}, {0, 1000}, {1000, 1000}, {1000, 0}};
    add_ring(plan, room);
    add_shape(plan, kObstacle);
    const std::vector<LatticePoint> pillar{{400, 400}, {400, 600}, {600, 600}, {600, 400}};
    add_ring(plan, pillar);
    NavMeshInfo info;
    info.areas = {{"ground", kPlainGround, 1, 1.0}};
    const Result<NavMesh> mesh = nav_mesh_from_plan(plan, {.radius = 0.4}, info);
    if (!mesh) return;
    finished = true;
}

}  // namespace

bool navmesh_examples(const Inputs& inputs, Report& report) {
    const NavMesh& mesh = inputs.mesh;
    const Result<LiveMesh> live = bake_live_mesh(inputs.soup, inputs.config, nav_mesh_info(inputs.config, "{}", "example"));
    if (!live) return false;
    run(report, "navmesh/filter.h", filter_example, mesh);
    run(report, "navmesh/from_polygons.h", from_polygons_example);
    run(report, "navmesh/live_mesh.h", live_mesh_example, *live, *live->tiles[0]->baked);
    run(report, "navmesh/nav_file.h", nav_file_example, mesh);
    run(report, "navmesh/nav_mesh.h", nav_mesh_example, mesh);
    run(report, "navmesh/nearest.h", nearest_example, mesh);
    run(report, "navmesh/off_mesh_links.h", off_mesh_links_example, mesh);
    run(report, "navmesh/prune_islands.h", prune_islands_example, mesh);
    run(report, "plan/cell_grid.h", cell_grid_example);
    run(report, "plan/plan.h", plan_example);
    return true;
}
