#pragma once

#include <cstdint>

#include "core/marks.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/search_index.h"

namespace navspan {

/// Marks the blocks on the way in the tree from one polygon to another: all that a path which enters no polygon twice can pass
/// through. Takes a step per block. Afterwards an edge is worth following only if its block is marked.
/// @param start, goal  polygons numbered over the whole mesh
/// @return false when they are on different islands
bool mark_block_path(const BlockCutTree& tree, uint32_t start, uint32_t goal, Marks& blocks);

/// True when the filter may admit some of the polygons, or links, of an area.
bool may_admit(const QueryFilter& filter, uint32_t area, const AreaSummary& use);

}  // namespace navspan
