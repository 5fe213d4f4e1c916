#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The shape of an AreaVolume.
enum class VolumeShape : uint8_t {
    box,          ///< axis-aligned box
    rotated_box,  ///< box rotated about the vertical axis
    cylinder,     ///< upright cylinder
    prism         ///< convex polygon seen from above, with a vertical range
};

/// A volume that changes the area of the ground inside it. `shape` selects which of the other fields are used.
struct AreaVolume {
    VolumeShape shape = VolumeShape::box;  ///< shape of the volume
    std::optional<std::string> area{};     ///< name of an area; null: the ground inside is removed
    DVec3 min{},                           ///< box: lower corner [wu]
        max{};                             ///< box: upper corner [wu]
    DVec3 center{};                        ///< rotated_box: centre; cylinder: centre of its base [wu]
    DVec3 half_extents{};                  ///< rotated_box: half the side lengths, before rotation [wu]
    double yaw = 0;                        ///< rotated_box: rotation, counter-clockwise seen from above [deg], -360..360
    double radius = 0,                     ///< cylinder: radius [wu]
        height = 0;                        ///< cylinder: height [wu]
    std::vector<DVec3> points{};           ///< prism: convex outline, clockwise or counter-clockwise [wu]; y is ignored
    double min_y = 0,                      ///< prism: lower end of the vertical range [wu]
        max_y = 0;                         ///< prism: upper end of the vertical range [wu]
};

/// A rectangle in the ground plane.
struct VolumeBounds {
    double x0 = 0,  ///< minimum of x [wu]
        z0 = 0,     ///< minimum of z [wu]
        x1 = 0,     ///< maximum of x [wu]
        z1 = 0;     ///< maximum of z [wu]
};

/// Returns the bounding rectangle of a valid volume seen from above, exact except for rounding.
VolumeBounds volume_bounds(const AreaVolume& volume);

/// Assigns \p area to each walkable open span inside the volume; 0 makes the span not walkable. A span is inside if the centre
/// of its cell, seen from above, is inside the shape. In addition, the floor of the span must be within the vertical range
/// (both ends included). Returns the number of open spans that changed.
uint32_t mark_volume(CompactHeightfield& field, const Lattice& lattice, const AreaVolume& volume, uint8_t area);

}  // namespace navspan
