// Tests that replacing tiles one by one gives the same mesh as linking the final tiles at once.

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
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

using support::Random;
using Tiles = std::map<std::pair<int32_t, int32_t>, NavTile>;

void expect_same(const NavMesh& live, const NavMesh& fresh, const std::string& what) {
    ASSERT_EQ(live.tiles.size(), fresh.tiles.size()) << what;
    for (size_t t = 0; t < live.tiles.size(); ++t) {
        ASSERT_EQ(*live.tiles[t], *fresh.tiles[t]) << what << " tile " << t;
        ASSERT_EQ(*live.surfaces[t], *fresh.surfaces[t]) << what << " tile " << t;
    }
    ASSERT_EQ(live.seams == fresh.seams, true) << what;
    ASSERT_EQ(live.polygon_island == fresh.polygon_island, true) << what;
    ASSERT_EQ(live.islands, fresh.islands) << what;
    ASSERT_EQ(live.search_edges == fresh.search_edges && live.fans == fresh.fans, true) << what;
    ASSERT_EQ(serialize_nav_mesh(live), serialize_nav_mesh(fresh)) << what;
}

std::string live_mesh_error(const Result<LiveMesh>& result) {
    return result.ok() ? "no error" : result.error().message;
}

BakeConfig live_mesh_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    config.regions.min_area = 0;
    return config;
}

// The tiles of a scene, without boxes (plain) and with boxes at random positions (boxed).
struct TwoTileSets {
    BakeConfig config = live_mesh_config();
    NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    std::vector<NavTile> plain, boxed;

    explicit TwoTileSets(const std::string& scene, Random& random, const LinksConfig& links = {}) {
        config.links = links;
        TriangleSoup soup = support::own_scene_soup(scene);
        plain = support::bake_world_tiles(soup, config);
        DVec3 low = soup.vertices[0], high = low;
        for (const DVec3& v : soup.vertices) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
        for (int i = 0; i < 40; ++i) {
            const DVec3 at{random.real(low.x - 5, high.x), random.real(low.y - 1, high.y), random.real(low.z - 5, high.z)};
            support::add_box(soup, at, at + DVec3{random.real(1, 8), random.real(0.3, 4), random.real(1, 8)},
                             random.real(0, 1) < 0.5 ? kDefaultArea : kNullArea);
        }
        boxed = support::bake_world_tiles(soup, config);
    }
};

TileChanges random_changes(Random& random, const TwoTileSets& worlds, Tiles& tiles) {
    TileChanges changes;
    std::map<std::pair<int32_t, int32_t>, bool> touched;
    for (int32_t i = random.between(1, 4); i > 0; --i) {
        const std::vector<NavTile>& from = random.between(0, 1) ? worlds.plain : worlds.boxed;
        const NavTile& tile = from[size_t(random.between(0, int32_t(from.size()) - 1))];
        const std::pair place{tile.tile_z, tile.tile_x};
        if (!touched.emplace(place, true).second) continue;
        if (random.between(0, 2) == 0) {
            if (tiles.erase(place)) changes.remove.push_back({tile.tile_x, tile.tile_z});
            continue;
        }
        tiles[place] = tile;
        changes.put.push_back(tile);
    }
    return changes;
}

std::vector<NavTile> values(const Tiles& tiles) {
    std::vector<NavTile> out;
    for (const auto& [place, tile] : tiles)
        out.push_back(tile);
    return out;
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

// A change recomputes only the drops and jumps near changed tiles, and copies all others.
TEST(LiveMesh, DropsAndJumpsAfterAnyChangesEqualThoseOfANewMesh) {
    LinksConfig links;
    links.drop_height = 4;
    links.jump_distance = 3;
    links.jump_height = 1;
    for (const char* scene : {"courtyard", "roofs"}) {
        Random random(15);
        const TwoTileSets worlds(scene, random, links);
        std::vector<OffMeshLink> requested;
        for (int i = 0; i < 5; ++i)
            requested.push_back(support::random_link(random, support::link_world(worlds.plain, worlds.info, 0)));
        Tiles tiles;
        for (const NavTile& tile : worlds.plain)
            tiles[{tile.tile_z, tile.tile_x}] = tile;
        LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {}, requested);
        EXPECT_GT(live.mesh->links.size(), 40u);
        for (uint64_t step = 0; step < support::rounds(40); ++step) {
            live = *change_tiles(live, random_changes(random, worlds, tiles));
            const LiveMesh fresh = *make_live_mesh(values(tiles), worlds.info, {}, requested);
            expect_same(*live.mesh, support::without_blocks(*fresh.mesh), scene + (" step " + std::to_string(step)));
            ASSERT_FALSE(HasFatalFailure());
            EXPECT_TRUE(validate_nav_mesh(*live.mesh).ok());
        }
    }
}

