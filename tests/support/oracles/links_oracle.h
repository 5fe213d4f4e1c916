#pragma once

#include <vector>

#include "bake/jumps/generate_links.h"
#include "check/stages/checks.h"

namespace navspan::support {

// Drops and jumps by trying every pair of cells, with a body that is moved along its arc in tiny steps.

/// What the samples along a way say: that a body is stopped, that even a slightly larger one is not, or neither.
enum class WaySample { blocked, free, unclear };

WaySample sample_way(const Heightfield& solid, const LinkWay& way, const GenerateLinksParams& params);

/// All links before thinning. @param unclear  whether ways count as free of which samples do not tell
std::vector<GeneratedLink> brute_force_links(const Heightfield& solid, const CompactHeightfield& field,
                                             const GenerateLinksParams& params, bool unclear);

}  // namespace navspan::support
