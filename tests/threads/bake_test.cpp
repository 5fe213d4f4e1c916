// Tests baking and linking on several threads, for tiles and for the stages of one tile. The bytes must be the same as on one
// thread. Intended for ThreadSanitizer.

#include <gtest/gtest.h>

#include "bake/world/nav_tile.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/run_program.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

TEST(BakeThreads, ThreadCountDoesNotChangeTheMeshOrTheFile) {
    const TriangleSoup soup = support::own_scene_soup("terrain");
    BakeConfig config;
    config.tiles.size = 24 * config.voxels.cell_size;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const Result<NavMesh> one = bake_nav_mesh(soup, config, info);
    ASSERT_TRUE(one.ok());
    const std::vector<std::byte> bytes = serialize_nav_mesh(*one);

    const Result<NavMesh> four = bake_nav_mesh(soup, config, info, {.threads = 4});
    ASSERT_TRUE(four.ok());
    EXPECT_TRUE(serialize_nav_mesh(*four) == bytes);

    const support::TemporaryFolder folder;
    Result<BakedFile> file = bake_nav_file(soup, config, info, folder / "level.nav", {.threads = 4});
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->file.close().ok() && file->file.put_in_place().ok());
    const Result<std::vector<std::byte>> written = read_file(folder / "level.nav");
    ASSERT_TRUE(written.ok());
    EXPECT_TRUE(*written == bytes);
}

TEST(BakeThreads, ThreadsShareTheStagesOfOneTile) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {40, 0, 40}, kDefaultArea);
    for (int i = 0; i < 30; ++i) {
        const double x = 1 + i * 7 % 36, z = 1 + i * 11 % 37;
        support::add_box(soup, {x, 0, z}, {x + 1.3, 0.2 + i % 4, z + 2.1}, kDefaultArea);
    }
    BakeConfig config;
    config.voxels = {.cell_size = 0.1, .cell_height = 0.1};
    for (const Profile profile : {Profile::accurate, Profile::recast}) {
        config.profile = profile;
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        const Result<NavMesh> one = bake_nav_mesh(soup, config, info), four = bake_nav_mesh(soup, config, info, {.threads = 4});
        ASSERT_TRUE(one.ok() && four.ok());
        EXPECT_TRUE(serialize_nav_mesh(*one) == serialize_nav_mesh(*four));
    }
}

}  // namespace
}  // namespace navspan
