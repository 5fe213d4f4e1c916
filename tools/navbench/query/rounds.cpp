// Measures how long queries take, alternately for all sides of a comparison.
//
// In: the sides, each with a function that runs one query.
// Out: the mean and the percentiles of the times of each side.
// Idea: Each round runs all queries of a side twice. The first pass gives the mean processor time. The second pass gives the
// wall-clock time of each query. The minimum of the rounds counts.
// Source: own method.
// Weak cases: The time of a very short query depends on the resolution of the clock.

#include "navbench/query/rounds.h"

#include <algorithm>
#include <ctime>

#include "navbench/common.h"

namespace navspan::tools {
namespace {

double now_us() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) * 1e6 + double(t.tv_nsec) * 1e-3;
}

// Returns the minimum time between two clock readings [us].
double clock_cost() {
    double least = 1e9;
    for (int i = 0; i < 1000; ++i) {
        const double start = now_us();
        least = std::min(least, now_us() - start);
    }
    return least;
}

}  // namespace

std::vector<QueryFigures> measure_sides(const std::vector<Side>& sides, size_t count, int rounds) {
    std::vector<std::vector<double>> each(sides.size(), std::vector<double>(count, 1e300));
    std::vector<Times> whole(sides.size());
    const double clock = clock_cost();
    volatile double sink = 0;
    for (int round = -1; round < rounds; ++round) {  // round -1 warms up
        for (size_t s = 0; s < sides.size(); ++s) {
            const double start = thread_ms();
            for (size_t i = 0; i < count; ++i)
                sink = sink + sides[s].run(i);
            if (round >= 0) whole[s].rounds.push_back((thread_ms() - start) * 1e3 / double(count));
            for (size_t i = 0; i < count; ++i) {
                const double before = now_us();
                sink = sink + sides[s].run(i);
                each[s][i] = std::min(each[s][i], std::max(now_us() - before - clock, 0.0));
            }
        }
    }
    std::vector<QueryFigures> figures;
    for (size_t s = 0; s < sides.size(); ++s) {
        std::vector<double>& t = each[s];
        std::sort(t.begin(), t.end());
        figures.push_back({whole[s].least(), t[count / 2], t[count * 95 / 100], t[count * 99 / 100], t.back()});
    }
    return figures;
}

}  // namespace navspan::tools
