#include <gtest/gtest.h>

#include <algorithm>

#include "bake/field/mark_volumes.h"
#include "bake/field/open_spans.h"
#include "core/angle.h"
#include "navspan/bake/volumes.h"
#include "support/checks/text_field.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;

constexpr double kCell = 0.5, kStep = 0.25;

// Builds two flat storeys over the square from (0, 0) to (10, 10) [wu]. Their floors are at 2 vx (0.5 wu) and 22 vx.
CompactHeightfield two_storeys() {
    Random random(1);
    Heightfield solid = random_heightfield(random, support::flat_storeys(20, 20, 2));
    solid.grid = {.x0 = 0, .z0 = 0, .y0 = 0, .width = 20, .depth = 20};
    return support::open_field(solid, {10, 2});
}

const Lattice kLattice{.origin = {0, 0, 0}, .cell_size = kCell, .cell_height = kStep};

// Returns the numbers of marked spans on the lower and on the upper floor.
std::pair<int, int> marked(const CompactHeightfield& field, uint8_t area) {
    std::pair<int, int> count{0, 0};
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (field.area[i] == area) ++(field.floor[i] < 10 ? count.first : count.second);
    }
    return count;
}

TEST(MarkVolume, BoxMarksCellsWithCentresInsideOrOnItsFaces) {
    CompactHeightfield field = two_storeys();
    AreaVolume box{.shape = VolumeShape::box};
    box.min = {1.25, 0.5, 2.25};  // cell centres are at 0.25 + 0.5 k; the floor is at 0.5
    box.max = {2.75, 0.5, 2.74};
    EXPECT_EQ(mark_volume(field, kLattice, box, 5), 4u);
    EXPECT_EQ(marked(field, 5), std::pair(4, 0)) << support::text_of_numbers(field, field.area);
    EXPECT_EQ(mark_volume(field, kLattice, box, 5), 0u);
}

TEST(MarkVolume, VerticalRangeSelectsTheStorey) {
    CompactHeightfield field = two_storeys();
    AreaVolume box{.shape = VolumeShape::box};
    box.min = {0, 1, 0};
    box.max = {10, 50, 10};
    mark_volume(field, kLattice, box, 5);
    EXPECT_EQ(marked(field, 5), std::pair(0, 400));
}

TEST(MarkVolume, UnwalkableGroundStaysUnwalkable) {
    CompactHeightfield field = two_storeys();
    AreaVolume box{.shape = VolumeShape::box};
    box.min = {-100, -100, -100};
    box.max = {100, 100, 100};
    field.area[7] = 0;
    mark_volume(field, kLattice, box, 9);
    EXPECT_EQ(field.area[7], 0);
    EXPECT_EQ(mark_volume(field, kLattice, box, 0), field.span_count() - 1);
    EXPECT_EQ(mark_volume(field, kLattice, box, 9), 0u);
}

TEST(MarkVolume, BoxRotatedByRightAnglesEqualsTheBox) {
    AreaVolume box{.shape = VolumeShape::box};
    box.min = {2, 0, 3};
    box.max = {6, 1, 4.5};
    CompactHeightfield wanted = two_storeys();
    EXPECT_GT(mark_volume(wanted, kLattice, box, 5), 0u);
    for (double yaw : {0.0, 90.0, 180.0, -90.0, 270.0}) {
        AreaVolume turned{.shape = VolumeShape::rotated_box};
        turned.center = {4, 0.5, 3.75};
        const bool swap = yaw == 90 || yaw == -90 || yaw == 270;
        turned.half_extents = swap ? DVec3{0.75, 0.5, 2} : DVec3{2, 0.5, 0.75};
        turned.yaw = yaw;
        CompactHeightfield field = two_storeys();
        mark_volume(field, kLattice, turned, 5);
        EXPECT_EQ(field.area, wanted.area) << yaw;
    }
}

