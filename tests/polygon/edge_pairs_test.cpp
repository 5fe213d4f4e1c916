// Tests that the search for pairs of segments finds every intersecting pair, and no pair twice.

#include "polygon/edge_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "polygon/ring.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;
using Pair = std::pair<uint32_t, uint32_t>;

std::vector<Segment> random_segments(Random& random, int count, int32_t side, int32_t reach) {
    std::vector<Segment> segments;
    for (int i = 0; i < count; ++i) {
        const LatticePoint a{random.between(0, side), random.between(0, side)};
        segments.push_back({a, {a.x + random.between(-reach, reach), a.z + random.between(-reach, reach)}});
    }
    return segments;
}

std::map<Pair, int> visits(const std::vector<Segment>& segments, const std::vector<uint8_t>& is_new) {
    std::map<Pair, int> counts;
    (void)any_overlapping_pair(segments, is_new, [&](uint32_t i, uint32_t k) {
        ++counts[{i, k}];
        return false;
    });
    return counts;
}

TEST(EdgePairs, EveryPairThatMeetsIsVisitedOnce) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        Random random(seed);
        const int32_t reach = seed % 2 ? 5 : 60;
        const std::vector<Segment> segments = random_segments(random, random.between(0, 60), 60, reach);
        std::vector<uint8_t> is_new;
        if (seed % 3 == 0) {
            for (size_t i = 0; i < segments.size(); ++i)
                is_new.push_back(random.chance(0.3));
        }
        const std::map<Pair, int> counts = visits(segments, is_new);
        for (const auto& [pair, count] : counts) {
            ASSERT_LT(pair.first, pair.second);
            ASSERT_EQ(count, 1) << "seed " << seed << ": " << pair.first << ", " << pair.second;
        }
        for (uint32_t i = 0; i < segments.size(); ++i) {
            for (uint32_t k = i + 1; k < segments.size(); ++k) {
                const bool meet = segments_touch(segments[i].a, segments[i].b, segments[k].a, segments[k].b);
                const bool asked = is_new.empty() || is_new[i] || is_new[k];
                if (!asked) {
                    ASSERT_EQ(counts.count({i, k}), 0u) << "seed " << seed << ": " << i << ", " << k;
                } else if (meet) {
                    ASSERT_EQ(counts.count({i, k}), 1u) << "seed " << seed << ": " << i << ", " << k;
                }
            }
        }
    }
}

}  // namespace
}  // namespace navspan
