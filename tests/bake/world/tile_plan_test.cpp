#include "bake/world/tile_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "bake/voxelize/rasterize.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::add_triangle;

VoxelConfig config_of(int32_t tile_size) {
    VoxelConfig config;
    config.lattice = {{}, 0.5, 0.25};
    config.tile_size = tile_size;
    return config;
}

TEST(TilePlan, TilesAreOnTheLatticeForNegativeCoordinatesToo) {
    TriangleSoup soup;
    add_triangle(soup, {-20, 0, -20}, {-19, 0, -20}, {-20, 0, -19});
    const Result<TilePlan> plan = plan_tiles(soup, config_of(16));
    ASSERT_TRUE(plan.ok());
    ASSERT_FALSE(plan->tiles.empty());
    for (const TileWindow& tile : plan->tiles) {
        EXPECT_EQ(tile.x0, tile.tile_x * 16);
        EXPECT_EQ(tile.z0, tile.tile_z * 16);
    }
    // With tiles of 16 cells, cell -40 is in tile -3, which has the cells -48..-33.
    const auto holds = [](const TileWindow& tile) { return tile.tile_x == -3 && tile.tile_z == -3; };
    EXPECT_EQ(std::count_if(plan->tiles.begin(), plan->tiles.end(), holds), 1);
}

TEST(TilePlan, EveryTileListsAllTrianglesInItsHalo) {
    support::Random random(1);
    TriangleSoup soup;
    for (int i = 0; i < 200; ++i) {
        const DVec3 at{random.real(-50, 50), 0, random.real(-50, 50)};
        const auto near = [&] { return at + DVec3{random.real(-6, 6), random.real(-1, 1), random.real(-6, 6)}; };
        add_triangle(soup, near(), near(), near());
    }
    const VoxelConfig config = config_of(20);
    const Result<TilePlan> plan = plan_tiles(soup, config);
    ASSERT_TRUE(plan.ok());
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        const TileWindow& tile = plan->tiles[t];
        const double low_x = (tile.x0 - tile.halo) * 0.5, high_x = (tile.x0 + tile.size + tile.halo) * 0.5;
        const double low_z = (tile.z0 - tile.halo) * 0.5, high_z = (tile.z0 + tile.size + tile.halo) * 0.5;
        std::vector<uint32_t> seen(plan->triangles.begin() + plan->first[t], plan->triangles.begin() + plan->first[t + 1]);
        EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
        for (uint32_t i = 0; i < soup.triangles.size(); ++i) {
            const auto& [a, b, c] = soup.triangles[i];
            const auto [x0, x1] = std::minmax({soup.vertices[a].x, soup.vertices[b].x, soup.vertices[c].x});
            const auto [z0, z1] = std::minmax({soup.vertices[a].z, soup.vertices[b].z, soup.vertices[c].z});
            const bool touches = x1 >= low_x && x0 <= high_x && z1 >= low_z && z0 <= high_z;
            if (touches) {
                EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), i)) << "tile " << t << " triangle " << i;
            }
        }
        EXPECT_EQ(tile_soup(soup, *plan, t).triangles.size(), seen.size());
    }
}

TEST(TilePlan, HaloGrowsWithTheReachOfTheStages) {
    VoxelConfig config = config_of(32);
    config.erosion = ErosionMethod::euclidean;
    config.radius = 0;
    config.ledges = LedgeTest::off;
    const int32_t least = halo_cells(config);
    config.radius = 2.5;
    EXPECT_EQ(halo_cells(config), least + 3);
    config.ledges = LedgeTest::slope_aware;
    EXPECT_EQ(halo_cells(config), least + 5);
    config.median_filter = true;
    EXPECT_EQ(halo_cells(config), least + 6);
    config.jump_distance = 9.5;
    EXPECT_GE(halo_cells(config), least + 6 + 9.5 + config.radius);
    config.jump_distance = 0, config.drop_height = 1;
    EXPECT_GE(halo_cells(config), least + 6 + 2 * config.radius);
}

TEST(TilePlan, StrayVerticesAreAnErrorAndAnEmptySoupHasNoTiles) {
    TriangleSoup soup;
    EXPECT_TRUE(plan_tiles(soup, config_of(32))->tiles.empty());
    add_triangle(soup, {0, 0, 0}, {1, 0, 0}, {1e9, 0, 1});
    EXPECT_FALSE(plan_tiles(soup, config_of(32)).ok());
}

