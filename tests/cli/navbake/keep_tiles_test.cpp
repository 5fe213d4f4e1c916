// Tests navbake --keep-tiles, which writes a level whose tiles a program can replace.

#include "cli/programs.h"
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
