#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan::support {

/// Builds the compact heightfield from the walkable spans of a filtered solid field. Simple and slow: works cell by cell.
CompactHeightfield reference_compact(const Heightfield& field, int32_t walkable_height, int32_t link_climb);

}  // namespace navspan::support
