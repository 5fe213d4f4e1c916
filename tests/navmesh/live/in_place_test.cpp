// Tests of changes that only replace tiles. They start with the data of a destroyed snapshot, and update islands, groups of
// components and counts of links without a visit of all tiles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "navmesh/live/two_tile_sets.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using namespace live_test;

constexpr int kColumns = 6, kRows = 4;
constexpr double kTile_wu = 8;

struct Box {
    DVec3 min, max;
    uint8_t area = 0;
};

// Walkways on three storeys. Most tiles have parts of several islands.
std::vector<Box> random_walkways(Random& random) {
    std::vector<Box> boxes;
    for (int i = 0; i < 60; ++i) {
        const double length = random.real(4, 24), y = 3 * random.between(0, 2);
        const double x = random.between(0, int32_t(kColumns * kTile_wu) - 4),
                     z = random.between(0, int32_t(kRows * kTile_wu) - 4);
        const bool along_x = random.chance(0.5);
        boxes.push_back({{x, y, z}, {x + (along_x ? length : 2.5), y + 0.5, z + (along_x ? 2.5 : length)}, kDefaultArea});
        if (random.chance(0.1)) boxes.back().area = 2;
    }
    return boxes;
}

// Tile sets of one world: all have most walkways, but each set lacks some and has others in another form.
struct WalkwayWorld {
    BakeConfig config = live_mesh_config();
    NavMeshInfo info;
    std::vector<std::vector<NavTile>> sets;

    WalkwayWorld(Random& random, bool jumps) {
        config.tiles.size = kTile_wu;
        config.agent.radius = 0.3;
        config.agent.height = 1.5;
        config.areas.push_back({.name = "two", .id = 2, .flags = 6});
        config.areas.push_back({.name = "three", .id = 3, .flags = 9});
        if (jumps) support::enable_jumps(config);
        info = nav_mesh_info(config, "{}", "test");
        const std::vector<Box> walkways = random_walkways(random);
        for (int set = 0; set < 4; ++set) {
            TriangleSoup soup;
            for (const double end : {0.0, 1.0}) {  // the corners of the world, so that all sets have the same tiles
                const DVec3 corner{end * (kColumns * kTile_wu - 1), -1, end * (kRows * kTile_wu - 1)};
                support::add_box(soup, corner, corner + DVec3{1, 0.5, 1}, kNullArea);
            }
            for (Box box : walkways) {
                if (random.chance(0.1)) continue;
                if (random.chance(0.02)) box.area = 3;
                if (random.chance(0.15)) box.min = box.min + DVec3{random.real(0, 1), 0, random.real(0, 1)};
                box.max.x = std::min(box.max.x, kColumns * kTile_wu);
                box.max.z = std::min(box.max.z, kRows * kTile_wu);
                support::add_box(soup, box.min, box.max, box.area);
            }
            sets.push_back(support::bake_world_tiles(soup, config));
        }
    }
};

std::vector<OffMeshLink> random_flagged_links(Random& random, const NavMesh& mesh) {
    std::vector<OffMeshLink> links;
    for (int i = random.between(0, 6); i > 0; --i) {
        links.push_back(support::random_link(random, mesh, random.chance(0.3)));
        links.back().flags = uint16_t(random.chance(0.5) ? 15 : 1 << random.between(0, 5));
        links.back().radius = random.between(0, 1);
    }
    return links;
}

void expect_same_counts(const NavMesh& live, const NavMesh& fresh, const std::string& what) {
    ASSERT_EQ(live.links, fresh.links) << what;
    ASSERT_EQ(live.link_offset, fresh.link_offset) << what;
    ASSERT_EQ(live.link_summary == fresh.link_summary, true) << what;
    ASSERT_EQ(live.polygon_summary == fresh.polygon_summary, true) << what;
    ASSERT_EQ(live.polygon_offset, fresh.polygon_offset) << what;
}

