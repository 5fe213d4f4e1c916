#include "navspan/plan/cell_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "core/predicates.h"
#include "support/text/random.h"

namespace navspan {
namespace {

CellGrid random_grid(uint64_t seed, int32_t width, int32_t depth, int areas) {
    support::Random random(seed);
    CellGrid grid{width, depth, {}};
    for (int32_t i = 0; i < width * depth; ++i)
        grid.areas.push_back(random.chance(0.6) ? uint8_t(random.between(1, areas)) : 0);
    return grid;
}

std::span<const LatticePoint> ring_of(const GroundPlan& plan, uint32_t ring) {
    return {plan.points.data() + plan.first_point[ring], plan.first_point[ring + 1] - plan.first_point[ring]};
}

// True if the centre of a cell is inside the shape. Casts a ray from the centre to the right: the centre is inside if the ray
// crosses an odd number of edges.
bool holds(const GroundPlan& plan, const PlanShape& shape, int32_t x, int32_t z, int32_t steps) {
    bool inside = false;
    for (uint32_t r = shape.first_ring; r < shape.first_ring + shape.ring_count; ++r) {
        const std::span<const LatticePoint> ring = ring_of(plan, r);
        for (size_t i = 0; i < ring.size(); ++i) {
            const LatticePoint a = ring[i], b = ring[(i + 1) % ring.size()];
            if (a.x != b.x || 2 * a.x < (2 * x + 1) * steps) continue;
            const int32_t middle = (2 * z + 1) * steps;
            if ((2 * a.z < middle) != (2 * b.z < middle)) inside = !inside;
        }
    }
    return inside;
}

TEST(CellGrid, ShapesCoverExactlyTheirCells) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        SCOPED_TRACE(seed);
        const CellGrid grid = random_grid(seed, 9, 7, 3);
        const int32_t steps = seed % 2 ? 1 : 4;
        const GroundPlan plan = *plan_of_cells(grid, {.cell_size = 2, .steps_per_cell = steps});
        EXPECT_EQ(plan.quantum, 2.0 / steps);
        for (const PlanShape& shape : plan.shapes) {
            for (int32_t z = 0; z < grid.depth; ++z) {
                for (int32_t x = 0; x < grid.width; ++x)
                    ASSERT_EQ(holds(plan, shape, x, z, steps), grid.area(x, z) == shape.area) << x << ' ' << z;
            }
        }
    }
}

TEST(CellGrid, RingsVisitNoPointTwiceAndTurnAtEachOne) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        SCOPED_TRACE(seed);
        const GroundPlan plan = *plan_of_cells(random_grid(seed, 9, 7, 1), {});
        for (uint32_t r = 0; r < plan.ring_count(); ++r) {
            const std::span<const LatticePoint> ring = ring_of(plan, r);
            std::set<std::pair<int32_t, int32_t>> seen;
            for (size_t i = 0; i < ring.size(); ++i) {
                EXPECT_TRUE(seen.emplace(ring[i].x, ring[i].z).second);
                EXPECT_FALSE(is_collinear(ring[i], ring[(i + 1) % ring.size()], ring[(i + 2) % ring.size()]));
            }
            EXPECT_GE(ring.size(), 4u);
        }
    }
}

TEST(CellGrid, AreasAreShapesInTheirOrder) {
    const CellGrid grid{3, 1, {9, 2, 0}};
    const GroundPlan plan = *plan_of_cells(grid, {});
    ASSERT_EQ(plan.shapes.size(), 2u);
    EXPECT_EQ(plan.shapes[0].area, 2);
    EXPECT_EQ(plan.shapes[1].area, 9);
    EXPECT_TRUE(plan_of_cells({}, {})->shapes.empty());
}

TEST(CellGrid, InvalidSizesAndStepsAreErrors) {
    const CellGrid grid{3, 1, {9, 2, 0}};
    for (const double size : {0.0, -1.0, std::nan(""), HUGE_VAL})
        EXPECT_EQ(plan_of_cells(grid, {.cell_size = size}).error().kind, ErrorKind::usage) << size;
    EXPECT_EQ(plan_of_cells(grid, {.steps_per_cell = 0}).error().kind, ErrorKind::usage);
    EXPECT_EQ(plan_of_cells({2, 1, {9, 2, 0}}, {}).error().message,
              "the cells: the number of areas, 3, is not width * depth, 2 * 1; give one area per cell");
    EXPECT_EQ(plan_of_cells({-3, -1, {9, 2, 0}}, {}).error().kind, ErrorKind::usage);
    EXPECT_EQ(plan_of_cells(grid, {.steps_per_cell = kMaxTileExtent}).error().kind, ErrorKind::failed);
}

}  // namespace
}  // namespace navspan
