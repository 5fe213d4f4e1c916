#include "query/path/weighted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// A winding corridor from a start to a goal. Portals divide it into regions with different cost factors.
struct RandomSleeve {
    FlatPoint start, goal;
    std::vector<FlatPortal> portals;
    std::vector<double> cost;
    WeightedCorridor corridor() const { return {start, goal, portals, cost}; }
};

enum class Costs { equal, alike, far_apart, with_zeros };

// Builds a random corridor. Each portal copies the previous portal and moves one end or both ends forward, so portals can share
// corners.
RandomSleeve random_sleeve(Random& random, int portals, Costs costs) {
    RandomSleeve s;
    s.start = {random.real(-2, -0.1), random.real(-1, 1)};
    FlatPoint l{0, 1}, r{0, -1}, ahead{1, 0};
    for (int i = 0; i < portals; ++i) {
        if (i > 0) {
            const double bend = random.real(-0.4, 0.4), step = random.real(0.1, 2), size = std::hypot(ahead.x, ahead.z);
            ahead = {(ahead.x - bend * ahead.z) / size, (ahead.z + bend * ahead.x) / size};
            const FlatPoint middle{(l.x + r.x) / 2 + step * ahead.x, (l.z + r.z) / 2 + step * ahead.z};
            const double a = random.real(0.2, 1), b = random.real(0.2, 1);
            const int which = random.between(0, 2);
            if (which != 0) l = {middle.x - a * ahead.z, middle.z + a * ahead.x};
            if (which != 1) r = {middle.x + b * ahead.z, middle.z - b * ahead.x};
        }
        s.portals.push_back({l, r});
    }
    s.goal = {(l.x + r.x) / 2 + 2 * ahead.x, (l.z + r.z) / 2 + 2 * ahead.z};
    for (int i = 0; i <= portals; ++i) {
        const double far_apart[] = {0.01, 1, 10, 100};
        s.cost.push_back(costs == Costs::equal       ? 1
                         : costs == Costs::alike     ? random.real(0.5, 5)
                         : costs == Costs::far_apart ? far_apart[random.between(0, 3)]
                                                     : random.between(0, 1));
    }
    if (portals > 0 && random.chance(0.1)) s.start = s.portals[0].left;
    return s;
}

FlatPoint on_portal(const RandomSleeve& s, size_t i, double t) {
    const auto [left, right] = s.portals[i];
    return {right.x + t * (left.x - right.x), right.z + t * (left.z - right.z)};
}

double distance(FlatPoint a, FlatPoint b) {
    return std::hypot(a.x - b.x, a.z - b.z);
}

double cost_of(const RandomSleeve& s, const std::vector<double>& t) {
    double cost = 0;
    FlatPoint at = s.start;
    for (size_t i = 0; i < t.size(); ++i) {
        cost += s.cost[i] * distance(at, on_portal(s, i, t[i]));
        at = on_portal(s, i, t[i]);
    }
    return cost + s.cost.back() * distance(at, s.goal);
}

// Returns the cost of the cheapest path that crosses each portal at one of `samples` + 1 evenly spaced points.
double cost_over_samples(const RandomSleeve& s, int samples) {
    std::vector<double> before{0}, now;
    std::vector<FlatPoint> from{s.start}, to;
    for (size_t i = 0; i <= s.portals.size(); ++i) {
        to.clear();
        for (int k = 0; i < s.portals.size() && k <= samples; ++k)
            to.push_back(on_portal(s, i, double(k) / samples));
        if (i == s.portals.size()) to.push_back(s.goal);
        now.assign(to.size(), std::numeric_limits<double>::infinity());
        for (size_t b = 0; b < to.size(); ++b) {
            for (size_t a = 0; a < from.size(); ++a)
                now[b] = std::min(now[b], before[a] + s.cost[i] * distance(from[a], to[b]));
        }
        before.swap(now);
        from.swap(to);
    }
    return before[0];
}

