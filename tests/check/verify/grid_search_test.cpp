#include "check/verify/grid_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "navspan/core/hash.h"
#include "support/oracles/grid_oracles.h"
#include "support/text/random.h"

namespace navspan {
namespace {

constexpr int32_t kSearchWidth = 23, kSearchDepth = 17;

uint64_t cost_between(const GridGraph& graph, uint32_t from, uint32_t to, GridScratch& scratch, uint64_t bound = kNoCost) {
    const GridSeed seed{from, 0};
    return search_grid(graph, {{&seed, 1}, to, graph.cells[to], bound}, scratch);
}

TEST(GridSearch, CostEqualsRelaxationOfAllSteps) {
    GridScratch scratch;
    for (uint64_t seed = 1; seed <= support::rounds(60); ++seed) {
        SCOPED_TRACE(seed);
        const GridGraph graph =
            support::grid_of(support::random_cells(seed, kSearchWidth, kSearchDepth, 0.6), kSearchWidth, kSearchDepth);
        const std::vector<uint64_t> costs = support::slow_costs(graph, 0);
        for (uint32_t cell = 0; cell < graph.cell_count(); ++cell)
            ASSERT_EQ(cost_between(graph, 0, cell, scratch), costs[cell]) << "cell " << cell;
    }
}

TEST(GridSearch, PathLengthEqualsTheReportedCost) {
    GridScratch scratch;
    for (uint64_t seed = 1; seed <= support::rounds(60); ++seed) {
        SCOPED_TRACE(seed);
        const GridGraph graph =
            support::grid_of(support::random_cells(seed, kSearchWidth, kSearchDepth, 0.7), kSearchWidth, kSearchDepth);
        const uint32_t goal = graph.cell_count() - 1;
        const uint64_t cost = cost_between(graph, 0, goal, scratch);
        if (cost == kNoCost) continue;
        const std::vector<uint32_t> path = trace_cells(scratch, goal);
        EXPECT_EQ(path.front(), 0u);
        uint64_t sum = 0;
        for (size_t i = 1; i < path.size(); ++i) {
            const auto& ways = graph.neighbours[path[i - 1]];
            const auto step = std::find(ways.begin(), ways.end(), path[i]);
            ASSERT_NE(step, ways.end());
            sum += step - ways.begin() < 4 ? kStraightCost : kDiagonalCost;
        }
        EXPECT_EQ(sum, cost);
    }
}

TEST(GridSearch, FindsNothingAtOrAboveTheBound) {
    const GridGraph graph =
        support::grid_of(support::random_cells(5, kSearchWidth, kSearchDepth, 0.8), kSearchWidth, kSearchDepth);
    const std::vector<uint64_t> costs = support::slow_costs(graph, 0);
    GridScratch scratch;
    for (uint32_t cell = 1; cell < graph.cell_count(); ++cell) {
        if (costs[cell] == kNoCost) continue;
        EXPECT_EQ(cost_between(graph, 0, cell, scratch, costs[cell]), kNoCost);
        EXPECT_EQ(cost_between(graph, 0, cell, scratch, costs[cell] + 1), costs[cell]);
    }
}

TEST(GridSearch, StampOverflowDoesNotMixSearches) {
    const GridGraph graph =
        support::grid_of(support::random_cells(7, kSearchWidth, kSearchDepth, 0.7), kSearchWidth, kSearchDepth);
    const std::vector<uint64_t> costs = support::slow_costs(graph, 0);
    GridScratch scratch;
    cost_between(graph, 0, graph.cell_count() - 1, scratch);
    scratch.stamp = 0xfffffff6u;
    for (uint32_t cell = 0; cell < 20; ++cell)
        EXPECT_EQ(cost_between(graph, 0, cell, scratch), costs[cell]);
}

TEST(GridSearch, StepCostRatioIsTheSquareRootOfTwo) {
    EXPECT_NEAR(double(kDiagonalCost) / double(kStraightCost), std::sqrt(2.0), 1e-12 * 2);
}

TEST(GridSearch, ComponentsEqualReachability) {
    for (uint64_t seed = 1; seed <= support::rounds(30); ++seed) {
        SCOPED_TRACE(seed);
        const GridGraph graph =
            support::grid_of(support::random_cells(seed, kSearchWidth, kSearchDepth, 0.5), kSearchWidth, kSearchDepth);
        std::vector<uint32_t> component;
        const uint32_t count = label_components(graph, component);
        const std::vector<uint64_t> costs = support::slow_costs(graph, 0);
        for (uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
            EXPECT_LT(component[cell], count);
            EXPECT_EQ(component[cell] == component[0], costs[cell] != kNoCost);
        }
    }
}

}  // namespace
}  // namespace navspan
