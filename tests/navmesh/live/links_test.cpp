// Tests that off-mesh links after changes of a live mesh equal those of a mesh that is newly made.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "navmesh/graph/place_links.h"
#include "navmesh/live/two_tile_sets.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using namespace live_test;

// Places all requested links, and all drops and jumps of the baked tiles, on a mesh. Shares no code with the choice of the
// links that a change places again.
std::vector<OffMeshLink> all_links_placed(const LiveMesh& live) {
    std::vector<LinkRequest> wanted;
    for (const OffMeshLink& link : live.links)
        wanted.push_back({.name = {}, .link = link, .reach = link.radius == 0 ? live.params.link_reach : link.radius});
    for (const LiveTile* tile : live.tiles)
        add_generated_links(*tile->baked, wanted);
    std::vector<OffMeshLink> placed = place_links(*live.mesh, wanted, nullptr);
    sort_links(placed);
    return placed;
}

// A change places only the drops and jumps near changed tiles again, and copies the others.
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
            ASSERT_EQ(live.mesh->links, all_links_placed(live));
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
            ASSERT_EQ(live.mesh->links, all_links_placed(live));
            EXPECT_TRUE(validate_nav_mesh(*live.mesh).ok());
            EXPECT_EQ(counts.links_placed, fresh.links_placed);
            EXPECT_EQ(counts.links_placed + counts.links_lost, requested.size());
        }
    }
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

}  // namespace
}  // namespace navspan
