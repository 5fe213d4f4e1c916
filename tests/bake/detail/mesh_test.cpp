#include "bake/detail/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "check/stages/checks.h"
#include "navspan/bake/detail_mesh.h"
#include "support/text/failures.h"
#include "support/worlds/detail_world.h"
#include "support/worlds/open_field.h"

namespace navspan {
namespace {

using support::DetailWorld;
using support::FloorFunction;
using support::Random;

std::string problems(const DetailWorld& world, const DetailMesh& detail, const DetailParams& params) {
    CheckReport report;
    check_detail_mesh(detail, {world.mesh, world.field, world.regions, nullptr}, params, report);
    return support::failures_of(report);
}

DetailMesh build_detail(const DetailWorld& world, const DetailParams& params) {
    return build_detail_mesh(world.mesh, world.field, world.regions, nullptr, params);
}

FloorFunction random_ground(Random& random) {
    const int32_t kind = random.between(0, 3), size = random.between(1, 40);
    const double sx = random.real(-1.5, 1.5), sz = random.real(-1.5, 1.5);
    const uint64_t salt = random.next();
    return [=](int32_t x, int32_t z) {
        Random noise(salt + uint64_t(x) * 1000003 + uint64_t(z));
        switch (kind) {
            case 0:
                return 1000;  // flat
            case 1:
                return int32_t(std::ceil(1000 + sx * x + sz * z));  // a slope
            case 2:
                return 1000 + size * ((x / 5 + z / 7) % 2);  // blocks
            default:
                return 1000 + noise.between(-size, size);  // noise
        }
    };
}

TEST(DetailMesh, RandomGroundKeepsInvariants) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const FloorFunction floor = random_ground(random);
        const DetailWorld world = support::random_world(random, random.between(1, 40), random.between(1, 40),
                                                        random.between(0, 30), random.between(0, 15), floor);
        const DetailParams params{.sample_distance = random.real(0, 8), .max_error = random.real(0.1, 5)};
        const DetailMesh detail = build_detail(world, params);
        ASSERT_EQ(problems(world, detail, params), "") << "seed " << seed;
    }
}

TEST(DetailMesh, FlatGroundNeedsNoSamples) {
    Random random(7);
    const DetailWorld world = support::random_world(random, 60, 50, 4, 12, [](int32_t, int32_t) { return 20; });
    const DetailMesh detail = build_detail(world, {});
    EXPECT_TRUE(detail.vertices.empty());
    EXPECT_EQ(detail.max_error, 0);
    EXPECT_EQ(detail.unsampled, 0u);
    for (size_t p = 0; p < detail.parts.size(); ++p)
        EXPECT_EQ(detail.parts[p].triangle_count, world.mesh.polygons[p].count - 2);
    for (const float y : detail.vertex_y)
        EXPECT_EQ(y, 20);
}

TEST(DetailMesh, SmallerErrorNeedsMoreTriangles) {
    const DetailWorld world = support::single_polygon_world(
        64, 64, 30, [](int32_t x, int32_t z) { return 200 + (x - 30) * (x - 30) / 20 + (z - 20) * (z - 20) / 15; });
    size_t before = 0;
    for (const double max_error : {32.0, 8.0, 2.0, 1.0, 0.5}) {
        const DetailMesh detail = build_detail(world, {6, max_error});
        EXPECT_EQ(problems(world, detail, {6, max_error}), "");
        EXPECT_LE(detail.max_error, float(max_error));
        EXPECT_GT(detail.triangles.size(), before);
        before = detail.triangles.size();
    }
}

TEST(DetailMesh, NoiseMakesEveryCellAVertex) {
    const DetailWorld world =
        support::single_polygon_world(40, 40, 50, [](int32_t x, int32_t z) { return 100 + 20 * ((x + z) % 2); });
    const DetailParams params{6, 0.25};
    const DetailMesh detail = build_detail(world, params);
    EXPECT_EQ(problems(world, detail, params), "");
    // Recast's limits of 127 vertices and 255 triangles per polygon do not apply.
    EXPECT_GT(detail.triangles.size(), 2000u);
}

TEST(DetailMesh, StackedFloorsKeepTheirHeights) {
    // A flat floor at height 10 vx lies below a floor that rises from height 40 vx.
    Heightfield solid;
    solid.grid = {0, 0, 0, 20, 20};
    for (int32_t z = 0; z < 20; ++z) {
        for (int32_t x = 0; x < 20; ++x) {
            solid.first.push_back(uint32_t(solid.spans.size()));
            solid.spans.push_back({0, 10, 63, SpanFate::walkable});
            solid.spans.push_back({uint16_t(38 + x), uint16_t(40 + x), 63, SpanFate::walkable});
        }
    }
    solid.first.push_back(uint32_t(solid.spans.size()));
    DetailWorld world;
    world.field = support::open_field(solid, {.walkable_height = 10, .walkable_climb = 4});
    world.regions.region_count = 2;
    world.regions.area = {0, 63, 63};
    for (const uint16_t floor : world.field.floor)
        world.regions.region.push_back(floor == 10 ? 1 : 2);
    world.mesh.grid = solid.grid;
    for (const int32_t level : {0, 1}) {
        const uint32_t first = uint32_t(world.mesh.vertices.size());
        for (const auto& [x, z] : {std::pair(0, 0), {0, 20}, {20, 20}, {20, 0}}) {
            world.mesh.vertices.push_back({x, z, level == 0 ? 10 : 40 + x});
        }
        world.mesh.polygons.push_back({first, 4, uint32_t(level) + 1, 63});
        for (uint32_t k = 0; k < 4; ++k)
            world.mesh.indices.push_back(first + k);
        world.mesh.neighbours.insert(world.mesh.neighbours.end(), 4, kNoIndex);
    }
    const DetailMesh detail = build_detail(world, {});
    EXPECT_EQ(problems(world, detail, {}), "");
    EXPECT_EQ(detail.unsampled, 0u);
    for (size_t v = 0; v < 4; ++v)
        EXPECT_EQ(detail.vertex_y[v], 10);
    for (size_t v = 4; v < 8; ++v)
        EXPECT_NEAR(detail.vertex_y[v], 40 + world.mesh.vertices[v].x, 1);
}

