#pragma once

/// \file
/// Makes a navigation mesh from a 2D floor plan: polygons with holes on an integer lattice.
///
/// \code
/// GroundPlan plan;
/// plan.quantum = 0.01;  // lattice steps of 1 cm
/// add_shape(plan, kPlainGround);
/// const std::vector<LatticePoint> room{{0, 0}, {0, 1000}, {1000, 1000}, {1000, 0}};
/// add_ring(plan, room);
/// add_shape(plan, kObstacle);
/// const std::vector<LatticePoint> pillar{{400, 400}, {400, 600}, {600, 600}, {600, 400}};
/// add_ring(plan, pillar);
/// NavMeshInfo info;
/// info.areas = {{"ground", kPlainGround, 1, 1.0}};
/// const Result<NavMesh> mesh = nav_mesh_from_plan(plan, {.radius = 0.4}, info);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: shapes may overlap, touch and share edges in any way. If there is no radius and shapes meet only in vertices and
/// along whole edges, the union of the polygons is exactly the ground. Deterministic. Throws nothing but std::bad_alloc.
///
/// Caveats: if edges cross between lattice points, the crossing is rounded to the lattice. Two parts of the ground that touch
/// only in a vertex are not connected.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/polygon/partition.h"

namespace navspan {

constexpr uint8_t kObstacle = 0;  ///< area id of shapes that are subtracted from the ground

/// A shape of a plan: one or more outlines with their holes.
struct PlanShape {
    uint32_t first_ring = 0,      ///< index of the shape's first ring
        ring_count = 0;           ///< number of the shape's rings, which are consecutive
    uint8_t area = kPlainGround;  ///< area id 1..63, or kObstacle
};

/// A floor plan: shapes made of rings on an integer lattice.
///
/// Ring r consists of the points with indices first_point[r] to first_point[r + 1] - 1. Its first point is not repeated at the
/// end. A point is inside a shape if an odd number of the shape's rings enclose it; the direction of the rings has no
/// influence. A point inside an obstacle is never ground. Any other point has the area of the last shape that contains the
/// point. A point outside all shapes is not ground.
struct GroundPlan {
    std::vector<LatticePoint> points;      ///< points of all rings [lattice], |x| and |z| <= kMaxLattice
    std::vector<uint32_t> first_point{0};  ///< index in `points` of the first point of each ring, then points.size()
    std::vector<PlanShape> shapes;         ///< shapes of the plan; later shapes override earlier shapes; obstacles always win
    double quantum = 1;                    ///< side of a lattice cell [wu], > 0; world position = quantum * lattice point

    /// Number of rings.
    uint32_t ring_count() const { return first_point.empty() ? 0 : uint32_t(first_point.size()) - 1; }
};

/// The points of ring \p r of a plan. None if there is no such ring, or if its points do not exist.
inline std::span<const LatticePoint> plan_ring(const GroundPlan& plan, uint32_t r) {
    if (r >= plan.ring_count()) return {};
    if (plan.first_point[r] > plan.first_point[r + 1] || plan.first_point[r + 1] > plan.points.size()) return {};
    return std::span(plan.points).subspan(plan.first_point[r], plan.first_point[r + 1] - plan.first_point[r]);
}

/// Appends a ring to the last shape. If the plan has no shape, first appends a shape with area kPlainGround.
void add_ring(GroundPlan& plan, std::span<const LatticePoint> ring);
/// Appends a shape without rings. \p area is an area id 1..63 or kObstacle.
void add_shape(GroundPlan& plan, uint8_t area);

/// Limit on memory. Outlines can cross so often that the mesh is much larger than the plan.
struct PlanLimit {
    double bytes = 0;  ///< limit on the estimated memory [byte]; 0: no limit
    /// Name of the setting that the error message advises to raise. Empty: no advice.
    std::string memory_setting = "PlanLimit::bytes";
};

/// Parameters of polygons_from_plan.
struct PlanParams {
    double radius = 0;  ///< radius of the agent [wu], >= 0; ground closer than this to a border is removed
    PartitionMethod partition = PartitionMethod::merge;                  ///< method that cuts the ground into convex polygons
    TriangulationMethod triangulation = TriangulationMethod::automatic;  ///< method that triangulates rings
    int32_t max_vertices = 6;                                            ///< largest number of vertices of a polygon, >= 3
    PlanLimit limit = {};                                                ///< limit on memory
};

/// Removes the ground that is closer to a border than the radius. Cuts the remaining ground into convex polygons that share
/// whole edges. Each polygon has one area.
///
/// Accuracy without a radius: if shapes meet only in vertices and along whole edges, the union of the polygons is exactly the
/// ground. If edges cross between lattice points, the crossings are rounded to the lattice. Rounding can create new crossings.
/// Further rounds of rounding follow until no such crossing remains. Each round moves edges by up to one lattice step.
///
/// Accuracy with a radius: if at most two rounds are necessary, no point of the result is closer to a border than the radius.
/// The removed strip along a border is wider than the radius by at most 2 % of the radius plus 5 lattice steps. Exception: if
/// many strips overlap, they are merged in several passes. Each pass can add 2 lattice steps to the width.
///
/// Error (usage): quantum, radius, max_vertices or a method is out of range, a shape has an area id above 63, a point is beyond
/// kMaxLattice, or the indices of rings and points are inconsistent.
/// Error (failed): the radius is more than kMaxTileExtent lattice steps, or the plan needs more memory than params.limit.
Result<PolygonSet> polygons_from_plan(const GroundPlan& plan, const PlanParams& params);

/// Makes a navigation mesh of the polygons that polygons_from_plan returns. Same errors as polygons_from_plan and
/// nav_mesh_from_polygons.
Result<NavMesh> nav_mesh_from_plan(const GroundPlan& plan, const PlanParams& params, NavMeshInfo info);

}  // namespace navspan
