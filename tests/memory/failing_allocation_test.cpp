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
#include "navspan/runtime.h"
#include "polygon/edge_sweep.h"
#include "support/builders/nav_mesh_builder.h"

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

TEST(FailingAllocation, QueriesThrowBadAlloc) {
    const NavMesh mesh =
        support::make_mesh(support::soup_from_picture({".......", ".#.#.#.", ".......", "#.#.#.#", "......."}));
    const SurfacePoint start = *find_nearest(mesh, {1, 0, 1});
    for (const PathMethod method : {PathMethod::exact, PathMethod::weighted, PathMethod::astar}) {
        const auto search = [&] {
            SearchScratch scratch;
            (void)find_path(mesh, scratch, {.start = {1, 0, 1}, .goal = {27, 0, 19}, .method = method}).ok();
            PathSearch sliced;
            (void)begin_path(mesh, scratch, {.start = {1, 0, 1}, .goal = {27, 0, 19}, .method = method}, sliced).ok();
            while (!step_path(mesh, scratch, sliced, 1)) {
            }
            Path path;
            finish_path(mesh, scratch, sliced, path);
        };
        for (const Failing failing : {Failing::one, Failing::all})
            EXPECT_GT(fail_each_allocation(search, failing), 10u) << method_name(method);
    }
    const auto look_around = [&] {
        SearchScratch scratch;
        std::vector<ReachedPolygon> polygons;
        (void)polygons_within_distance(mesh, scratch, {.start = start}, polygons).ok();
    };
    for (const Failing failing : {Failing::one, Failing::all})
        EXPECT_GT(fail_each_allocation(look_around, failing), 3u);
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