TEST(MarkVolume, YawTurnsCounterClockwiseSeenFromAbove) {
    // The long axis of the box points to +x. Seen from above, a counter-clockwise rotation by 30 degrees turns this axis
    // towards -z.
    AreaVolume turned{.shape = VolumeShape::rotated_box};
    turned.center = {5, 0.5, 5};
    turned.half_extents = {4, 1, 0.4};
    turned.yaw = 30;
    CompactHeightfield field = two_storeys();
    mark_volume(field, kLattice, turned, 5);
    const uint32_t towards = 6 * 20 + 16;  // cell (16, 6): centre (8.25, 3.25), offset +3.25 in x and -1.75 in z
    const uint32_t mirrored = 13 * 20 + 16;
    const auto storey = [&](uint32_t cell) { return field.runs[field.row_run[cell / 20]].first + cell % 20; };
    EXPECT_EQ(field.area[storey(towards)], 5) << support::text_of_numbers(field, field.area);
    EXPECT_EQ(field.area[storey(mirrored)], 63);
}

TEST(MarkVolume, PrismOfEitherWindingEqualsTheRotatedBox) {
    AreaVolume turned{.shape = VolumeShape::rotated_box};
    turned.center = {5, 0.5, 5};
    turned.half_extents = {3, 1, 1.1};
    turned.yaw = 36.86989764584402;  // cosine 0.8, sine 0.6
    CompactHeightfield wanted = two_storeys();
    mark_volume(wanted, kLattice, turned, 5);
    AreaVolume prism{.shape = VolumeShape::prism};
    for (const auto& [a, b] : {std::pair{3.0, 1.1}, {3.0, -1.1}, {-3.0, -1.1}, {-3.0, 1.1}}) {
        prism.points.push_back({5 + 0.8 * a + 0.6 * b, 0, 5 - 0.6 * a + 0.8 * b});
    }
    prism.min_y = -0.5;
    prism.max_y = 1.5;
    for (int winding = 0; winding < 2; ++winding) {
        CompactHeightfield field = two_storeys();
        EXPECT_GT(mark_volume(field, kLattice, prism, 5), 20u);
        EXPECT_EQ(field.area, wanted.area) << support::text_of_numbers(field, field.area);
        std::swap(prism.points[1], prism.points[3]);
    }
}

TEST(MarkVolume, CylinderIsRound) {
    AreaVolume cylinder{.shape = VolumeShape::cylinder};
    cylinder.center = {5.25, 0.5, 5.25};
    cylinder.radius = 1.5;
    cylinder.height = 1;
    CompactHeightfield field = two_storeys();
    EXPECT_EQ(mark_volume(field, kLattice, cylinder, 5), 29u) << support::text_of_numbers(field, field.area);
}

TEST(MarkVolume, OutsideTheGridChangesNothing) {
    CompactHeightfield field = two_storeys();
    AreaVolume box{.shape = VolumeShape::box};
    box.min = {1e300, 0, 0};
    box.max = {1e301, 1, 1};
    EXPECT_EQ(mark_volume(field, kLattice, box, 5), 0u);
    box.min = {5, 0, 5};
    box.max = {4, 1, 4};  // min and max are swapped
    EXPECT_EQ(mark_volume(field, kLattice, box, 5), 0u);
    AreaVolume prism{.shape = VolumeShape::prism};
    EXPECT_EQ(mark_volume(field, kLattice, prism, 5), 0u);
}

// A random volume of any shape, partly outside the square from (0, 0) to (10, 10).
AreaVolume random_volume(Random& random) {
    AreaVolume volume{.shape = VolumeShape(random.between(0, 3))};
    const double low = random.real(-1, 6);
    volume.center = {random.real(-2, 12), low, random.real(-2, 12)};
    volume.half_extents = {random.real(0, 6), 3, random.real(0, 1)};
    volume.yaw = 15 * random.between(-24, 24);
    volume.radius = random.real(0, 5);
    volume.height = 3;
    volume.min = volume.center - volume.half_extents;
    volume.max = volume.center + volume.half_extents;
    volume.min_y = low, volume.max_y = low + 3;
    const int corners = random.between(3, 8);
    for (int k = 0; k < corners; ++k) {
        const double angle = 360.0 * k / corners;
        volume.points.push_back(volume.center +
                                DVec3{volume.half_extents.x * cos_degrees(angle), 0, volume.radius * sin_degrees(angle)});
    }
    return volume;
}

