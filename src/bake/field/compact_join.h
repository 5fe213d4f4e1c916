#pragma once

#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

class Workers;

/// Joins compact heightfields of consecutive rows into the field of the whole grid. Frees the parts.
/// @param parts  fields of consecutive ranges of rows; each part except the first starts with a copy of the last row of the
/// previous part. Only the copy has links in +z
CompactHeightfield join_rows(const Grid& grid, std::vector<CompactHeightfield>& parts, Workers* workers);

}  // namespace navspan
