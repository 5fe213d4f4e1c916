// Contains the C++ fragments of the pages in docs, each in a function, so that the compiler checks them. fragments.sh checks
// that every fragment of the pages is in a compiled file. The program of README.md is in tests/install/readme.cpp.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
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

// configuration.md
[[maybe_unused]] int config_of_a_level() {
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh("out/courtyard.nav");
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    const navspan::Result<navspan::BakeConfig> config = navspan::parse_config(mesh->info.config, "out/courtyard.nav");
    if (!config) return std::puts(config.error().message.c_str()), 1;
    std::printf("cells of %g\n", config->voxels.cell_size);
    return 0;
}

// errors-and-threads.md
navspan::Status load_level(const std::string& file, navspan::NavMesh& mesh) {
    navspan::Result<navspan::NavMesh> loaded = navspan::read_nav_mesh(file);
    if (!loaded) return loaded.error();
    mesh = *std::move(loaded);
    return navspan::Done{};
}

[[maybe_unused]] bool use_load_level(navspan::NavMesh& mesh) {
    return load_level("out/courtyard.nav", mesh).ok();
}

// queries.md
[[maybe_unused]] void find(const std::shared_ptr<const navspan::NavMesh>& mesh, const navspan::DVec3& start,
                           const navspan::DVec3& goal) {
    navspan::SearchScratch scratch;
    navspan::QueryFilter filter = navspan::default_filter(*mesh);
    filter.area_cost[2] = 5;  // a path in area 2 costs five times its length
    const navspan::Result<navspan::Path> path =
        navspan::find_path(*mesh, scratch, {.start = start, .goal = goal, .filter = &filter, .snap = 2});
    static_cast<void>(path);
}

[[maybe_unused]] int walk() {
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh("out/courtyard.nav");
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    navspan::SearchScratch scratch;
    const navspan::QueryFilter filter = navspan::default_filter(*mesh);
    const navspan::PathRequest request = {.start = {12, 0, 28}, .goal = {57, 0, 31}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(*mesh, scratch, request);
    if (!path) return std::puts(path.error().message.c_str()), 1;
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);
    if (!agent.complete) std::puts(path->reason.c_str());  // there is no path, or the path ends before the goal

    const double step = 3.5 / 60;  // metres per frame
    std::vector<navspan::CorridorCorner> corners;
    for (;;) {  // once per frame
        const navspan::Status ahead = navspan::next_corners(*mesh, agent, 1, scratch, corners);
        if (!ahead) return std::puts(ahead.error().message.c_str()), 1;  // the mesh was replaced; call repair_corridor
        if (corners.empty()) break;                                    // no path
        const navspan::CorridorCorner corner = corners[0];
        const navspan::DVec3 here = agent.start.position;
        const double distance = navspan::distance_xz(here, corner.position);
        if (distance < 0.01 && corner.kind == navspan::CornerKind::goal) break;  // arrived at agent.goal
        if (distance < 0.01 && corner.kind == navspan::CornerKind::link) {
            navspan::take_next_link(*mesh, agent);  // the agent is now at the end of mesh->links[corner.link]
            continue;
        }
        // A step that reaches the corner ends there. To walk the rest of the step, ask for a second corner.
        const navspan::DVec3 next = distance > step ? here + (corner.position - here) * (step / distance) : corner.position;
        const navspan::Status moved = navspan::move_corridor_start(*mesh, filter, next, agent);
        if (!moved) return std::puts(moved.error().message.c_str()), 1;
        // draw the agent at agent.start.position, which is on the ground
    }
    return 0;
}

// dynamic-worlds.md
[[maybe_unused]] int shut_by_filter() {
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh("out/doors.nav");
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    const navspan::NavArea* area = navspan::find_area(mesh->info.areas, "gate");
    if (!area) return std::puts("the level has no area gate"), 1;
    const uint64_t gate = uint64_t{1} << area->id;
    navspan::SearchScratch scratch;
    navspan::QueryFilter filter = navspan::default_filter(*mesh);
    const navspan::PathRequest request = {.start = {12, 0, 28}, .goal = {57, 0, 31}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(*mesh, scratch, request);
    if (!path) return std::puts(path.error().message.c_str()), 1;
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);

    filter.excluded_areas |= gate;  // shut
    // Each agent now goes through the south door.
    const navspan::Result<navspan::CorridorRepair> repair = navspan::repair_corridor(*mesh, *mesh, filter, scratch, agent);
    if (!repair) return std::puts(repair.error().message.c_str()), 1;
    filter.excluded_areas &= ~gate;  // open
    return 0;
}

struct World {
    navspan::LiveWorld live;
    navspan::HubBuild labels;
};

// The last action of each frame. Until the labels are finished, queries search without them.
bool finish_frame(World& world) {
    const navspan::Result<bool> done = navspan::step_hubs(world.labels, world.live.mesh.mesh, 20000);
    if (!done) return std::puts(done.error().message.c_str()), false;  // see HubOptions
    return *done;  // true: world.live.mesh.mesh has hub labels
}

[[maybe_unused]] bool use_finish_frame(World& world) {
    return finish_frame(world);
}

