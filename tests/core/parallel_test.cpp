#include "core/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace navspan {
namespace {

TEST(ParallelFor, EveryIndexRunsOnce) {
    for (const unsigned threads : {0u, 1u, 2u, 3u, 8u}) {
        for (const size_t count : {size_t{0}, size_t{1}, size_t{7}, size_t{1000}}) {
            for (const size_t grain : {size_t{0}, size_t{1}, size_t{3}, size_t{5000}, ~size_t{0}}) {
                std::vector<int> done(count);
                parallel_for(count, {.threads = threads, .grain = grain}, [&](size_t i, unsigned) { ++done[i]; });
                EXPECT_EQ(done, std::vector<int>(count, 1)) << threads << " threads, grain " << grain;
            }
        }
    }
}

TEST(ParallelFor, WorkerIdIsUsedByOneThreadAtATime) {
    constexpr unsigned kThreads = 8;
    std::vector<std::atomic<int>> busy(kThreads);
    std::atomic<bool> met = false;
    parallel_for(5000, {.threads = kThreads}, [&](size_t, unsigned worker) {
        if (worker >= kThreads || busy[worker].fetch_add(1) != 0) met = true;
        busy[worker].fetch_sub(1);
    });
    EXPECT_FALSE(met);
}

TEST(ParallelFor, OneThreadRunsInOrderOnTheCaller) {
    std::vector<size_t> order;
    parallel_for(100, {.threads = 1}, [&](size_t i, unsigned worker) {
        EXPECT_EQ(worker, 0u);
        order.push_back(i);
    });
    std::vector<size_t> expected(100);
    std::iota(expected.begin(), expected.end(), size_t{0});
    EXPECT_EQ(order, expected);
}

TEST(ParallelFor, ExceptionsReachTheCaller) {
    for (const unsigned threads : {1u, 4u}) {
        std::string what;
        try {
            parallel_for(100, {.threads = threads}, [](size_t, unsigned) { throw std::runtime_error("no"); });
        } catch (const std::runtime_error& e) {
            what = e.what();
        }
        EXPECT_EQ(what, "no");
    }
}

TEST(Workers, NestedLoopsRunEveryIndexOnce) {
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Workers workers(threads);
        constexpr size_t kOuter = 20, kInner = 50;
        for (int round = 0; round < 3; ++round) {
            std::vector<int> done(kOuter * kInner * kInner);
            workers.for_each(kOuter, 1, [&](size_t i, unsigned) {
                workers.for_each(kInner, 1, [&](size_t j, unsigned) {
                    workers.for_each(kInner, 7, [&](size_t k, unsigned) { ++done[(i * kInner + j) * kInner + k]; });
                });
            });
            EXPECT_EQ(done, std::vector<int>(done.size(), 1)) << threads << " threads";
        }
    }
}

TEST(Workers, NestedLoopsUseEachWorkerIdOnOneThreadAtATime) {
    constexpr unsigned kThreads = 4;
    Workers workers(kThreads);
    std::atomic<bool> met = false;
    workers.for_each(10, 1, [&](size_t, unsigned) {
        std::vector<std::atomic<int>> busy(kThreads);
        workers.for_each(200, 1, [&](size_t, unsigned worker) {
            if (worker >= kThreads || busy[worker].fetch_add(1) != 0) met = true;
            busy[worker].fetch_sub(1);
        });
    });
    EXPECT_FALSE(met);
}

TEST(Workers, ExceptionsOfNestedLoopsReachTheCaller) {
    Workers workers(3);
    const auto fail = [&] {
        workers.for_each(8, 1, [&](size_t i, unsigned) {
            workers.for_each(8, 1, [&](size_t, unsigned) { throw std::runtime_error(i == 0 ? "first" : "other"); });
        });
    };
    EXPECT_THROW(fail(), std::runtime_error);
    std::atomic<int> done = 0;
    workers.for_each(100, 1, [&](size_t, unsigned) { ++done; });
    EXPECT_EQ(done, 100) << "after an exception";
}

TEST(Workers, LoopForOneThreadStartsNoThread) {
    Workers workers(8);
    const std::thread::id caller = std::this_thread::get_id();
    workers.for_each(5, 5, [&](size_t, unsigned worker) {
        EXPECT_EQ(worker, 0u);
        EXPECT_EQ(std::this_thread::get_id(), caller);
    });
}

TEST(Workers, PartsCoverAllItemsOnce) {
    Workers workers(3);
    for (const size_t items : {size_t{0}, size_t{1}, size_t{9}, size_t{1000}}) {
        EXPECT_EQ(part_count(nullptr, items, 10), 1u);
        const size_t parts = part_count(&workers, items, 10);
        EXPECT_LE(parts, std::max(items / 10, size_t{1}));
        size_t next = 0;
        for (size_t p = 0; p < parts; ++p) {
            EXPECT_EQ(part_range(items, parts, p).begin, next);
            next = part_range(items, parts, p).end;
        }
        EXPECT_EQ(next, items);
    }
}

TEST(ThreadCount, ZeroMeansAllAndTheMinimumIsOne) {
    EXPECT_GE(thread_count(0), 1u);
    EXPECT_EQ(thread_count(5), 5u);
}

}  // namespace
}  // namespace navspan
