#pragma once

#include <vector>

#include "bake/jumps/generate_links.h"
#include "check/stages/checks.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

// Finds drops and jumps by brute force. For every pair of spans, moves the agent's body along the trajectory in tiny steps.

/// The result of sampling a trajectory. blocked: the body hits an obstacle. free: even a slightly larger body hits none.
/// unclear: only the larger body hits an obstacle.
enum class TrajectorySample { blocked, free, unclear };

TrajectorySample sample_trajectory(const Heightfield& solid, const LinkPath& path, const GenerateLinksParams& params);

/// Returns all links before thinning, which removes similar links.
/// @param unclear  true: unclear trajectories count as free; false: as blocked
std::vector<GeneratedLink> brute_force_links(const Heightfield& solid, const CompactHeightfield& field,
                                             const GenerateLinksParams& params, bool unclear);

}  // namespace navspan::support
