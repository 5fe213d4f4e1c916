#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/plane.h"

namespace navspan {

/// The filter that landmarks are measured with: admits all that any filter can admit, at one cost.
QueryFilter metric_filter();

/// The start of a half-edge, as a point of the half-edge's polygon.
SurfacePoint vertex_point(const NavMesh& mesh, EdgeRef edge);

/// What the landmarks know of a goal: bounds of its distance from each of them [cell].
struct LandmarkGoal {
    std::array<double, kMaxLandmarks> nearest{}, farthest{};
};
/// @param polygon  of the goal  @param goal  in it
void set_landmark_goal(const NavMesh& mesh, PolygonRef polygon, PlanePoint goal, LandmarkGoal& bounds);

/// The least way from the start of a half-edge, numbered over the whole mesh, to the goal, as far as the landmarks know; not
/// negative [cell]. Only for goals on the same island, and where pruning_is_exact.
inline double landmark_bound(const LandmarkTable& table, const LandmarkGoal& goal, uint32_t edge) {
    const float* d = table.at(edge);
    double bound = table.slack;
    for (uint32_t k = 0; k < table.count; ++k)
        bound = std::max(bound, std::max(d[k] - goal.farthest[k], goal.nearest[k] - d[k]));
    return bound - table.slack;
}

}  // namespace navspan
