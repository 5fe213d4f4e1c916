// Tests that replacing tiles one by one gives the same mesh as linking the final tiles at once.

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navmesh/live/two_tile_sets.h"
#include "navspan/bake/live_world.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using namespace live_test;

std::string live_mesh_error(const Result<LiveMesh>& result) {
    return result.ok() ? "no error" : result.error().message;
}

// Makes random changes and compares each snapshot with a mesh made of the same tiles.
void expect_equal_after_changes(const TwoTileSets& worlds, const LiveMeshParams& params, Random& random,
                                const std::string& what) {
    Tiles tiles;
    for (const NavTile& tile : worlds.plain)
        tiles[{tile.tile_z, tile.tile_x}] = tile;
    Result<LiveMesh> live = make_live_mesh(worlds.plain, worlds.info, params);
    ASSERT_TRUE(live.ok()) << live.error().message;
    expect_same(*live->mesh, support::link_world(worlds.plain, worlds.info, params.min_island_cells), what);
    for (uint64_t step = 0; step < support::rounds(25); ++step) {
        const std::string here = what + " step " + std::to_string(step);
        const NavMesh before = *live->mesh;
        Result<LiveMesh> next = change_tiles(*live, random_changes(random, worlds, tiles));
        ASSERT_TRUE(next.ok()) << here << ": " << next.error().message;
        const NavMesh fresh = support::link_world(values(tiles), worlds.info, params.min_island_cells);
        expect_same(*next->mesh, params.blocks ? fresh : support::without_blocks(fresh), here);
        EXPECT_TRUE(validate_nav_mesh(*next->mesh).ok()) << here;
        EXPECT_EQ(serialize_nav_mesh(*live->mesh), serialize_nav_mesh(before)) << here << ": the old snapshot changed";
        live = std::move(next);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(LiveMesh, AfterAnyChangesEqualsLinkingAllTilesAtOnce) {
    for (const char* scene : {"courtyard", "tower", "field"}) {
        Random random(11);
        const TwoTileSets worlds(scene, random);
        for (const uint64_t min_cells : {0u, 300u, 3000u}) {
            for (const bool blocks : {false, true}) {
                const std::string what = std::string(scene) + " least " + std::to_string(min_cells);
                expect_equal_after_changes(worlds, {.min_island_cells = min_cells, .blocks = blocks}, random, what);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(LiveMesh, TilesFarFromAChangeAreSharedWithTheSnapshotBefore) {
    Random random(12);
    const TwoTileSets worlds("field", random);
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {.min_island_cells = 64});
    ASSERT_GT(live.mesh->tiles.size(), 40u);
    TileChangeCounts counts;
    const NavTile& tile = worlds.boxed[worlds.boxed.size() / 2];
    const LiveMesh next = *change_tiles(live, {.put = {tile}, .remove = {}}, &counts);
    EXPECT_EQ(counts.replaced, 1u);
    EXPECT_EQ(counts.added + counts.removed, 0u);
    EXPECT_LE(counts.relinked, 9u);
    EXPECT_EQ(counts.relinked + counts.shared, next.mesh->tiles.size());
    uint32_t shared = 0;
    for (const auto& now : next.mesh->tiles) {
        for (const auto& then : live.mesh->tiles)
            shared += now == then;
    }
    EXPECT_EQ(shared, counts.shared);
    // Replacing a tile by the same tile must change nothing.
    const LiveMesh same = *change_tiles(next, {.put = {tile}, .remove = {}}, &counts);
    EXPECT_EQ(counts.relinked, 0u);
    expect_same(*same.mesh, *next.mesh, "the same tile again");
}

TEST(LiveMesh, BlockCutTreeIsOptional) {
    Random random(14);
    const TwoTileSets worlds("maze", random);
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {.blocks = false});
    const LiveMesh next = *change_tiles(live, {.put = {worlds.boxed[3], worlds.boxed[4]}, .remove = {}});
    EXPECT_TRUE(next.mesh->blocks.empty());
    EXPECT_TRUE(validate_nav_mesh(*next.mesh).ok());
}

TEST(LiveMesh, AllTilesMayBeRemovedAndRestored) {
    Random random(15);
    const TwoTileSets worlds("tower", random);
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {});
    TileChanges all;
    for (const NavTile& tile : worlds.plain)
        all.remove.push_back({tile.tile_x, tile.tile_z});
    const Result<LiveMesh> nothing = change_tiles(live, all);
    ASSERT_TRUE(nothing.ok()) << nothing.error().message;
    EXPECT_EQ(nothing->mesh->polygon_count(), 0u);
    EXPECT_FALSE(find_nearest(*nothing->mesh, {}).has_value());
    expect_same(*change_tiles(*nothing, {.put = worlds.plain, .remove = {}})->mesh, support::without_blocks(*live.mesh),
                "all back");
}

TEST(LiveMesh, FileCanBeReadAndChanged) {
    Random random(17);
    const TwoTileSets worlds("courtyard", random);
    std::vector<OffMeshLink> links;
    for (int i = 0; i < 5; ++i)
        links.push_back(support::random_link(random, support::link_world(worlds.plain, worlds.info, 64)));
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {.min_island_cells = 64, .link_reach = 0.25}, links);
    const std::vector<std::byte> bytes = serialize_live_mesh(live);

    const Result<NavMesh> level = parse_nav_mesh(bytes);
    ASSERT_TRUE(level.ok()) << level.error().message;
    expect_same(*level, *live.mesh, "as a level");
    const Result<LiveMesh> back = parse_live_mesh(bytes);
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(back->params, live.params);
    EXPECT_EQ(serialize_live_mesh(*back), bytes);
    const TileChanges changes{.put = {worlds.boxed[5], worlds.boxed[6]}, .remove = {}};
    expect_same(*change_tiles(*back, changes)->mesh, *change_tiles(live, changes)->mesh, "changed");

    EXPECT_EQ(parse_live_mesh(serialize_nav_mesh(*live.mesh)).error().message,
              "the level was written without its baked tiles, so it cannot be changed; bake it with --keep-tiles");
    for (int i = 0; i < 300; ++i) {
        std::vector<std::byte> damaged = bytes;
        if (i % 3 == 0) {
            damaged.resize(random.next() % damaged.size());
        } else {
            damaged[random.next() % damaged.size()] ^= std::byte(random.between(1, 255));
        }
        EXPECT_FALSE(parse_live_mesh(damaged).ok()) << i;
        repair_nav_checksum(damaged);
        const Result<LiveMesh> read = parse_live_mesh(damaged);  // damaged input must not crash
        EXPECT_TRUE(!read || validate_nav_mesh(*read->mesh).ok()) << i;
    }
}

TEST(LiveMesh, KeepingTilesDoesNotChangeTheMesh) {
    BakeConfig config = live_mesh_config();
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const TriangleSoup soup = support::own_scene_soup("courtyard");
    const Result<LiveMesh> live = bake_live_mesh(soup, config, info, {.threads = 2});
    ASSERT_TRUE(live.ok()) << live.error().message;
    expect_same(*live->mesh, *bake_nav_mesh(soup, config, info), "baked");
    config.tiles.size = 0;
    EXPECT_EQ(live_mesh_error(bake_live_mesh(soup, config, info)),
              "tiles.size is 0, but replaceable tiles need a size; set tiles.size");
}

TEST(LiveMesh, RefusesIncompatibleTilesWithoutChanges) {
    Random random(16);
    const TwoTileSets worlds("tower", random);
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {});
    NavTile tile = worlds.plain[0];
    for (const NavTile& t : worlds.plain) {
        if (t.seam_edges > tile.seam_edges) tile = t;
    }
    const std::string name = "tile (" + std::to_string(tile.tile_x) + ", " + std::to_string(tile.tile_z) + ")";
    const auto put = [&](NavTile t) { return live_mesh_error(change_tiles(live, {.put = {std::move(t)}, .remove = {}})); };
    EXPECT_EQ(put(tile), "no error");
    EXPECT_EQ(live_mesh_error(change_tiles(live, {.put = {tile, tile}, .remove = {}})), name + " is given twice in one change");
    EXPECT_EQ(live_mesh_error(change_tiles(live, {.put = {tile}, .remove = {{tile.tile_x, tile.tile_z}}})),
              name + " is given twice in one change");
    EXPECT_EQ(live_mesh_error(change_tiles(live, {.put = {}, .remove = {{99, 99}}})),
              "tile (99, 99) cannot be removed, because the mesh has no tile there");
    NavTile other = tile;
    other.frame.quantum = 0.25;
    EXPECT_NE(put(other).find(" has a different lattice than the other tiles"), std::string::npos);
    other = tile;
    other.frame.x0 += 1;
    EXPECT_NE(put(other).find(" is not on the grid of the other tiles"), std::string::npos);
    other = tile;
    other.border = {};
    EXPECT_EQ(put(other), name + " has no border data; pass the tile that bake_tile returned, not a tile of a mesh");
    other = tile;
    other.border.steps.pop_back();
    EXPECT_EQ(put(other), name + ": the border does not list the floors along every seam edge");
    other = tile;
    other.polygons[0].area = 17;
    EXPECT_EQ(put(other), name + " has polygons of area 17, which is not in the areas table");
    other = tile;
    other.half_edges[0].vertex = 1u << 30;
    EXPECT_EQ(put(other).substr(0, name.size() + 2), name + ": ");
    OffMeshLink bad;
    bad.cost = -1;
    EXPECT_EQ(live_mesh_error(change_links(live, {bad})), "off-mesh link 0 has a cost that is not from 0 to 1e15");
    bad.cost = 1e16;  // a live mesh must not accept a cost that a mesh rejects, even if the link has no ground
    bad.start = bad.end = {1e9, 0, 1e9};
    EXPECT_EQ(live_mesh_error(change_links(live, {bad})), "off-mesh link 0 has a cost that is not from 0 to 1e15");
    bad.cost = kCostIsLength;
    bad.radius = 1e16;
    EXPECT_EQ(live_mesh_error(change_links(live, {bad})), "off-mesh link 0 has a radius that is not from 0 to 1e15");
    // make_live_mesh must reject a negative or NaN reach, because a file with it could not be read.
    for (const double reach : {-1.0, std::nan("")}) {
        EXPECT_EQ(live_mesh_error(make_live_mesh(worlds.plain, worlds.info, {.link_reach = reach})),
                  "the reach of links must be a number >= 0");
    }
}

// The tile is at the limits of int32_t. Computing the coordinates of its neighbours must not overflow.
TEST(LiveMesh, TilesMayHaveExtremeCoordinates) {
    constexpr int32_t kMin = std::numeric_limits<int32_t>::min(), kMax = std::numeric_limits<int32_t>::max();
    NavTile tile = support::make_tile(support::soup_from_picture({"."}));
    std::vector<NavTile> tiles;
    for (const int32_t z : {kMin, kMax}) {
        for (const int32_t x : {kMin, kMax}) {
            tile.tile_x = x, tile.tile_z = z;
            tiles.push_back(tile);
        }
    }
    const Result<LiveMesh> live = make_live_mesh(tiles, support::make_info(), {.min_island_cells = 1});
    ASSERT_TRUE(live.ok()) << live_mesh_error(live);
    EXPECT_EQ(live->mesh->tiles.size(), 4u);
    TileChangeCounts counts;
    const Result<LiveMesh> fewer = change_tiles(*live, {.put = {}, .remove = {{kMax, kMin}}}, &counts);
    ASSERT_TRUE(fewer.ok()) << live_mesh_error(fewer);
    EXPECT_EQ(fewer->mesh->tiles.size(), 3u);
    EXPECT_EQ(counts.shared, 3u);
}

}  // namespace
}  // namespace navspan
