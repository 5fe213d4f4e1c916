// Tests that rebaking tiles with obstacles gives the same tiles as baking a level that contains the obstacles.

#include "navspan/bake/rebuild_tile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bake/live/obstacle.h"
#include "bake/world/nav_tile.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

BakeConfig rebuild_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    return config;
}

struct Box {
    DVec3 low, high;
};
Box bounds(const TriangleSoup& soup) {
    Box box{soup.vertices[0], soup.vertices[0]};
    for (const DVec3& v : soup.vertices) {
        box.low = {std::min(box.low.x, v.x), std::min(box.low.y, v.y), std::min(box.low.z, v.z)};
        box.high = {std::max(box.high.x, v.x), std::max(box.high.y, v.y), std::max(box.high.z, v.z)};
    }
    return box;
}

DVec3 point_in(Random& random, const Box& box, double beyond) {
    return {random.real(box.low.x - beyond, box.high.x + beyond), random.real(box.low.y - 3, box.high.y + 3),
            random.real(box.low.z - beyond, box.high.z + beyond)};
}

TriangleObstacle random_triangles(Random& random, const Box& box) {
    TriangleObstacle obstacle{.triangles = {}, .area = random.chance(0.5) ? kDefaultArea : kNullArea};
    const DVec3 at = point_in(random, box, 15);
    const auto near = [&] { return at + DVec3{random.real(-6, 6), random.real(-1, 1), random.real(-6, 6)}; };
    for (int k = random.between(1, 12); k > 0; --k)
        obstacle.triangles.push_back({near(), near(), near()});
    return obstacle;
}

AreaVolume random_volume(Random& random, const Box& box) {
    AreaVolume volume{.shape = VolumeShape(random.between(0, 3))};
    const DVec3 at = point_in(random, box, 0);
    volume.min = at;
    volume.max = at + DVec3{random.real(1, 9), 6, random.real(1, 9)};
    volume.center = at;
    volume.half_extents = {random.real(1, 5), 4, random.real(1, 5)};
    volume.yaw = random.real(-90, 90);
    volume.radius = random.real(1, 6);
    volume.height = 6;
    volume.points = {at, at + DVec3{0, 0, random.real(2, 7)}, at + DVec3{random.real(2, 7), 0, 0}};
    volume.min_y = at.y;
    volume.max_y = at.y + 5;
    return volume;
}

void add_to_level(const Obstacle& obstacle, TriangleSoup& soup, BakeConfig& config) {
    if (const auto* volume = std::get_if<AreaVolume>(&obstacle)) {
        config.volumes.push_back(*volume);
        return;
    }
    const TriangleSoup more = obstacle_triangles(std::span(&obstacle, 1)).soup;
    const auto base = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), more.vertices.begin(), more.vertices.end());
    for (const auto& t : more.triangles)
        soup.triangles.push_back({base + t[0], base + t[1], base + t[2]});
    soup.areas.insert(soup.areas.end(), more.areas.begin(), more.areas.end());
    soup.group_of.resize(soup.triangles.size(), 0);
}

