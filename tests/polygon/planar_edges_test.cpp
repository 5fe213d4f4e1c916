// Tests that planar edges have no crossings, even if the input curves cross.

#include "polygon/planar_edges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "polygon/edge_pairs.h"
#include "polygon/ring.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

std::vector<CurveSegment> random_curve(Random& random, int count, int32_t side, uint32_t layer) {
    std::vector<LatticePoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({random.between(0, side), random.between(0, side)});
    std::vector<CurveSegment> curve;
    for (size_t i = 0; i < points.size(); ++i)
        curve.push_back({points[i], points[i + 1 == points.size() ? 0 : i + 1], layer});
    return curve;
}

uint8_t odd(std::span<const LayerWinding> around) {
    return !around.empty() && around[0].winding % 2 != 0;
}

// Checks that edges meet only at end points. Edges and points must be sorted, and every point must belong to an edge.
void expect_drawing(const PlanarEdges& drawing) {
    std::vector<uint8_t> used(drawing.points.size(), 0);
    for (size_t i = 0; i < drawing.edges.size(); ++i) {
        const PlanarEdge& e = drawing.edges[i];
        ASSERT_LT(e.a, e.b);
        ASSERT_NE(e.below, e.above);
        used[e.a] = used[e.b] = 1;
        for (size_t k = 0; k < i; ++k) {
            const PlanarEdge& f = drawing.edges[k];
            ASSERT_TRUE(f.a < e.a || (f.a == e.a && f.b < e.b));
            ASSERT_FALSE(segments_conflict(drawing.points[e.a], drawing.points[e.b], drawing.points[f.a], drawing.points[f.b]));
        }
    }
    ASSERT_TRUE(std::is_sorted(drawing.points.begin(), drawing.points.end(), is_before));
    ASSERT_EQ(std::count(used.begin(), used.end(), 0), 0);
}

TEST(PlanarEdges, LongEdgesInASmallSquareHaveNoCrossingsAfterwards) {
    for (uint64_t seed = 1; seed <= support::rounds(30); ++seed) {
        Random random(seed);
        const PlanarEdges drawing = *overlay_curves(random_curve(random, 200, 16, 0), odd);
        expect_drawing(drawing);
        ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
        for (const LatticePoint& p : drawing.points)
            ASSERT_TRUE(p.x >= 0 && p.z >= 0 && p.x <= 16 && p.z <= 16) << "seed " << seed;
    }
}

TEST(PlanarEdges, RingsOfALabelBoundTheSameGround) {
    for (uint64_t seed = 1; seed <= support::rounds(100); ++seed) {
        Random random(seed);
        const PlanarEdges drawing = *overlay_curves(random_curve(random, random.between(3, 30), 1000, 0), odd);
        const LabelRings rings = rings_of_label(drawing, 1);
        ASSERT_EQ(rings.corners.size(), drawing.edges.size()) << "seed " << seed;
        // Twice the sum of the signed trapezoids between the edges and the x axis.
        int64_t wanted = 0, found = 0;
        for (const PlanarEdge& e : drawing.edges) {
            const LatticePoint a = drawing.points[e.a], b = drawing.points[e.b];
            wanted += (int64_t{b.x} - a.x) * (int64_t{a.z} + b.z) * (e.below ? 1 : -1);
        }
        std::vector<LatticePoint> ring;
        for (size_t r = 0; r + 1 < rings.first.size(); ++r) {
            ring.clear();
            for (uint32_t i = rings.first[r]; i < rings.first[r + 1]; ++i)
                ring.push_back(drawing.points[rings.corners[i]]);
            found += doubled_area(ring);
        }
        ASSERT_EQ(found, wanted) << "seed " << seed;
    }
}

TEST(PlanarEdges, CurvesThatMeetOnTheLatticeAreExact) {
    const std::vector<CurveSegment> curves{{{0, 0}, {0, 4}, 0}, {{0, 4}, {4, 4}, 0}, {{4, 4}, {4, 0}, 0}, {{4, 0}, {0, 0}, 0},
                                           {{2, 2}, {2, 6}, 1}, {{2, 6}, {6, 6}, 1}, {{6, 6}, {6, 2}, 1}, {{6, 2}, {2, 2}, 1}};
    const PlanarEdges drawing =
        *overlay_curves(curves, [](std::span<const LayerWinding> around) { return uint8_t(around.size()); });
    expect_drawing(drawing);
    EXPECT_EQ(drawing.points,
              (std::vector<LatticePoint>{{0, 0}, {0, 4}, {2, 2}, {2, 4}, {2, 6}, {4, 0}, {4, 2}, {4, 4}, {6, 2}, {6, 6}}));
}

}  // namespace
}  // namespace navspan
