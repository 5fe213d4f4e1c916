#pragma once

#include <cstdint>
#include <set>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/regions.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// Regions with a cliff inside: a raw ring runs there and back along it, and so may a simplified one.
std::set<uint32_t> regions_with_cliffs(const ContourSet& set);

/// The laws of contours.
///  1. Raw rings run along unit cell edges with their region on the left; what they say lies across does.
///  2. The raw rings of a region enclose exactly as many cells as the region has spans.
///  3. Simplified rings visit vertices of their raw ring in order, at least three, consecutive ones on different points.
///  4. Contours are ordered by region, an outline before its holes; outlines run counter-clockwise, holes clockwise.
/// With params.refine also:
///  5. when walls are one-sided, no raw vertex lies to the left of the wall edge that stands for it; with a clearance beyond
///     half a cell it may, up to a cell's diagonal away, if the edge keeps the clearance from all blocked edges of its ground
///     and does not pass through what was carved out. Then the ground that an edge loses, less what it gains, is at most half a
///     cell wide on an average, or 0.375 max_error;
///  6. walls and area borders keep within max_error of their raw vertices;
///  7. simplified outlines enclose area, holes lie inside their outline and outside of each other;
///  8. every edge between regions of the tile has its reverse on the other side, with the same heights;
///  9. simplified edges of a region, and of regions that share no column, neither cross nor lie on one another, and no vertex
///     lies inside an edge of its region or inside an edge between regions; along a cliff inside a region (see Contour) only
///     crossing is ruled out.
/// A region named in set.trouble is exempt from 2, 7 and 8.
void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report);

}  // namespace navspan
