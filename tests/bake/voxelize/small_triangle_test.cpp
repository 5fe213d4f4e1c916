#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/triangle.h"
#include "bake/voxelize/units.h"
#include "support/text/random.h"
#include "support/worlds/lattices.h"

namespace navspan {
namespace {

using support::Random;

constexpr int32_t kWidth = 5, kDepth = 19;  // extent of the grid [cell]; the rasterizer splits its rows into three bands

// Returns one of the following at random: `near`; the lattice line closest to `near`; a coordinate close to this line; the
// multiple of 1/4 closest to `near`.
double random_coordinate(Random& random, double near) {
    switch (random.between(0, 5)) {
        case 0:
            return std::round(near);
        case 1:
            return std::round(near) + random.between(-3, 3) * 0x1p-20;
        case 2:
            return std::round(near) + random.between(-3, 3) * 0x1p-22;
        case 3:
            return std::round(near * 4) / 4;
        default:
            return near;
    }
}

// Returns the corners of a random triangle. Half of the triangles are horizontal or almost horizontal.
std::array<DVec3, 3> random_corners(Random& random) {
    const double size = std::array{0.6, 2.1, 3.1}[size_t(random.between(0, 2))],
                 height = random.chance(0.5) ? 0.3 : random.real(0, 20);
    const DVec3 at{random.real(-0.7, kWidth), random.real(-1, 8), random.real(-0.7, kDepth)};
    std::array<DVec3, 3> corners;
    DVec3 before = at;
    for (DVec3& corner : corners) {
        corner = {random_coordinate(random, at.x + random.real(0, size)),
                  random_coordinate(random, at.y + random.real(0, height)),
                  random_coordinate(random, at.z + random.real(0, size))};
        // some sides are parallel to an axis, and some corners are equal
        if (random.chance(0.1)) corner.x = before.x;
        if (random.chance(0.1)) corner.y = before.y;
        if (random.chance(0.1)) corner.z = before.z;
        before = corner;
    }
    return corners;
}

void add_triangle(TriangleSoup& soup, const std::array<DVec3, 3>& corners, uint8_t area) {
    const auto n = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
    soup.triangles.push_back({n, n + 1, n + 2});
    soup.areas.push_back(area);
}

// Voxelizes single triangles with TriangleCutter, which supports triangles of any size.
class GeneralCutter {
public:
    explicit GeneralCutter(const Grid& grid) : grid_(grid), rows_(rows_of_grid(grid)), cutter_(grid, rows_) {}

