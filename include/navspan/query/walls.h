#pragma once

#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

struct WallRequest {
    SurfacePoint start;                                       ///< on the surface of a polygon, which counts as admitted
    double radius = std::numeric_limits<double>::infinity();  ///< how far to look, seen from above [wu], >= 0
    const QueryFilter* filter = nullptr;                      ///< null: default_filter
};

struct NearestWall {
    bool found = false;   ///< there is one within the radius
    double distance = 0;  ///< seen from above [wu]; the radius when none is found
    DVec3 position;       ///< its nearest point, on the surface [wu]
    DVec3 normal;         ///< horizontal, from there towards the start (on a wall: into its polygon), length 1; else 0
    EdgeRef edge;         ///< the wall; of equally near ones the lowest
};

/// The wall nearest to a point, seen from above, of all that can be reached without leaving the circle around it. A wall is an
/// edge with nothing or nothing admitted across. Polygons are looked at nearest first, so none on another floor gets in
/// between. Error (usage): a point that is not finite or beyond 1e15, a radius that is negative or NaN.
Status find_nearest_wall(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, NearestWall& wall);

struct WallSegment {
    DVec3 a, b;           ///< the part within the radius, on the surface; the free side is on the left of a -> b [wu]
    EdgeRef edge;         ///< the wall
    double distance = 0;  ///< from the point to the nearest place of it, seen from above [wu]
};

/// The walls around a point that can be reached without leaving the circle of the radius around it, cut to that circle, nearest
/// first. Errors as find_nearest_wall.
Status find_walls(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, std::vector<WallSegment>& walls);

}  // namespace navspan
