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
/// Caveats: SVG shows everything except cells; PNG shows only cells.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/debug/drawing.h"

namespace navspan {

/// Returns a drawing seen from above as SVG text, with x to the right and z down. Draws polygons, lines, markers and named
/// lines, but not cells. If the drawing has polygons, the picture covers all polygons and only those lines and markers that are
/// close to them. Returns an empty text if is_drawable(drawing) is false.
std::string to_svg(const Drawing& drawing);

/// Returns the cells of a drawing seen from above as a PNG file, with x to the right and z down. Draws the highest cell of each
/// column, with relief shading. A cell is a square of one or more pixels. In large grids, a pixel is a square of cells instead,
/// so that no side exceeds 2000 px. Returns no bytes if is_drawable(drawing) is false.
std::vector<std::byte> to_png(const Drawing& drawing);

}  // namespace navspan