TEST(RebuildTile, AddedTrianglesEqualABakeWithTheseTriangles) {
    Random random(21);
    for (const char* scene : {"courtyard", "terrain", "tower"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            BakeConfig config = rebuild_config();
            config.profile = profile;
            std::vector<Obstacle> obstacles;
            for (int i = 0; i < 12; ++i) {
                if (i % 3) {
                    obstacles.push_back(random_triangles(random, bounds(soup)));
                } else {
                    obstacles.push_back(random_volume(random, bounds(soup)));
                }
            }
            TriangleSoup level = soup;
            BakeConfig level_config = config;
            for (const Obstacle& obstacle : obstacles)
                add_to_level(obstacle, level, level_config);

            const std::vector<TileSource> sources = *keep_tiles(soup, config);
            uint32_t compared = 0, differ = 0;
            for (const NavTile& wanted : support::bake_world_tiles(level, level_config)) {
                for (const TileSource& triangles : sources) {
                    const TileWindow& window = triangles.window;
                    if (window.tile_x != wanted.tile_x || window.tile_z != wanted.tile_z) continue;
                    const std::string what = std::string(scene) + " profile " + std::to_string(int(profile)) + " tile (" +
                                             std::to_string(wanted.tile_x) + ", " + std::to_string(wanted.tile_z) + ")";
                    const Result<NavTile> tile = rebuild_tile(triangles, config, obstacles);
                    ASSERT_TRUE(tile.ok()) << what << ": " << tile.error().message;
                    EXPECT_EQ(*tile == wanted, true) << what << " from triangles";
                    const TileSource voxels = *keep_voxels(triangles, config);
                    EXPECT_EQ(*rebuild_tile(voxels, config, obstacles) == wanted, true) << what << " from voxels";
                    const NavTile before = *rebuild_tile(voxels, config, {});
                    EXPECT_EQ(before == *bake_tile(triangles.soup, config, nullptr, &window), true) << what;
                    ++compared;
                    differ += before != wanted;
                }
            }
            EXPECT_EQ(compared, sources.size());
            EXPECT_GT(differ, 5u);
        }
    }
}

bool on_ground(const NavMesh& mesh, DVec3 point, double reach = 0.3) {
    return find_nearest(mesh, point, {.max_distance = reach}).has_value();
}

LiveWorld flat_world(const LiveWorldParams& params = {}) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {40, 0, 40}, kDefaultArea);
    const BakeConfig config = rebuild_config();
    Result<LiveWorld> world = make_live_world(soup, config, nav_mesh_info(config, "{}", "test"), params);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return *std::move(world);
}

TEST(LiveWorld, SolidShapesRemoveGroundInsideAndWithinTheRadius) {
    for (const bool voxels : {false, true}) {
        LiveWorld world = flat_world({.keep_voxels = voxels});
        const DVec3 in_box{15, 0, 15}, in_cylinder{27, 0, 12};
        EXPECT_TRUE(on_ground(*world.mesh.mesh, in_box));
        const Result<uint32_t> box = add_obstacle(
            world, BoxObstacle{.center = {15, 3, 15}, .half_extents = {5, 3, 4}, .yaw = 30, .top_area = kDefaultArea});
        const Result<uint32_t> cylinder =
            add_obstacle(world, CylinderObstacle{.center = {27, 0, 12}, .radius = 4, .height = 5});
        ASSERT_TRUE(box.ok() && cylinder.ok());
        ASSERT_TRUE(update_world(world).ok());
        const NavMesh& mesh = *world.mesh.mesh;
        EXPECT_FALSE(on_ground(mesh, in_box, 2));
        EXPECT_TRUE(on_ground(mesh, {15, 6, 15}));
        EXPECT_FALSE(on_ground(mesh, in_cylinder, 4));
        EXPECT_FALSE(on_ground(mesh, {27, 5, 12}, 1));
        EXPECT_TRUE(on_ground(mesh, {32.5, 0, 12}));
        EXPECT_EQ(mesh.islands.size(), 2u);
        CheckReport report;
        check_nav_mesh(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();

        EXPECT_TRUE(remove_obstacle(world, *box));
        EXPECT_FALSE(remove_obstacle(world, *box));
        EXPECT_TRUE(remove_obstacle(world, *cylinder));
        ASSERT_TRUE(update_world(world).ok());
        EXPECT_EQ(serialize_live_mesh(world.mesh), serialize_live_mesh(flat_world().mesh));
    }
}

TEST(LiveWorld, BridgeOverAGapCanBeAddedAndRemoved) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {15, 0, 20}, kDefaultArea);
    support::add_box(soup, {60, -1, 0}, {75, 0, 20}, kDefaultArea);
    const BakeConfig config = rebuild_config();
    LiveWorld world = *make_live_world(soup, config, nav_mesh_info(config, "{}", "test"));
    EXPECT_EQ(world.mesh.mesh->islands.size(), 2u);
    const std::vector<std::byte> before = serialize_live_mesh(world.mesh);
    const uint32_t bridge =
        *add_obstacle(world, BoxObstacle{.center = {37.5, -0.5, 10}, .half_extents = {25, 0.5, 3}, .top_area = kDefaultArea});
    const Result<WorldUpdate> built = update_world(world);
    ASSERT_TRUE(built.ok()) << built.error().message;
    EXPECT_GT(built->counts.added, 0u);
    EXPECT_EQ(world.mesh.mesh->islands.size(), 1u);
    remove_obstacle(world, bridge);
    const Result<WorldUpdate> gone = update_world(world);
    ASSERT_TRUE(gone.ok());
    EXPECT_EQ(gone->counts.removed, built->counts.added);
    EXPECT_EQ(serialize_live_mesh(world.mesh), before);
}

