#include "navmesh/file/tile_bytes.h"

#include <gtest/gtest.h>

#include <string>

#include "navmesh/mesh/index_tile.h"
#include "navmesh/seams/link_tiles.h"
#include "navmesh/validate/tile.h"
#include "navspan/navmesh/nav_file.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;
using Bytes = std::vector<std::byte>;

std::string bytes_verdict(const Bytes& bytes) {
    const Result<NavTile> tile = parse_tile(bytes);
    return tile.ok() ? "" : tile.error().message;
}

size_t below(Random& random, size_t n) {
    return size_t(random.next() % n);
}

// Returns a random tile with seam edges, border floors and cell counts.
NavTile random_tile(Random& random) {
    support::PolygonSoup soup = support::random_soup(random, {.columns = 3, .rows = 3, .areas = 3});
    soup.seams = true;
    NavTile tile = support::make_tile(soup, &random);
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        if (tile.half_edges[e].twin == kNoIndex || !(tile.half_edges[e].twin & kSeamBit)) continue;
        const HalfEdge &a = tile.half_edges[e], &b = tile.half_edges[next_edge(tile, e)];
        for (int32_t i = std::abs(a.x - b.x) + std::abs(a.z - b.z); i > 0; --i)
            tile.border.steps.push_back({int32_t(below(random, 9)), below(random, 3) ? int32_t(below(random, 9)) : kNoFloor});
    }
    for (size_t p = 0; p < tile.polygons.size(); ++p)
        tile.border.polygon_cells.push_back(uint32_t(below(random, 100)));
    return tile;
}

Bytes small_bytes() {
    Random random(3);
    return serialize_tile(random_tile(random));
}

TEST(TileBytes, TileRoundTrips) {
    for (uint64_t seed = 0; seed < rounds(100); ++seed) {
        Random random(seed);
        const NavTile tile = random_tile(random);
        const Bytes bytes = serialize_tile(tile);
        const Result<NavTile> back = parse_tile(bytes);
        ASSERT_TRUE(back.ok()) << "seed " << seed << ": " << back.error().message;
        EXPECT_EQ(*back, tile) << "seed " << seed;
        EXPECT_EQ(serialize_tile(*back), bytes) << "seed " << seed;
    }
}

TEST(TileBytes, TileWithoutPolygonsOrBorderRoundTrips) {
    NavTile tile;
    index_tile(tile);
    ASSERT_EQ(bytes_verdict(serialize_tile(tile)), "");
    EXPECT_EQ(*parse_tile(serialize_tile(tile)), tile);
    const NavTile plain = support::make_tile(support::soup_from_picture({"..", ".."}));
    ASSERT_EQ(bytes_verdict(serialize_tile(plain)), "");
    EXPECT_EQ(*parse_tile(serialize_tile(plain)), plain);
}

TEST(TileBytes, EveryPrefixIsRefused) {
    const Bytes bytes = small_bytes();
    for (size_t n = 0; n < bytes.size(); ++n)
        ASSERT_NE(bytes_verdict(Bytes(bytes.begin(), bytes.begin() + ptrdiff_t(n))), "")
            << n << " bytes instead of " << bytes.size();
    EXPECT_EQ(bytes_verdict({}), "not a baked tile");
    EXPECT_EQ(bytes_verdict(Bytes(bytes.begin(), bytes.begin() + 63)), "a baked tile is cut short");
}

TEST(TileBytes, AnyChangedByteIsRefused) {
    const Bytes bytes = small_bytes();
    for (size_t i = 0; i < bytes.size(); ++i) {
        Bytes changed = bytes;
        changed[i] ^= std::byte{uint8_t(1 + i % 255)};
        ASSERT_NE(bytes_verdict(changed), "") << "byte " << i;
    }
    Bytes other = bytes;
    other[8] = std::byte{9};
    EXPECT_EQ(bytes_verdict(other), "a baked tile has version 9, this program reads version 1");
    other = bytes;
    other.push_back({});
    EXPECT_EQ(bytes_verdict(other), "a baked tile is cut short or too long: " + std::to_string(other.size()) +
                                        " bytes instead of " + std::to_string(bytes.size()));
}

// Damages random bytes and corrects the checksum. Parsing must return a valid tile or an error, and must not read out of
// bounds.
TEST(TileBytes, DamageWithAValidChecksumIsRefusedOrHarmless) {
    const Bytes bytes = small_bytes();
    size_t accepted = 0;
    for (uint64_t seed = 0; seed < rounds(20000); ++seed) {
        Random random(seed);
        Bytes changed = bytes;
        for (uint64_t n = 1 + below(random, 3); n > 0; --n)
            changed[below(random, changed.size())] = std::byte(below(random, 256));
        if (below(random, 10) == 0) changed.resize(below(random, changed.size()));
        repair_nav_checksum(changed);
        const Result<NavTile> tile = parse_tile(changed);
        if (!tile) continue;
        ++accepted;
        ASSERT_TRUE(validate_tile(*tile).ok() && validate_border(*tile).ok()) << "seed " << seed;
        (void)link_tiles({*tile}, support::make_info(), {.min_island_cells = 50});
    }
    EXPECT_GT(accepted, 0u);
}

TEST(TileBytes, RefusesAnInconsistentBorder) {
    Random random(3);
    const NavTile tile = random_tile(random);
    NavTile changed = tile;
    changed.border.steps.pop_back();
    EXPECT_EQ(bytes_verdict(serialize_tile(changed)),
              "a baked tile is damaged: the border does not list the floors along every seam edge");
    changed = tile;
    changed.border.polygon_cells.pop_back();
    EXPECT_EQ(bytes_verdict(serialize_tile(changed)),
              "a baked tile is damaged: the border counts the cells of the wrong number of polygons");
    changed = tile;
    ++changed.width;
    EXPECT_NE(bytes_verdict(serialize_tile(changed)).find("on a seam is not on the tile's border"), std::string::npos);
}

}  // namespace
}  // namespace navspan
