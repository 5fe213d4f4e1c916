// Compares our rasterization with librecast's rasterization on the same grid.
//
// Both libraries should fill the same cells up to the same heights. But librecast clips triangles in single precision. Near a
// lattice plane, its span may be one voxel higher or lower, or its wall may be in the adjacent column. The tests limit and
// print the number of such differences.

#include "bake/voxelize/rasterize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bake/voxelize/walkable_triangles.h"
#include "navbench/recast/stages.h"
#include "navspan/io/scene.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

struct Difference {
    size_t columns = 0, differing = 0;  // `columns`: all columns; `differing`: columns that differ
    size_t spans = 0, by_one = 0;       // `spans`: differing spans; `by_one`: differing spans whose ends differ by at most 1 vx
    size_t in_number = 0;               // columns with different numbers of spans; `spans` does not count their spans
};

Difference compare_solids(const Heightfield& a, const Heightfield& b) {
    Difference d;
    d.columns = cell_count(a.grid);
    for (size_t c = 0; c < d.columns; ++c) {
        const auto x = column_spans(a, c), y = column_spans(b, c);
        if (x.size() != y.size()) {
            ++d.differing;
            ++d.in_number;
            continue;
        }
        bool same = true;
        for (size_t i = 0; i < x.size(); ++i) {
            if (x[i].bottom == y[i].bottom && x[i].top == y[i].top && x[i].area == y[i].area) continue;
            same = false;
            ++d.spans;
            d.by_one += std::abs(x[i].bottom - y[i].bottom) <= 1 && std::abs(x[i].top - y[i].top) <= 1;
        }
        d.differing += !same;
    }
    return d;
}

struct SolidPair {
    Heightfield ours, theirs;
};

SolidPair rasterize_both(const TriangleSoup& soup, const VoxelConfig& config) {
    const Result<Grid> grid = grid_of(soup, config.lattice);
    EXPECT_TRUE(grid) << grid.error().message;
    const auto walkable = mark_walkable_triangles(soup, config.max_slope);
    auto field = rasterize_triangles(soup, walkable.areas, config.lattice, *grid, {config.walkable_climb});
    EXPECT_TRUE(field) << field.error().message;
    RecastBake bake = recast_input(soup, config, *grid);
    bake.areas = walkable.areas;
    recast_rasterize(bake);
    return {std::move(*field), heightfield_of(*bake.solid, *grid)};
}

void report(const Difference& d, const std::string& name) {
    std::printf("%-16s %zu of %zu columns differ (%.4f %%), %zu of them in number of spans; %zu of %zu spans by one voxel\n",
                name.c_str(), d.differing, d.columns, 100.0 * double(d.differing) / double(d.columns), d.in_number, d.by_one,
                d.spans);
}

TEST(RasterizeConformance, NearlyAllColumnsAreEqualOnEveryScene) {
    const auto paths = all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        const TriangleSoup soup = load_scene(path);
        for (const auto& [cell_size, cell_height] : {std::pair{0.3, 0.2}, std::pair{0.1, 0.1}}) {
            if (kSanitized && cell_size < 0.2) continue;
            SCOPED_TRACE(scene_name(path) + " at " + std::to_string(cell_size));
            const auto [ours, theirs] = rasterize_both(soup, recast_settings(cell_size, cell_height));
            const Difference d = compare_solids(ours, theirs);
            report(d, scene_name(path) + " " + std::to_string(cell_size).substr(0, 3));
            EXPECT_LE(double(d.differing), 0.002 * double(d.columns));
            // At least 95 % of the differing spans must differ by at most one voxel. Two additional spans may differ by more,
            // for example if a corner barely touches a cell.
            EXPECT_GE(double(d.by_one) + 2, 0.95 * double(d.spans));
            EXPECT_LE(double(d.in_number), 0.0002 * double(d.columns));
        }
    }
}

// Builds random boxes, walls and floors. All corners are on the lattice.
TriangleSoup snapped_soup(Random& random, const Lattice& lattice) {
    TriangleSoup soup;
    const auto quad = [&](DVec3 a, DVec3 b, DVec3 c, DVec3 d) {
        const auto n = uint32_t(soup.vertices.size());
        for (const DVec3& p : {a, b, c, d}) {
            soup.vertices.push_back({p.x * lattice.cell_size, p.y * lattice.cell_height, p.z * lattice.cell_size});
        }
        soup.triangles.push_back({n, n + 1, n + 2});
        soup.triangles.push_back({n, n + 2, n + 3});
    };
    quad({0, 0, 0}, {0, 0, 120}, {120, 0, 120}, {120, 0, 0});
    for (int i = 0; i < 60; ++i) {
        const double x = random.between(1, 100), z = random.between(1, 100), y = random.between(0, 30);
        const double u = x + random.between(1, 18), w = z + random.between(1, 18), v = y + random.between(1, 20);
        const double rise = random.chance(0.3) ? random.between(1, 10) : 0;
        quad({x, v, z}, {x, v, w}, {u, v + rise, w}, {u, v + rise, z});
        quad({x, y, z}, {u, y, z}, {u, y, w}, {x, y, w});
        quad({x, y, z}, {x, y, w}, {x, v, w}, {x, v, z});
        quad({u, y, w}, {u, y, z}, {u, v + rise, z}, {u, v + rise, w});
        quad({x, y, w}, {u, y, w}, {u, v + rise, w}, {x, v, w});
        quad({u, y, z}, {x, y, z}, {x, v, z}, {u, v + rise, z});
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

// All corners are on the lattice. The cell size must be exact in floats (0.3 is not). Otherwise, librecast would move walls.
TEST(RasterizeConformance, SnappedGeometryDiffersByAVoxel) {
    Difference sum;
    for (uint64_t seed = 1; seed <= rounds(60); ++seed) {
        Random random(seed);
        const auto [ours, theirs] = rasterize_both(snapped_soup(random, {{}, 0.25, 0.125}), recast_settings(0.25, 0.125));
        const Difference d = compare_solids(ours, theirs);
        EXPECT_LE(double(d.differing), 0.02 * double(d.columns)) << "seed " << seed;
        EXPECT_EQ(d.by_one, d.spans) << "seed " << seed;
        for (size_t Difference::*count :
             {&Difference::columns, &Difference::differing, &Difference::spans, &Difference::by_one, &Difference::in_number}) {
            sum.*count += d.*count;
        }
    }
    report(sum, "snapped");
    EXPECT_LE(double(sum.in_number), 0.0005 * double(sum.columns));
}

TEST(RasterizeConformance, SlopeTestAgreesOnEveryScene) {
    const auto paths = all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        const TriangleSoup soup = load_scene(path);
        const VoxelConfig config = recast_settings(0.3, 0.2);
        RecastBake bake = recast_input(soup, config, Grid{});
        recast_mark_walkable(bake);
        EXPECT_EQ(mark_walkable_triangles(soup, config.max_slope).areas, bake.areas) << scene_name(path);
    }
}

}  // namespace
}  // namespace navspan::support
