// Compares the estimated memory of a bake with the memory that the bake allocates.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "allocations.h"
#include "bake/world/memory.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_tile.h"
#include "support/text/random.h"

namespace navspan {
namespace {

// Checks peak <= estimate <= 2 * peak.
void expect_good_estimate(const TriangleSoup& soup, const BakeConfig& config) {
    const double estimate = estimate_bake_memory(soup, *to_voxels(config), nullptr).tile;
    const auto peak = double(peak_allocated_bytes([&] { EXPECT_TRUE(bake_tile(soup, config).ok()); }));
    EXPECT_GE(estimate, peak) << estimate / peak;
    EXPECT_LE(estimate, 2 * peak) << estimate / peak;
}

BakeConfig config_of(Profile profile, double cell_size, double cell_height) {
    BakeConfig config;
    config.profile = profile;
    config.voxels = {cell_size, cell_height};
    return config;
}

TEST(BakeEstimate, IsBetweenThePeakAndTwiceThePeakForEveryKindOfLevel) {
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        for (const bench::KindParams params : {bench::KindParams{24, 0.3}, {24, 0.1}, {64, 0.3}}) {
            const TriangleSoup soup = bench::generate_level(kind, params, 1);
            for (const Profile profile : {Profile::recast, Profile::accurate}) {
                SCOPED_TRACE(std::string(kind.name) + " " + std::to_string(params.side) + " at " + std::to_string(params.cell));
                expect_good_estimate(soup, config_of(profile, params.cell, params.cell == 0.3 ? 0.2 : 0.1));
            }
        }
    }
}

// Completes a soup of which only vertices and triangles are given.
TriangleSoup complete(TriangleSoup soup) {
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups.resize(1);
    return soup;
}

TEST(BakeEstimate, TrianglesInOnePlaneCountOnce) {
    bench::LevelBuilder builder(1);
    for (int layer = 0; layer < 1000; ++layer)
        builder.floor(0, 0, 60, 60, 0);
    const TriangleSoup soup = complete(builder.soup);
    for (const Profile profile : {Profile::recast, Profile::accurate})
        expect_good_estimate(soup, config_of(profile, 0.3, 0.2));
}

TriangleSoup copies_of_one_triangle(uint32_t count) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 50}, {50, 0, 50}};
    soup.triangles.assign(count, {0, 1, 2});
    return complete(soup);
}

// Each triangle has random corners in a box.
TriangleSoup random_triangles(uint32_t count, double side, double height) {
    support::Random random(1);
    TriangleSoup soup;
    for (uint32_t i = 0; i < count; ++i) {
        std::array<DVec3, 3> corners;
        for (DVec3& corner : corners)
            corner = {random.real(0, side), random.real(0, height), random.real(0, side)};
        for (const DVec3& corner : corners)
            soup.vertices.push_back(corner);
        soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return complete(soup);
}

// All triangles of a soup, repeatedly. Each copy has its own vertices.
TriangleSoup repeated(const TriangleSoup& soup, uint32_t times) {
    TriangleSoup all;
    for (uint32_t k = 0; k < times; ++k) {
        const auto first = uint32_t(all.vertices.size());
        all.vertices.insert(all.vertices.end(), soup.vertices.begin(), soup.vertices.end());
        for (const auto& t : soup.triangles)
            all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return complete(all);
}

TEST(BakeEstimate, IncludesTrianglesThatOverlap) {
    for (const Profile profile : {Profile::recast, Profile::accurate}) {
        for (const double cell : {0.3, 1.0}) {
            const BakeConfig config = config_of(profile, cell, 0.2);
            SCOPED_TRACE(cell);
            expect_good_estimate(copies_of_one_triangle(100'000), config);
            expect_good_estimate(random_triangles(10'000, 20, 0), config);
            expect_good_estimate(random_triangles(10'000, 20, 0.5), config);
            expect_good_estimate(random_triangles(10'000, 20, 20), config);
            expect_good_estimate(repeated(random_triangles(500, 20, 0), 100), config);
        }
    }
}

// Regions that lie above each other are compared in pairs. The pairs need little memory.
TEST(BakeEstimate, IncludesManyStoreys) {
    for (const uint32_t storeys : {100u, 400u}) {
        TriangleSoup soup;
        for (uint32_t i = 0; i < storeys; ++i) {
            const double y = 3.0 * i;
            soup.vertices.insert(soup.vertices.end(), {{0, y, 0}, {0, y, 30}, {30, y, 30}});
            soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        SCOPED_TRACE(storeys);
        for (const Profile profile : {Profile::recast, Profile::accurate})
            expect_good_estimate(complete(soup), config_of(profile, 0.3, 0.2));
    }
}

// 200 floors lie above each other in the first two metres of a floor of 200 m. The memory must grow with the number of spans.
TEST(BakeMemory, ADenseStripDoesNotCountForTheWholeLevel) {
    bench::LevelBuilder builder(1);
    builder.floor(0, 0, 40, 200, 0);
    for (int storey = 1; storey < 200; ++storey)
        builder.floor(0, 0, 40, 2, 3 * storey);
    const TriangleSoup soup = complete(builder.soup);
    const size_t spans = 200 * 1000 + 199 * 200 * 10;
    const auto peak = peak_allocated_bytes([&] { EXPECT_TRUE(bake_tile(soup, config_of(Profile::recast, 0.2, 0.2)).ok()); });
    EXPECT_LT(double(peak), 60.0 * double(spans));
}

}  // namespace
}  // namespace navspan
