// Tests of the search arrays of changed meshes. A change uses the arrays of a destroyed snapshot again. After a change, some
// edge indices are unused.

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/live/two_tile_sets.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/io/mesh_export.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/landmarks.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using namespace live_test;

// Replaces some tiles by their plain or boxed form. If `tiles` is not null, it receives the same tiles.
TileChanges random_replacements(Random& random, const TwoTileSets& worlds, Tiles* tiles) {
    TileChanges changes;
    const int32_t count = random.between(1, 3), first = random.between(0, int32_t(worlds.plain.size()) - 1);
    for (int32_t i = 0; i < count; ++i) {
        const size_t t = size_t(first + i * 7) % worlds.plain.size();
        const std::vector<NavTile>& from = random.between(0, 1) ? worlds.plain : worlds.boxed;
        if (from[t].polygons.empty() || worlds.plain[t].polygons.empty()) continue;
        changes.put.push_back(from[t]);
        if (tiles) (*tiles)[{from[t].tile_z, from[t].tile_x}] = from[t];
    }
    return changes;
}

// A snapshot that a reader keeps, and its search arrays at the time of its creation.
struct Kept {
    std::shared_ptr<const NavMesh> mesh;
    std::vector<SearchEdge> edges;
    std::vector<uint32_t> fans;
};

TEST(SearchArrays, AMeshChangedInPlaceEqualsANewMeshAndKeptSnapshotsDoNotChange) {
    for (const char* scene : {"courtyard", "field"}) {
        Random random(23);
        const TwoTileSets worlds(scene, random);
        Tiles tiles;
        for (const NavTile& tile : worlds.plain)
            tiles[{tile.tile_z, tile.tile_x}] = tile;
        LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {});
        std::vector<Kept> readers;
        for (uint64_t step = 0; step < support::rounds(60); ++step) {
            const std::string here = scene + (" step " + std::to_string(step));
            Result<LiveMesh> next = change_tiles(live, random_replacements(random, worlds, &tiles));
            ASSERT_TRUE(next.ok()) << here << ": " << next.error().message;
            live = *std::move(next);
            ASSERT_NO_FATAL_FAILURE(
                expect_same(*live.mesh, support::without_blocks(support::link_world(values(tiles), worlds.info, 0)), here));
            EXPECT_TRUE(validate_nav_mesh(*live.mesh).ok()) << here;
            if (random.chance(0.4)) readers.push_back({live.mesh, live.mesh->search_edges, live.mesh->fans});
            if (!readers.empty() && random.chance(0.4)) readers.erase(readers.begin());
            for (const Kept& kept : readers)
                ASSERT_EQ(kept.mesh->search_edges == kept.edges && kept.mesh->fans == kept.fans, true) << here;
        }
    }
}

// The live mesh branches: two changes start from the same snapshot.
TEST(SearchArrays, BranchesDoNotMixTheirArrays) {
    Random random(5);
    const TwoTileSets worlds("courtyard", random);
    LiveMesh left = *change_tiles(*make_live_mesh(worlds.plain, worlds.info, {}), {.put = worlds.plain, .remove = {}});
    LiveMesh right = left;
    for (int step = 0; step < 40; ++step) {
        LiveMesh& live = random.between(0, 1) ? left : right;
        live = *change_tiles(live, random_replacements(random, worlds, nullptr));
        std::vector<NavTile> tiles;
        for (const LiveTile* tile : live.tiles)
            tiles.push_back(*tile->baked);
        ASSERT_NO_FATAL_FAILURE(
            expect_same(*live.mesh, support::without_blocks(support::link_world(tiles, worlds.info, 0)), std::to_string(step)));
    }
}

TEST(SearchArrays, AChangeReusesTheArraysOfADestroyedSnapshot) {
    Random random(7);
    const TwoTileSets worlds("field", random);
    LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {});
    const auto replace = [&] {
        const std::vector<NavTile>& from = random.between(0, 1) ? worlds.plain : worlds.boxed;
        live = *change_tiles(live, {.put = {from[from.size() / 2]}, .remove = {}});
        return live.mesh->search_edges.data();
    };
    for (int i = 0; i < 8; ++i)
        replace();  // until the tile has enough edge indices
    const SearchEdge *first = replace(), *second = replace();
    EXPECT_NE(first, second);
    EXPECT_EQ(replace(), first);
    EXPECT_EQ(replace(), second);
    const auto reader = live.mesh;
    EXPECT_EQ(replace(), first);
    EXPECT_NE(replace(), second) << "a reader still has these arrays";
}

