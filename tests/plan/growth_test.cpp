// Prints how the number of polygons and the time grow with the size of a plan. Tests only the number of polygons.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include "navspan/plan/plan.h"
#include "plan/convex_ground.h"
#include "polygon/triangulate_monotone.h"
#include "support/worlds/random_plans.h"

namespace navspan {
namespace {

template <class Run>
std::pair<double, PolygonSet> timed(Run run) {
    const auto begin = std::chrono::steady_clock::now();
    PolygonSet set = run();
    return {std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count(), std::move(set)};
}

TEST(PlanGrowth, EveryMethodMergesMostTriangles) {
    std::printf("corners, then polygons and ms of each method\n");
    for (const int cells : {4, 13, 40, 126}) {
        if (support::kSanitized && cells > 13) break;
        support::Random random{uint64_t(cells)};
        const GroundPlan plan = support::random_plan(random, cells, 10).plan;
        const PlanarEdges ground = overlay_shapes(plan);
        const size_t triangles = triangulate_monotone(ground).triangles.size();
        std::printf("%8zu", ground.points.size());
        for (const support::PlanMethod& method : support::kPlanMethods) {
            const PlanParams params{.partition = method.partition, .triangulation = method.triangulation};
            const auto [ms, set] = timed([&] { return *convex_ground(ground, 1, params); });
            std::printf("  %s %7u %8.2f", method.name, set.polygon_count(), ms);
            EXPECT_LT(set.polygon_count(), triangles * 3 / 4) << method.name;
        }
        std::printf("\n");
    }
}

}  // namespace
}  // namespace navspan
