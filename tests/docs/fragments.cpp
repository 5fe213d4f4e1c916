// Contains the C++ fragments of the pages in docs, each in a function, so that the compiler checks them. fragments.sh checks
// that every fragment of the pages is in a compiled file. The program of README.md is in tests/install/readme.cpp.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "navspan/navspan.h"

// clang-format off
namespace {

// getting-started.md
[[maybe_unused]] int bake_a_level() {
    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{"data/scenes/courtyard.obj"});
    if (!scene) return std::puts(scene.error().message.c_str()), 1;
    const navspan::BakeConfig config;
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my game 1.0");
    const navspan::Result<navspan::NavMesh> mesh = navspan::bake_nav_mesh(scene->soup, config, info);
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    const navspan::Status written =
        navspan::write_file_atomically("out/courtyard.nav", navspan::serialize_nav_mesh(*mesh));
    return written ? 0 : 1;
}

// queries.md
[[maybe_unused]] void find_and_walk(const std::shared_ptr<const navspan::NavMesh>& mesh, const navspan::DVec3& start,
                                    const navspan::DVec3& goal) {
    navspan::SearchScratch scratch;
    navspan::QueryFilter filter = navspan::default_filter(*mesh);
    filter.area_cost[2] = 5;  // area 2 costs five times its length
    const navspan::Result<navspan::Path> path =
        navspan::find_path(*mesh, scratch, {.start = start, .goal = goal, .filter = &filter, .snap = 2});

    const navspan::PathRequest request = {.start = start, .goal = goal, .filter = &filter};
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);
    std::vector<navspan::CorridorCorner> corners;
    navspan::next_corners(*mesh, agent, 2, scratch, corners);  // steer towards corners[0]
    const navspan::Status moved = navspan::move_corridor_start(*mesh, filter, corners[0].position, agent);
    static_cast<void>(moved);
}

// dynamic-worlds.md
[[maybe_unused]] void open_and_shut(const navspan::TriangleSoup& soup, const navspan::NavMeshInfo& info,
                                    const navspan::QueryFilter& filter, navspan::SearchScratch& scratch,
                                    navspan::AgentCorridor& agent) {
    navspan::BakeConfig config;
    config.tiles.size = 19.2;  // a live world needs tiles
    navspan::Result<navspan::LiveWorld> world = navspan::make_live_world(soup, config, info);
    const std::shared_ptr<const navspan::NavMesh> before = world->mesh.mesh;  // all threads may query it

    const navspan::Result<uint32_t> door = navspan::add_obstacle(
        *world, navspan::BoxObstacle{.center = {20, 1, 20}, .half_extents = {1, 1, 0.1}, .yaw = 30});
    const navspan::Result<navspan::WorldUpdate> shut = navspan::update_world(*world);
    const std::shared_ptr<const navspan::NavMesh> after = world->mesh.mesh;  // give it to the readers when it suits them
    // Each agent keeps its path or finds another.
    const navspan::Result<navspan::CorridorRepair> repair =
        navspan::repair_corridor(*before, *after, filter, scratch, agent);

    navspan::remove_obstacle(*world, *door);
    const navspan::Result<navspan::WorldUpdate> open = navspan::update_world(*world);  // the first mesh again, byte for byte
    static_cast<void>(shut), static_cast<void>(open), static_cast<void>(repair);
}

}  // namespace
