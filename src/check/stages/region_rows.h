#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

/// An interval of cells in a row. Each cell has an open span of the same region. The indices of these spans are consecutive.
struct RegionInterval {
    int32_t x0 = 0, x1 = 0;  ///< x of the first cell; x of the last cell plus 1
    uint32_t region = 0;     ///< region number; kSeamRegion for walkable ground of an adjacent tile
    uint32_t first = 0;      ///< open span in the first cell
};

using IntervalRows = std::vector<std::vector<RegionInterval>>;  ///< intervals per row, sorted by x0

IntervalRows intervals_by_row(const CompactHeightfield& field, const RegionMap& regions);

using RegionPairs = std::set<std::pair<uint32_t, uint32_t>>;  ///< pairs of region numbers, smaller number first

/// Returns the pairs of regions that have spans in the same cell.
RegionPairs stacked_pairs(const IntervalRows& rows);

}  // namespace navspan
