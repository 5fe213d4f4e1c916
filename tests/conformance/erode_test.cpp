// Tests that erosion, the median filter and area volumes give the same areas as in librecast for the same compact field.

#include "bake/field/erode.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bake/field/mark_volumes.h"
#include "field_pair.h"
#include "navspan/bake/volumes.h"
#include "support/checks/short_calls.h"
#include "support/text/random.h"
#include "support/worlds/random_fields.h"

namespace navspan::support {
namespace {

TEST(ErodeConformance, AreasAreEqual) {
    for_each_solid([](const std::string& name, const Heightfield& solid, const VoxelConfig& config) {
        for (int variant = 0; variant < 3; ++variant) {
            FieldPair pair = build_both(solid, config);
            if (variant >= 1) scatter_areas(pair, 1);
            if (variant == 2) cut_large_null_volume(pair);
            erode_walkable_area_chamfer(pair.ours, config.walkable_radius);
            recast_erode(pair.recast);
            EXPECT_EQ(differing_areas(pair), 0u) << name << " variant " << variant;
        }
    });
}

TEST(ErodeConformance, MedianFilterIsEqual) {
    for_each_solid([](const std::string& name, const Heightfield& solid, const VoxelConfig& config) {
        FieldPair pair = build_both(solid, config);
        scatter_areas(pair, 2);
        filter_median_area(pair.ours);
        recast_median(pair.recast);
        EXPECT_EQ(differing_areas(pair), 0u) << name;
    });
}

// Builds a field of three uneven storeys with its corner at (0, 0, 0). The cell size 0.5 and the cell height 0.25 are exact in
// floats.
FieldPair field_for_volumes(Random& random) {
    const RandomFieldParams shape{.width = 40, .depth = 36, .storeys = 3, .storey_height = 20, .roll = 5, .jitter = 1};
    Heightfield solid = random_heightfield(random, shape);
    solid.grid.x0 = solid.grid.y0 = solid.grid.z0 = 0;
    VoxelConfig config;
    config.lattice = {.origin = {}, .cell_size = 0.5, .cell_height = 0.25};
    return build_both(solid, config);
}

// We mark cells whose centre is in the box. librecast marks every cell that the box touches, and truncates heights to voxels.
// The boxes of this test give equal results. Along x and z, each box starts in the first half of a cell and ends in the second
// half of a cell. Its bottom and top are at whole voxels.
TEST(ErodeConformance, BoxesMarkTheSameSpans) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        FieldPair pair = field_for_volumes(random);
        AreaVolume box{.shape = VolumeShape::box};
        const int32_t x0 = random.between(0, 30), z0 = random.between(0, 30), y0 = random.between(0, 40);
        box.min = {x0 * 0.5 + 0.1, y0 * 0.25, z0 * 0.5 + 0.1};
        box.max = {box.min.x + random.between(0, 10) * 0.5 + 0.3, (y0 + random.between(0, 30)) * 0.25,
                   box.min.z + random.between(0, 10) * 0.5 + 0.3};
        const float low[3] = {float(box.min.x), float(box.min.y), float(box.min.z)};
        const float high[3] = {float(box.max.x), float(box.max.y), float(box.max.z)};
        mark_volume(pair.ours, pair.config.lattice, box, 7);
        rcMarkBoxArea(&pair.recast.context, low, high, 7, *pair.recast.compact);
        EXPECT_EQ(differing_areas(pair), 0u) << "seed " << seed;
    }
}

TEST(ErodeConformance, CylindersMarkTheSameSpans) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        FieldPair pair = field_for_volumes(random);
        AreaVolume cylinder{.shape = VolumeShape::cylinder};
        cylinder.center = {random.real(2, 18), random.between(0, 40) * 0.25, random.real(2, 16)};
        cylinder.radius = random.real(0.3, 6);
        cylinder.height = random.between(0, 30) * 0.25;
        const float at[3] = {float(cylinder.center.x), float(cylinder.center.y), float(cylinder.center.z)};
        mark_volume(pair.ours, pair.config.lattice, cylinder, 7);
        rcMarkCylinderArea(&pair.recast.context, at, float(cylinder.radius), float(cylinder.height), 7, *pair.recast.compact);
        EXPECT_EQ(differing_areas(pair), 0u) << "seed " << seed;
    }
}

TEST(ErodeConformance, PrismsMarkTheSameSpans) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        FieldPair pair = field_for_volumes(random);
        // Use a triangle, because the ring must be convex.
        AreaVolume prism{.shape = VolumeShape::prism};
        std::vector<float> points;
        for (int k = 0; k < 3; ++k) {
            prism.points.push_back({random.real(0, 20), 0, random.real(0, 18)});
            for (double v : {prism.points.back().x, 0.0, prism.points.back().z})
                points.push_back(float(v));
        }
        prism.min_y = random.between(0, 40) * 0.25;
        prism.max_y = prism.min_y + random.between(0, 30) * 0.25;
        mark_volume(pair.ours, pair.config.lattice, prism, 7);
        rcMarkConvexPolyArea(&pair.recast.context, points.data(), 3, float(prism.min_y), float(prism.max_y), 7,
                             *pair.recast.compact);
        EXPECT_EQ(differing_areas(pair), 0u) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan::support