TEST(LiveWorld, AfterAnyUpdatesEqualsABakeWithTheObstacles) {
    Random random(22);
    for (const std::string scene : {"courtyard", "field", "roofs"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        BakeConfig config = rebuild_config();
        if (scene == "roofs") support::enable_jumps(config);
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        LiveWorld world = *make_live_world(soup, config, info, {.keep_voxels = true, .threads = 2});
        for (uint64_t step = 0; step < support::rounds(8); ++step) {
            for (int k = random.between(1, 3); k > 0; --k) {
                if (!world.obstacles.empty() && random.chance(0.4)) {
                    const auto i = size_t(random.between(0, int32_t(world.obstacles.size()) - 1));
                    EXPECT_TRUE(remove_obstacle(world, world.obstacles[i].id));
                } else if (random.chance(0.3)) {
                    ASSERT_TRUE(add_obstacle(world, random_volume(random, bounds(soup))).ok());
                } else {
                    ASSERT_TRUE(add_obstacle(world, random_triangles(random, bounds(soup))).ok());
                }
            }
            const size_t stale = world.stale.size();
            const Result<WorldUpdate> update = update_world(world);
            ASSERT_TRUE(update.ok()) << update.error().message;
            EXPECT_EQ(update->tiles_baked, stale);
            TriangleSoup level = soup;
            BakeConfig level_config = config;
            for (const PlacedObstacle& placed : world.obstacles)
                add_to_level(placed.obstacle, level, level_config);
            const Result<NavMesh> fresh = bake_nav_mesh(level, level_config, info);
            ASSERT_TRUE(fresh.ok());
            const NavMesh wanted = support::without_blocks(*fresh);
            ASSERT_EQ(serialize_nav_mesh(*world.mesh.mesh) == serialize_nav_mesh(wanted), true) << scene << " step " << step;
            EXPECT_EQ(support::has_same_search_edges(*world.mesh.mesh, wanted), true) << scene << " step " << step;
            EXPECT_EQ(fresh->links.empty(), scene != "roofs");
        }
    }
}

// The level has two rooms. The wall between them has two gaps: one in the middle, for the door, and one at the end of the wall.
TEST(LiveWorld, AgentsReplanWhenADoorClosesAndOpens) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {40, 0, 40}, kDefaultArea);
    support::add_box(soup, {19.5, 0, 0}, {20.5, 4, 18}, kNullArea);
    support::add_box(soup, {19.5, 0, 22}, {20.5, 4, 36}, kNullArea);
    const BakeConfig config = rebuild_config();
    LiveWorld world = *make_live_world(soup, config, nav_mesh_info(config, "{}", "test"));
    const auto open = world.mesh.mesh;
    SearchScratch scratch;
    const QueryFilter filter;
    const PathRequest request{.start = {5, 0, 20}, .goal = {35, 0, 20}, .filter = &filter};
    Path path = *find_path(*open, scratch, request);
    ASSERT_EQ(path.status, PathStatus::complete);
    const double through = path.length_xz;
    AgentCorridor agent;
    set_corridor(request, path, agent);

    const uint32_t door = *add_obstacle(world, BoxObstacle{.center = {20, 2, 20}, .half_extents = {0.5, 2, 2}});
    ASSERT_TRUE(update_world(world).ok());
    const auto shut = world.mesh.mesh;
    EXPECT_EQ(*repair_corridor(*open, *shut, filter, scratch, agent), CorridorRepair::found);
    EXPECT_TRUE(agent.complete);
    path = *find_path(*shut, scratch, request);
    ASSERT_EQ(path.status, PathStatus::complete);
    EXPECT_GT(path.length_xz, through + 5);
    // On the old snapshot, the path through the open door must still exist.
    EXPECT_EQ(find_path(*open, scratch, request)->length_xz, through);

    // An agent far from the door must keep its corridor.
    AgentCorridor far;
    const PathRequest aside{.start = {5, 0, 3}, .goal = {12, 0, 3}, .filter = &filter};
    set_corridor(aside, *find_path(*shut, scratch, aside), far);
    remove_obstacle(world, door);
    ASSERT_TRUE(update_world(world).ok());
    EXPECT_EQ(*repair_corridor(*shut, *world.mesh.mesh, filter, scratch, far), CorridorRepair::kept);
    EXPECT_NE(*repair_corridor(*shut, *world.mesh.mesh, filter, scratch, agent), CorridorRepair::lost);
    EXPECT_EQ(find_path(*world.mesh.mesh, scratch, request)->length_xz, through);
}