    Heightfield cut(const std::array<DVec3, 3>& triangle, uint8_t area) {
        const LatticeUnits units(support::kUnitLattice);
        std::array<TriangleCorner, 3> corners;
        for (size_t k = 0; k < 3; ++k) {
            const DVec3 p = units(triangle[k]);
            corners[k] = {F64x2{p.x, p.y}, p.z};
        }
        cutter_.cut(based_triangle(corners, grid_), area, {0, grid_.depth});
        Heightfield field{.grid = grid_, .first = {}, .spans = {}};
        for (RowColumns& row : rows_)
            row.take(field);
        field.first.push_back(uint32_t(field.spans.size()));
        return field;
    }

private:
    static std::vector<RowColumns> rows_of_grid(const Grid& grid) {
        std::vector<RowColumns> rows;
        for (int32_t row = 0; row < grid.depth; ++row)
            rows.emplace_back(grid.width, 0);
        return rows;
    }
    Grid grid_;
    std::vector<RowColumns> rows_;
    TriangleCutter cutter_;
};

TEST(SmallTriangle, EqualsTheGeneralMethod) {
    // The lowest or highest heights of some triangles are outside the grid.
    for (const int32_t y0 : {0, 4, -kMaxHeight + 6}) {
        const Grid grid{0, 0, y0, kWidth, kDepth};
        GeneralCutter general(grid);
        size_t covered = 0;
        for (uint64_t seed = 1; seed <= support::rounds(20'000); ++seed) {
            Random random(seed);
            TriangleSoup soup;
            add_triangle(soup, random_corners(random), 7);
            const auto fast = rasterize_triangles(soup, soup.areas, support::kUnitLattice, grid, {});
            const Heightfield slow = general.cut({soup.vertices[0], soup.vertices[1], soup.vertices[2]}, 7);
            ASSERT_EQ(fast->first, slow.first) << "seed " << seed << ", lowest step " << y0;
            ASSERT_EQ(fast->spans, slow.spans) << "seed " << seed << ", lowest step " << y0;
            covered += slow.spans.size();
        }
        EXPECT_GT(covered, 0u);
    }
}

// In each band of rows, the rasterizer cuts small triangles four at a time. The last group of a band can have fewer than four
// triangles. The triangles of a soup are far above each other, so that no triangle can hide an error of another triangle.
TEST(SmallTriangle, GroupsOfAnySizeEqualTheGeneralMethod) {
    const Grid grid{0, 0, 0, kWidth, kDepth};
    GeneralCutter general(grid);
    for (uint64_t seed = 1; seed <= support::rounds(300); ++seed) {
        Random random(seed);
        TriangleSoup soup;
        std::vector<std::vector<Span>> expected(cell_count(grid));
        const int32_t count = random.chance(0.7) ? random.between(1, 40) : random.between(40, 200);
        for (int32_t i = 0; i < count; ++i) {
            auto corners = random_corners(random);
            for (DVec3& corner : corners)
                corner.y += 40 * i;
            add_triangle(soup, corners, 7);
            const Heightfield one = general.cut(corners, 7);
            for (size_t c = 0; c < expected.size(); ++c) {
                const auto column = column_spans(one, c);
                expected[c].insert(expected[c].end(), column.begin(), column.end());
            }
        }
        const auto field = rasterize_triangles(soup, soup.areas, support::kUnitLattice, grid, {});
        for (size_t c = 0; c < expected.size(); ++c) {
            const auto column = column_spans(*field, c);
            ASSERT_EQ(std::vector<Span>(column.begin(), column.end()), expected[c]) << "seed " << seed << ", column " << c;
        }
    }
}

// Some corners are far from the grid, and the grid can be far from the origin of the lattice.
TEST(SmallTriangle, FarCornersEqualTheGeneralMethod) {
    size_t covered = 0;
    for (uint64_t seed = 1; seed <= support::rounds(20'000); ++seed) {
        Random random(seed);
        const auto offset = [&random] { return int32_t(std::ldexp(random.real(-1, 1), random.between(0, 28))); };
        const Grid grid{offset(), offset(), offset(), kWidth, kDepth};
        std::array<DVec3, 3> corners = random_corners(random);
        for (DVec3& corner : corners) {
            corner = corner + DVec3{double(grid.x0), double(grid.y0), double(grid.z0)};
            for (double* coordinate : {&corner.x, &corner.y, &corner.z}) {
                if (random.chance(0.2)) *coordinate += std::ldexp(random.real(-1, 1), random.between(2, 28));
            }
        }
        TriangleSoup soup;
        add_triangle(soup, corners, 7);
        const auto fast = rasterize_triangles(soup, soup.areas, support::kUnitLattice, grid, {});
        const Heightfield slow = GeneralCutter(grid).cut(corners, 7);
        ASSERT_EQ(fast->first, slow.first) << "seed " << seed;
        ASSERT_EQ(fast->spans, slow.spans) << "seed " << seed;
        covered += slow.spans.size();
    }
    EXPECT_GT(covered, 0u);
}

// The rasterizer processes large soups in chunks. This soup has several chunks.
TEST(SmallTriangle, ManyTrianglesMergeInInputOrder) {
    const Grid grid{0, 0, 0, kWidth, kDepth};
    constexpr int32_t kMergeHeight = 2;
    for (const bool tall : {false, true}) {  // true: some columns have more than 8 spans, too many for the SIMD method
        Random random(tall);
        TriangleSoup soup;
        GeneralCutter general(grid);
        std::vector<std::vector<Span>> expected(cell_count(grid));
        for (int32_t i = 0; i < 80'000; ++i) {
            auto corners = random_corners(random);
            const double up = tall ? random.between(0, 20) * 50 : 0;
            for (DVec3& corner : corners)
                corner.y += up;
            const auto area = uint8_t(random.between(0, 3));
            add_triangle(soup, corners, area);
            const Heightfield one = general.cut(corners, area);
            for (size_t c = 0; c < expected.size(); ++c) {
                for (const Span& span : column_spans(one, c))
                    merge_interval(expected[c], span, kMergeHeight);
            }
        }
        const auto field = rasterize_triangles(soup, soup.areas, support::kUnitLattice, grid, {kMergeHeight});
        for (size_t c = 0; c < expected.size(); ++c) {
            const auto column = column_spans(*field, c);
            ASSERT_EQ(std::vector<Span>(column.begin(), column.end()), expected[c]) << "column " << c;
        }
    }
}

}  // namespace
}  // namespace navspan
