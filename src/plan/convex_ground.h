#pragma once

#include <array>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// Overlays all shapes of a plan. Returns the edges along which the area changes. An edge stores the area ids on its two sides;
/// 0: no ground. Precondition: polygons_from_plan accepts the plan's rings and shapes.
PlanarEdges overlay_shapes(const GroundPlan& plan);

/// Returns a lattice polygon that contains the disc of an agent: 16 corners, clockwise seen from above, symmetric under quarter
/// turns. The first corner is the first one clockwise from the +x axis. Every edge is at least radius + 2 from the centre, and
/// every corner is at most 1.02 * radius + 4.5 from it.
/// @param radius  [lattice], 0..2^22
std::array<LatticePoint, 16> erosion_disc(double radius);

/// Erodes the ground: removes all points at which the disc of the agent would cross the border of the labelled ground. An edge
/// between two labels is not part of that border. \p radius is in lattice steps.
PlanarEdges erode_ground(const PlanarEdges& ground, double radius);

/// If the ground has this many points or more, TriangulationMethod::automatic uses the sweep (triangulate_monotone).
constexpr size_t kLargePlan = 50000;

/// Cuts labelled ground into convex polygons that meet along whole edges. \p quantum is the lattice step [wu]. Ignores
/// params.radius. Error (failed): some ground could not be cut, for example because edges cross or a label has a hole but no
/// outline; the message contains the first such position.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
