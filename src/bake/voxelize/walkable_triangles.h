#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// What the slope test made of the input.
struct WalkableTriangles {
    std::vector<uint8_t> areas;     ///< per triangle: its area id where it may be walked on, else kNullArea
    uint32_t walkable = 0;          ///< triangles with an area
    uint32_t too_steep = 0;         ///< upward-facing, steeper than max_slope
    uint32_t facing_down = 0;       ///< their upper side is their back
    uint32_t degenerate = 0;        ///< no area to speak of; they are still voxelised
    uint32_t first_degenerate = 0;  ///< the first of them
    uint32_t excluded_by_rule = 0;         ///< made a hole by a rule
};

/// Keeps the area id of every triangle that faces up and is no steeper than max_slope [deg], 0..89.9.
WalkableTriangles mark_walkable_triangles(const TriangleSoup& soup, double max_slope);

}  // namespace navspan
