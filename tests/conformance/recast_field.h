#pragma once

#include <cstdint>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// Replaces bake.compact by our field, span for span and link for link, so that both sides start from the same compact field.
/// Clearances above librecast's 255 are cut to it. More than 62 floors in a cell throw.
/// @return per open span of ours: librecast's index of it
std::vector<uint32_t> set_compact(RecastBake& bake, const CompactHeightfield& field);

}  // namespace navspan::support
