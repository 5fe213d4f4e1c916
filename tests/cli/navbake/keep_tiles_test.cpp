// Tests --keep-tiles (a program can replace tiles of the level) and --live (a program can add obstacles).

#include "cli/programs.h"
#include "navspan/bake/live_world.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::cli_test {
namespace {

TEST(KeepTiles, StoreTheSameMeshAndAllowChanges) {
    const TemporaryFolder folder;
    const std::string plain = folder / "plain.nav", kept = folder / "kept.nav";
    const Arguments bake{kCourtyard, "-q", "--cell-size", "0.5", "--tile-size", "12", "-o"};
    Arguments with{bake};
    with.insert(with.end(), {kept, "--keep-tiles", "--check"});
    Arguments without{bake};
    without.push_back(plain);
    expect_success(navbake(without));
    expect_success(navbake(with));
    expect_success(navquery({kept, "--validate"}));
    EXPECT_EQ(serialize_nav_mesh(*read_nav_mesh(kept)), serialize_nav_mesh(*read_nav_mesh(plain)));

    EXPECT_NE(navquery({kept, "--info"}).out.find("\ntile size 12; tiles can be replaced (--keep-tiles)\n"), std::string::npos);
    EXPECT_NE(navquery({plain, "--info"}).out.find("\ntile size 12; tiles cannot be replaced (no --keep-tiles)\n"),
              std::string::npos);
    const Result<LiveMesh> live = read_live_mesh(kept);
    ASSERT_TRUE(live.ok()) << live.error().message;
    const NavTile& tile = *live->tiles[live->tiles.size() / 2]->baked;
    EXPECT_TRUE(change_tiles(*live, {.put = {}, .remove = {{tile.tile_x, tile.tile_z}}}).ok());
    EXPECT_EQ(read_live_mesh(plain).error().message,
              plain + ": the level was written without its baked tiles, so it cannot be changed; bake it with --keep-tiles");
}

TEST(LiveLevel, IsTheWorldOfTheTrianglesForEveryThreadCountAndWithACache) {
    const TemporaryFolder folder;
    const std::string live = folder / "live.nav", kept = folder / "kept.nav", again = folder / "again.nav";
    const auto bake = [](const std::string& level, const Arguments& more) {
        Arguments all{kCourtyard, "-q", "--cell-size", "0.5", "--tile-size", "12", "-o", level};
        all.insert(all.end(), more.begin(), more.end());
        expect_success(navbake(all));
    };
    bake(live, {"--live", "--check", "--threads", "2"});
    bake(kept, {"--keep-tiles"});
    for (int i = 0; i < 2; ++i) {
        bake(again, {"--live", "--threads", "1", "--cache", folder / "cache"});
        EXPECT_EQ(*read_file(again) == *read_file(live), true) << "bake " << i << " with a cache";
    }
    expect_success(navquery({live, "--validate"}));
    EXPECT_NE(
        navquery({live, "--info"}).out.find("\ntile size 12; obstacles can be added and tiles can be replaced (--live)\n"),
        std::string::npos);
    EXPECT_EQ(serialize_live_mesh(*read_live_mesh(live)) == *read_file(kept), true) << "--live includes --keep-tiles";

    const auto config = [&live](const std::string& json) { return parse_config(json, live); };
    Result<LiveWorld> world = read_live_world(live, config);
    ASSERT_TRUE(world.ok()) << world.error().message;
    ASSERT_TRUE(add_obstacle(*world, BoxObstacle{.center = {37, 1.5, 22}, .half_extents = {0.3, 1.5, 2}}).ok());
    const Result<WorldUpdate> shut = update_world(*world);
    ASSERT_TRUE(shut.ok()) << shut.error().message;
    EXPECT_GT(shut->counts.replaced, 0u);
    EXPECT_EQ(read_live_world(kept, config).error().message,
              kept + ": the level was written without its voxels, so obstacles cannot be added; bake it with --live");
}

TEST(LiveLevel, RequiresTilesAndNoShards) {
    const BakedSquare square;
    const std::string level = square.folder / "live.nav";
    expect_failure(navbake({square.scene, "-o", level, "-q", "--live"}), 2,
                   "navbake: error: --live needs tiles; set --tile-size, for example 19.2");
    expect_failure(navbake({square.scene, "-o", level, "-q", "--live", "--tile-size", "5", "--shard", "1/2"}), 2,
                   "navbake: error: --live: a shard has no replaceable tiles; bake the level as a whole");
}

TEST(KeepTiles, RequireTilesAndNoLandmarks) {
    const BakedSquare square;
    const std::string level = square.folder / "kept.nav";
    expect_failure(navbake({square.scene, "-o", level, "-q", "--keep-tiles"}), 2,
                   "navbake: error: --keep-tiles needs tiles; set --tile-size, for example 19.2");
    expect_failure(navbake({square.scene, "-o", level, "-q", "--keep-tiles", "--tile-size", "5", "--landmarks", "2"}), 2,
                   "navbake: error: --keep-tiles: replacing tiles drops landmarks; leave out --landmarks");
}

}  // namespace
}  // namespace navspan::cli_test