TEST(DetailMesh, CellsBeyondADropAreCounted) {
    // The right half of the field is 50 vx lower and has no region.
    const auto floor = [](int32_t x, int32_t) { return x < 10 ? 100 : 50; };
    DetailWorld world = support::single_polygon_world(20, 10, 4, floor);
    for (int32_t z = 0; z < 10; ++z) {
        for (uint32_t r = world.field.row_run[size_t(z)]; r < world.field.row_run[size_t(z) + 1]; ++r) {
            const auto& run = world.field.runs[r];
            if (run.x0 == 10) std::fill_n(world.regions.region.begin() + run.first, run.length, 0u);
        }
    }
    const DetailMesh detail = build_detail(world, {});
    EXPECT_EQ(problems(world, detail, {}), "");
    EXPECT_EQ(detail.unsampled, 100u);
}

TEST(DetailMesh, MovingByWholeCellsOnlyTranslates) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const FloorFunction floor = random_ground(random);
        DetailWorld world = support::random_world(random, 30, 20, 20, 8, floor);
        const DetailMesh here = build_detail(world, {});
        DetailWorld moved = world;
        moved.field.grid.width += 13, moved.field.grid.depth += 5;
        for (auto& run : moved.field.runs)
            run.x0 += 13;
        moved.field.row_run.insert(moved.field.row_run.begin(), 5, 0u);
        moved.field.row_span.insert(moved.field.row_span.begin(), 5, 0u);
        for (auto& v : moved.mesh.vertices)
            v.x += 13, v.z += 5;
        const DetailMesh there = build_detail(moved, {});
        ASSERT_EQ(here.triangles, there.triangles) << "seed " << seed;
        ASSERT_EQ(here.vertex_y, there.vertex_y) << "seed " << seed;
        for (size_t i = 0; i < here.vertices.size(); ++i) {
            ASSERT_EQ(here.vertices[i].x + 13 * kDetailScale, there.vertices[i].x);
            ASSERT_EQ(here.vertices[i].z + 5 * kDetailScale, there.vertices[i].z);
            ASSERT_EQ(here.vertices[i].y, there.vertices[i].y);
        }
    }
}

TEST(DetailMesh, EmptyInEmptyOut) {
    const DetailMesh detail = build_detail_mesh({}, support::field_of_floors(0, 0, 1, {}), {}, nullptr, {});
    EXPECT_TRUE(detail.triangles.empty());
    EXPECT_TRUE(detail.parts.empty());
}

TEST(DetailMesh, LongThinAndLargePolygonsAreCovered) {
    // The polygons include long slivers that contain few cell centres.
    Random random(3);
    const FloorFunction floor = [](int32_t x, int32_t z) { return 500 + (x * 7 + z * 13) % 11; };
    for (const auto& [width, depth] : {std::pair(300, 1), {1, 300}, {301, 2}, {2, 299}, {300, 280}}) {
        const DetailWorld world = support::random_world(random, width, depth, 20, 6, floor);
        const DetailMesh detail = build_detail(world, {6, 4});
        ASSERT_EQ(problems(world, detail, {6, 4}), "") << width << " x " << depth;
    }
}

TEST(CheckDetailMesh, ReportsEveryKindOfFault) {
    Random random(11);
    const FloorFunction floor = [](int32_t x, int32_t z) { return 100 + x * z / 20; };
    const DetailWorld world = support::random_world(random, 30, 30, 20, 6, floor);
    const DetailMesh good = build_detail(world, {});
    ASSERT_EQ(problems(world, good, {}), "");
    ASSERT_FALSE(good.vertices.empty());
    const auto broken = [&](auto change) {
        DetailMesh bad = good;
        change(bad);
        return problems(world, bad, {}) != "";
    };
    EXPECT_TRUE(broken([](DetailMesh& m) { m.parts.pop_back(); }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.vertex_y[0] += 50; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.vertex_y[0] = std::nanf(""); }));
    EXPECT_TRUE(broken([](DetailMesh& m) { --m.parts[0].triangle_count; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { std::swap(m.triangles[0][0], m.triangles[0][1]); }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.triangles[0][0] = 1000000; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.parts.back().first_triangle = 1000000; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.triangles[1] = m.triangles[0]; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.vertices[0].y += 50; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.vertices[0].x += 1 << 20; }));
    EXPECT_TRUE(broken([](DetailMesh& m) { m.max_error = 2; }));
}

}  // namespace
}  // namespace navspan
