#pragma once

#include <cstdint>

#include "navspan/bake/heightfield.h"

namespace navspan {

// The three filters change area ids and fates of solid spans and nothing else. Each returns how many spans it changed.
// Run in this order. Source: Mononen, Recast (2009).

/// Makes a span walkable whose top is at most walkable_climb above the walkable span directly below it in the same column: a
/// kerb, a step, a low wall that one simply walks over. The span takes the area of the one below.
uint32_t filter_low_hanging_obstacles(Heightfield& field, int32_t walkable_climb);

struct LedgeParams {
    int32_t walkable_height = 0;  ///< clearance an agent needs [vx]
    int32_t walkable_climb = 0;   ///< highest step [vx], rounded down
    double max_climb = 0;         ///< highest step [vx], not rounded (slope-aware test)
    double max_slope_rise = 0;    ///< rise over one cell at the steepest walkable slope [vx] (slope-aware test)
};

/// Removes walkable spans beside a drop deeper than walkable_climb, and those whose reachable neighbours differ in height by
/// more than walkable_climb (Recast's test for steep slopes).
uint32_t filter_ledges(Heightfield& field, const LedgeParams& params);

/// The same idea judged per direction: a span is a ledge only where the ground on one side drops further than a walkable slope
/// or a step could explain, so legally walkable ramps and stairs keep their cells at any max_climb. Outside the grid there is
/// no ground, as in an empty column.
uint32_t filter_ledges_slope_aware(Heightfield& field, const LedgeParams& params);

/// The highest step between neighbours [vx] that the slope-aware test can leave standing: max_climb or the rise of the steepest
/// walkable slope over one cell, whichever is more, rounded up. Neighbours of the compact heightfield are linked up to it, else
/// the ramps and stairs that the test keeps would fall apart into rows.
int32_t slope_aware_climb(const LedgeParams& params);

/// Removes walkable spans with less clearance above them than walkable_height. Exactly walkable_height is enough.
uint32_t filter_low_height(Heightfield& field, int32_t walkable_height);

}  // namespace navspan
