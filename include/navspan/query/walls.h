#pragma once

/// \file
/// Finds the walls around a point.
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
/// Guarantees: only walls that are reachable without leaving the circle are found, so walls on other floors do not interfere.
/// Equal input gives an equal result. Thread-safe on one mesh with one scratch per thread. Throws nothing but std::bad_alloc.
///
/// Caveats: distances are measured seen from above.

#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// Request of find_nearest_wall and find_walls.
struct WallRequest {
    SurfacePoint start;  ///< point on the surface; its polygon is admitted regardless of the filter
    double radius = std::numeric_limits<double>::infinity();  ///< radius of the search, seen from above [wu], >= 0
    const QueryFilter* filter = nullptr;                      ///< null: default_filter
};

/// Result of find_nearest_wall.
struct NearestWall {
    bool found = false;   ///< true if there is a wall within the radius
    double distance = 0;  ///< distance to the wall, seen from above [wu]; the radius if none was found
    DVec3 position;       ///< nearest point of the wall, on the surface [wu]
    DVec3 normal;         ///< horizontal unit vector from that point towards the start (if the start is on the wall: into its
                          ///< polygon); 0 if none was found
    EdgeRef edge;         ///< the wall; ties are broken by the lowest edge
};

/// Finds the nearest wall, seen from above, that is reachable without leaving the circle around the start. A wall is an edge
/// without an admitted polygon on the other side. Error (usage): the start is not finite or beyond 1e15, or the radius is
/// negative or NaN.
Status find_nearest_wall(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, NearestWall& wall);

/// A wall, clipped to the circle.
struct WallSegment {
    DVec3 a,              ///< start of the clipped wall, on the surface; the free side is on the left of a -> b [wu]
        b;                ///< end of the clipped wall, on the surface [wu]
    EdgeRef edge;         ///< the wall
    double distance = 0;  ///< distance from the start of the query to the segment, seen from above [wu]
};

/// Finds all walls that are reachable without leaving the circle around the start, clipped to the circle, nearest first. Errors
/// as find_nearest_wall.
Status find_walls(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, std::vector<WallSegment>& walls);

}  // namespace navspan
