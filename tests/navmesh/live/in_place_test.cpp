// Tests that a change of a live mesh that only replaces tiles gives the same mesh as linking all tiles anew. Such a change
// starts with the data of a destroyed snapshot and updates islands, links and counts only near the changed tiles.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "navmesh/live/two_tile_sets.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using namespace live_test;

// A live mesh, and what it was made of.
struct World {
    LiveMesh live;
    Tiles tiles;
    std::vector<OffMeshLink> links;
};

// A snapshot that a reader keeps, and its bytes at the time of its creation.
struct Reader {
    std::shared_ptr<const NavMesh> mesh;
    std::vector<std::byte> bytes;
};

// Tile sets of one scene: without boxes, and with boxes at different positions.
struct TileSets {
    NavMeshInfo info;
    std::vector<Tiles> sets;

    TileSets(const std::string& scene, Random& random, const LinksConfig& links) {
        for (int i = 0; i < 3; ++i) {
            TwoTileSets worlds(scene, random, links);
            info = worlds.info;
            add(worlds.boxed);
            if (i == 0) add(worlds.plain);
        }
    }
    void add(const std::vector<NavTile>& tiles) {
        Tiles& set = sets.emplace_back();
        for (const NavTile& tile : tiles)
            set[{tile.tile_z, tile.tile_x}] = tile;
    }
};

// Replaces some tiles. A tile without polygons is replaced only by tiles without polygons.
TileChanges random_replacements(Random& random, const TileSets& worlds, Tiles& tiles) {
    TileChanges changes;
    const bool all = random.chance(0.05);
    const int32_t first = random.between(0, int32_t(tiles.size()) - 1), last = first + random.between(0, 3);
    int32_t i = 0;
    for (auto& [place, old] : tiles) {
        const bool chosen = all || (i >= first && i <= last);
        ++i;
        const Tiles& set = worlds.sets[size_t(random.between(0, int32_t(worlds.sets.size()) - 1))];
        const auto tile = set.find(place);
        if (!chosen || tile == set.end() || old.polygons.empty() != tile->second.polygons.empty()) continue;
        old = tile->second;
        changes.put.push_back(old);
    }
    return changes;
}

std::vector<OffMeshLink> random_links(Random& random, const NavMesh& mesh) {
    std::vector<OffMeshLink> links;
    for (int32_t i = random.between(0, 6); i > 0; --i)
        links.push_back(support::random_link(random, mesh));
    return links;
}

void expect_equals_new_mesh(const World& world, const NavMeshInfo& info, const std::string& what) {
    const LiveMesh fresh = *make_live_mesh(values(world.tiles), info, world.live.params, world.links);
    const NavMesh &live = *world.live.mesh, expected = support::without_blocks(*fresh.mesh);
    ASSERT_NO_FATAL_FAILURE(expect_same(live, expected, what));
    ASSERT_EQ(live.polygon_offset, expected.polygon_offset) << what;
    ASSERT_EQ(live.link_offset, expected.link_offset) << what;
    ASSERT_EQ(live.polygon_summary, expected.polygon_summary) << what;
    ASSERT_EQ(live.link_summary, expected.link_summary) << what;
    ASSERT_EQ(world.live.links_placed, fresh.links_placed) << what;
    ASSERT_TRUE(validate_nav_mesh(live).ok()) << what;
}

void expect_random_changes(const std::string& scene, const LinksConfig& links, uint64_t seed) {
    Random random(seed);
    const TileSets sets(scene, random, links);
    for (const uint64_t min_cells : {0u, 12u, 300u}) {
        World start;
        start.tiles = sets.sets[0];
        start.live = *make_live_mesh(values(start.tiles), sets.info, {.min_island_cells = min_cells});
        std::vector<World> branches(2, start);
        start.live = {};
        std::vector<Reader> readers;
        for (uint64_t step = 0; step < support::rounds(60); ++step) {
            const std::string here = scene + " least " + std::to_string(min_cells) + " step " + std::to_string(step);
            World& world = branches[random.chance(0.2)];
            if (random.chance(0.1)) {
                world.links = random_links(random, *world.live.mesh);
                world.live = *change_links(world.live, world.links);
            } else {
                world.live = *change_tiles(world.live, random_replacements(random, sets, world.tiles));
            }
            ASSERT_NO_FATAL_FAILURE(expect_equals_new_mesh(world, sets.info, here));
            if (random.chance(0.3)) readers.push_back({world.live.mesh, serialize_nav_mesh(*world.live.mesh)});
            if (!readers.empty() && random.chance(0.3))
                readers.erase(readers.begin() + random.between(0, int32_t(readers.size()) - 1));
            for (const Reader& reader : readers)
                ASSERT_EQ(serialize_nav_mesh(*reader.mesh) == reader.bytes, true) << here;
            if (random.chance(0.05)) branches[0] = branches[1];
        }
    }
}

TEST(InPlace, EqualsANewMeshAfterAnyReplacements) {
    LinksConfig jumps;
    jumps.drop_height = 4;
    jumps.jump_distance = 3;
    jumps.jump_height = 1;
    expect_random_changes("courtyard", {}, 1);
    expect_random_changes("tower", {}, 2);
    expect_random_changes("roofs", jumps, 3);
}

// The numbers of islands change while tiles far from the change keep their polygons.
TEST(InPlace, IslandsAppearAndDisappearBeforeOthers) {
    Random random(5);
    const BakeConfig config = live_mesh_config();
    std::vector<std::vector<NavTile>> sets;
    for (int i = 0; i < 4; ++i) {
        TriangleSoup soup;
        support::add_box(soup, {0, -1, 0}, {30, 0, 20}, kDefaultArea);
        for (int box = 0; box < 12 * i; ++box) {
            const DVec3 at{random.real(0, 28), -1, random.real(0, 18)};
            support::add_box(soup, at, at + DVec3{random.real(1, 4), random.real(2, 6), random.real(1, 4)},
                             random.chance(0.7) ? kDefaultArea : kNullArea);
        }
        sets.push_back(support::bake_world_tiles(soup, config));
    }
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    World world;
    for (const NavTile& tile : sets[0])
        world.tiles[{tile.tile_z, tile.tile_x}] = tile;
    world.live = *make_live_mesh(values(world.tiles), info, {});
    for (uint64_t step = 0; step < support::rounds(100); ++step) {
        TileChanges changes;
        const auto& set = sets[size_t(random.between(0, 3))];
        const NavTile& tile = set[size_t(random.between(0, int32_t(set.size()) - 1))];
        changes.put.push_back(tile);
        world.tiles[{tile.tile_z, tile.tile_x}] = tile;
        world.live = *change_tiles(world.live, std::move(changes));
        ASSERT_NO_FATAL_FAILURE(expect_equals_new_mesh(world, info, "step " + std::to_string(step)));
    }
}

}  // namespace
}  // namespace navspan
