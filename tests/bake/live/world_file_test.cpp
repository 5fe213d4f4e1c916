// Tests that a live world read from a file gives the same tiles as a world made from triangles.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/bake/live_world.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

Result<BakeConfig> stored_config(const std::string& json) {
    return parse_config(json, "the level");
}

BakeConfig live_file_config(Profile profile = Profile::accurate) {
    BakeConfig config;
    config.profile = profile;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    return config;
}

NavMeshInfo live_file_info(const BakeConfig& config) {
    return nav_mesh_info(config, config_json(config), "test");
}

std::string live_file_error(const Result<LiveWorld>& world) {
    return world ? "no error" : world.error().message;
}

Obstacle random_live_obstacle(Random& random, const NavMesh& mesh) {
    const Island& island = mesh.islands[0];
    DVec3 low, high;
    island_bounds(mesh, island, low, high);
    const DVec3 at{random.real(low.x - 8, high.x + 8), random.real(low.y - 4, high.y + 1), random.real(low.z - 8, high.z + 8)};
    const uint8_t top = random.chance(0.5) ? kDefaultArea : kNullArea;
    switch (random.between(0, 3)) {
        case 0:
            return BoxObstacle{.center = at, .half_extents = {2, 3, 1}, .yaw = random.real(0, 180), .top_area = top};
        case 1:
            return CylinderObstacle{.center = at, .radius = random.real(0.3, 4), .height = 4, .top_area = top};
        case 2:
            return TriangleObstacle{.triangles = {{{at, at + DVec3{0, 0, 6}, at + DVec3{6, 1, 0}}}}, .area = top};
        default: {
            AreaVolume volume{.shape = VolumeShape::box, .min = at, .max = at + DVec3{5, 6, 5}};
            return volume;
        }
    }
}

void change_both(Random& random, LiveWorld& a, LiveWorld& b) {
    if (!a.obstacles.empty() && random.chance(0.4)) {
        const uint32_t id = a.obstacles[size_t(random.between(0, int32_t(a.obstacles.size()) - 1))].id;
        EXPECT_TRUE(remove_obstacle(a, id));
        EXPECT_TRUE(remove_obstacle(b, id));
        return;
    }
    const Obstacle obstacle = random_live_obstacle(random, *a.mesh.mesh);
    const Result<uint32_t> in_a = add_obstacle(a, obstacle), in_b = add_obstacle(b, obstacle);
    ASSERT_TRUE(in_a && in_b);
    EXPECT_EQ(*in_a, *in_b);
}

TEST(LiveFile, WorldFromAFileChangesLikeTheWorldFromTriangles) {
    Random random(41);
    for (const std::string scene : {"courtyard", "roofs", "terrain"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            BakeConfig config = live_file_config(profile);
            if (scene == "roofs") support::enable_jumps(config);
            Result<LiveWorld> made = make_live_world(soup, config, live_file_info(config));
            ASSERT_TRUE(made.ok()) << made.error().message;
            const Result<std::vector<std::byte>> bytes = serialize_live_world(*made);
            ASSERT_TRUE(bytes.ok()) << bytes.error().message;
            Result<LiveWorld> read = parse_live_world(*bytes, stored_config, 2);
            ASSERT_TRUE(read.ok()) << read.error().message;
            EXPECT_EQ(read->obstacle_limits, made->obstacle_limits);
            const std::vector<std::byte> before = serialize_live_mesh(made->mesh);
            EXPECT_EQ(serialize_live_mesh(read->mesh) == before, true);
            for (uint64_t step = 0; step < support::rounds(8); ++step) {
                for (int k = random.between(1, 3); k > 0; --k)
                    change_both(random, *made, *read);
                const Result<WorldUpdate> in_made = update_world(*made), in_read = update_world(*read);
                ASSERT_TRUE(in_made && in_read) << scene << " step " << step;
                EXPECT_EQ(in_made->counts, in_read->counts);
                ASSERT_EQ(serialize_live_mesh(made->mesh) == serialize_live_mesh(read->mesh), true)
                    << scene << " step " << step;
            }
            while (!read->obstacles.empty())
                remove_obstacle(*read, read->obstacles.front().id);
            ASSERT_TRUE(update_world(*read).ok());
            EXPECT_EQ(*serialize_live_world(*read) == *bytes, true) << "a world without obstacles is the world of the file";
        }
    }
}

