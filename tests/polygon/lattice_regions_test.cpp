// Tests hole merging, triangulation and convex merging on random regions of cells, with holes and touching corners.

#include <gtest/gtest.h>

#include <algorithm>

#include "polygon/ring.h"
#include "support/checks/polygon_checks.h"
#include "support/worlds/lattice_region.h"

namespace navspan {
namespace {

using support::CellSet;
using support::Random;
using support::Rings;
using support::rounds;

// Runs all steps from rings to convex polygons and checks their results. Returns twice the total area of the polygons.
int64_t decomposed_area(const Rings& rings, int32_t max_vertices, CheckReport& report) {
    const MergedRings merged = merge_holes(rings.points, rings.first);
    support::check_merged_rings(rings.points, rings.first, merged, report);
    int64_t area = 0;
    for (size_t r = 0; r + 1 < merged.first.size(); ++r) {
        std::vector<LatticePoint> ring;
        for (uint32_t i = merged.first[r]; i < merged.first[r + 1]; ++i)
            ring.push_back(rings.points[merged.corners[i]]);
        const Triangulation triangulation = triangulate(ring);
        support::check_triangulation(ring, triangulation, report);
        std::vector<LatticePoint> corners;
        for (const auto& triangle : triangulation.triangles) {
            for (const uint32_t i : triangle)
                corners.push_back(ring[i]);
        }
        const ConvexParts parts = merge_convex(corners, triangulation.twins, max_vertices);
        support::check_convex_parts(corners, parts, max_vertices, report);
        for (size_t p = 0; p + 1 < parts.first.size(); ++p) {
            std::vector<LatticePoint> polygon;
            for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k)
                polygon.push_back(corners[parts.edges[k]]);
            area += doubled_area(polygon);
        }
    }
    return area;
}

void expect_whole(const Rings& rings, int64_t doubled_cells, int32_t max_vertices, uint64_t seed, const CellSet& cells) {
    CheckReport report;
    const int64_t area = decomposed_area(rings, max_vertices, report);
    ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front() << drawing(cells) << listing(rings);
    ASSERT_EQ(area, doubled_cells) << "seed " << seed << drawing(cells) << listing(rings);
}

int64_t cell_area(const CellSet& cells) {
    return std::count(cells.inside.begin(), cells.inside.end(), uint8_t{1});
}

TEST(LatticeRegions, KeepTheirAreaExactlyWithHolesAndTouchingVertices) {
    for (uint64_t seed = 0; seed < rounds(100000) && !HasFatalFailure(); ++seed) {
        Random random(seed);
        const CellSet cells = random_cells(random, random.between(1, 10), random.between(1, 10));
        expect_whole(trace_rings(cells), 2 * cell_area(cells), random.between(3, 12), seed, cells);
    }
}

TEST(LatticeRegions, KeepTheirAreaIfRingsTouchInVertices) {
    for (uint64_t seed = 0; seed < rounds(20000) && !HasFatalFailure(); ++seed) {
        Random random(seed);
        const CellSet cells = random_cells(random, random.between(3, 12), random.between(3, 12));
        Rings rings = trace_rings(cells, &random);
        if (random.chance(0.5)) rings = drop_collinear(rings);
        expect_whole(rings, 2 * cell_area(cells), random.between(3, 255), seed, cells);
    }
}

TEST(LatticeRegions, KeepTheirAreaWhenSimplified) {
    for (uint64_t seed = 0; seed < rounds(10000) && !HasFatalFailure(); ++seed) {
        Random random(seed);
        const CellSet cells = random_cells(random, random.between(3, 14), random.between(3, 14));
        Rings rings = trace_rings(cells, random.chance(0.5) ? &random : nullptr);
        if (random.chance(0.5)) rings = drop_collinear(rings);
        rings = simplify_randomly(random, rings, random.between(10, 80));
        expect_whole(rings, total_doubled_area(rings), random.between(3, 9), seed, cells);
    }
}

TEST(LatticeRegions, AreHandledWhenLarge) {
    for (uint64_t seed = 0; seed < 3; ++seed) {
        Random random(seed);
        const CellSet cells = random_cells(random, 150, 150);
        expect_whole(trace_rings(cells), 2 * cell_area(cells), 6, seed, cells);
    }
}

}  // namespace
}  // namespace navspan
