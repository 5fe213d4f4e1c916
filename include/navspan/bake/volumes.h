#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace navspan
