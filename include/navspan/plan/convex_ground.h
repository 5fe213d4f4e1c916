#pragma once

#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "navspan/polygon/planar_edges.h"

namespace navspan {

/// Corners of a plan's ground from which automatic triangulation is by the sweep.
constexpr size_t kLargePlan = 50000;

/// Labelled ground cut into convex polygons that meet along whole edges; the radius in params is not looked at.
PolygonSet convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
