#pragma once

#include <span>

#include "bake/jumps/generate_links.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// A way of an agent between the middles of two cells.
struct LinkWay {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< the same of the end
    double peak = -1;                         ///< of a jump: how high it rises above the start [vx]; negative: a drop
};

/// True when one of many samples along the way finds a solid span in the body.
/// @param more  by how much the body is larger all around [cell], [vx]
bool is_stopped(const Heightfield& solid, const LinkWay& way, const GenerateLinksParams& params, double more);

/// Laws of generated links: ascending, each once; they start in params.own; both ends are floors to stand on; no longer,
/// higher or deeper than asked for; a body sampled along the way is stopped on none of its arcs, nor on the way back of those
/// that lead both ways; one cannot as well walk.
void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report);

}  // namespace navspan
