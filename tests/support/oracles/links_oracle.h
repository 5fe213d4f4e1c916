#pragma once

#include <vector>

#include "bake/jumps/generate_links.h"
#include "check/stages/checks.h"

namespace navspan::support {

// Finds drops and jumps by testing every pair of cells with a body that moves along its arc in tiny steps.

/// The result of sampling an arc. blocked: the body is stopped. free: even a slightly larger body is not stopped. unclear:
/// neither.
enum class ArcSample { blocked, free, unclear };

ArcSample sample_arc(const Heightfield& solid, const LinkPath& way, const GenerateLinksParams& params);

/// Returns all links before thinning. @param unclear  whether arcs with unclear samples count as free
std::vector<GeneratedLink> brute_force_links(const Heightfield& solid, const CompactHeightfield& field,
                                             const GenerateLinksParams& params, bool unclear);

}  // namespace navspan::support