// The level consists of random triangles. Their bounding boxes give the expected list of each tile.
TEST(TilePlan, ListsTheTrianglesOfEachTileForAnyTriangles) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        support::Random random(seed);
        TriangleSoup soup;
        const double reach = random.chance(0.5) ? 20 : 3000, size = random.chance(0.5) ? 3 : 40;
        for (int i = 0; i < 120; ++i) {
            const DVec3 at{random.real(-reach, reach), 0, random.real(-reach, reach)};
            const auto near = [&] { return at + DVec3{random.real(-size, size), 0, random.real(-size, size)}; };
            add_triangle(soup, near(), near(), near());
        }
        const VoxelConfig config = config_of(16);
        const Result<TilePlan> plan = plan_tiles(soup, config);
        ASSERT_TRUE(plan.ok());
        // The key is (tile_z, tile_x).
        std::map<std::pair<int32_t, int32_t>, std::vector<uint32_t>> wanted;
        const double margin = halo_cells(config) + 1;
        const auto tile_of = [](double cell) { return int32_t(std::floor(cell / 16)); };
        for (uint32_t i = 0; i < soup.triangles.size(); ++i) {
            const auto& [a, b, c] = soup.triangles[i];
            const auto [x0, x1] = std::minmax({soup.vertices[a].x / 0.5, soup.vertices[b].x / 0.5, soup.vertices[c].x / 0.5});
            const auto [z0, z1] = std::minmax({soup.vertices[a].z / 0.5, soup.vertices[b].z / 0.5, soup.vertices[c].z / 0.5});
            for (int32_t z = tile_of(std::floor(z0) - margin); z <= tile_of(std::floor(z1) + margin); ++z) {
                for (int32_t x = tile_of(std::floor(x0) - margin); x <= tile_of(std::floor(x1) + margin); ++x)
                    wanted[{z, x}].push_back(i);
            }
        }
        ASSERT_EQ(plan->tiles.size(), wanted.size()) << "seed " << seed;
        size_t t = 0;
        for (const auto& [place, triangles] : wanted) {
            EXPECT_EQ(std::pair(plan->tiles[t].tile_z, plan->tiles[t].tile_x), place) << "seed " << seed;
            const std::vector<uint32_t> seen(plan->triangles.begin() + plan->first[t],
                                             plan->triangles.begin() + plan->first[t + 1]);
            EXPECT_EQ(seen, triangles) << "seed " << seed;
            ++t;
        }
    }
}

TriangleSoup square(double side) {
    TriangleSoup soup;
    add_triangle(soup, {0, 0, 0}, {0, 0, side}, {side, 0, 0});
    add_triangle(soup, {side, 0, 0}, {0, 0, side}, {side, 0, side});
    return soup;
}

TEST(TilePlan, RefusesTooManyTilesBeforeAllocating) {
    // The level has 3752 x 3752 tiles. Each tile lists both triangles, because the bounding box of each triangle is the whole
    // level.
    EXPECT_EQ(plan_tiles(square(30'000), config_of(16), {.bytes = 100e6, .setting = "--max-memory"}).error().message,
              "the tiles' lists of triangles would take 108 MB of memory, but the limit is 96 MB; raise tiles.size, or allow "
              "more with --max-memory");
    EXPECT_TRUE(plan_tiles(square(30'000), config_of(160), {.bytes = 100e6}).ok());
}

TEST(TilePlan, RefusesMorePairsThanTheCounterHolds) {
    EXPECT_EQ(plan_tiles(square(600'000), config_of(16)).error().message,
              "triangles and the tiles they touch make more than 2^32 pairs; raise tiles.size");
}

TEST(TileGrid, LargeTileIsCroppedToItsTriangles) {
    const Lattice lattice{{}, 0.5, 0.25};
    TileWindow window{.tile_x = 0, .tile_z = -1, .x0 = 0, .z0 = -4'000'000, .size = 4'000'000, .halo = 5};
    TriangleSoup soup;
    add_triangle(soup, {100, 0, -60}, {150, 3, -60}, {100, 1, 20});
    // Along z, the triangle extends beyond the tile and its halo. The grid must end where the halo ends.
    const Result<Grid> grid = cropped_tile_grid(soup, lattice, window, 8);
    ASSERT_TRUE(grid.ok());
    EXPECT_EQ(*grid, (Grid{.x0 = 199, .z0 = -121, .y0 = 0, .width = 103, .depth = 126}));
    window.z0 = -64, window.size = 64;
    EXPECT_EQ(*cropped_tile_grid(soup, lattice, window, 8), *tile_grid(soup, lattice, window, 8));
}

TEST(TileGrid, ErrorForAGridTooLargeNamesTheTileSize) {
    const Lattice lattice{{}, 0.5, 0.25};
    const TileWindow window{.tile_x = 0, .tile_z = 0, .x0 = 0, .z0 = 0, .size = 4'000'000, .halo = 5};
    const Result<Grid> grid = cropped_tile_grid(square(2e6), lattice, window, 8);
    ASSERT_FALSE(grid.ok());
    EXPECT_NE(grid.error().message.find("lower tiles.size"), std::string::npos) << grid.error().message;
}

}  // namespace
}  // namespace navspan
