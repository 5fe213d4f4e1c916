// Tests that the triangles of triangulate_monotone fill the area of every label exactly and share whole edges.

#include "polygon/triangulate_monotone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "core/predicates.h"
#include "plan/convex_ground.h"
#include "support/worlds/random_plans.h"

namespace navspan {
namespace {

using Side = std::tuple<uint32_t, uint32_t, uint8_t>;  // start and end of an edge, and the label of its triangle

TEST(TriangulateMonotone, TrianglesFillEveryLabel) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        support::Random random(seed);
        const support::RandomPlan made = support::random_plan(random, random.between(1, 4));
        const PlanarEdges drawing = overlay_shapes(made.plan);
        const LabelledTriangles cut = triangulate_monotone(drawing);
        ASSERT_EQ(cut.labels.size(), cut.triangles.size());
        std::vector<int64_t> areas(64, 0);
        for (size_t t = 0; t < cut.triangles.size(); ++t) {
            const auto [a, b, c] = cut.triangles[t];
            const int64_t area = orient2d(drawing.points[a], drawing.points[b], drawing.points[c]);
            ASSERT_GT(area, 0) << "seed " << seed;
            areas[cut.labels[t]] += area;
        }
        ASSERT_EQ(areas, made.doubled_area) << "seed " << seed;
    }
}

TEST(TriangulateMonotone, EverySideHasANeighbourOfItsLabelOrIsAnInputEdge) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        support::Random random(seed);
        const PlanarEdges drawing = overlay_shapes(support::random_overlapping_shapes(random, random.between(1, 12), 400));
        const LabelledTriangles cut = triangulate_monotone(drawing);
        std::vector<Side> sides, wanted;
        for (size_t t = 0; t < cut.triangles.size(); ++t) {
            for (size_t k = 0; k < 3; ++k)
                sides.emplace_back(cut.triangles[t][k], cut.triangles[t][(k + 1) % 3], cut.labels[t]);
        }
        std::sort(sides.begin(), sides.end());
        ASSERT_EQ(std::adjacent_find(sides.begin(), sides.end()), sides.end()) << "seed " << seed;
        for (const auto& [a, b, label] : sides) {
            if (!std::binary_search(sides.begin(), sides.end(), Side{b, a, label})) wanted.emplace_back(a, b, label);
        }
        // PlanarEdge::below is the label on the left of the edge.
        std::vector<Side> borders;
        for (const PlanarEdge& e : drawing.edges) {
            if (e.below) borders.emplace_back(e.a, e.b, e.below);
            if (e.above) borders.emplace_back(e.b, e.a, e.above);
        }
        std::sort(borders.begin(), borders.end());
        ASSERT_EQ(wanted, borders) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
