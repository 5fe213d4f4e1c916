#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// An open span of field_of_spans.
struct DrawnSpan {
    int32_t x = 0, z = 0;  ///< position [cell]
    int32_t floor = 1;     ///< height of the floor [vx], >= 1
    uint8_t area = 63;     ///< 0: not walkable
};

/// A floor drawn as text. Character i of line k is the cell (i, k). '.' and ' ' have no span. '#' is an open span with area 63,
/// and 'a'..'z' are open spans with areas 1..26. '0' is an open span that is not walkable.
struct DrawnFloor {
    int32_t height = 1;  ///< height of the floor [vx], >= 1
    std::vector<std::string> rows;
};

/// Builds a compact field with the given open spans. The ground below each span is one voxel thick. The walkable height is
/// 10 vx and the walkable climb is 4 vx. Floors in the same cell must be at least 11 vx apart.
CompactHeightfield field_of_spans(int32_t width, int32_t depth, const std::vector<DrawnSpan>& spans);

/// Builds a compact field from drawings. Floors of adjacent cells are linked if their heights differ by at most 4 vx.
CompactHeightfield field_of_drawing(const std::vector<DrawnFloor>& floors);

/// Draws one value per open span as a character. Picture k shows the k-th floor of every cell, counted from below. A cell
/// without this floor is '.'. The value 0 is '0'. The values 1 to 61 are '1'-'9', 'a'-'z', 'A'-'Z'. Larger values repeat these
/// characters: 62 is '1'.
std::string draw(const CompactHeightfield& field, const std::vector<uint32_t>& values);

}  // namespace navspan::support
