#pragma once

#include <cstdint>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// Replaces bake.compact by our field, with the same spans and links, so that both libraries start from the same compact field.
/// Clearances above librecast's limit of 255 are clamped. Throws if a cell has more than 62 floors.
/// @return per open span of ours: librecast's span index
std::vector<uint32_t> set_compact(RecastBake& bake, const CompactHeightfield& field);

}  // namespace navspan::support