// Changes one, two or all tiles, which often get the same form as their neighbours.
TileChanges random_form(Random& random, const WalkwayWorld& world, Tiles& tiles) {
    TileChanges changes;
    const size_t set = size_t(random.between(0, int32_t(world.sets.size()) - 1));
    const size_t count = world.sets[set].size();
    const bool all = random.chance(0.05);
    const size_t first = all ? 0 : size_t(random.between(0, int32_t(count) - 1));
    const size_t end = all ? count : std::min(count, first + size_t(random.between(1, 2)));
    for (size_t t = first; t < end; ++t) {
        const NavTile& tile = world.sets[set][t];
        tiles[{tile.tile_z, tile.tile_x}] = tile;
        changes.put.push_back(tile);
    }
    return changes;
}

// Also changes requested links and parameters. Readers keep some snapshots.
TEST(InPlace, SnapshotsEqualThoseOfANewMeshAndKeptSnapshotsDoNotChange) {
    for (uint64_t seed = 1; seed <= support::rounds(20); ++seed) {
        Random random(seed);
        const WalkwayWorld world(random, seed % 3 == 0);
        Tiles tiles;
        for (const NavTile& tile : world.sets[0])
            tiles[{tile.tile_z, tile.tile_x}] = tile;
        LiveMesh live = *make_live_mesh(world.sets[0], world.info, {.min_island_cells = seed % 2 ? 0u : 60u});
        std::vector<std::pair<std::shared_ptr<const NavMesh>, std::vector<std::byte>>> kept;
        for (int step = 0; step < 30; ++step) {
            const std::string here = "seed " + std::to_string(seed) + " step " + std::to_string(step);
            if (random.chance(0.1)) live.params.min_island_cells = uint64_t(random.between(0, 3)) * 40;
            if (random.chance(0.05)) live.params.link_reach = random.between(0, 2);
            live.params.blocks = random.chance(0.05);
            const bool relink = random.chance(0.1);
            live = relink ? *change_links(live, random_flagged_links(random, *live.mesh))
                          : *change_tiles(live, random_form(random, world, tiles));
            const LiveMesh fresh = *make_live_mesh(values(tiles), world.info, live.params, live.links);
            const NavMesh& wanted = live.params.blocks ? *fresh.mesh : support::without_blocks(*fresh.mesh);
            ASSERT_NO_FATAL_FAILURE(expect_same(*live.mesh, wanted, here));
            ASSERT_NO_FATAL_FAILURE(expect_same_counts(*live.mesh, *fresh.mesh, here));
            ASSERT_EQ(live.links_placed, fresh.links_placed) << here;
            if (random.chance(0.2)) kept.emplace_back(live.mesh, serialize_nav_mesh(*live.mesh));
            if (kept.size() > 3) kept.erase(kept.begin());
            for (const auto& [mesh, bytes] : kept)
                ASSERT_EQ(serialize_nav_mesh(*mesh) == bytes, true) << here << ": a kept snapshot changed";
        }
    }
}

// Bakes the tiles of a world of boxes.
std::vector<NavTile> tiles_of(const std::vector<Box>& boxes, const BakeConfig& config) {
    TriangleSoup soup;
    for (const Box& box : boxes)
        support::add_box(soup, box.min, box.max, box.area);
    return support::bake_world_tiles(soup, config);
}

// Returns the index of the tile at a position.
size_t index_at(const std::vector<NavTile>& tiles, int32_t tile_x, int32_t tile_z) {
    const auto is_there = [&](const NavTile& tile) { return tile.tile_x == tile_x && tile.tile_z == tile_z; };
    return size_t(std::find_if(tiles.begin(), tiles.end(), is_there) - tiles.begin());
}

