#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/regions.h"

namespace navspan {

class Workers;

/// Parameters of build_contours.
struct ContourParams {
    double max_error = 1.3;         ///< largest distance between a removed raw vertex and the simplified edge [cell], >= 0
    int32_t max_edge_length = 40;   ///< length above which edges are split [cell]; 0: no splitting
    bool split_wall_edges = true;   ///< true: max_edge_length applies to edges at walls
    bool split_area_edges = false;  ///< true: max_edge_length applies to edges between areas
    WallSimplification walls = WallSimplification::one_sided;  ///< how edges at walls may deviate from the raw border
    /// Radius of the Euclidean erosion [cell]. Used if `walls` is one_sided and `refine` is true; see build_contours.
    double clearance = 0;
    bool refine = true;  ///< true: puts removed vertices back where simplified rings would cross, touch or collapse
};

/// Traces the border of each region along cell edges and simplifies the border. Two regions that share a border get the same
/// vertices there.
///
/// Borders between two regions with the same area id are straightened regardless of max_error. All other borders deviate by at
/// most max_error. Exception, as in Recast: if `refine` is off and `walls` is two_sided, an edge longer than max_edge_length is
/// split at a raw vertex. The two halves may deviate by more than max_error.
///
/// A cell edge is blocked if no link crosses the edge, that is, the edge lies at a wall or a drop. Links to spans that erosion
/// removed are links too, so the border of the eroded ground is not blocked. If `walls` is one_sided, simplified edges at walls
/// stay at least the clearance away from all blocked edges. If the clearance is above 0.5 cells and `refine` is on,
/// simplification may add or remove ground at walls. Otherwise, simplification may only remove ground there. The threads of \p
/// workers share the work; null: one thread. The number of threads does not change the result.
/// Sources: Douglas, Peucker, Algorithms for the reduction of the number of points required to represent a digitized line or
/// its caricature (1973); Mononen, Recast (2009).
ContourSet build_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourParams& params,
                          Workers* workers = nullptr);

}  // namespace navspan
