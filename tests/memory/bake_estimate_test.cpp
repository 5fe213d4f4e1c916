// Compares the estimated memory of a bake with the memory that the bake allocates.

#include <gtest/gtest.h>

#include <string>

#include "allocations.h"
#include "bake/world/memory.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_tile.h"

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

TEST(BakeEstimate, TrianglesInOnePlaneCountOnce) {
    bench::LevelBuilder builder(1);
    for (int layer = 0; layer < 1000; ++layer)
        builder.floor(0, 0, 60, 60, 0);
    TriangleSoup soup = builder.soup;
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups.resize(1);
    for (const Profile profile : {Profile::recast, Profile::accurate})
        expect_good_estimate(soup, config_of(profile, 0.3, 0.2));
}

}  // namespace
}  // namespace navspan
