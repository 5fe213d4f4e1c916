// The usage examples in the public headers of include/navspan/bake, check and debug.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "headers.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/config.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/live_world.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/bake/tile_cache.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/debug/stage_drawings.h"
#include "navspan/io/picture.h"

using namespace navspan;

namespace {

// Keeps the solid heightfield of a bake.
struct KeepHeightfield : BakeProbe {
    Heightfield solid;
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::rasterize) solid = *products.heightfield;
    }
};

// bake/area_rules.h
void area_rules_example(TriangleSoup& soup, bool& finished) {
    BakeConfig config;
    config.areas.push_back({"water", 2, 4.0, 1});
    config.rules = {{"*water*", "water"}, {"*lava*", std::nullopt}};  // lava is never walkable
    const Result<Warnings> unmatched = apply_area_rules(soup, config);
    if (!unmatched) return;  // error: a rule names an unknown area
    finished = true;
}

// bake/triangle_soup.h
void triangle_soup_example(bool& finished) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 8}, {8, 0, 8}, {8, 0, 0}};  // [wu]; y is up
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};                       // counter-clockwise seen from above: the top is walkable
    soup.groups = {{.object = "", .material = "sand", .group = ""}};
    soup.group_of = {0, 0};  // both triangles have the material "sand"
    const std::array<DVec3, 3> corners = triangle_corners(soup, 1);
    finished = corners[2] == DVec3{8, 0, 0};
}

// bake/bake_nav_mesh.h
void bake_in_memory(bool& finished) {
    TriangleSoup soup;  // usually from load_scene (io/scene.h)
    soup.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    BakeConfig config;
    config.agent.radius = 0.4;
    config.tiles.size = 48;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "my game 1.0");
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info, {.threads = 0});
    if (!mesh) return;  // mesh.error().message names the tile and what to change
    finished = true;
}

// bake/bake_nav_mesh.h
void bake_into_a_file(const TriangleSoup& soup, const BakeConfig& config, bool& finished) {
    Result<TileCache> cache = TileCache::open({.folder = "cache", .max_bytes = uint64_t{1} << 30});
    if (!cache) return;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "my game 1.0");
    const BakeOptions options{.threads = 0, .max_memory = 2e9, .cache = &*cache};
    Result<BakedFile> baked = bake_nav_file(soup, config, info, "level.nav", options);
    if (!baked) return;
    if (!baked->file.close() || !baked->file.put_in_place()) return;
    finished = true;
}

// bake/bake_nav_mesh.h
void bake_for_agents(const TriangleSoup& soup, bool& finished) {
    BakeConfig config;
    config.agents = {{.radius = 0.4, .name = "human"}, {.radius = 1.2, .height = 3, .name = "ogre"}};
    std::vector<AgentBake> bakes;
    for (const BakeConfig& one : configs_of_agents(config)) {
        bakes.push_back({one, nav_mesh_info(one, "{}", "my game 1.0"), {}});
    }
    const Result<std::vector<NavMesh>> meshes = bake_agents(soup, bakes, {.threads = 0});
    if (!meshes) return;
    finished = true;
}

// bake/bake_tile.h
void bake_tile_example(const TriangleSoup& soup, bool& finished) {
    BakeConfig config;
    config.agent.max_slope = 50;
    Result<NavTile> tile = bake_tile(soup, config);  // the whole soup as one tile
    if (!tile) return;
    NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    std::vector<NavTile> tiles;
    tiles.push_back(*std::move(tile));
    const Result<NavMesh> mesh = link_tiles(std::move(tiles), info);
    if (!mesh) return;
    finished = true;
}

// bake/config.h
void config_example(bool& finished) {
    BakeConfig config;
    config.agent = {.radius = 0.4, .height = 1.8, .max_climb = 0.5, .max_slope = 50};
    config.voxels = {.cell_size = 0.15, .cell_height = 0.1};
    config.tiles.size = 48;
    config.areas.push_back({"water", 2, 4.0, 1});  // id 2; a path costs four times its length; flags 1
    config.rules = {{"*water*", "water"}};
    const Status valid = check_config(config);
    if (!valid) return;  // valid.error().message has the JSON path, the value and the range
    const Warnings surprises = config_warnings(config);
    finished = true;
}

// bake/filters.h
void filters_example(const Heightfield& solid, const BakeConfig& config, bool& finished) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return;
    std::vector<SpanFate> fates;
    const FilteredField filtered = filter_and_compact(solid, filter_params(*voxels), &fates);
    if (!filtered.field) return;  // too many open spans
    const Heightfield without_ledges = filtered_heightfield(solid, fates, Filter::ledges);
    finished = true;
}

