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

/// Overlays all shapes of a plan. Returns the edges between different areas, with the area ids on both sides (0: no ground).
/// Precondition: polygons_from_plan accepts the plan's rings and shapes.
PlanarEdges overlay_shapes(const GroundPlan& plan);
/// Like overlay_shapes(plan), but returns nullopt if the overlay exceeds `max_parts` (see overlay_curves).
std::optional<PlanarEdges> overlay_shapes(const GroundPlan& plan, size_t max_parts);

/// Returns a lattice polygon around an agent's disc. The polygon has 16 corners and is symmetric under quarter turns. The
/// corners run clockwise (seen from above), starting next to the +x axis. Edges are at least radius + margin from the centre,
/// corners at most 1.02 * (radius + margin) + 2.5.
/// @param radius  [lattice], 0..2^22
/// @param margin  maximum movement of an edge by snapping [lattice], 2..18
std::array<LatticePoint, 16> erosion_disc(double radius, int32_t margin = 2);

/// Erodes the ground: removes all points at which the agent's disc would cross the border of labelled ground. Edges between two
/// labels are not borders. \p radius is in lattice steps. For \p max_parts and nullopt, see overlay_curves.
std::optional<PlanarEdges> erode_ground(const PlanarEdges& ground, double radius, size_t max_parts = SIZE_MAX);

/// TriangulationMethod::automatic uses the sweep (triangulate_monotone) if there are at least this many points.
constexpr size_t kLargePlan = 50000;

/// Cuts labelled ground into convex polygons that meet along whole edges. \p quantum is the lattice step [wu]. Ignores
/// params.radius. Error (failed): some ground could not be cut, because edges cross or a label has a hole without an outline;
/// the message names the first such position.
Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params);

}  // namespace navspan
