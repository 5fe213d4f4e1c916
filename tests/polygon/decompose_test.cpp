// Tests hole merging, triangulation and convex merging on difficult hand-made rings.

#include <gtest/gtest.h>

#include <algorithm>

#include "polygon/ring.h"
#include "support/checks/polygon_checks.h"
#include "support/worlds/lattice_region.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;
using Ring = std::vector<LatticePoint>;

// Runs all steps from rings to convex polygons and checks their results. Returns the number of corners of each polygon.
std::vector<size_t> decompose(const std::vector<Ring>& rings, int32_t max_vertices = 255) {
    Ring points;
    std::vector<uint32_t> first{0};
    for (const Ring& ring : rings) {
        points.insert(points.end(), ring.begin(), ring.end());
        first.push_back(uint32_t(points.size()));
    }
    CheckReport report;
    const MergedRings merged = merge_holes(points, first);
    support::check_merged_rings(points, first, merged, report);
    std::vector<size_t> counts;
    for (size_t r = 0; r + 1 < merged.first.size(); ++r) {
        Ring ring, corners;
        for (uint32_t i = merged.first[r]; i < merged.first[r + 1]; ++i)
            ring.push_back(points[merged.corners[i]]);
        const Triangulation triangulation = triangulate(ring);
        support::check_triangulation(ring, triangulation, report);
        for (const auto& triangle : triangulation.triangles) {
            for (const uint32_t i : triangle)
                corners.push_back(ring[i]);
        }
        const ConvexParts parts = merge_convex(corners, triangulation.twins, max_vertices);
        support::check_convex_parts(corners, parts, max_vertices, report);
        for (size_t p = 0; p + 1 < parts.first.size(); ++p)
            counts.push_back(parts.first[p + 1] - parts.first[p]);
    }
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.failures.front());
    return counts;
}

Ring square(int32_t x, int32_t z, int32_t side) {
    return {{x, z}, {x, z + side}, {x + side, z + side}, {x + side, z}};
}
Ring square_hole(int32_t x, int32_t z, int32_t side) {
    return {{x, z}, {x + side, z}, {x + side, z + side}, {x, z + side}};
}

TEST(Decompose, ConvexRingIsOnePolygon) {
    EXPECT_EQ(decompose({square(0, 0, 5)}), std::vector<size_t>{4});
    EXPECT_EQ(decompose({{{3, 0}, {1, 1}, {0, 3}, {1, 5}, {3, 6}, {5, 5}, {6, 3}, {5, 1}}}), std::vector<size_t>{8});
}

TEST(Decompose, RespectsTheMaximumCornerCount) {
    const Ring octagon{{3, 0}, {1, 1}, {0, 3}, {1, 5}, {3, 6}, {5, 5}, {6, 3}, {5, 1}};
    EXPECT_EQ(decompose({octagon}, 3), std::vector<size_t>(6, 3));
    for (const size_t n : decompose({octagon}, 5))
        EXPECT_LE(n, 5u);
}

TEST(Decompose, CollinearEdgesMakeNoDegenerateTriangles) {
    Ring ring;
    for (int32_t z = 0; z < 20; ++z)
        ring.push_back({0, z});
    ring.push_back({7, 9});
    EXPECT_FALSE(decompose({ring}).empty());
    Ring dense;
    for (int32_t i = 0; i < 9; ++i)
        dense.push_back({0, i});
    for (int32_t i = 0; i < 9; ++i)
        dense.push_back({i, 9});
    for (int32_t i = 0; i < 9; ++i)
        dense.push_back({9, 9 - i});
    for (int32_t i = 0; i < 9; ++i)
        dense.push_back({9 - i, 0});
    EXPECT_FALSE(decompose({dense}).empty());
}

TEST(Decompose, ConnectsCollinearHoles) {
    std::vector<Ring> rings{square(0, 0, 40)};
    for (int32_t i = 1; i < 9; ++i)
        rings.push_back(square_hole(4 * i, 20, 2));
    decompose(rings);
    for (Ring& ring : rings) {
        for (LatticePoint& p : ring)
            p = {p.z, 40 - p.x};
    }
    decompose(rings);
}

TEST(Decompose, ConnectsHolesWithTheSameLeftmostX) {
    std::vector<Ring> rings{square(0, 0, 40)};
    for (int32_t i = 1; i < 9; ++i)
        rings.push_back(square_hole(9, 4 * i, 2));
    decompose(rings);
}

TEST(Decompose, ConnectsHolesInsideConcaveParts) {
    const Ring horseshoe{{0, 0}, {0, 30}, {30, 30}, {30, 0}, {20, 0}, {20, 20}, {10, 20}, {10, 0}};
    decompose({horseshoe, square_hole(3, 3, 3), square_hole(24, 3, 3), square_hole(13, 23, 3), square_hole(24, 24, 3)});
}

TEST(Decompose, HandlesHolesThatTouchTheOutlineInAVertex) {
    const Ring outline{{0, 0}, {0, 5}, {0, 10}, {10, 10}, {10, 0}};
    decompose({outline, {{0, 5}, {4, 3}, {4, 7}}});
}

TEST(Decompose, HandlesHolesThatTouchEachOtherAndTheOutline) {
    // A chain of holes along the diagonal cuts the square into two parts.
    std::vector<Ring> rings{square(0, 0, 12)};
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t a = 3 * i, b = 3 * i + 3;
        rings.push_back({{a, a}, {a + 2, a + 1}, {b, b}, {a + 1, a + 2}});
    }
    decompose(rings);
}