[[maybe_unused]] int shut_by_tiles() {
    const navspan::Result<navspan::LiveMesh> open = navspan::read_live_mesh("out/open.nav");
    const navspan::Result<navspan::LiveMesh> shut = navspan::read_live_mesh("out/shut.nav");
    if (!open || !shut) return std::puts((open ? shut : open).error().message.c_str()), 1;
    navspan::TileChanges changes;  // the tiles that differ between the files; both files have the same list of tiles
    for (size_t i = 0; i < open->tiles.size(); ++i) {
        if (*open->tiles[i]->baked != *shut->tiles[i]->baked) changes.put.push_back(*shut->tiles[i]->baked);
    }
    const navspan::Result<navspan::LiveMesh> now = navspan::change_tiles(*open, changes);  // now->mesh is the next snapshot
    return now ? 0 : 1;
}

[[maybe_unused]] int shut_by_rebuilding() {
    const navspan::Result<navspan::LiveMesh> live = navspan::read_live_mesh("out/keep.nav");
    if (!live) return std::puts(live.error().message.c_str()), 1;
    const navspan::Result<navspan::BakeConfig> config = navspan::parse_config(live->mesh->info.config, "out/keep.nav");
    if (!config) return std::puts(config.error().message.c_str()), 1;
    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{"data/scenes/courtyard.obj"});
    if (!scene) return std::puts(scene.error().message.c_str()), 1;
    const navspan::Result<navspan::Warnings> ruled = navspan::apply_area_rules(scene->soup, *config);
    if (!ruled) return std::puts(ruled.error().message.c_str()), 1;
    const navspan::Result<std::vector<navspan::TileSource>> sources = navspan::keep_tiles(scene->soup, *config);
    if (!sources) return std::puts(sources.error().message.c_str()), 1;

    const std::vector<navspan::Obstacle> obstacles = {  // all obstacles that are there now
        navspan::BoxObstacle{.center = {37.8, 1.5, 22.2}, .half_extents = {0.3, 1.5, 2}}};
    const navspan::Result<std::vector<navspan::TileWindow>> windows = navspan::tiles_affected_by(obstacles, *config);
    if (!windows) return std::puts(windows.error().message.c_str()), 1;
    navspan::TileChanges changes;
    for (const navspan::TileSource& source : *sources) {
        if (!std::binary_search(windows->begin(), windows->end(), source.window, navspan::is_tile_before)) continue;
        navspan::Result<navspan::NavTile> tile = navspan::rebuild_tile(source, *config, obstacles);
        if (!tile) return std::puts(tile.error().message.c_str()), 1;
        changes.put.push_back(*std::move(tile));
    }
    const navspan::Result<navspan::LiveMesh> shut = navspan::change_tiles(*live, std::move(changes));
    if (!shut) return std::puts(shut.error().message.c_str()), 1;
    // shut->mesh is the next snapshot. To open the door, rebuild the same tiles without its obstacle.
    return 0;
}

[[maybe_unused]] int shut_in_a_live_file() {
    const navspan::ConfigReader stored_config = [](const std::string& json) { return navspan::parse_config(json, "out/live.nav"); };
    navspan::Result<navspan::LiveWorld> world = navspan::read_live_world("out/live.nav", stored_config);
    if (!world) return std::puts(world.error().message.c_str()), 1;
    const navspan::Result<uint32_t> door = navspan::add_obstacle(
        *world, navspan::BoxObstacle{.center = {37.8, 1.5, 22.2}, .half_extents = {0.3, 1.5, 2}});
    if (!door) return std::puts(door.error().message.c_str()), 1;
    const navspan::Result<navspan::WorldUpdate> shut = navspan::update_world(*world);
    if (!shut) return std::puts(shut.error().message.c_str()), 1;
    return 0;
}

[[maybe_unused]] int shut_in_a_live_world() {
    const navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{"data/scenes/courtyard.obj"});
    if (!scene) return std::puts(scene.error().message.c_str()), 1;
    navspan::BakeConfig config;
    config.tiles.size = 19.2;  // a live world needs tiles
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my game 1.0");
    navspan::Result<navspan::LiveWorld> world = navspan::make_live_world(scene->soup, config, info, {.threads = 0});
    if (!world) return std::puts(world.error().message.c_str()), 1;
    const std::shared_ptr<const navspan::NavMesh> before = world->mesh.mesh;  // all threads may query it

    navspan::SearchScratch scratch;
    const navspan::QueryFilter filter = navspan::default_filter(*before);
    const navspan::PathRequest request = {.start = {12, 0, 28}, .goal = {57, 0, 31}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(*before, scratch, request);
    if (!path) return std::puts(path.error().message.c_str()), 1;
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);

    const navspan::Result<uint32_t> door = navspan::add_obstacle(
        *world, navspan::BoxObstacle{.center = {37.8, 1.5, 22.2}, .half_extents = {0.3, 1.5, 2}});
    if (!door) return std::puts(door.error().message.c_str()), 1;
    const navspan::Result<navspan::WorldUpdate> shut = navspan::update_world(*world);
    if (!shut) return std::puts(shut.error().message.c_str()), 1;
    const std::shared_ptr<const navspan::NavMesh> after = world->mesh.mesh;  // other threads may switch to it at any time
    // Each agent keeps its path or finds another.
    const navspan::Result<navspan::CorridorRepair> repair =
        navspan::repair_corridor(*before, *after, filter, scratch, agent);
    if (!repair) return std::puts(repair.error().message.c_str()), 1;

    navspan::remove_obstacle(*world, *door);
    const navspan::Result<navspan::WorldUpdate> open = navspan::update_world(*world);  // the first mesh again, byte for byte
    if (!open) return std::puts(open.error().message.c_str()), 1;
    return 0;
}

}  // namespace