TEST(LiveFile, HasTheSameBytesForTrianglesVoxelsAndEveryThreadCount) {
    const TriangleSoup soup = support::own_scene_soup("courtyard");
    const BakeConfig config = live_file_config();
    const NavMeshInfo info = live_file_info(config);
    const std::vector<std::byte> bytes = *serialize_live_world(*make_live_world(soup, config, info));
    for (const unsigned threads : {1u, 2u, 3u}) {
        EXPECT_EQ(*serialize_live_world(*bake_live_world(soup, config, info, {.threads = threads})) == bytes, true);
        const LiveWorldParams params{.keep_voxels = true, .threads = threads};
        EXPECT_EQ(*serialize_live_world(*make_live_world(soup, config, info, params)) == bytes, true);
    }
    const NavMesh mesh = *bake_nav_mesh(soup, config, info);
    EXPECT_EQ(serialize_nav_mesh(*parse_nav_mesh(bytes)), serialize_nav_mesh(mesh)) << "readers of levels skip the section";
    EXPECT_TRUE(parse_live_mesh(bytes).ok() && has_kept_tiles(bytes) && has_live_world(bytes));
    EXPECT_FALSE(has_live_world(serialize_nav_mesh(mesh)));
}

TEST(LiveFile, RefusesOtherConfigsOtherFilesAndWorldsWithObstacles) {
    const TriangleSoup soup = support::own_scene_soup("courtyard");
    BakeConfig config = live_file_config();
    LiveWorld world = *make_live_world(soup, config, live_file_info(config));
    const std::vector<std::byte> bytes = *serialize_live_world(world);
    const std::string other =
        "the live world was baked with another config or by another version of navspan; pass the config of the level, or bake "
        "it again with --live";
    const auto own = [&config](const std::string&) -> Result<BakeConfig> { return config; };
    EXPECT_TRUE(parse_live_world(bytes, own).ok());
    EXPECT_EQ(live_file_error(parse_live_world(bytes, nullptr)),
              "read_config is empty; pass a function that returns the config of the bake");
    config.agent.radius *= 2;
    EXPECT_EQ(live_file_error(parse_live_world(bytes, own)), other);
    config = live_file_config();
    config.areas[0].flags = 2;
    EXPECT_EQ(live_file_error(parse_live_world(bytes, own)), other);
    config.tiles.size = 0;
    EXPECT_EQ(live_file_error(parse_live_world(bytes, own)),
              "tiles.size is 0, but replaceable tiles need a size; set tiles.size");
    EXPECT_EQ(live_file_error(parse_live_world(serialize_live_mesh(world.mesh), stored_config)),
              "the level was written without its voxels, so obstacles cannot be added; bake it with --live");
    EXPECT_FALSE(serialize_live_world({}).ok());
    const uint32_t id = *add_obstacle(world, BoxObstacle{.center = {20, 0, 20}, .half_extents = {1, 2, 1}});
    EXPECT_FALSE(serialize_live_world(world).ok());
    ASSERT_TRUE(update_world(world).ok());
    EXPECT_EQ(serialize_live_world(world).error().message,
              "the live world has obstacles or stale tiles; remove the obstacles and call update_world before writing it");
    remove_obstacle(world, id);
    ASSERT_TRUE(update_world(world).ok());
    EXPECT_EQ(*serialize_live_world(world) == bytes, true);
}

}  // namespace
}  // namespace navspan
