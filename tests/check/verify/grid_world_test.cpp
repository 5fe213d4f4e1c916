#include "check/verify/grid_world.h"

#include <gtest/gtest.h>

#include "navspan/core/hash.h"
#include "support/oracles/grid_oracles.h"
#include "support/text/random.h"

namespace navspan {
namespace {

constexpr int32_t kWorldWidth = 31, kWorldDepth = 26;

GridWorld open_world(GridSource& source, uint64_t max_cells) {
    Result<GridWorld> world = GridWorld::open(source, max_cells);
    EXPECT_TRUE(world.ok());
    return *std::move(world);
}

// Returns the index of a cell of the tiled world in the untiled grid.
uint32_t whole_cell(const GridGraph& whole, const GridNode& place) {
    for (uint32_t cell = 0; cell < whole.cell_count(); ++cell) {
        if (whole.cells[cell] == place.at) return cell;
    }
    return kNoIndex;
}

// Checks that a tiled world gives the same results as the untiled grid. `max_cells` is the number of cells kept in memory.
void expect_like_whole(uint64_t seed, double walkable, uint64_t max_cells) {
    SCOPED_TRACE(seed);
    support::CutGrid cut(
        support::grid_of(support::random_cells(seed, kWorldWidth, kWorldDepth, walkable), kWorldWidth, kWorldDepth),
        kWorldWidth, kWorldDepth, 7);
    GridWorld world = open_world(cut, max_cells);
    ASSERT_EQ(world.cell_count(), cut.whole.cell_count());
    EXPECT_EQ(world.broken_steps(), 0u);
    std::vector<uint32_t> component;
    label_components(cut.whole, component);
    RandomSequence random{seed};
    for (int round = 0; round < 12; ++round) {
        const GridNode a = world.cell_at(random.next() % world.cell_count()).value();
        const GridNode b = world.cell_at(random.next() % world.cell_count()).value();
        const uint32_t from = whole_cell(cut.whole, a), to = whole_cell(cut.whole, b);
        EXPECT_EQ(a.island == b.island, component[from] == component[to]);
        EXPECT_EQ(world.island_cells(a.island), uint64_t(std::count(component.begin(), component.end(), component[from])));
        const uint64_t cost = support::slow_costs(cut.whole, from)[to];
        const GridPath path = world.find_path(a, b, kNoCost, true).value();
        ASSERT_EQ(path.cost, cost);
        if (cost == kNoCost) continue;
        ASSERT_EQ(path.cells.front(), a.at);
        ASSERT_EQ(path.cells.back(), b.at);
        uint64_t sum = 0;
        for (size_t i = 1; i < path.cells.size(); ++i)
            sum += octile_cost(path.cells[i - 1], path.cells[i]);
        EXPECT_EQ(sum, cost);
        EXPECT_EQ(world.find_path(a, b, cost).value().cost, kNoCost);
        EXPECT_EQ(world.find_path(a, b, cost + 1).value().cost, cost);
    }
}

TEST(GridWorld, PathsOverTilesCostTheSameAsOnTheWholeGrid) {
    for (uint64_t seed = 1; seed <= support::rounds(20); ++seed) {
        expect_like_whole(seed, 0.65, GridWorld::kMaxCells);
        expect_like_whole(seed, 0.9, GridWorld::kMaxCells);
    }
}

TEST(GridWorld, CacheSizeDoesNotChangeResults) {
    for (uint64_t seed = 1; seed <= support::rounds(6); ++seed) {
        expect_like_whole(seed, 0.7, 1);
        expect_like_whole(seed, 0.7, 100);
    }
}

TEST(GridWorld, CacheSizeStaysWithinItsLimit) {
    support::CutGrid cut(support::grid_of(std::vector<uint8_t>(size_t(kWorldWidth) * kWorldDepth, 1), kWorldWidth, kWorldDepth),
                         kWorldWidth, kWorldDepth, 7);
    GridWorld world = open_world(cut, 60);  // a tile has 49 cells
    const uint64_t requests = cut.requests;
    EXPECT_EQ(requests, cut.tile_count());
    world.cell_at(world.cell_count() - 1).value();
    EXPECT_EQ(cut.requests, requests);  // the tile is still in memory
    world.cell_at(0).value();
    EXPECT_EQ(cut.requests, requests + 1);
    world.cell_at(world.cell_count() - 1).value();
    EXPECT_EQ(cut.requests, requests + 2);
}

TEST(GridWorld, ReportsAStepMissingInOneTile) {
    support::CutGrid cut(support::grid_of(std::vector<uint8_t>(size_t(kWorldWidth) * kWorldDepth, 1), kWorldWidth, kWorldDepth),
                         kWorldWidth, kWorldDepth, 7);
    // Remove a step of one tile. The adjacent tile still has the reverse step, so the world must report one broken step.
    for (const size_t tile : {size_t{0}, cut.tile_count() / 2, cut.tile_count() - 1}) {
        SCOPED_TRACE(tile);
        cut.tile_missing_exit = tile;
        const GridWorld world = open_world(cut, GridWorld::kMaxCells);
        EXPECT_EQ(world.broken_steps(), 1u);
        ASSERT_EQ(world.broken_positions().size(), 1u);
        EXPECT_NE(cut.tile_at(world.broken_positions()[0].x, world.broken_positions()[0].z), tile);
    }
}

TEST(GridWorld, ReportsAStepOutOfTheWorld) {
    support::CutGrid cut(support::grid_of(std::vector<uint8_t>(size_t(kWorldWidth) * kWorldDepth, 1), kWorldWidth, kWorldDepth),
                         kWorldWidth, kWorldDepth, 7);
    cut.tile_with_bad_exit = 7;
    GridWorld world = open_world(cut, GridWorld::kMaxCells);
    EXPECT_EQ(world.broken_steps(), 1u);
    ASSERT_EQ(world.broken_positions().size(), 1u);
    EXPECT_EQ(cut.tile_at(world.broken_positions()[0].x, world.broken_positions()[0].z), 7u);
    // A search must not use the broken step.
    const GridNode first = world.cell_at(0).value(), last = world.cell_at(world.cell_count() - 1).value();
    EXPECT_EQ(world.find_path(first, last).value().cost, octile_cost(first.at, last.at));
}

}  // namespace
}  // namespace navspan
