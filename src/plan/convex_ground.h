#pragma once

#include <array>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// The corners of a polygon around the disc of an agent, clockwise seen from above from the first one past the x axis: 16
/// corners that lie alike towards all sides. Its edges are at least radius + 2 from the middle, its corners at most 1.02 radius
/// + 4. @param radius  [lattice], 0..2^22
std::array<LatticePoint, 16> erosion_disc(double radius);

/// Takes off the ground whatever an agent whose middle is there would not fit: what the disc around it reaches past the border
/// of everything with a label. Borders between labels are none.
PlanarEdges erode_ground(const PlanarEdges& ground, double radius);

/// Corners of a plan's ground from which automatic triangulation is by the sweep.
constexpr size_t kLargePlan = 50000;

/// Labelled ground cut into convex polygons that meet along whole edges; the radius in params is not looked at. Error (failed):
/// some of it could not be cut, as when borders cross or a label has no outline; with the first such place.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
