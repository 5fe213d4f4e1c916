// Monotone regions: the row sweep of regions_sweep.cpp, then the same removal of small regions and merging of neighbours as for
// the watershed.

#include "bake/regions/internal.h"

namespace navspan {

RegionMap build_regions_monotone(const CompactHeightfield& field, const RegionParams& params) {
    return merge_regions(field, sweep_rows(field), params);
}

}  // namespace navspan
