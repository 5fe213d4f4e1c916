#include "bake/voxelize/walkable_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bake/voxelize/rasterize.h"
#include "support/text/random.h"
#include "support/worlds/lattices.h"

namespace navspan {
namespace {

using support::kUnitLattice;
using support::Random;
using support::rounds;

constexpr Grid kGrid{0, 0, 0, 20, 20};

// Large triangles that repeat a few triangles in random order. The areas of equal triangles may differ.
TriangleSoup repeated_triangles(Random& random, size_t distinct, size_t count, int32_t areas) {
    std::vector<std::array<DVec3, 3>> triangles(distinct);
    for (auto& corners : triangles) {
        for (DVec3& corner : corners)
            corner = {random.real(-10, 30), random.real(0, 8), random.real(-10, 30)};
    }
    TriangleSoup soup;
    for (size_t i = 0; i < count; ++i) {
        for (const DVec3& corner : triangles[size_t(random.between(0, int32_t(distinct) - 1))])
            soup.vertices.push_back(corner);
        const auto n = uint32_t(3 * i);
        soup.triangles.push_back({n, n + 1, n + 2});
        soup.areas.push_back(uint8_t(random.between(0, areas - 1)));
    }
    return soup;
}

TEST(WithoutCopies, ChangesNoVoxel) {
    size_t tested = 0;
    for (uint64_t seed = 0; seed < uint64_t(rounds(300)); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const TriangleSoup soup = repeated_triangles(random, size_t(random.between(1, 30)), 400, random.between(1, 5));
        const auto kept = without_copies(soup, soup.areas, 1, kGrid);
        if (!kept) continue;
        ++tested;
        EXPECT_LT(kept->listed.size(), soup.triangles.size());
        EXPECT_TRUE(std::is_sorted(kept->listed.begin(), kept->listed.end()));
        const RasterizeParams params{.area_merge_height = random.between(0, 3)};
        const Result<Heightfield> all = rasterize_triangles(soup, soup.areas, kUnitLattice, kGrid, params);
        const Result<Heightfield> few =
            rasterize_triangles(SoupView(soup, kept->listed), kept->areas, kUnitLattice, kGrid, params);
        ASSERT_TRUE(all && few);
        ASSERT_EQ(all->first, few->first);
        ASSERT_EQ(all->spans, few->spans);
    }
    EXPECT_GT(tested, 0u);
}

TEST(WithoutCopies, KeepsOneOfManyCopies) {
    TriangleSoup soup;
    soup.vertices = {{0, 1, 0}, {0, 1, 20}, {20, 1, 0}, {20, 1, 20}};
    for (int i = 0; i < 200; ++i)
        soup.triangles.insert(soup.triangles.end(), {{0, 1, 2}, {2, 1, 3}});
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    const auto kept = without_copies(soup, soup.areas, 1, kGrid);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->listed, (std::vector<uint32_t>{0, 1}));
}

TEST(WithoutCopies, KeepsACopyThatRaisesTheAreaAgain) {
    // The wide triangle of area 1 is above the small step of area 2, whose copy then raises the area of the span again.
    TriangleSoup soup;
    for (const double y : {1.0, 1.5, 1.0}) {
        for (int i = 0; i < 100; ++i) {
            const auto n = uint32_t(soup.vertices.size());
            soup.vertices.insert(soup.vertices.end(), {{-20, y, -20}, {-20, y, 60}, {60, y, -20}});
            soup.triangles.push_back({n, n + 1, n + 2});
            soup.areas.push_back(y == 1 ? 2 : 1);
        }
    }
    const auto kept = without_copies(soup, soup.areas, 1, kGrid);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->listed, (std::vector<uint32_t>{0, 100, 200}));
}

TEST(WithoutCopies, SmallTrianglesAreNotSearched) {
    TriangleSoup soup;
    soup.vertices = {{0, 1, 0}, {0, 1, 1}, {1, 1, 0}};
    soup.triangles.assign(1000, {0, 1, 2});
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    EXPECT_FALSE(without_copies(soup, soup.areas, 1, kGrid));
}

}  // namespace
}  // namespace navspan
