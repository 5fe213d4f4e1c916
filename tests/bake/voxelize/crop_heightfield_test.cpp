#include <gtest/gtest.h>

#include "bake/voxelize/rasterize.h"
#include "check/stages/checks.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

TriangleSoup scattered_triangles(Random& random) {
    TriangleSoup soup;
    for (int i = random.between(0, 40); i > 0; --i) {
        const auto first = uint32_t(soup.vertices.size());
        for (int k = 0; k < 3; ++k)
            soup.vertices.push_back({random.real(-10, 10), random.real(-3, 9), random.real(-10, 10)});
        soup.triangles.push_back({first, first + 1, first + 2});
        soup.areas.push_back(uint8_t(random.between(0, 63)));
    }
    return soup;
}

Heightfield voxelized(const TriangleSoup& soup, const Grid& grid) {
    return *rasterize_triangles(soup, soup.areas, {{}, 1, 0.5}, grid, {.area_merge_height = 2});
}

TEST(CropHeightfield, EqualsVoxelizingTheCroppedGrid) {
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        const TriangleSoup soup = scattered_triangles(random);
        const Heightfield all = voxelized(soup, {.x0 = -11, .z0 = -11, .y0 = -6, .width = 22, .depth = 22});
        // The grid may extend beyond the field on all sides. Its bottom is at or below the bottom of the field.
        const Grid grid{.x0 = random.between(-16, 8),
                        .z0 = random.between(-16, 8),
                        .y0 = random.between(-9, -6),
                        .width = random.between(0, 20),
                        .depth = random.between(0, 20)};
        const Heightfield part = *crop_heightfield(all, grid), expected = voxelized(soup, grid);
        EXPECT_EQ(part.grid, grid) << "seed " << seed;
        EXPECT_EQ(part.first, expected.first) << "seed " << seed;
        EXPECT_EQ(part.spans, expected.spans) << "seed " << seed;
        CheckReport report;
        check_heightfield(part, report);
        EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
    }
}

TEST(CropHeightfield, EmptyInEmptyOut) {
    const Heightfield part = *crop_heightfield(voxelized({}, {}), {.x0 = 3, .z0 = 4, .y0 = 5, .width = 2, .depth = 3});
    EXPECT_EQ(part.first, std::vector<uint32_t>(7, 0));
    EXPECT_TRUE(part.spans.empty());
}

TEST(CropHeightfield, HeightsOutsideTheGridGiveNothing) {
    const Heightfield field{.grid = {0, 0, 0, 1, 1}, .first = {0, 1}, .spans = {Span{0, 2, kDefaultArea, SpanFate::walkable}}};
    EXPECT_TRUE(crop_heightfield(field, {0, 0, -1, 1, 1}));
    EXPECT_FALSE(crop_heightfield(field, {0, 0, 1, 1, 1}));
    EXPECT_FALSE(crop_heightfield(field, {0, 0, -kMaxHeight, 1, 1}));
}

}  // namespace
}  // namespace navspan
