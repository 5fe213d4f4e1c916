#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// Overlays all shapes of a plan. Returns the edges along which the area changes, with the area ids on both sides; 0: no
/// ground.
/// Precondition: polygons_from_plan accepts the plan's rings and shapes.
PlanarEdges overlay_shapes(const GroundPlan& plan);
/// Same as above, but returns nullopt if the overlay exceeds the limit `max_parts` (see overlay_curves).
std::optional<PlanarEdges> overlay_shapes(const GroundPlan& plan, size_t max_parts);

/// Returns a lattice polygon that contains the disc of an agent: 16 corners, clockwise seen from above, symmetric under quarter
/// turns. It starts with the first corner clockwise from the +x axis. Every edge is at least radius + margin from the centre,
/// and every corner is at most 1.02 * (radius + margin) + 2.5 from it.
/// @param radius  [lattice], 0..2^22
/// @param margin  steps by which snapping may move an edge, 2..18
std::array<LatticePoint, 16> erosion_disc(double radius, int32_t margin = 2);

/// Erodes the ground: removes all points at which the disc of the agent would cross the border of the labelled ground. An edge
/// between two labels is not a border. \p radius is in lattice steps. For \p max_parts and nullopt, see overlay_curves.
std::optional<PlanarEdges> erode_ground(const PlanarEdges& ground, double radius, size_t max_parts = SIZE_MAX);

/// From this number of points on, TriangulationMethod::automatic uses the sweep (triangulate_monotone).
constexpr size_t kLargePlan = 50000;

/// Cuts labelled ground into convex polygons that meet along whole edges. \p quantum is the lattice step [wu]. Ignores
/// params.radius. Error (failed): some ground could not be cut, for example because edges cross or a label has a hole but no
/// outline; the message contains the first such position.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
