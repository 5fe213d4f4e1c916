// Tests queries from several threads on the same mesh. Intended for ThreadSanitizer.

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/parallel.h"
#include "navspan/query/path.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/local_queries.h"

namespace navspan {
namespace {

using support::Random;

constexpr unsigned kThreads = 8;

// Runs every kind of query. Returns numbers from all results, so that the results of two threads can be compared.
std::vector<double> ask_everything(const NavMesh& mesh, SearchScratch& scratch, uint64_t seed) {
    Random random(seed);
    std::vector<double> numbers;
    support::LocalResults answers;
    Path path;
    for (int i = 0; i < 20; ++i) {
        PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        numbers.push_back(
            support::run_local_queries(mesh, scratch, {request.start, request.goal, random.real(0, 20)}, answers));
        const auto nearest = find_nearest(mesh, request.start);
        numbers.push_back(nearest ? nearest->distance : -1);
        for (const PathMethod method : {PathMethod::automatic, PathMethod::weighted, PathMethod::astar}) {
            request.method = method;
            if (!find_path(mesh, scratch, request, path).ok()) continue;
            numbers.push_back(path.length_3d);
            numbers.push_back(path.cost);
        }
        PathSearch search;
        if (!begin_path(mesh, scratch, request, search).ok()) continue;
        while (!step_path(mesh, scratch, search, 3))
            std::this_thread::yield();
        finish_path(mesh, scratch, search, path);
        numbers.push_back(path.length_3d);
    }
    return numbers;
}

TEST(Threads, QueriesOnOneMeshDoNotDisturbEachOther) {
    Random random(7);
    const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .areas = 3});
    std::vector<std::vector<double>> alone(kThreads), together(kThreads);
    SearchScratch scratch;
    for (unsigned i = 0; i < kThreads; ++i)
        alone[i] = ask_everything(mesh, scratch, i);
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < kThreads; ++i) {
            threads.emplace_back([&mesh, &together, i] {
                SearchScratch own;
                together[i] = ask_everything(mesh, own, i);
            });
        }
    }
    EXPECT_EQ(alone, together);
}

TEST(Threads, ABatchIsTheSameOnEightThreads) {
    Random random(8);
    const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .areas = 3});
    std::vector<PathRequest> requests;
    for (int i = 0; i < 300; ++i)
        requests.push_back({.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
    const std::vector<PathAnswer> one = find_paths(mesh, requests, {.threads = 1});
    const std::vector<PathAnswer> eight = find_paths(mesh, requests, {.threads = kThreads});
    for (size_t i = 0; i < requests.size(); ++i)
        EXPECT_EQ(one[i].path.points, eight[i].path.points) << i;
}

TEST(Threads, ReadersKeepTheirSnapshotWhileTheMeshIsReplaced) {
    Random random(9);
    std::mutex mutex;
    auto current = std::make_shared<const NavMesh>(support::random_mesh(random, {.columns = 6}));
    const auto snapshot = [&] {
        const std::lock_guard lock(mutex);
        return current;
    };
    std::vector<std::jthread> readers;
    for (unsigned i = 0; i + 1 < kThreads; ++i) {
        readers.emplace_back([&snapshot, i] {
            SearchScratch scratch;
            for (uint64_t round = 0; round < 5; ++round) {
                const auto mesh = snapshot();
                EXPECT_EQ(ask_everything(*mesh, scratch, i), ask_everything(*mesh, scratch, i)) << round;
            }
        });
    }
    for (int round = 0; round < 20; ++round) {
        auto next = std::make_shared<const NavMesh>(support::random_mesh(random, {.columns = 6}));
        const std::lock_guard lock(mutex);
        current = std::move(next);
    }
}

TEST(Threads, EveryTaskRunsOnce) {
    std::vector<int> done(10000);
    parallel_for(done.size(), {.threads = kThreads, .grain = 3}, [&](size_t i, unsigned) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(done.size(), 1));
}

}  // namespace
}  // namespace navspan
