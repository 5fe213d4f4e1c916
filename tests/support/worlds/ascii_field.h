#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// One open span to be, at the height of its floor.
struct DrawnSpan {
    int32_t x = 0, z = 0;  ///< [cell]
    int32_t floor = 1;     ///< [vx], >= 1
    uint8_t area = 63;     ///< 0 = open but not walkable
};

/// A floor as text: line k is row z = k, a character is a cell. '.' or ' ' nothing, '#' walkable (area 63), 'a'..'z'
/// areas 1..26, '0' open but not walkable.
struct DrawnFloor {
    int32_t height = 1;  ///< of the floor [vx], >= 1
    std::vector<std::string> rows;
};

/// The compact field over thin slabs at these heights, walkable height 10, walkable climb 4. Floors of one cell must be at
/// least 11 apart.
CompactHeightfield field_of_spans(int32_t width, int32_t depth, const std::vector<DrawnSpan>& spans);

/// The same from drawings; floors of neighbour cells are linked where they differ by at most 4.
CompactHeightfield field_of_drawing(const std::vector<DrawnFloor>& floors);

/// A value per span as text, floor by floor (the k-th floor of every cell): '.' nothing, '0' zero, then 1-9, a-z, A-Z,
/// repeating.
std::string draw(const CompactHeightfield& field, const std::vector<uint32_t>& values);

}  // namespace navspan::support
