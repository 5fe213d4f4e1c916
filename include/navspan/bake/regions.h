#pragma once

#include <cstdint>
#include <vector>

namespace navspan {

/// A partition of the walkable open spans into regions. A region is connected, has one area, and does not overlap itself
/// vertically.
struct RegionMap {
    std::vector<uint32_t> region;  ///< region id of each open span, 1..region_count; 0: no region
    uint32_t region_count = 0;     ///< number of regions
    std::vector<uint8_t> area;     ///< area id of each region, indexed by region id; entry 0 is unused
    std::vector<uint32_t> cells;   ///< number of open spans of each region, indexed by region id; entry 0 is unused
    uint32_t small_regions = 0;    ///< number of regions removed because the region or its island is smaller than min_area
    /// Number of walkable open spans without a region. Most of these spans belonged to removed regions. If a level has one tile
    /// and all its ground is at most two cells wide, the watershed creates no regions. All walkable open spans then count.
    uint32_t small_spans = 0;
    uint32_t cut_regions = 0;  ///< number of regions that were cut because of vertical overlaps
};

}  // namespace navspan
