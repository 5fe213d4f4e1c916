// Tests that computations survive a failed allocation: they throw std::bad_alloc or return an error, and all destructors run.

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "allocations.h"
#include "bake/field/compact_gaps.h"
#include "check/stages/checks.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/navmesh/nav_tile.h"
#include "polygon/edge_sweep.h"

namespace navspan {
namespace {

TEST(FailingAllocation, SweepsOverEdgesFreeTheirMemory) {
    std::vector<SweepEdge> edges;
    for (int32_t i = 0; i < 1000; ++i)
        edges.push_back({{i, 2 * i}, {5000 + i, 2 * i}});
    EXPECT_GT(fail_each_allocation([&] { sweep_edges(edges, [](auto&&...) {}); }), 5u);
}

TEST(FailingAllocation, CheckedBakesEndWithAnError) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {8, 0, 0}, {8, 0, 8}, {0, 0, 8}, {2, 0.3, 2}, {4, 0.3, 2}, {4, 0.3, 4}};
    soup.triangles = {{2, 1, 0}, {3, 2, 0}, {6, 5, 4}};
    size_t baked = 0;
    const auto bake = [&] {
        CheckProbe checks;
        baked += bake_tile(soup, BakeConfig{}, &checks).ok();
    };
    EXPECT_GT(fail_each_allocation(bake), 100u);
    EXPECT_GE(baked, 1u);
}

TEST(FailingAllocation, ListsOfSharedObjectsKeepTheirElementsAlive) {
    // A pointer to a destroyed object shows only with AddressSanitizer, or as a wrong sum.
    const auto expect_alive = [](const SharedList<size_t>& list) {
        size_t sum = 0, expected = 0;
        for (size_t i = 0; i < list.size(); ++i)
            sum += *list[i], expected += i;
        EXPECT_EQ(sum, expected);
    };
    EXPECT_GT(fail_each_allocation([&] {
                  SharedList<size_t> list, copy;
                  try {
                      for (size_t i = 0; i < 200; ++i)
                          list.push_back(std::make_shared<const size_t>(i));
                      copy.append(list, 0, 70);
                      copy.append(list, 70, 200);
                  } catch (const std::bad_alloc&) {
                  }
                  expect_alive(list);
                  const SharedList<size_t> last = std::move(copy);
                  list = {};
                  expect_alive(last);
              }),
              200u);
}

TEST(FailingAllocation, RowsOfGapsHaveRoomForTheirCapacity) {
    size_t opened = 0;
    fail_each_allocation([&] {
        GapRow<int16_t> row;
        row.open(8);
        ++opened;
        try {
            row.make_room(4);
        } catch (const std::bad_alloc&) {
        }
        EXPECT_LE(row.capacity * row.stride, row.span_index.size());
        EXPECT_LE(row.capacity * row.stride, row.linked.size());
    });
    EXPECT_GT(opened, 1u);
}

}  // namespace
}  // namespace navspan
