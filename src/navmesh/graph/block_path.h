#pragma once

#include <cstdint>

#include "core/marks.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/search_index.h"

namespace navspan {

/// Marks the blocks on the tree path between two polygons. A path that visits no polygon twice uses only these blocks. A search
/// may therefore skip all edges of other blocks. The running time is proportional to the number of marked blocks.
/// @param start, goal  polygons, numbered over the whole mesh
/// @return false if the polygons are on different islands
bool mark_block_path(const BlockCutTree& tree, uint32_t start, uint32_t goal, Marks& blocks);

/// Returns false only if the filter admits no polygon or link of an area. Conservative: may return true for such an area,
/// because only the combined flags are tested. @param use  flags of the polygons or links of the area
bool may_admit(const QueryFilter& filter, uint32_t area, const AreaSummary& use);

}  // namespace navspan
