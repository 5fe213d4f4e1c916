#pragma once

#include "navspan/bake/heightfield.h"

namespace navspan {

/// The columns of a field that lie in a grid, as rasterize_triangles gives them for that grid. Where the grid reaches beyond the
/// field its columns are empty. @param grid  all spans of these columns lie in its range of heights
Heightfield crop_heightfield(const Heightfield& field, const Grid& grid);

}  // namespace navspan
