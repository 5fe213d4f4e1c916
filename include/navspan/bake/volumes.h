#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

enum class VolumeShape : uint8_t { box, rotated_box, cylinder, prism };

/// A part of space that gives the ground inside it an area. Only the fields of its shape count.
struct AreaVolume {
    VolumeShape shape = VolumeShape::box;
    std::optional<std::string> area{};  ///< name of an area; null: a hole
    DVec3 min{}, max{};                 ///< box: corners [wu]
    DVec3 center{};                     ///< rotated_box: middle; cylinder: middle of its base [wu]
    DVec3 half_extents{};               ///< rotated_box: half the size along its own axes [wu]
    double yaw = 0;                     ///< rotated_box: turn about y, counter-clockwise seen from above [deg], -360..360
    double radius = 0, height = 0;      ///< cylinder [wu]
    std::vector<DVec3> points{};        ///< prism: convex outline, either winding, y ignored [wu]
    double min_y = 0, max_y = 0;        ///< prism: vertical range [wu]
};

/// A rectangle of the ground plane [wu].
struct VolumeBounds {
    double x0 = 0, z0 = 0, x1 = 0, z1 = 0;
};

/// The smallest rectangle around a valid volume seen from above, but for rounding.
VolumeBounds volume_bounds(const AreaVolume& volume);

/// Gives every walkable open span inside the volume the area id (0: not walkable any more). Inside means: the centre of the
/// cell is inside the shape seen from above and the floor is within its vertical range, ends included.
/// @return how many open spans changed
uint32_t mark_volume(CompactHeightfield& field, const Lattice& lattice, const AreaVolume& volume, uint8_t area);

}  // namespace navspan
