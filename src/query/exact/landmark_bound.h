#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "navmesh/graph/landmark_table.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/plane.h"

namespace navspan {

/// The filter used to measure landmarks. Admits every polygon and link that any filter can admit, at cost 1.
QueryFilter metric_filter();

/// The start of a half-edge, as a point of the half-edge's polygon.
SurfacePoint vertex_point(const NavMesh& mesh, EdgeRef edge);

/// For each landmark: lower bound (nearest) and upper bound (farthest) on its distance to a goal [cell].
struct LandmarkGoal {
    std::array<double, kMaxLandmarks> nearest{}, farthest{};
};
/// Computes the bounds for a goal. @param polygon  a polygon that contains the goal
void set_landmark_goal(const NavMesh& mesh, PolygonRef polygon, PlanePoint goal, LandmarkGoal& bounds);

/// Lower bound on the length of a path from the start of a half-edge to the goal, >= 0 [cell]. Valid only if the goal is on the
/// same island and pruning_is_exact() returns true. @param edge  index of the half-edge in the whole mesh
inline double landmark_bound(const LandmarkTable& table, const LandmarkGoal& goal, uint32_t edge) {
    const float* d = landmark_distances(table, edge);
    double bound = table.slack;
    for (uint32_t k = 0; k < table.count; ++k)
        bound = std::max(bound, std::max(d[k] - goal.farthest[k], goal.nearest[k] - d[k]));
    return bound - table.slack;
}

}  // namespace navspan
