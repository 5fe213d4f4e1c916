#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace navspan {
namespace {

TEST(ParallelFor, EveryIndexIsDoneOnce) {
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

TEST(ParallelFor, AWorkerNeverMeetsItself) {
    constexpr unsigned kThreads = 8;
    std::vector<std::atomic<int>> busy(kThreads);
    std::atomic<bool> met = false;
    parallel_for(5000, {.threads = kThreads}, [&](size_t, unsigned worker) {
        if (worker >= kThreads || busy[worker].fetch_add(1) != 0) met = true;
        busy[worker].fetch_sub(1);
    });
    EXPECT_FALSE(met);
}

TEST(ParallelFor, OneThreadIsTheCallersAndGoesInOrder) {
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

TEST(ThreadCount, ZeroMeansAllAndThereIsAlwaysOne) {
    EXPECT_GE(thread_count(0), 1u);
    EXPECT_EQ(thread_count(5), 5u);
}

}  // namespace
}  // namespace navspan