// bake/live_world.h
void live_world_example(const TriangleSoup& soup, bool& finished) {
    BakeConfig config;
    config.tiles.size = 19.2;  // a live world needs tiles
    Result<LiveWorld> world = make_live_world(soup, config, nav_mesh_info(config, "{}", "my game 1.0"), {.threads = 0});
    if (!world) return;
    const std::shared_ptr<const NavMesh> before = world->mesh.mesh;  // readers may keep this snapshot
    BoxObstacle box;
    box.center = {20, 1, 20};
    box.half_extents = {1, 1, 0.1};
    box.yaw = 30;
    const Result<uint32_t> door = add_obstacle(*world, box);
    if (!door) return;
    if (!update_world(*world)) return;                              // after an error, the world is unchanged
    const std::shared_ptr<const NavMesh> after = world->mesh.mesh;  // hand it to the readers
    remove_obstacle(*world, *door);
    if (!update_world(*world)) return;  // the snapshot equals `before`, byte for byte
    finished = true;
}

// bake/obstacle.h
void obstacle_example(LiveWorld& world, bool& finished) {
    const BoxObstacle crate{.center = {20, 0.5, 20}, .half_extents = {1, 0.5, 1}, .yaw = 30, .top_area = kDefaultArea};
    const CylinderObstacle pillar{.center = {25, 0, 20}, .radius = 0.5, .height = 3};
    if (!add_obstacle(world, crate) || !add_obstacle(world, pillar)) return;
    if (!update_world(world)) return;  // bakes the affected tiles again
    finished = true;
}

// bake/rebuild_tile.h
void rebuild_tile_example(const TriangleSoup& soup, const BakeConfig& config, bool& finished) {
    Result<std::vector<TileSource>> sources = keep_tiles(soup, config);  // config.tiles.size is not 0
    if (!sources) return;
    const std::vector<Obstacle> obstacles = {CylinderObstacle{.center = {20, 0, 20}, .radius = 1, .height = 2}};
    for (const TileSource& source : *sources) {
        const Result<NavTile> tile = rebuild_tile(source, config, obstacles);
        if (!tile) return;
        // Send the tile to the games, which pass it to change_tiles.
    }
    finished = true;
}

// bake/tile_cache.h
void tile_cache_example(const TriangleSoup& soup, const BakeConfig& config, bool& finished) {
    Result<TileCache> cache = TileCache::open({.folder = "cache", .max_bytes = uint64_t{4} << 30});
    if (!cache) return;
    const BakeOptions options{.threads = 0, .cache = &*cache};
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "my game 1.0"), options);
    if (!mesh) return;
    cache->trim();
    const TileCacheCounts counts = cache->counts();
    if (counts.damaged + counts.unwritten > 0) {
        const Warnings warnings = cache->warnings();  // show these to the user
    }
    finished = true;
}

// check/nav_mesh.h
void check_a_mesh(const NavMesh& mesh, bool& finished) {
    CheckReport report;
    check_nav_mesh(mesh, report);
    if (!report.ok()) return;  // report.failures lists what is broken, and where
    finished = true;
}

// debug/stage_drawings.h
void stage_drawings_example(const TriangleSoup& soup, bool& finished) {
    struct ContourPicture : BakeProbe {
        std::string svg;
        void after(Stage stage, const BakeProducts& products) override {
            if (stage == Stage::contours) svg = to_svg(draw_contours(*products.contours, products.config->lattice));
        }
    };
    ContourPicture picture;
    const Result<NavTile> tile = bake_tile(soup, BakeConfig{}, &picture);
    if (!tile) return;
    finished = true;
}

}  // namespace

bool bake_examples(const Inputs& inputs, Report& report) {
    const TriangleSoup& soup = inputs.soup;
    const BakeConfig& config = inputs.config;
    TriangleSoup soup_with_areas = soup;
    KeepHeightfield probe;
    if (!bake_tile(soup, BakeConfig{}, &probe)) return false;
    Result<LiveWorld> world = make_live_world(soup, config, nav_mesh_info(config, "{}", "example"));
    if (!world) return false;
    run(report, "bake/area_rules.h", area_rules_example, soup_with_areas);
    run(report, "bake/bake_nav_mesh.h", bake_in_memory);
    run(report, "bake/bake_nav_mesh.h", bake_into_a_file, soup, config);
    run(report, "bake/bake_nav_mesh.h", bake_for_agents, soup);
    run(report, "bake/bake_tile.h", bake_tile_example, soup);
    run(report, "bake/config.h", config_example);
    run(report, "bake/filters.h", filters_example, probe.solid, BakeConfig{});
    run(report, "bake/live_world.h", live_world_example, soup);
    run(report, "bake/obstacle.h", obstacle_example, *world);
    run(report, "bake/rebuild_tile.h", rebuild_tile_example, soup, config);
    run(report, "bake/tile_cache.h", tile_cache_example, soup, config);
    run(report, "bake/triangle_soup.h", triangle_soup_example);
    run(report, "check/nav_mesh.h", check_a_mesh, inputs.mesh);
    run(report, "debug/stage_drawings.h", stage_drawings_example, soup);
    return true;
}
