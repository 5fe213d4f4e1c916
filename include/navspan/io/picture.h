#pragma once

/// \file
/// Writes drawings (debug/drawing.h) as SVG and PNG.
///
/// \code
/// Drawing drawing;
/// drawing.points = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}};
/// drawing.polygons.push_back({.first = 0, .count = 3, .fill = {90, 160, 90, 255}});
/// const std::string svg = to_svg(drawing);
/// \endcode
///
/// Guarantees: equal drawings give equal bytes. Throws nothing but std::bad_alloc.
///
/// Caveats: SVG shows polygons, lines and markers; PNG shows cells only.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/debug/drawing.h"

namespace navspan {

/// Returns a drawing seen from above as SVG text: x to the right, z down. Cells are omitted. If the drawing
/// has polygons, they determine the extent of the picture: lines and markers far outside this extent are not visible.
std::string to_svg(const Drawing& drawing);

/// Returns the cells of a drawing seen from above as a PNG file: x to the right, z down, the highest cell on top, with relief
/// shading. A cell is a whole number of pixels. In large grids, several cells share a pixel, so that no side exceeds 2000 px.
std::vector<std::byte> to_png(const Drawing& drawing);

}  // namespace navspan
