#include <gtest/gtest.h>

#include <cmath>

#include "navspan/query/path.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

std::vector<PathRequest> random_requests(Random& random, const NavMesh& mesh, size_t count) {
    std::vector<PathRequest> requests;
    for (size_t i = 0; i < count; ++i) {
        requests.push_back({.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
        if (i % 10 == 3) requests.back().start.x = std::nan("");
        if (i % 4 == 1) requests.back().method = PathMethod::astar;
    }
    return requests;
}

TEST(Batch, EqualsSingleQueriesForAnyNumberOfThreads) {
    Random random(1);
    const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .areas = 3});
    SearchScratch scratch;
    BatchScratch memory;
    std::vector<PathAnswer> answers;
    for (const size_t count : {size_t{500}, size_t{0}, size_t{1}, size_t{99}}) {
        const std::vector<PathRequest> requests = random_requests(random, mesh, count);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            find_paths(mesh, requests, {.threads = threads}, memory, answers);
            ASSERT_EQ(answers.size(), count);
            for (size_t i = 0; i < count; ++i) {
                const Result<Path> path = find_path(mesh, scratch, requests[i]);
                ASSERT_EQ(answers[i].error.has_value(), !path.ok()) << i;
                if (path.ok()) {
                    EXPECT_EQ(answers[i].path.points, path->points);
                    EXPECT_EQ(answers[i].path.surface_points, path->surface_points);
                    EXPECT_EQ(answers[i].path.cost, path->cost);
                    EXPECT_EQ(answers[i].path.reason, path->reason);
                } else {
                    EXPECT_EQ(answers[i].error->message, path.error().message);
                    EXPECT_EQ(answers[i].path.status, PathStatus::none);
                    EXPECT_TRUE(answers[i].path.points.empty());
                }
            }
        }
    }
}

}  // namespace
}  // namespace navspan
