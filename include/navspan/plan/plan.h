#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/polygon/partition.h"

namespace navspan {

struct PlanarEdges;

constexpr uint8_t kObstacle = 0;  ///< the area of shapes that are taken away from the ground

/// One shape of a plan: an outline and the holes in it, or several of these.
struct PlanShape {
    uint32_t first_ring = 0, ring_count = 0;  ///< in GroundPlan::first_point
    uint8_t area = kPlainGround;              ///< 1..63, or kObstacle
};

/// Ground seen from above. Ring r is points[first_point[r] .. first_point[r + 1]), each point once, no last one that repeats
/// the first. A ring counts by what it encloses: in a shape a point is inside when an odd number of its rings are around it, so
/// the direction of rings does not matter. Shapes may overlap, touch and share edges in any way: where several cover a point,
/// the last one that is no obstacle says its area, and an obstacle takes it away whatever its place in the order.
struct GroundPlan {
    std::vector<LatticePoint> points;  ///< [lattice], |x| and |z| <= kMaxLattice
    std::vector<uint32_t> first_point{0};
    std::vector<PlanShape> shapes;
    double quantum = 1;  ///< side of a lattice cell [wu]: the world's x is quantum * x, z alike

    uint32_t ring_count() const { return uint32_t(first_point.size()) - 1; }
};

/// The points of ring r.
inline std::span<const LatticePoint> plan_ring(const GroundPlan& plan, uint32_t r) {
    return std::span(plan.points).subspan(plan.first_point[r], plan.first_point[r + 1] - plan.first_point[r]);
}

/// Puts a ring at the end of the plan, as part of the shape that is the last one.
void add_ring(GroundPlan& plan, std::span<const LatticePoint> ring);
/// Begins a shape.
void add_shape(GroundPlan& plan, uint8_t area);

/// What the shapes cover, with areas as labels; whatever is no ground has none.
PlanarEdges plan_ground(const GroundPlan& plan);

struct PlanParams {
    double radius = 0;  ///< what is taken off the ground along its borders [wu], >= 0; see erosion_disc
    PartitionMethod partition = PartitionMethod::merge;
    TriangulationMethod triangulation = TriangulationMethod::automatic;
    int32_t max_vertices = 6;  ///< of a convex polygon, >= 3
};

/// The ground of a plan, less what is nearer to its border than the radius, cut into convex polygons that meet along whole
/// edges. Areas are kept apart. Where two pieces of ground touch in a vertex there is no way through.
/// Without a radius and with shapes that meet in vertices and along edges only, the polygons cover the ground exactly; where
/// edges cross beside the lattice they are moved by up to a step for each round of crossings (see overlay_curves). With a
/// radius no point of the result is nearer to a border than it, while two rounds are enough; what is lost besides is within 2 %
/// of the radius and 4 steps. Error (failed): the radius is more than kMaxTileExtent steps.
Result<PolygonSet> polygons_from_plan(const GroundPlan& plan, const PlanParams& params);

/// The navmesh of these polygons. Errors as in nav_mesh_from_polygons and above.
Result<NavMesh> nav_mesh_from_plan(const GroundPlan& plan, const PlanParams& params, NavMeshInfo info);

}  // namespace navspan
