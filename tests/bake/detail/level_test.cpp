#include <gtest/gtest.h>

#include <cmath>

#include "bake/detail/edges.h"
#include "bake/detail/patch.h"
#include "support/worlds/detail_world.h"

namespace navspan {
namespace {

using support::DetailWorld;
using support::FloorFunction;
using support::Random;

// Returns level ground with single cells at other heights. There are about `bumps` of them in 1000 cells.
FloorFunction ground_with_bumps(uint64_t seed, int32_t bumps) {
    return [=](int32_t x, int32_t z) {
        Random noise(seed + uint64_t(x) * 1000003 + uint64_t(z));
        return noise.between(0, 999) < bumps ? 1000 + noise.between(-3, 3) : 1000;
    };
}

// Collects the ground of a polygon cell by cell, and checks that it is level inside the polygon and on its edges.
void expect_level(const DetailWorld& world, const PolyMeshPolygon& polygon, const RegionRows& regions, int32_t level) {
    PatchScratch scratch;
    DetailPatch patch;
    patch.scratch = &scratch;
    fill_patch(patch, world.mesh, polygon, world.field, regions, nullptr);
    EXPECT_EQ(patch.unsampled, 0u);
    for (const auto& row : patch.rows) {
        for (int32_t x = row.inner_begin; x < row.inner_end; ++x)
            EXPECT_EQ(world.field.floor[patch.span[size_t(row.at + x)]], level);
    }
    const auto height_at = [&](LatticePoint p) {
        return ground_at(patch, {p.x - patch.x0 * kDetailScale, p.z - patch.z0 * kDetailScale}) + float(patch.base);
    };
    const auto indices = polygon_indices(world.mesh, polygon);
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const PolyMeshVertex &p = world.mesh.vertices[indices[k]], &q = world.mesh.vertices[indices[(k + 1) % polygon.count]];
        const EdgeLattice edge = edge_lattice({p.x, p.z}, {q.x, q.z});
        EXPECT_EQ(height_at(edge.start), float(level));
        visit_edge_samples(edge, 1, [&](int32_t step) {
            const float y = height_at(edge.at(step));
            EXPECT_TRUE(std::isnan(y) || y == float(level)) << y;
        });
    }
}

TEST(LevelGround, EqualsTheGroundThatIsCollectedCellByCell) {
    int found = 0, polygons = 0;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const FloorFunction floor = ground_with_bumps(random.next(), random.between(0, 20));
        const DetailWorld world = support::random_world(random, random.between(1, 40), random.between(1, 40),
                                                        random.between(0, 4), random.between(0, 12), floor);
        RegionRows regions = collect_region_rows(world.field, world.regions);
        regions.level = find_level_regions(world.field, regions);
        for (const PolyMeshPolygon& polygon : world.mesh.polygons) {
            DetailPatch patch;
            ++polygons;
            if (!find_level_ground(patch, world.mesh, polygon, world.field, regions)) continue;
            ++found;
            expect_level(world, polygon, regions, patch.level);
        }
    }
    EXPECT_GT(found, polygons / 10);
    EXPECT_LT(found, polygons);
}

}  // namespace
}  // namespace navspan