// True if the shape contains the centre of the cell, at the height of a floor. Tests all cells of the shape.
bool contains(const AreaVolume& v, double x, double z, double y) {
    const double dx = x - v.center.x, dz = z - v.center.z, sine = sin_degrees(v.yaw), cosine = cos_degrees(v.yaw);
    bool left = false, right = false;
    switch (v.shape) {
        case VolumeShape::box:
            return x >= v.min.x && x <= v.max.x && z >= v.min.z && z <= v.max.z && y >= v.min.y && y <= v.max.y;
        case VolumeShape::rotated_box:
            return std::abs(dx * cosine - dz * sine) <= v.half_extents.x &&
                   std::abs(dx * sine + dz * cosine) <= v.half_extents.z && std::abs(y - v.center.y) <= v.half_extents.y;
        case VolumeShape::cylinder:
            return dx * dx + dz * dz <= v.radius * v.radius && y >= v.center.y && y <= v.center.y + v.height;
        case VolumeShape::prism:
            for (size_t k = 0; k < v.points.size(); ++k) {
                const DVec3 a = v.points[k], b = v.points[(k + 1) % v.points.size()];
                const double side = (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
                left |= side > 0, right |= side < 0;
            }
            return !(left && right) && y >= v.min_y && y <= v.max_y;
    }
    return false;
}

// Calls visit(i, x, z) with the centre of the cell of each open span [wu].
template <class Visit>
void for_each_centre(const CompactHeightfield& field, Visit visit) {
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (const auto& run : row_runs(field, z)) {
            for (uint32_t k = 0; k < run.length; ++k)
                visit(run.first + k, (run.x0 + int32_t(k) + 0.5) * kCell, (z + 0.5) * kCell);
        }
    }
}

TEST(MarkVolumes, LastVolumeDecidesAndRemovedGroundStaysRemoved) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        Random random(seed);
        CompactHeightfield field = two_storeys();
        field.area[size_t(random.between(0, int(field.span_count()) - 1))] = 0;
        std::vector<AreaVolume> volumes;
        std::vector<uint8_t> areas;
        for (int k = random.between(1, 12); k > 0; --k) {
            volumes.push_back(random_volume(random));
            areas.push_back(uint8_t(random.between(0, 4)));
        }
        const CompactHeightfield before = field;
        const uint32_t changed = mark_volumes(field, kLattice, volumes, areas);
        uint32_t differ = 0;
        for_each_centre(field, [&](uint32_t i, double x, double z) {
            uint8_t area = before.area[i];
            bool carved = false;
            for (size_t k = 0; k < volumes.size(); ++k) {
                if (!contains(volumes[k], x, z, field.floor[i] * kStep)) continue;
                carved |= areas[k] == 0;
                if (area != 0) area = areas[k];
            }
            differ += area != before.area[i];
            EXPECT_EQ(field.area[i], area) << "seed " << seed << ", span " << i;
            EXPECT_EQ(!field.carved.empty() && field.carved[i], carved) << "seed " << seed << ", span " << i;
        });
        ASSERT_EQ(changed, differ) << "seed " << seed;
    }
}

TEST(VolumeBounds, BoundsOfARotatedBoxTouchItsFourCorners) {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        AreaVolume box{.shape = VolumeShape::rotated_box};
        box.center = {random.real(-50, 50), 0, random.real(-50, 50)};
        box.half_extents = {random.real(0.1, 20), 1, random.real(0.1, 20)};
        box.yaw = random.real(-360, 360);
        const double sine = sin_degrees(box.yaw), cosine = cos_degrees(box.yaw);
        double x0 = 1e9, z0 = 1e9, x1 = -1e9, z1 = -1e9;
        for (const double side_x : {-1.0, 1.0}) {
            for (const double side_z : {-1.0, 1.0}) {
                const double u = side_x * box.half_extents.x, v = side_z * box.half_extents.z;
                const double x = box.center.x + u * cosine + v * sine, z = box.center.z - u * sine + v * cosine;
                x0 = std::min(x0, x), z0 = std::min(z0, z), x1 = std::max(x1, x), z1 = std::max(z1, z);
            }
        }
        const VolumeBounds bounds = volume_bounds(box);
        EXPECT_NEAR(bounds.x0, x0, 1e-9);
        EXPECT_NEAR(bounds.z0, z0, 1e-9);
        EXPECT_NEAR(bounds.x1, x1, 1e-9);
        EXPECT_NEAR(bounds.z1, z1, 1e-9);
    }
}

}  // namespace
}  // namespace navspan
