#pragma once

#include <array>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// Returns a polygon around the disc of an agent: 16 corners, symmetric under quarter turns, clockwise seen from above,
/// starting past the x axis. Its edges are at least radius + 2 from the centre, its corners at most 1.02 radius + 4.
/// @param radius  [lattice], 0..2^22
std::array<LatticePoint, 16> erosion_disc(double radius);

/// Erodes the ground: removes all points at which the disc of the agent would cross the border of the labelled ground. Borders
/// between two labels do not count.
PlanarEdges erode_ground(const PlanarEdges& ground, double radius);

/// Number of corners from which automatic triangulation uses the sweep.
constexpr size_t kLargePlan = 50000;

/// Cuts labelled ground into convex polygons that meet along whole edges. Ignores params.radius. Error (failed): some ground
/// could not be cut, for example because borders cross or a label has no outline; the message names the first such position.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
