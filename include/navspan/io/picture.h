#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/debug/drawing.h"

namespace navspan {

/// The drawing seen from above as SVG text: x to the right, z down. Cells are left out: they are for to_png. Where there are
/// polygons, lines and markers much farther out than those are wide lie beyond the picture's rim.
std::string to_svg(const Drawing& drawing);

/// The drawing's cells seen from above as a PNG file: x to the right, z down, the highest cell on top, shaded by the relief. A
/// cell is a whole number of pixels or, in grids wider than the largest side, several cells share a pixel. At most 2000 px a
/// side.
std::vector<std::byte> to_png(const Drawing& drawing);

}  // namespace navspan