TEST(Decompose, HandlesAPocketEnclosedByTouchingHoles) {
    decompose({square(0, 0, 20), {{5, 5}, {15, 5}, {10, 8}}, {{5, 5}, {10, 12}, {15, 5}, {10, 15}}});
}

TEST(Decompose, HandlesSeveralOutlinesWithHoles) {
    decompose({square(0, 0, 20), square_hole(5, 5, 10), square(7, 7, 6), square_hole(9, 9, 2), square(30, 0, 9)});
}

TEST(Decompose, MergesAcrossBridges) {
    // A square with a square hole needs at least four polygons. Without merging across bridges there would be eight.
    EXPECT_LE(decompose({square(0, 0, 30), square_hole(10, 10, 10)}).size(), 5u);
}

// If an algorithm had quadratic run time, this test and the next test would take minutes.
TEST(Decompose, HandlesALongComb) {
    Ring comb{{0, 0}};
    for (int32_t i = 0; i < 15000; ++i) {
        comb.push_back({4 * i, 1000});
        comb.push_back({4 * i + 2, 5});
    }
    comb.push_back({60000, 0});
    decompose({comb});
}

TEST(Decompose, HandlesThousandsOfHoles) {
    Random random(3);
    std::vector<Ring> rings{square(0, 0, 320)};
    for (int32_t x = 4; x < 312; x += 6) {
        for (int32_t z = 4; z < 312; z += 6)
            rings.push_back(square_hole(x + random.between(0, 2), z + random.between(0, 2), 3));
    }
    decompose(rings);
}

TEST(Decompose, ReturnsTheRemainderOfASelfIntersectingRing) {
    const Ring bow{{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const Triangulation triangulation = triangulate(bow);
    EXPECT_TRUE(!triangulation.rest.empty() || triangulation.triangles.size() == 2);
    const Ring clockwise{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    EXPECT_EQ(triangulate(clockwise).rest.size(), 4u);
}

TEST(Decompose, ReportsHolesOutsideAllOutlines) {
    Ring points = square(0, 0, 4);
    const Ring away = square_hole(10, 10, 2);
    points.insert(points.end(), away.begin(), away.end());
    const MergedRings merged = merge_holes(points, std::vector<uint32_t>{0, 4, 8});
    EXPECT_EQ(merged.stray.size(), 1u);
    EXPECT_EQ(merged.first.size(), 2u);
}

// In the result, each input edge must be in exactly one outline. Both sides of a bridge must be in the same ring.
TEST(Decompose, ConnectsHolesToTheirOwnOutlineIfOutlinesCross) {
    for (uint64_t seed = 0; seed < rounds(2000); ++seed) {
        Random random(seed);
        std::vector<LatticePoint> points;
        std::vector<uint32_t> first{0};
        const auto add_box = [&](LatticePoint low, LatticePoint size, bool hole) {
            Ring ring{low, {low.x, low.z + size.z}, {low.x + size.x, low.z + size.z}, {low.x + size.x, low.z}};
            if (hole) std::reverse(ring.begin(), ring.end());
            points.insert(points.end(), ring.begin(), ring.end());
            first.push_back(uint32_t(points.size()));
        };
        for (int outline = 0; outline < 2; ++outline) {
            const LatticePoint low{random.between(0, 20), random.between(0, 20)};
            const LatticePoint size{random.between(10, 30), random.between(10, 30)};
            add_box(low, size, false);
            for (int hole = random.between(1, 2); hole > 0; --hole) {
                const int32_t x = random.between(1, size.x - 3), z = random.between(1, size.z - 3);
                add_box({low.x + x, low.z + z}, {2, 2}, true);
            }
        }
        const MergedRings merged = merge_holes(points, first);
        std::vector<int> edges(points.size(), 0);
        for (size_t r = 0; r + 1 < merged.first.size(); ++r) {
            for (uint32_t i = merged.first[r]; i < merged.first[r + 1]; ++i) {
                if (merged.bridge[i] == kNoIndex) {
                    ASSERT_EQ(++edges[merged.corners[i]], 1) << "seed " << seed;
                } else {
                    ASSERT_GE(merged.bridge[i], merged.first[r]) << "seed " << seed;
                    ASSERT_LT(merged.bridge[i], merged.first[r + 1]) << "seed " << seed;
                }
            }
        }
    }
}

TEST(Decompose, RandomInvalidRingsEndAndReturnTheirRemainder) {
    for (uint64_t seed = 0; seed < rounds(20000); ++seed) {
        Random random(seed);
        Ring ring;
        for (int n = random.between(0, 12); n > 0; --n)
            ring.push_back({random.between(0, 6), random.between(0, 6)});
        const Triangulation triangulation = triangulate(ring);
        int64_t area = 0;
        for (const auto& [a, b, c] : triangulation.triangles) {
            EXPECT_GT(orient2d(ring[a], ring[b], ring[c]), 0) << "seed " << seed;
            area += orient2d(ring[a], ring[b], ring[c]);
        }
        Ring rest;
        for (const uint32_t i : triangulation.rest)
            rest.push_back(ring[i]);
        ASSERT_EQ(area + doubled_area(rest), doubled_area(ring)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