std::string rebuild_error(const Result<uint32_t>& result) {
    return result.ok() ? "no error" : result.error().message;
}

TEST(LiveWorld, RefusesInvalidObstacles) {
    LiveWorld world = flat_world();
    EXPECT_EQ(rebuild_error(add_obstacle(world, BoxObstacle{.center = {}, .half_extents = {1, 0, 1}})),
              "the new obstacle: a box needs half_extents above 0");
    EXPECT_EQ(rebuild_error(add_obstacle(world, CylinderObstacle{.center = {}, .radius = 0, .height = 1})),
              "the new obstacle: a cylinder needs a radius and a height above 0 and at most 1e15");
    EXPECT_EQ(rebuild_error(add_obstacle(world, BoxObstacle{.center = {}, .half_extents = {1, 1, 1}, .top_area = 9})),
              "the new obstacle: area id 9 is not in the config's areas");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(rebuild_error(add_obstacle(world, TriangleObstacle{.triangles = {{{{0, nan, 0}, {}, {}}}}})),
              "the new obstacle: a coordinate is not finite or beyond 1e15");
    EXPECT_TRUE(world.obstacles.empty() && world.stale.empty());
    BakeConfig untiled = rebuild_config();
    untiled.tiles.size = 0;
    const auto made = make_live_world({}, untiled, nav_mesh_info(untiled, "{}", "test"));
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().message, "tiles.size is 0, but replaceable tiles need a size; set tiles.size");
}

TEST(LiveWorld, FailedUpdateDoesNotChangeTheWorld) {
    LiveWorld world = flat_world();
    const auto before = world.mesh.mesh;
    const auto own = std::find_if(world.sources.begin(), world.sources.end(),
                                  [](const auto& s) { return s->window.tile_x == 0 && s->window.tile_z == 0; });
    ASSERT_NE(own, world.sources.end());
    auto damaged = std::make_shared<TileSource>(**own);
    damaged->soup.vertices[0].y = std::numeric_limits<double>::quiet_NaN();
    const std::shared_ptr<const TileSource> source = std::exchange(*own, damaged);
    const uint32_t box = *add_obstacle(world, BoxObstacle{.center = {5, 1, 5}, .half_extents = {1, 1, 1}});
    const size_t stale = world.stale.size();
    const Result<WorldUpdate> update = update_world(world);
    ASSERT_FALSE(update.ok());
    EXPECT_EQ(update.error().message.substr(0, 13), "tile (0, 0): ") << update.error().message;
    EXPECT_EQ(world.mesh.mesh, before);
    EXPECT_EQ(world.stale.size(), stale);
    *own = source;
    EXPECT_TRUE(update_world(world).ok());
    remove_obstacle(world, box);
    EXPECT_TRUE(update_world(world).ok());
    EXPECT_EQ(serialize_nav_mesh(*world.mesh.mesh), serialize_nav_mesh(support::without_blocks(*before)));
}

}  // namespace
}  // namespace navspan