// Random requested links: some far from ground or with a long reach, and some requested twice.
std::vector<OffMeshLink> random_requests(Random& random, const NavMesh& mesh) {
    std::vector<OffMeshLink> links;
    for (int i = random.between(20, 40); i > 0; --i) {
        OffMeshLink link = support::random_link(random, mesh);
        link.from = link.to = {};
        link.radius = random.between(0, 2) == 0 ? 0 : random.real(0, 15);
        if (random.between(0, 3) == 0) link.cost = kCostIsLength;
        const double off = random.between(0, 1) ? 0 : random.real(0, 8);
        link.start = link.start + DVec3{off, 0.25 * off, -off};
        links.push_back(link);
        if (random.between(0, 4) == 0) links.push_back(link);
    }
    return links;
}

// A change places only the requested links near changed tiles again, and copies the others.
TEST(LiveMesh, RequestedLinksAfterAnyChangesEqualThoseOfANewMesh) {
    LinksConfig jumps;
    jumps.jump_distance = 3;
    for (const char* scene : {"courtyard", "field"}) {
        Random random(16);
        const TwoTileSets worlds(scene, random, scene[0] == 'c' ? jumps : LinksConfig{});
        const NavMesh plain = support::link_world(worlds.plain, worlds.info, 0);
        const LiveMeshParams params{.min_island_cells = 300, .link_reach = 0.25};
        std::vector<OffMeshLink> requested = random_requests(random, plain);
        Tiles tiles;
        for (const NavTile& tile : worlds.plain)
            tiles[{tile.tile_z, tile.tile_x}] = tile;
        LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, params, requested);
        for (uint64_t step = 0; step < support::rounds(40); ++step) {
            TileChangeCounts counts;
            if (step % 8 == 7) {
                requested = random_requests(random, plain);
                live = *change_links(live, requested, &counts);
            } else {
                live = *change_tiles(live, random_changes(random, worlds, tiles), &counts);
            }
            const LiveMesh fresh = *make_live_mesh(values(tiles), worlds.info, params, requested);
            expect_same(*live.mesh, support::without_blocks(*fresh.mesh), scene + (" step " + std::to_string(step)));
            ASSERT_FALSE(HasFatalFailure());
            EXPECT_TRUE(validate_nav_mesh(*live.mesh).ok());
            EXPECT_EQ(counts.links_placed, fresh.links_placed);
            EXPECT_EQ(counts.links_placed + counts.links_lost, requested.size());
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

TEST(LiveMesh, LinksDisappearAndReturnWithTheirGround) {
    Random random(13);
    const TwoTileSets worlds("courtyard", random);
    const NavMesh plain = support::link_world(worlds.plain, worlds.info, 0);
    std::vector<OffMeshLink> links;
    for (int i = 0; i < 20; ++i)
        links.push_back(support::random_link(random, plain));
    const LiveMesh live = *make_live_mesh(worlds.plain, worlds.info, {}, links);
    ASSERT_EQ(live.mesh->links.size(), links.size());
    EXPECT_EQ(validate_nav_mesh(*live.mesh).ok(), true);

    const PolygonRef gone = live.mesh->links[0].from;
    const NavTile& tile = *live.mesh->tiles[gone.tile];
    TileChangeCounts counts;
    const LiveMesh without = *change_tiles(live, {.put = {}, .remove = {{tile.tile_x, tile.tile_z}}}, &counts);
    EXPECT_EQ(counts.removed, 1u);
    EXPECT_GE(counts.links_lost, 1u);
    EXPECT_EQ(counts.links_placed + counts.links_lost, links.size());
    EXPECT_EQ(without.mesh->links.size(), counts.links_placed);
    EXPECT_TRUE(validate_nav_mesh(*without.mesh).ok());

    for (const NavTile& baked : worlds.plain) {
        if (baked.tile_x != tile.tile_x || baked.tile_z != tile.tile_z) continue;
        const LiveMesh back = *change_tiles(without, {.put = {baked}, .remove = {}}, &counts);
        EXPECT_EQ(counts.links_lost, 0u);
        EXPECT_EQ(back.mesh->links, live.mesh->links);
        expect_same(*back.mesh, support::without_blocks(*live.mesh), "with the tile back");
    }
    const LiveMesh none = *change_links(live, {}, &counts);
    EXPECT_EQ(counts.links_placed, 0u);
    expect_same(*none.mesh, support::without_blocks(plain), "without links");
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
    // make_live_mesh must reject a negative or NaN reach, because a file with such a reach could not be read.
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
