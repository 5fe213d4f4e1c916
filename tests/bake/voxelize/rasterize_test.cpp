#include "bake/voxelize/rasterize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "support/text/random.h"
#include "support/worlds/lattices.h"

namespace navspan {
namespace {

using support::kUnitLattice;
using support::Random;
using support::rounds;

TriangleSoup soup_of(const std::vector<std::array<DVec3, 3>>& triangles) {
    TriangleSoup soup;
    for (const auto& t : triangles) {
        const auto n = uint32_t(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), t.begin(), t.end());
        soup.triangles.push_back({n, n + 1, n + 2});
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

Heightfield rasterize(const TriangleSoup& soup, const Lattice& lattice, const Grid& grid, int32_t area_merge_height = 0) {
    Result<Heightfield> field = rasterize_triangles(soup, soup.areas, lattice, grid, {area_merge_height});
    EXPECT_TRUE(field) << field.error().message;
    CheckReport report;
    check_heightfield(*field, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    return std::move(*field);
}

// `kind` is 0: small, 1: large, 2: sliver, 3: vertical, 4: snapped to the lattice.
std::array<DVec3, 3> random_triangle(Random& random, int kind) {
    const auto point = [&](double size) -> DVec3 { return {random.real(0, size), random.real(0, size), random.real(0, size)}; };
    const DVec3 at = point(20);
    switch (kind) {
        case 0:
            return {at, at + point(1.5), at + point(1.5)};
        case 1:
            return {point(40), point(40), point(40)};
        case 2: {
            const DVec3 far = point(30);
            return {at, far, far + point(0.01)};
        }
        case 3: {
            const DVec3 far = point(30);
            return {at, far, {far.x, far.y + 7, far.z}};
        }
        default: {
            const auto snapped = [&]() -> DVec3 {
                return {double(random.between(0, 20)), double(random.between(0, 20)), double(random.between(0, 20))};
            };
            return {snapped(), snapped(), snapped()};
        }
    }
}

// Clips a polygon to the half-space sign * (coordinate - bound) >= 0.
std::vector<DVec3> clip(const std::vector<DVec3>& in, double DVec3::*axis, double bound, double sign) {
    std::vector<DVec3> out;
    for (size_t i = 0; i < in.size(); ++i) {
        const DVec3 a = in[i], b = in[(i + 1) % in.size()];
        const double da = sign * (a.*axis - bound), db = sign * (b.*axis - bound);
        if (da >= 0) out.push_back(a);
        if ((da < 0) != (db < 0) && da != db) out.push_back(a + (b - a) * (da / (da - db)));
    }
    return out;
}

struct Range {
    double low, high;
};

// Returns the range of heights of a triangle over a cell. The cell is enlarged by `margin` on all sides.
std::optional<Range> reference_heights(const std::array<DVec3, 3>& t, double x, double z, double margin) {
    std::vector<DVec3> ring(t.begin(), t.end());
    ring = clip(ring, &DVec3::x, x - margin, 1);
    ring = clip(ring, &DVec3::x, x + 1 + margin, -1);
    ring = clip(ring, &DVec3::z, z - margin, 1);
    ring = clip(ring, &DVec3::z, z + 1 + margin, -1);
    if (ring.empty()) return std::nullopt;
    Range range{ring[0].y, ring[0].y};
    for (const DVec3& p : ring)
        range = {std::min(range.low, p.y), std::max(range.high, p.y)};
    return range;
}

TEST(Rasterize, EqualsSlowClippingInEveryCell) {
    constexpr double kMargin = 1e-4;
    for (uint64_t seed = 1; seed <= rounds(1500); ++seed) {
        Random random(seed);
        const auto t = random_triangle(random, int(seed % 5));
        const Grid grid{-1, -1, 0, 45, 45};
        const Heightfield field = rasterize(soup_of({t}), kUnitLattice, grid);
        for (size_t c = 0; c < cell_count(grid); ++c) {
            const double x = grid.x0 + double(c % 45), z = grid.z0 + double(c / 45);
            const auto spans = column_spans(field, c);
            const auto outer = reference_heights(t, x, z, kMargin), inner = reference_heights(t, x, z, -kMargin);
            ASSERT_LE(spans.size(), 1u) << "seed " << seed;
            if (spans.empty()) {
                ASSERT_FALSE(inner) << "seed " << seed << ": cell " << x << ", " << z << " is missing";
                continue;
            }
            ASSERT_TRUE(outer) << "seed " << seed << ": cell " << x << ", " << z << " is not touched";
            // On a steep triangle, a tiny horizontal error causes a large height error. Therefore compare the span with the
            // heights over a slightly smaller and a slightly larger cell.
            const Span span = spans[0];
            ASSERT_GE(span.bottom, std::floor(outer->low - 1e-6)) << "seed " << seed << " cell " << x << ", " << z;
            ASSERT_LE(span.top, std::max(std::floor(outer->high) + 1, std::ceil(outer->high + 1e-6))) << "seed " << seed;
            if (!inner) continue;
            ASSERT_LE(span.bottom, std::floor(inner->low + 1e-6)) << "seed " << seed << " cell " << x << ", " << z;
            ASSERT_GE(span.top, std::ceil(inner->high - 1e-6)) << "seed " << seed << " cell " << x << ", " << z;
        }
    }
}

// Builds an uneven surface of triangles over a grid of points.
TriangleSoup sheet(Random& random, int cells, double step, double roughness) {
    TriangleSoup soup;
    for (int z = 0; z <= cells; ++z) {
        for (int x = 0; x <= cells; ++x) {
            const bool rim = x == 0 || z == 0 || x == cells || z == cells;
            const double jitter = rim ? 0 : 0.2 * step;
            soup.vertices.push_back({x * step + random.real(-jitter, jitter), 30 + random.real(-roughness, roughness),
                                     z * step + random.real(-jitter, jitter)});
        }
    }
    for (int z = 0; z < cells; ++z) {
        for (int x = 0; x < cells; ++x) {
            const auto a = uint32_t(z * (cells + 1) + x), b = a + 1, c = a + uint32_t(cells) + 1, d = c + 1;
            soup.triangles.push_back({a, c, b});
            soup.triangles.push_back({b, c, d});
        }
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

TEST(Rasterize, SharedEdgesLeaveNoGap) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const double step = seed % 3 == 0 ? 1 : random.real(0.3, 6);
        const int cells = 12;
        const TriangleSoup soup = sheet(random, cells, step, random.real(0, 20));
        const Grid grid = *grid_of(soup, kUnitLattice);
        const Heightfield field = rasterize(soup, kUnitLattice, grid);
        for (int32_t z = 0; z < grid.depth; ++z) {
            for (int32_t x = 0; x < grid.width; ++x) {
                const auto here = column_spans(field, size_t(z * grid.width + x));
                ASSERT_EQ(here.size(), 1u) << "seed " << seed << " cell " << x << ", " << z;
                const auto touches = [&](size_t other) {
                    const Span there = column_spans(field, other)[0];
                    return here[0].bottom <= there.top && there.bottom <= here[0].top;
                };
                ASSERT_TRUE(x == 0 || touches(size_t(z * grid.width + x - 1))) << "seed " << seed;
                ASSERT_TRUE(z == 0 || touches(size_t((z - 1) * grid.width + x))) << "seed " << seed;
            }
        }
    }
}

TriangleSoup random_soup(Random& random, int count) {
    std::vector<std::array<DVec3, 3>> triangles;
    for (int i = 0; i < count; ++i)
        triangles.push_back(random_triangle(random, int(random.between(0, 4))));
    TriangleSoup soup = soup_of(triangles);
    for (uint8_t& area : soup.areas)
        area = uint8_t(random.between(0, 3));
    return soup;
}

TEST(Rasterize, MovingByWholeCellsKeepsTheSpans) {
    const Lattice lattice{{}, 0.25, 0.25};
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        TriangleSoup soup = random_soup(random, 60);
        for (DVec3& v : soup.vertices) {
            v = {std::round(v.x * 64) / 64, std::round(v.y * 64) / 64, std::round(v.z * 64) / 64};
        }
        const Grid grid = *grid_of(soup, lattice);
        const Heightfield field = rasterize(soup, lattice, grid, 2);
        for (const DVec3 by : {DVec3{0.25, -0.5, 1.25}, DVec3{-37.75, 3.25, 12.5}, DVec3{1e5, 0, -1e5}}) {
            TriangleSoup moved = soup;
            for (DVec3& v : moved.vertices)
                v = v + by;
            const Grid moved_grid = *grid_of(moved, lattice);
            EXPECT_EQ(moved_grid.x0, grid.x0 + int32_t(by.x * 4));
            EXPECT_EQ(moved_grid.width, grid.width);
            EXPECT_EQ(moved_grid.depth, grid.depth);
            const Heightfield other = rasterize(moved, lattice, moved_grid, 2);
            ASSERT_EQ(field.first, other.first) << "seed " << seed << " moved by " << by.x << ", " << by.y << ", " << by.z;
            ASSERT_EQ(field.spans, other.spans) << "seed " << seed;
        }
    }
}

TEST(Rasterize, CellDoesNotDependOnTheGridSize) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const TriangleSoup soup = random_soup(random, 40);
        const Grid grid = *grid_of(soup, kUnitLattice);
        const Heightfield field = rasterize(soup, kUnitLattice, grid, 1);
        Grid part = grid;
        part.x0 += random.between(0, grid.width - 1);
        part.z0 += random.between(0, grid.depth - 1);
        part.width = random.between(1, grid.x0 + grid.width - part.x0);
        part.depth = random.between(1, grid.z0 + grid.depth - part.z0);
        const Heightfield cut = rasterize(soup, kUnitLattice, part, 1);
        for (int32_t z = 0; z < part.depth; ++z) {
            for (int32_t x = 0; x < part.width; ++x) {
                const auto a = column_spans(cut, size_t(z * part.width + x));
                const auto b = column_spans(field, size_t((z + part.z0 - grid.z0) * grid.width + x + part.x0 - grid.x0));
                ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << "seed " << seed;
            }
        }
    }
}

// Each thin triangle has its tip on the grid's border, less than the rounding tolerance beyond the line z = 1. The triangle
// must not add a span to the cell beyond that line.
TEST(Rasterize, NothingIsAddedOutsideTheGrid) {
    for (const int32_t width : {1, 3, 7, 8, 16}) {
        const double end = width, tip = 1 + 0x1p-20;
        for (const bool level : {false, true}) {
            const double rise = level ? 0 : 1.5;
            std::vector<std::array<DVec3, 3>> triangles{{{{0, 0.5, 0}, {0, 0.5, 2}, {end, 0.5, 2}}},
                                                        {{{0, 0.5, 0}, {end, 0.5, 2}, {end, 0.5, 0}}}};
            for (double y = 0.5; y < 100; y += 3)
                triangles.push_back({{{end - 0.05, y, 0.5}, {end - 0.05, y + rise, 0.1}, {end, y + rise, tip}}});
            const TriangleSoup soup = soup_of(triangles);
            const Grid grid = *grid_of(soup, kUnitLattice);
            ASSERT_EQ(grid.width, width);
            const Heightfield field = rasterize(soup, kUnitLattice, grid);
            EXPECT_EQ(column_spans(field, size_t(2 * width - 1)).size(), 1u) << width << " cells";
        }
    }
}

// `boxes` has (bottom, top, area) of triangles in the same cell. Returns the merged spans as text.
std::string merged(const std::vector<std::array<int, 3>>& boxes, int32_t area_merge_height) {
    std::vector<std::array<DVec3, 3>> triangles;
    std::vector<uint8_t> areas;
    for (const auto& [bottom, top, area] : boxes) {
        triangles.push_back({{{0.1, double(bottom), 0.1}, {0.2, double(top), 0.9}, {0.9, double(bottom), 0.5}}});
        areas.push_back(uint8_t(area));
    }
    const TriangleSoup soup = soup_of(triangles);
    const Result<Heightfield> field = rasterize_triangles(soup, areas, kUnitLattice, Grid{0, 0, 0, 1, 1}, {area_merge_height});
    std::string text;
    for (const Span& s : field->spans) {
        text += std::to_string(s.bottom) + "-" + std::to_string(s.top) + "/" + std::to_string(s.area) + " ";
    }
    return text;
}

TEST(Rasterize, TouchingSpansAreMerged) {
    EXPECT_EQ(merged({{0, 3, 1}, {5, 8, 2}}, 0), "0-3/1 5-8/2 ");
    EXPECT_EQ(merged({{5, 8, 2}, {0, 3, 1}}, 0), "0-3/1 5-8/2 ");
    EXPECT_EQ(merged({{0, 3, 1}, {3, 8, 2}}, 0), "0-8/2 ");
    EXPECT_EQ(merged({{0, 3, 1}, {5, 8, 2}, {2, 6, 3}}, 0), "0-8/3 ");
    EXPECT_EQ(merged({{0, 3, 1}, {9, 12, 4}, {5, 8, 2}}, 0), "0-3/1 5-8/2 9-12/4 ");
}

TEST(Rasterize, LargerAreaIdWinsIfTopsAreClose) {
    EXPECT_EQ(merged({{0, 8, 5}, {0, 9, 2}}, 1), "0-9/5 ");
    EXPECT_EQ(merged({{0, 7, 5}, {0, 9, 2}}, 1), "0-9/2 ");
    EXPECT_EQ(merged({{0, 9, 2}, {0, 8, 5}}, 1), "0-9/5 ") << "the later interval swallows a higher top, which is then as near";
}

// Reference implementation of merging.
void reference_merge(std::vector<Span>& column, Span add, int32_t area_merge_height) {
    std::vector<Span> rest;
    for (const Span& s : column) {
        if (s.bottom > add.top || s.top < add.bottom) {
            rest.push_back(s);
            continue;
        }
        add.bottom = std::min(add.bottom, s.bottom);
        add.top = std::max(add.top, s.top);
        if (add.top - s.top <= area_merge_height) add.area = std::max(add.area, s.area);
    }
    rest.push_back(add);
    std::sort(rest.begin(), rest.end(), [](const Span& a, const Span& b) { return a.bottom < b.bottom; });
    column = rest;
}

// The random triangles leave some columns empty and give other columns many spans.
TEST(Rasterize, ColumnMergeEqualsTheSlowMerge) {
    for (uint64_t seed = 1; seed <= rounds(400); ++seed) {
        Random random(seed);
        const Grid grid{0, 0, 0, random.between(1, 27), random.between(1, 3)};
        const int32_t merge_height = random.chance(0.1) ? 70000 : random.between(0, 6);
        const int32_t range = random.chance(0.3) ? kMaxHeight : random.between(4, 150);
        const int32_t length = random.chance(0.5) ? 2 : random.between(1, range);
        const int32_t count = random.between(1, random.chance(0.3) ? 1500 : 200);
        std::vector<std::array<DVec3, 3>> triangles;
        std::vector<uint8_t> areas;
        std::vector<std::vector<Span>> expected(cell_count(grid));
        for (int32_t i = 0; i < count; ++i) {
            const int32_t x = random.between(0, grid.width - 1), z = random.between(0, grid.depth - 1);
            const int32_t bottom = random.between(0, range - 1), top = std::min(range, bottom + random.between(1, length));
            areas.push_back(uint8_t(random.between(0, 3)));
            triangles.push_back(
                {{{x + 0.1, double(bottom), z + 0.1}, {x + 0.2, double(top), z + 0.9}, {x + 0.9, double(top), z + 0.5}}});
            reference_merge(expected[size_t(z * grid.width + x)],
                            {uint16_t(bottom), uint16_t(top), areas.back(), SpanFate::steep}, merge_height);
        }
        const Result<Heightfield> field = rasterize_triangles(soup_of(triangles), areas, kUnitLattice, grid, {merge_height});
        for (size_t c = 0; c < expected.size(); ++c) {
            const auto column = column_spans(*field, c);
            ASSERT_EQ(column.size(), expected[c].size()) << "seed " << seed << " column " << c;
            for (size_t k = 0; k < column.size(); ++k) {
                const Span &is = column[k], &should = expected[c][k];
                ASSERT_EQ(is.bottom, should.bottom) << "seed " << seed << " column " << c;
                ASSERT_EQ(is.top, should.top) << "seed " << seed << " column " << c;
                ASSERT_EQ(is.area, should.area) << "seed " << seed << " column " << c;
                ASSERT_EQ(is.fate, is.area == 0 ? SpanFate::steep : SpanFate::walkable) << "seed " << seed;
            }
        }
    }
}

TEST(Rasterize, FloorsThatOnlyTouchTheGridBoundsAddNoSpans) {
    const Grid grid{0, 0, 3, 6, 6};
    const auto floor = [](double low, double high) -> std::array<DVec3, 3> {
        return {{{0, low, 0}, {0, high, 6}, {6, high, 0}}};
    };
    EXPECT_TRUE(rasterize(soup_of({floor(2.5, 3)}), kUnitLattice, grid).spans.empty());
    EXPECT_TRUE(rasterize(soup_of({floor(3.0 + kMaxHeight, 3.5 + kMaxHeight)}), kUnitLattice, grid).spans.empty());
    EXPECT_FALSE(rasterize(soup_of({floor(3, 3.5)}), kUnitLattice, grid).spans.empty());
    EXPECT_FALSE(rasterize(soup_of({floor(2.5 + kMaxHeight, 3.0 + kMaxHeight)}), kUnitLattice, grid).spans.empty());
}

TEST(GridOf, SnapsOutwardsToTheLattice) {
    const Lattice lattice{{}, 0.3, 0.2};
    const TriangleSoup soup = soup_of({{{{-0.1, 0.6, 0.3}, {0.9, 0.7, 0.3}, {0.2, 0.6, 3.05}}}});
    const Result<Grid> grid = grid_of(soup, lattice);
    EXPECT_EQ(*grid, (Grid{-1, 1, 3, 4, 10}));
}

TEST(GridOf, WallOnTheLastLatticePlaneHasACell) {
    const TriangleSoup soup = soup_of({{{{0, 0, 0}, {5, 0, 0}, {0, 0, 5}}}, {{{5, 0, 0}, {5, 3, 0}, {5, 0, 4}}}});
    const Grid grid = *grid_of(soup, kUnitLattice);
    EXPECT_EQ(grid.width, 6);
    EXPECT_EQ(grid.depth, 5);
    const Heightfield field = rasterize(soup, kUnitLattice, grid);
    EXPECT_EQ(column_spans(field, 5).size(), 1u);
}

TEST(GridOf, EmptySoupGivesAnEmptyGrid) {
    const Result<Grid> grid = grid_of(TriangleSoup{}, kUnitLattice);
    EXPECT_EQ(*grid, Grid{});
    EXPECT_TRUE(rasterize(TriangleSoup{}, kUnitLattice, *grid).spans.empty());
}

TEST(GridOf, ErrorsNameTheLimitToRaise) {
    const auto message = [](DVec3 far) {
        const Result<Grid> grid = grid_of(soup_of({{{{0, 0, 0}, {1, 0, 0}, far}}}), kUnitLattice);
        return grid ? std::string("no error") : grid.error().message;
    };
    EXPECT_NE(message({0, 70000, 1}).find("voxels.cell_height"), std::string::npos) << message({0, 70000, 1});
    EXPECT_NE(message({1e8, 0, 1e8}).find("cells"), std::string::npos) << message({1e8, 0, 1e8});
    EXPECT_NE(message({1e8, 0, 1e8}).find("voxels.cell_size"), std::string::npos);
    EXPECT_NE(message({1e30, 0, 0}).find("voxels.cell_size"), std::string::npos) << message({1e30, 0, 0});
    EXPECT_NE(message({0, 1e30, 0}).find("voxels.cell_height"), std::string::npos);
    EXPECT_EQ(message({0, 65534.5, 1}), "no error");
}

}  // namespace
}  // namespace navspan
