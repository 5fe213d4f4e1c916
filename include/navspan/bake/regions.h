#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/distance_field.h"

namespace navspan {

/// A partition of the walkable open spans into regions. A region is connected, has one area, and does not overlap itself
/// vertically.
struct RegionMap {
    std::vector<uint32_t> region;  ///< per open span: region id 1..region_count, 0 = no region
    uint32_t region_count = 0;     ///< number of regions
    std::vector<uint8_t> area;     ///< per region id (entry 0 unused): area id
    std::vector<uint32_t> cells;   ///< per region id (entry 0 unused): number of open spans
    uint32_t small_regions = 0;    ///< regions of the first partition that were removed with islands smaller than min_area
    uint32_t small_spans = 0;      ///< walkable open spans without a region: spans of removed regions; for the watershed, all
                                   ///< spans if all distances are 0 (no ground is wider than two cells, no neighbour tiles)
    uint32_t cut_regions = 0;      ///< watershed regions and sheets that were cut because they overlapped themselves vertically
};

/// Parameters of the partitions.
struct RegionParams {
    uint32_t min_area = 64;     ///< isolated regions smaller than this are removed [cell]
    uint32_t merge_area = 400;  ///< watershed and monotone: regions up to this size are merged into a neighbour if possible
                                ///< [cell]; layers and sheets are always as large as possible
    bool split_vertical_overlaps = true;  ///< watershed: cut regions that overlap themselves vertically. No config key disables
                                          ///< it, because contours, polygons and heights need it. false keeps such regions, to
                                          ///< compare with Recast
    bool whole_islands = false;  ///< true: min_area is compared with the area of the whole island. false, as in Recast:
                                 ///< regions in the holes of others, and with layers all regions, are compared on their
                                 ///< own. Sheets always use the whole island
};

/// Watershed: floods basins from the maxima of the distance field. Gives few, compact regions.
/// Sources: Vincent, Soille, Watersheds in digital spaces (1991); Haumont, Debeir, Sillion, Volumetric cell-and-portal
/// generation (2003); Mononen, Recast (2009), for the flooding by levels and the merging.
RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params);

/// Monotone: an interval of a row continues the region of the row before if this is unambiguous. Fast; gives long thin regions
/// without holes.
RegionMap build_regions_monotone(const CompactHeightfield& field, const RegionParams& params);

/// Layers: merges monotone regions into maximal regions that do not overlap themselves vertically.
RegionMap build_regions_layers(const CompactHeightfield& field, const RegionParams& params);

/// Sheets: a connected component of one area is one region. It is cut, usually where it is narrow, only if it overlaps
/// itself vertically.
/// Gives the fewest and largest regions, with holes; needs no distance field.
RegionMap build_regions_sheets(const CompactHeightfield& field, const RegionParams& params);

}  // namespace navspan
