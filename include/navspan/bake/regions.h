#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/distance_field.h"

namespace navspan {

/// A partition of the walkable open spans into connected regions of one area each, none of which lies above itself.
struct RegionMap {
    std::vector<uint32_t> region;  ///< per open span: region id 1..region_count, 0 = none
    uint32_t region_count = 0;     ///< ids are dense
    std::vector<uint8_t> area;     ///< per region id (entry 0 unused): area id
    std::vector<uint32_t> cells;   ///< per region id (entry 0 unused): number of open spans
    uint32_t small_regions = 0;    ///< pieces of the first partition removed with islands smaller than min_area
    uint32_t small_spans = 0;      ///< walkable open spans without a region: those of the removed pieces, and for the watershed
                                   ///< all of them where the distance is 0 everywhere (nothing wider than two cells, and
                                   ///< no neighbour tiles)
    uint32_t cut_regions = 0;      ///< watershed regions and sheets that lay above themselves and were cut into pieces
};

struct RegionParams {
    uint32_t min_area = 64;        ///< isolated regions smaller than this are removed [cell]
    uint32_t merge_area = 400;     ///< watershed and monotone: regions up to this are merged into a neighbour where possible
                                   ///< [cell]; layers and sheets are as large as they can be already
    bool cut_above_itself = true;  ///< watershed: cut regions that lie above themselves into pieces that do not. No config key
                                   ///< turns it off: contours, polygons and heights rely on it. Recast keeps such regions,
                                   ///< and false does as well, to compare with it
    bool whole_islands = false;    ///< islands are judged by all that can be walked to; false is Recast's: regions in the holes
                                   ///< of others, and with layers every region, are judged for themselves. Sheets are always
                                   ///< judged by the whole island
};

/// Watershed: basins flood from the maxima of the distance field. Few, roundish regions.
/// Sources: Vincent, Soille, Watersheds in digital spaces (1991); Haumont, Debeir, Sillion, Volumetric cell-and-portal
/// generation (2003); Mononen, Recast (2009), for the level stepping and the merging.
RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params);

/// Monotone: every row's intervals continue the region below where that is unambiguous. Fast, no holes, long thin regions.
RegionMap build_regions_monotone(const CompactHeightfield& field, const RegionParams& params);

/// Layers: monotone intervals merged into regions as large as they can be without lying above themselves.
RegionMap build_regions_layers(const CompactHeightfield& field, const RegionParams& params);

/// Sheets: all that hangs together with one area is one region; only what would lie above itself is cut, where it is narrow.
/// The fewest and largest regions, with holes; needs no distance field.
RegionMap build_regions_sheets(const CompactHeightfield& field, const RegionParams& params);

}  // namespace navspan
