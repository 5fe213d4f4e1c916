#pragma once

#include <cstdint>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// Replaces bake.compact by a copy of `field`. Clamps free heights to librecast's limit of 255 vx. Throws if a cell has more
/// than 62 floors.
/// @return for each open span of `field`: the index of librecast's span
std::vector<uint32_t> set_compact(RecastBake& bake, const CompactHeightfield& field);

}  // namespace navspan::support
