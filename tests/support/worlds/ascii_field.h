#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// An open span to create, given by the height of its floor.
struct DrawnSpan {
    int32_t x = 0, z = 0;  ///< [cell]
    int32_t floor = 1;     ///< [vx], >= 1
    uint8_t area = 63;     ///< 0: open but not walkable
};

/// A floor drawn as text: line k is row z = k, and each character is a cell. '.' or ' ' is no span, '#' is walkable (area 63),
/// 'a'..'z' are areas 1..26, and '0' is open but not walkable.
struct DrawnFloor {
    int32_t height = 1;  ///< height of the floor [vx], >= 1
    std::vector<std::string> rows;
};

/// Builds the compact field over thin slabs at the heights of the spans, with walkable height 10 and walkable climb 4. Floors
/// of one cell must be at least 11 apart.
CompactHeightfield field_of_spans(int32_t width, int32_t depth, const std::vector<DrawnSpan>& spans);

/// Builds the same field from drawings. Floors of adjacent cells are linked if their heights differ by at most 4.
CompactHeightfield field_of_drawing(const std::vector<DrawnFloor>& floors);

/// Draws a value per span as text, floor by floor (the k-th floor of every cell): '.' is no span, '0' is zero, then 1-9, a-z,
/// A-Z, repeating.
std::string draw(const CompactHeightfield& field, const std::vector<uint32_t>& values);

}  // namespace navspan::support
