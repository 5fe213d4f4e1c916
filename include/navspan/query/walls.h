#pragma once

/// \file
/// Finds the walls around a point, and measures how close a path comes to a wall.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
/// if (!at) return;
/// NearestWall wall;
/// if (!find_nearest_wall(mesh, scratch, {.start = *at, .radius = 5}, wall)) return;
/// if (wall.found) {
///     [[maybe_unused]] const DVec3 push = wall.normal * (5 - wall.distance);  // away from the wall
/// }
/// std::vector<WallSegment> walls;  // for local avoidance
/// if (!find_walls(mesh, scratch, {.start = *at, .radius = 5}, walls)) return;
/// \endcode
///
/// Clearance of a path, given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}});
/// if (!path) return;
/// std::vector<SurfaceStep> steps;
/// if (!surface_path(mesh, *path, false, scratch, steps)) return;
/// PathClearance clearance;
/// if (!measure_clearance(mesh, scratch, {.steps = steps, .radius = 2}, clearance)) return;
/// [[maybe_unused]] const bool close = clearance.found;  // true: a wall, clearance.edge, is within 2 units of the path
/// \endcode
///
/// Guarantees: a query finds only walls that can be reached from the point without leaving the search circle. A wall on another
/// floor is found only if stairs or a ramp inside the circle lead to that floor. Equal input gives an equal result. Thread-safe
/// on one mesh with one scratch per thread. Throws nothing but std::bad_alloc.
///
/// Caveats: all distances and radii are horizontal.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"
#include "navspan/query/surface_path.h"

namespace navspan {

/// Request of find_nearest_wall and find_walls.
struct WallRequest {
    SurfacePoint start;  ///< centre of the search, on the surface; its polygon is admitted regardless of the filter
    double radius = std::numeric_limits<double>::infinity();  ///< horizontal radius of the search [wu], >= 0
    const QueryFilter* filter = nullptr;                      ///< null: use default_filter
};

/// Result of find_nearest_wall.
struct NearestWall {
    bool found = false;   ///< true if there is a wall within the radius
    double distance = 0;  ///< horizontal distance to the wall [wu]; the radius if no wall was found
    DVec3 position;       ///< nearest point of the wall, on the surface [wu]
    /// Horizontal unit vector from `position` towards the start. If the start is on the wall: normal of the wall, pointing into
    /// its polygon. 0 if no wall was found.
    DVec3 normal;
    EdgeRef edge;  ///< the wall; if several walls are equally near, the wall with the lowest EdgeRef
};

/// Finds the nearest wall among the walls that can be reached without leaving the circle. A wall is an edge without an admitted
/// polygon on the other side.
/// Error (usage): has_point(mesh, start) is false, a coordinate of the start is beyond 1e15 wu or not finite, or the radius is
/// negative or NaN.
Status find_nearest_wall(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, NearestWall& wall);

/// The part of a wall inside the circle.
struct WallSegment {
    DVec3 a,              ///< first end point of the part, on the surface [wu]; the ground is to the left of a -> b
        b;                ///< second end point of the part, on the surface [wu]
    EdgeRef edge;         ///< the wall
    double distance = 0;  ///< horizontal distance from WallRequest::start to this part [wu]
};

/// Finds all walls that can be reached without leaving the circle. Clips the walls to the circle and sorts them by distance,
/// nearest first. Same errors as find_nearest_wall.
Status find_walls(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, std::vector<WallSegment>& walls);

/// Request of measure_clearance.
struct ClearanceRequest {
    std::span<const SurfaceStep> steps;  ///< the path, from surface_path; its polygons are admitted regardless of the filter
    double radius = std::numeric_limits<double>::infinity();  ///< largest distance of interest [wu], >= 0
    const QueryFilter* filter = nullptr;                      ///< null: use default_filter
};

/// Result of measure_clearance.
struct PathClearance {
    bool found = false;   ///< true if there is a wall within the radius
    double distance = 0;  ///< smallest horizontal distance from the path to a wall [wu]; the radius if no wall was found
    uint32_t step = 0;    ///< index of the step that starts the segment nearest to the wall; 0 if no wall was found
    EdgeRef edge;         ///< the wall
};

/// Measures the smallest horizontal distance from a path to a wall. Let d be the distance of a wall from a segment of the path.
/// The wall counts only if a walk that stays within distance d of the segment can reach the wall. This excludes most walls on
/// other floors. For off-mesh links, only the ends are measured. A path of PathMethod::exact usually has distance 0, because it
/// turns at the corners of walls. Error (usage): a step belongs to another mesh or snapshot, a coordinate is beyond 1e15
/// wu or not finite, or the radius is negative or NaN.
Status measure_clearance(const NavMesh& mesh, SearchScratch& scratch, const ClearanceRequest& request,
                         PathClearance& clearance);

}  // namespace navspan