// An island in the shape of a U, whose left arm comes and goes:
//
//     #..#    The right arm reaches further up than the left arm, so the bounds of the island stay the same. The first polygon
//     ####    of the island moves between tile (0, 0) and tile (3, 0), which is not relinked.
//
// @param middle  another island in tile (1, 0); if not empty, the order of the islands changes
void expect_first_polygon_moves(const std::vector<Box>& middle) {
    BakeConfig config = live_mesh_config();
    config.tiles.size = kTile_wu;
    config.agent.radius = 0;
    std::vector<Box> boxes{{{0, 0, 8}, {32, 0.5, 16}, kDefaultArea},
                           {{25, 0, 1}, {31, 0.5, 8}, kDefaultArea},
                           {{3, 0, 0}, {14, 0.5, 2}, kDefaultArea}};  // an island in tiles (0, 0) and (1, 0)
    boxes.insert(boxes.end(), middle.begin(), middle.end());
    std::vector<NavTile> without_left = tiles_of(boxes, config);
    boxes.push_back({{1, 0, 4}, {7, 0.5, 8}, kDefaultArea});
    const std::vector<NavTile> with_left = tiles_of(boxes, config);
    const size_t corner = index_at(with_left, 0, 0);
    const NavTile corner_without_left = without_left[corner];
    without_left = with_left;
    without_left[corner] = corner_without_left;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    LiveMesh live = *make_live_mesh(with_left, info, {});
    for (int step = 0; step < 6; ++step) {
        const std::vector<NavTile>& tiles = step % 2 ? with_left : without_left;
        live = *change_tiles(live, {.put = {tiles[corner]}, .remove = {}});
        const LiveMesh fresh = *make_live_mesh(tiles, info, {});
        ASSERT_NO_FATAL_FAILURE(expect_same(*live.mesh, support::without_blocks(*fresh.mesh), "step " + std::to_string(step)));
        EXPECT_EQ(live.mesh->islands.size(), 2 + middle.size());
    }
}

TEST(InPlace, TheFirstPolygonOfAnIslandMovesToAnotherTile) {
    expect_first_polygon_moves({});
    expect_first_polygon_moves({{{9, 0, 4}, {14, 0.5, 6}, kDefaultArea}});
}

// Only one tile may have drops. Its crate comes and goes, and the ground around it changes.
TEST(InPlace, DropsOfASingleTileComeAndGo) {
    Random random(3);
    BakeConfig config = live_mesh_config();
    config.tiles.size = kTile_wu;
    support::enable_jumps(config);
    config.links.jump_distance = 0;
    const Box ground{{0, 0, 0}, {40, 0.5, 24}, kDefaultArea};
    const Box wall{{15, 0, 4}, {16, 5, 20}, kNullArea}, crate{{17, 0, 9}, {23, 2.5, 15}, kDefaultArea};
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const std::vector<std::vector<NavTile>> sets{tiles_of({ground}, config), tiles_of({ground, crate}, config),
                                                 tiles_of({ground, crate, wall}, config)};
    Tiles tiles;
    for (const NavTile& tile : sets[0])
        tiles[{tile.tile_z, tile.tile_x}] = tile;
    LiveMesh live = *make_live_mesh(sets[0], info, {});
    EXPECT_TRUE(live.mesh->links.empty());
    size_t most = 0;
    for (int step = 0; step < 60; ++step) {
        const std::vector<NavTile>& set = sets[size_t(random.between(0, 2))];
        const NavTile& tile = set[index_at(set, random.between(0, 4), random.between(0, 2))];
        tiles[{tile.tile_z, tile.tile_x}] = tile;
        live = *change_tiles(live, {.put = {tile}, .remove = {}});
        const LiveMesh fresh = *make_live_mesh(values(tiles), info, {});
        ASSERT_NO_FATAL_FAILURE(expect_same_counts(*live.mesh, *fresh.mesh, "step " + std::to_string(step)));
        most = std::max(most, live.mesh->links.size());
    }
    EXPECT_GT(most, 0u);
}

// The caller removes links that join islands, so the islands of the snapshot differ from those of the live mesh.
TEST(InPlace, ASnapshotThatTheCallerReplacedIsNotUsed) {
    Random random(9);
    const WalkwayWorld world(random, false);
    Tiles tiles;
    for (int step = 0; step < 20; ++step) {
        LiveMesh live = *make_live_mesh(world.sets[0], world.info, {});
        live = *change_links(live, random_flagged_links(random, *live.mesh));
        live.mesh = std::make_shared<const NavMesh>(*with_links(*live.mesh, {}));
        live = *change_tiles(live, random_form(random, world, tiles));
        const Status valid = validate_nav_mesh(*live.mesh);
        EXPECT_TRUE(valid.ok()) << valid.error().message;
    }
}

}  // namespace
}  // namespace navspan
