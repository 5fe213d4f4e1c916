#pragma once

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// Corners of a plan's ground from which automatic triangulation is by the sweep.
constexpr size_t kLargePlan = 50000;

/// Labelled ground cut into convex polygons that meet along whole edges; the radius in params is not looked at. Error (failed):
/// some of it could not be cut, as when borders cross or a label has no outline; with the first such place.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
