#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

class Workers;

/// Parameters of the partitions.
struct RegionParams {
    /// Islands or regions (see whole_islands) smaller than this are removed, unless they continue in a neighbour tile [cell].
    uint32_t min_area = 64;
    uint32_t merge_area = 400;  ///< watershed and monotone: regions up to this size are merged if possible [cell]
    /// true: the watershed cuts regions that overlap themselves vertically, as the later stages require. false: only for
    /// comparisons with Recast.
    bool split_vertical_overlaps = true;
    /// true: removes a region if the island that contains it is smaller than min_area.
    /// false, layers method: removes a region if the region itself is smaller than min_area, as in Recast.
    /// false, watershed and monotone methods: same as true, but ground inside the hole of a region may count as an island of
    /// its own, as in Recast.
    /// The sheets method behaves as for true.
    bool whole_islands = false;
};

// In all functions below, the threads of `workers` share the work. If `workers` is null, one thread is used. The result does
// not depend on the number of threads.

/// Watershed partition: floods basins from the maxima of the distance field. Gives few, compact regions.
/// Sources: Vincent, Soille, Watersheds in digital spaces (1991); Haumont, Debeir, Sillion, Volumetric cell-and-portal
/// generation (2003); Mononen, Recast (2009), for the flooding by levels and the merging.
RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params,
                                  Workers* workers = nullptr);

/// Monotone partition: visits the rows in the order of z. Each row is divided into intervals of linked spans of one area. An
/// interval claims the first region (in x) that it touches in the previous row. The interval joins this region if it touches no
/// other region and no other interval claims the region. Otherwise, it starts a new region. Small regions are then merged, as
/// in the watershed. Fast. Gives long, thin regions without holes.
RegionMap build_regions_monotone(const CompactHeightfield& field, const RegionParams& params, Workers* workers = nullptr);

/// Layers partition: merges monotone regions into maximal regions that do not overlap themselves vertically.
RegionMap build_regions_layers(const CompactHeightfield& field, const RegionParams& params, Workers* workers = nullptr);

/// Sheets partition: each connected component of one area becomes one region. Only components that overlap themselves
/// vertically are cut, usually at narrow passages. Gives the fewest and largest regions, which may have holes.
RegionMap build_regions_sheets(const CompactHeightfield& field, const RegionParams& params, Workers* workers = nullptr);

}  // namespace navspan
