#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

/// A run of cells of one region in a row.
struct RegionInterval {
    int32_t x0 = 0, x1 = 0;
    uint32_t region = 0;  ///< kSeamRegion: walkable ground of an adjacent tile
    uint32_t first = 0;   ///< open span in the first cell
};

using IntervalRows = std::vector<std::vector<RegionInterval>>;  ///< per row, sorted by start

IntervalRows intervals_by_row(const CompactHeightfield& field, const RegionMap& regions);

using RegionPairs = std::set<std::pair<uint32_t, uint32_t>>;  ///< the smaller number first

/// Returns the pairs of regions that overlap vertically: both have a span in some column.
RegionPairs stacked_pairs(const IntervalRows& rows);

}  // namespace navspan
