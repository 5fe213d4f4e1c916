#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan::support {

/// The compact heightfield of the walkable spans of a solid field that is filtered already, the slow way: cell by cell.
CompactHeightfield reference_compact(const Heightfield& field, int32_t walkable_height, int32_t link_climb);

}  // namespace navspan::support