TEST(Weighted, NoSampledPathIsCheaper) {
    WeightedScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(300); ++seed) {
        Random random(seed);
        const RandomSleeve s = random_sleeve(random, random.between(1, 8), Costs(seed % 4));
        std::vector<double> t(s.portals.size(), 0.5);
        const WeightedResult result = optimize_crossings(s.corridor(), 1e-7, scratch, t);
        const double sampled = cost_over_samples(s, 100);
        const double slack = s.cost == std::vector<double>(s.cost.size(), 0) ? 1 : 1e-6 * (1 + sampled);
        EXPECT_NEAR(cost_of(s, t), result.cost, 1e-9 * (1 + result.cost)) << "seed " << seed;
        EXPECT_LE(result.cost, sampled + slack) << "seed " << seed;
        EXPECT_LE(result.lower_bound, sampled + slack) << "seed " << seed;
    }
}

TEST(Weighted, LowerBoundIsCloseToTheCost) {
    WeightedScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(3000); ++seed) {
        Random random(seed);
        const RandomSleeve s = random_sleeve(random, random.between(1, seed % 50 ? 30 : 600), Costs(seed % 3));
        std::vector<double> t(s.portals.size());
        for (double& share : t)
            share = random.real(0, 1);
        const WeightedResult result = optimize_crossings(s.corridor(), 1e-7, scratch, t);
        EXPECT_LE(result.cost - result.lower_bound, 1e-6 * result.cost) << "seed " << seed;
    }
}

TEST(Weighted, FollowsSnellsLaw) {
    // At the only portal, the law of refraction holds: the sines of the two angles are inversely proportional to the cost
    // factors.
    const std::vector<FlatPortal> portals{{{0, 100}, {0, -100}}};
    const std::vector<double> cost{1, 3};
    std::vector<double> t{0.9};
    WeightedScratch scratch;
    optimize_crossings({{-4, -5}, {6, 7}, portals, cost}, 1e-12, scratch, t);
    const double z = -100 + 200 * t[0];
    const double sine_in = (z + 5) / std::hypot(4, z + 5), sine_out = (7 - z) / std::hypot(6, 7 - z);
    EXPECT_NEAR(sine_in, 3 * sine_out, 1e-5);
}

TEST(Weighted, CrossingsMoveTogetherAroundACorner) {
    // Five portals share their left end. The initial path passes through this corner, but the cheapest path does not.
    std::vector<FlatPortal> portals;
    for (int i = 0; i < 5; ++i)
        portals.push_back({{0, 0}, {-2 + 1.0 * i, -3}});
    const std::vector<double> cost{1, 1, 1, 1, 1, 1};
    std::vector<double> t(5, 1.0);
    WeightedScratch scratch;
    const WeightedResult result = optimize_crossings({{-3, -1}, {3, -1}, portals, cost}, 1e-7, scratch, t);
    EXPECT_NEAR(result.cost, 6, 1e-6);
}

TEST(Weighted, NeverCostsMoreThanTheGivenPath) {
    WeightedScratch scratch;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const RandomSleeve s = random_sleeve(random, random.between(0, 12), Costs(seed % 4));
        std::vector<double> t(s.portals.size());
        for (double& share : t)
            share = random.chance(0.5) ? random.between(0, 1) : random.real(0, 1);
        const double given = cost_of(s, t);
        const WeightedResult result = optimize_crossings(s.corridor(), 1e-7, scratch, t);
        EXPECT_LE(result.cost, given * (1 + 1e-12)) << "seed " << seed;
        for (const double share : t)
            EXPECT_TRUE(share >= 0 && share <= 1) << "seed " << seed;
    }
}

TEST(Weighted, ZeroCostGroundAndZeroLengthCostNothing) {
    WeightedScratch scratch;
    const std::vector<FlatPortal> portals{{{0, 1}, {0, -1}}};
    std::vector<double> t{0.25}, nothing{0, 0}, one{1, 2};
    EXPECT_EQ(optimize_crossings({{-1, 0}, {1, 0}, portals, nothing}, 1e-7, scratch, t).cost, 0);
    t = {0.5};
    EXPECT_EQ(optimize_crossings({{0, 0}, {0, 0}, portals, one}, 1e-7, scratch, t).cost, 0);
    EXPECT_EQ(t[0], 0.5);
}

}  // namespace
}  // namespace navspan
