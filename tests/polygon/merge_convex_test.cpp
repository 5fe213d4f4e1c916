#include "polygon/merge_convex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/predicates.h"
#include "polygon/triangulate.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

std::vector<LatticePoint> corners_of(const std::vector<LatticePoint>& ring, const Triangulation& triangulation) {
    std::vector<LatticePoint> corners;
    for (const auto& triangle : triangulation.triangles) {
        for (const uint32_t position : triangle)
            corners.push_back(ring[position]);
    }
    return corners;
}

using EdgeRings = std::vector<std::vector<uint32_t>>;  // the half-edges of each polygon

// The edge to remove next. It is between the polygons `low` and `high`.
struct Choice {
    size_t low = 0, high = 0;
    size_t at_low = 0, at_high = 0;  // positions of the edge and its twin in their rings
};

// Tests all pairs of polygons and selects the edge that merge_convex must remove next.
bool choose(const std::vector<LatticePoint>& corners, const std::vector<uint32_t>& twins, size_t most, const EdgeRings& places,
            Choice& best) {
    bool found = false;
    std::tuple<int64_t, size_t, size_t, uint32_t> best_key;
    for (size_t low = 0; low < places.size(); ++low) {
        for (size_t high = low + 1; high < places.size(); ++high) {
            const auto &p = places[low], &q = places[high];
            if (p.size() + q.size() - 2 > most) continue;
            for (size_t i = 0; i < p.size(); ++i) {
                const auto twin = std::find(q.begin(), q.end(), twins[p[i]]);
                if (twin == q.end()) continue;
                const size_t j = size_t(twin - q.begin());
                const auto at = [&](const auto& ring, size_t k) { return corners[ring[k % ring.size()]]; };
                const LatticePoint a = at(p, i), b = at(q, j);
                if (!is_left(at(p, i + p.size() - 1), a, at(q, j + 2))) continue;
                if (!is_left(at(q, j + q.size() - 1), b, at(p, i + 2))) continue;
                const std::tuple key(-distance_squared(a, b), low, high, p[i]);
                if (found && key > best_key) continue;
                found = true;
                best_key = key;
                best = {low, high, i, j};
            }
        }
    }
    return found;
}

EdgeRings reference_merge_convex(const std::vector<LatticePoint>& corners, const std::vector<uint32_t>& twins, size_t most) {
    EdgeRings places;
    for (uint32_t t = 0; t < corners.size() / 3; ++t)
        places.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    Choice c;
    while (choose(corners, twins, most, places, c)) {
        auto &p = places[c.low], &q = places[c.high];
        std::rotate(p.begin(), p.begin() + ptrdiff_t(c.at_low), p.end());
        std::rotate(q.begin(), q.begin() + ptrdiff_t(c.at_high), q.end());
        p.erase(p.begin());
        p.insert(p.end(), q.begin() + 1, q.end());
        places[c.high] = places.back();
        places.pop_back();
    }
    return places;
}

// Builds a ring of two opposite zigzag lines, in which many edges have the same length.
std::vector<LatticePoint> random_ring(Random& random) {
    const int32_t half = random.between(3, 30), step = random.between(1, 4), height = random.between(1, 8);
    std::vector<LatticePoint> ring;
    for (int32_t i = 0; i < half; ++i)
        ring.push_back({i * step, 10 + random.between(0, height)});
    for (int32_t i = half - 1; i >= 0; --i)
        ring.push_back({i * step, -random.between(0, height)});
    return ring;
}

TEST(MergeConvex, EqualsTheNaiveImplementation) {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        const std::vector<LatticePoint> ring = random_ring(random);
        const Triangulation triangulation = triangulate(ring);
        ASSERT_TRUE(triangulation.rest.empty()) << "seed " << seed;
        const std::vector<LatticePoint> corners = corners_of(ring, triangulation);
        for (const int32_t most : {3, 4, 6, 9, 1000}) {
            const ConvexParts parts = merge_convex(corners, triangulation.twins, most);
            EdgeRings merged;
            for (size_t p = 0; p + 1 < parts.first.size(); ++p)
                merged.emplace_back(parts.edges.begin() + parts.first[p], parts.edges.begin() + parts.first[p + 1]);
            ASSERT_EQ(merged, reference_merge_convex(corners, triangulation.twins, size_t(most)))
                << "seed " << seed << " most " << most;
        }
    }
}

TEST(MergeConvex, TimeIsNearlyLinearInTheTriangleCount) {
    // If the algorithm had quadratic run time, this test would take minutes.
    constexpr int32_t kCorners = 30000;
    std::vector<LatticePoint> ring;
    for (int32_t i = 0; i < kCorners; ++i)
        ring.push_back({i * (i + 1) / 2, i});
    const Triangulation triangulation = triangulate(ring);
    ASSERT_EQ(triangulation.triangles.size(), size_t(kCorners - 2));
    const ConvexParts parts = merge_convex(corners_of(ring, triangulation), triangulation.twins, kCorners);
    EXPECT_EQ(parts.first, (std::vector<uint32_t>{0, kCorners}));
}

}  // namespace
}  // namespace navspan
