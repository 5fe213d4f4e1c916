#include "check/verify/cell_grid_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/oracles/grid_oracles.h"
#include "support/text/random.h"

namespace navspan {
namespace {

constexpr uint64_t kAll = ~uint64_t{0};

CellGrid grid_with(uint64_t seed, int32_t width, int32_t depth, double walkable) {
    return {width, depth, support::random_cells(seed, width, depth, walkable)};
}

// Reference implementation: tests every unwalkable square.
double slow_clearance(const CellGrid& grid, double x, double z) {
    double least = 1e9;
    for (int32_t cz = -1; cz <= grid.depth; ++cz) {
        for (int32_t cx = -1; cx <= grid.width; ++cx) {
            if (grid.area(cx, cz) != 0) continue;
            const double dx = std::max({cx - x, x - cx - 1, 0.0}), dz = std::max({cz - z, z - cz - 1, 0.0});
            least = std::min(least, std::sqrt(dx * dx + dz * dz));
        }
    }
    return least;
}

TEST(CellGridSearch, WithoutARadiusAllOpenCellsAreConnected) {
    for (uint64_t seed = 1; seed <= support::rounds(40); ++seed) {
        const CellGrid cells = grid_with(seed, 14, 9, 0.7);
        const GridGraph graph = grid_of_cells(cells, 0, kAll), plain = support::grid_of(cells.areas, 14, 9);
        EXPECT_EQ(graph.cells, plain.cells);
        EXPECT_EQ(graph.neighbours, plain.neighbours);
    }
}

TEST(CellGridSearch, CellsAreKeptIfTheDiscFits) {
    for (uint64_t seed = 1; seed <= support::rounds(40); ++seed) {
        SCOPED_TRACE(seed);
        const CellGrid cells = grid_with(seed, 17, 13, 0.93);
        for (const double radius : {0.3, 0.5, 0.7, 1.4, 2.6}) {
            const GridGraph graph = grid_of_cells(cells, radius, kAll);
            std::vector<GridCell> expected;
            for (int32_t z = 0; z < cells.depth; ++z) {
                for (int32_t x = 0; x < cells.width; ++x) {
                    if (slow_clearance(cells, x + 0.5, z + 0.5) >= radius) expected.push_back({z, x, 0});
                }
            }
            ASSERT_EQ(graph.cells, expected) << "radius " << radius;
        }
    }
}

TEST(CellGridSearch, DiscFitsAlongEveryStep) {
    for (uint64_t seed = 1; seed <= support::rounds(30); ++seed) {
        SCOPED_TRACE(seed);
        const CellGrid cells = grid_with(seed, 15, 11, 0.9);
        for (const double radius : {0.2, 0.5, 0.9, 1.5}) {
            const GridGraph graph = grid_of_cells(cells, radius, kAll);
            for (uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
                for (size_t direction = 0; direction < 8; ++direction) {
                    if (graph.neighbours[cell][direction] == kNoIndex) continue;
                    for (const double t : {0.25, 0.5, 0.75}) {
                        const GridCell& at = graph.cells[cell];
                        EXPECT_GE(slow_clearance(cells, at.x + 0.5 + t * kExitX[direction], at.z + 0.5 + t * kExitZ[direction]),
                                  radius - 1e-9);
                    }
                }
            }
        }
    }
}

TEST(CellGridSearch, AreasThatAreNotAdmittedAreWalls) {
    const CellGrid cells{3, 1, {1, 2, 1}};
    EXPECT_EQ(grid_of_cells(cells, 0, kAll).cell_count(), 3u);
    EXPECT_EQ(grid_of_cells(cells, 0, 2).cell_count(), 2u);
    EXPECT_EQ(grid_of_cells(cells, 1, 2).cell_count(), 0u);
}

TEST(CellGridSearch, GridWorldHasTheSameCells) {
    const CellGrid cells = grid_with(3, 20, 30, 0.8);
    const GridGraph graph = grid_of_cells(cells, 0.4, kAll);
    CellGridSource source(cells, 0.4, kAll);
    GridWorld world = GridWorld::open(source).value();
    ASSERT_EQ(world.cell_count(), graph.cell_count());
    for (uint32_t cell = 0; cell < graph.cell_count(); ++cell)
        EXPECT_EQ(world.cell_at(cell).value().at, graph.cells[cell]);
}

}  // namespace
}  // namespace navspan
