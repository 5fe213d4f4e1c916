// Builds a navigation mesh from a floor plan, without baking triangles.
//
// In: rings with areas on a lattice.
// Out: a navigation mesh, as from a bake.
// Idea: Overlays the rings of all shapes (polygon/planar_edges.h), so adjacent areas meet along whole edges. Erodes the ground
// by the agent's radius. Cuts the remaining ground into convex polygons by one of three methods: ear clipping and merging, a
// sweep and merging, or a meadow map. nav_mesh_from_polygons builds the mesh.
// Source: own method; see the files of the three cutting methods.
// Weak cases: none known.

#include "navspan/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "core/text.h"
#include "plan/convex_ground.h"

namespace navspan {
namespace {

constexpr uint8_t kMaxPlanArea = 63;  // largest area id
// Upper bound on the memory of overlays and erosion per part of an edge [byte]. Crossings divide an edge into parts. Measured:
// 550 to 890.
constexpr double kBytesPerPart = 1000;
// Upper bound on the memory of the mesh and its file per side of an edge with ground [byte]. Measured: 700 to 1200.
constexpr double kBytesPerSide = 1300;

Error plan_error(const std::string& what) {
    return Error{ErrorKind::usage, "plan: " + what};
}

std::string memory_advice(const PlanLimit& limit) {
    return "; split the plan" + (limit.memory_setting.empty() ? "" : ", or allow more with " + limit.memory_setting);
}

Error too_many_crossings(const GroundPlan& plan, bool erodes, size_t max_parts, const PlanLimit& limit) {
    return {ErrorKind::failed, "the " + count_text(plan.points.size(), "corner") + " of the outlines" +
                                   (erodes ? " and the strips of agent.radius along them" : "") + " cross or overlap so often" +
                                   " that they would be cut into more than " + std::to_string(max_parts) +
                                   " parts, and the limit on memory is " + bytes_text(limit.bytes) + memory_advice(limit)};
}

// Checks that the limit suffices for the mesh of this ground.
Status check_mesh_memory(const PlanarEdges& ground, const PlanLimit& limit) {
    size_t sides = 0;
    for (const PlanarEdge& edge : ground.edges)
        sides += (edge.below != 0) + (edge.above != 0);
    const double bytes = kBytesPerSide * double(sides);
    if (limit.bytes <= 0 || bytes <= limit.bytes) return Done{};
    return Error{ErrorKind::failed, "the mesh of ground with " + count_text(sides, "edge") + " needs about " +
                                        bytes_text(bytes) + " of memory, and the limit is " + bytes_text(limit.bytes) +
                                        memory_advice(limit)};
}

// Checks that indices are consistent, area ids are at most kMaxPlanArea, and coordinates at most kMaxLattice.
Status check_rings_of_shapes(const GroundPlan& plan) {
    const std::vector<uint32_t>& first = plan.first_point;
    if (first.empty() || first.front() != 0 || first.back() != plan.points.size() ||
        !std::is_sorted(first.begin(), first.end())) {
        return plan_error("first_point must rise from 0 to the number of points; build the plan with add_ring");
    }
    for (size_t s = 0; s < plan.shapes.size(); ++s) {
        const PlanShape& shape = plan.shapes[s];
        if (uint64_t{shape.first_ring} + shape.ring_count > plan.ring_count()) {
            return plan_error("shape " + std::to_string(s) + " has rings that do not exist; build the plan with add_shape");
        }
        if (shape.area > kMaxPlanArea) {
            return plan_error("shape " + std::to_string(s) + " has area id " + std::to_string(shape.area) + "; give 0 to " +
                              std::to_string(kMaxPlanArea));
        }
    }
    const auto is_far = [](LatticePoint p) {
        return std::abs(int64_t{p.x}) > kMaxLattice || std::abs(int64_t{p.z}) > kMaxLattice;
    };
    const auto far = std::find_if(plan.points.begin(), plan.points.end(), is_far);
    if (far == plan.points.end()) return Done{};
    return plan_error("point " + std::to_string(far - plan.points.begin()) +
                      " is farther than 2^29 steps from the origin; move it");
}

Status check_plan(const GroundPlan& plan, const PlanParams& params) {
    if (!(plan.quantum > 0 && std::isfinite(plan.quantum))) return plan_error("quantum is out of range; give a number above 0");
    if (!(params.radius >= 0)) return plan_error("radius is out of range; give 0 or a number above 0");
    if (params.max_vertices < 3) return plan_error("max_vertices is out of range; give at least 3");
    if (params.partition > PartitionMethod::meadow || params.triangulation > TriangulationMethod::automatic)
        return plan_error("partition or triangulation is not an enumerator of its type; give one");
    return check_rings_of_shapes(plan);
}

}  // namespace

std::optional<PlanarEdges> overlay_shapes(const GroundPlan& plan, size_t max_parts) {
    std::vector<CurveSegment> curves;
    curves.reserve(plan.points.size());
    for (uint32_t s = 0; s < plan.shapes.size(); ++s) {
        const PlanShape& shape = plan.shapes[s];
        for (uint32_t r = shape.first_ring; r < shape.first_ring + shape.ring_count; ++r)
            add_curve(curves, plan_ring(plan, r), s);
    }
    const auto label = [&](std::span<const LayerWinding> around) {
        uint8_t area = 0;
        for (const auto& [shape, winding] : around) {
            if (winding % 2 == 0) continue;
            area = plan.shapes[shape].area;
            if (area == kObstacle) return kObstacle;
        }
        return area;
    };
    return overlay_curves(curves, label, max_parts);
}

PlanarEdges overlay_shapes(const GroundPlan& plan) {
    return *overlay_shapes(plan, SIZE_MAX);
}

void add_shape(GroundPlan& plan, uint8_t area) {
    plan.shapes.push_back({plan.ring_count(), 0, area});
}

void add_ring(GroundPlan& plan, std::span<const LatticePoint> ring) {
    if (plan.first_point.empty()) plan.first_point.push_back(0);
    if (plan.shapes.empty()) add_shape(plan, kPlainGround);
    const std::vector<LatticePoint> added(ring.begin(), ring.end());  // `ring` may be a ring of the plan
    plan.points.insert(plan.points.end(), added.begin(), added.end());
    plan.first_point.push_back(uint32_t(plan.points.size()));
    ++plan.shapes.back().ring_count;
}

Result<PolygonSet> polygons_from_plan(const GroundPlan& plan, const PlanParams& params) {
    if (const Status valid = check_plan(plan, params); !valid) return valid.error();
    const double radius = params.radius / plan.quantum;
    if (radius > kMaxTileExtent) {
        return Error{ErrorKind::failed, "the agent's radius is more than " + std::to_string(kMaxTileExtent) +
                                            " steps of the plan's lattice; use a coarser step"};
    }
    const size_t max_parts =
        params.limit.bytes > 0 ? size_t(std::min(params.limit.bytes / kBytesPerPart, double(PTRDIFF_MAX))) : SIZE_MAX;
    std::optional<PlanarEdges> ground;
    if (plan.points.size() <= max_parts) ground = overlay_shapes(plan, max_parts);
    if (ground && radius > 0) ground = erode_ground(*ground, radius, max_parts);
    if (!ground) return too_many_crossings(plan, radius > 0, max_parts, params.limit);
    if (const Status fits = check_mesh_memory(*ground, params.limit); !fits) return fits.error();
    return convex_ground(*ground, plan.quantum, params);
}

Result<NavMesh> nav_mesh_from_plan(const GroundPlan& plan, const PlanParams& params, NavMeshInfo info) {
    const Result<PolygonSet> polygons = polygons_from_plan(plan, params);
    if (!polygons) return polygons.error();
    return nav_mesh_from_polygons(*polygons, {.quantum = plan.quantum, .info = std::move(info)});
}

}  // namespace navspan
