#pragma once

#include <cstdint>

#include "core/marks.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/search_index.h"

namespace navspan {

/// Marks the blocks on the tree path from one polygon to another: the only blocks that a path can use if it visits no polygon
/// twice. Takes one step per block. A search then follows an edge only if its block is marked.
/// @param start, goal  polygons numbered over the whole mesh
/// @return false if they are on different islands
bool mark_block_path(const BlockCutTree& tree, uint32_t start, uint32_t goal, Marks& blocks);

/// True if the filter may admit some polygons or links of an area.
bool may_admit(const QueryFilter& filter, uint32_t area, const AreaSummary& use);

}  // namespace navspan