TEST(SearchArrays, UnusedEdgeIndicesAppearInNoFile) {
    Random random(31);
    const TwoTileSets worlds("courtyard", random);
    const LiveMesh plain = *make_live_mesh(worlds.plain, worlds.info, {});
    const LiveMesh live = *change_tiles(plain, {.put = worlds.boxed, .remove = {}});
    const NavMesh &changed = *live.mesh, fresh = support::without_blocks(support::link_world(worlds.boxed, worlds.info, 0));
    ASSERT_GT(changed.edge_count(), fresh.edge_count());
    const AreaColors colors{};
    EXPECT_EQ(export_obj(changed), export_obj(fresh));
    EXPECT_EQ(export_json(changed), export_json(fresh));
    EXPECT_EQ(*export_glb(changed, colors), *export_glb(fresh, colors));
    const NavMesh hubs = *with_hubs(changed), landmarks = *with_landmarks(changed, 4);
    EXPECT_EQ(serialize_nav_mesh(hubs), serialize_nav_mesh(*with_hubs(fresh)));
    EXPECT_EQ(serialize_nav_mesh(landmarks), serialize_nav_mesh(*with_landmarks(fresh, 4)));
    NavMesh blocks = changed;
    blocks.blocks = build_block_cut_tree(blocks);
    EXPECT_EQ(serialize_nav_mesh(blocks), serialize_nav_mesh(support::link_world(worlds.boxed, worlds.info, 0)));
    for (const NavMesh* mesh : std::initializer_list<const NavMesh*>{&hubs, &landmarks, &blocks}) {
        EXPECT_TRUE(validate_nav_mesh(*mesh).ok());
        EXPECT_TRUE(parse_nav_mesh(serialize_nav_mesh(*mesh)).ok());
        CheckReport report;
        check_nav_mesh(*mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
}

TEST(SearchArrays, ASnapshotThatTheCallerReplacedIsNotUsedInPlace) {
    Random random(37);
    const TwoTileSets worlds("courtyard", random);
    Tiles tiles;
    for (const NavTile& tile : worlds.plain)
        tiles[{tile.tile_z, tile.tile_x}] = tile;
    LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {});
    for (int step = 0; step < 12; ++step) {
        live = *change_tiles(live, random_replacements(random, worlds, &tiles));
        ASSERT_NO_FATAL_FAILURE(expect_same(
            *live.mesh, support::without_blocks(support::link_world(values(tiles), worlds.info, 0)), std::to_string(step)));
        // The mesh with links has a block-cut tree, and no edge index is unused.
        if (step % 3 == 2) live.mesh = std::make_shared<const NavMesh>(*with_links(*live.mesh, live.mesh->links));
    }
}

TEST(SearchArrays, AMeshWithoutPolygonsHasNoEdgeIndices) {
    Random random(41);
    const TwoTileSets worlds("field", random);
    const auto with_ground =
        std::find_if(worlds.plain.begin(), worlds.plain.end(), [](const NavTile& tile) { return !tile.polygons.empty(); });
    NavTile empty;
    empty.frame = with_ground->frame, empty.agent = with_ground->agent;
    empty.tile_x = with_ground->tile_x, empty.tile_z = with_ground->tile_z;
    empty.width = with_ground->width, empty.depth = with_ground->depth;
    LiveMesh live = *make_live_mesh({*with_ground}, worlds.info, {});
    for (const NavTile& tile : {*with_ground, *with_ground, empty, *with_ground}) {
        live = *change_tiles(live, {.put = {tile}, .remove = {}});
        EXPECT_EQ(live.mesh->edge_count() == 0, live.mesh->polygon_count() == 0);
        ASSERT_NO_FATAL_FAILURE(
            expect_same(*live.mesh, support::without_blocks(support::link_world({tile}, worlds.info, 0)), ""));
    }
}

}  // namespace
}  // namespace navspan
