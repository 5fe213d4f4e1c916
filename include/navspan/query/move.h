#pragma once

#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

struct MoveRequest {
    SurfacePoint start;  ///< on the surface of a polygon, as find_nearest gives it; that polygon counts as admitted
    DVec3 end;           ///< where to [wu]; its height does not matter
    const QueryFilter* filter = nullptr;                          ///< null: default_filter
    double max_length = std::numeric_limits<double>::infinity();  ///< how far to walk at most, seen from above [wu], >= 0
    bool with_height = true;  ///< false: the end is seen from above, its y is 0; saves looking the height up
};

struct MoveResult {
    SurfacePoint end;                  ///< where the walk ended; its distance is that to the end asked for, seen from above.
                                       ///< Without with_height y is 0, and it must be set before the end starts another query
    bool reached = false;              ///< the end asked for was reached
    double length = 0;                 ///< walked, seen from above [wu]
    std::vector<DVec3> points;         ///< start, every place where the direction changed, end; seen from above: y is 0 [wu]
    std::vector<PolygonRef> polygons;  ///< walked through, from the start's to the end's; one may come twice
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge by which polygons[i] is left for polygons[i + 1]
};

/// Walks along the surface towards a point as seen from above: straight while the way is free, along walls while that brings it
/// nearer, round corners as soon as the way is free again. It ends at the point, or where no step in any direction would bring
/// it nearer: beside the point on a wall, or in a corner. So it never ends farther from the point than it began, and moving on
/// to the same point from there changes nothing. Never through a wall. All decisions are exact on points snapped to 2^-20 of a
/// lattice cell. No limit on the distance; no memory but the result's, which is reused. Ends farther off than 2^31 cells
/// count as that far.
/// Error (usage): a coordinate that is not finite or beyond 1e15, a negative or NaN length.
Status move_along_surface(const NavMesh& mesh, const MoveRequest& request, MoveResult& result);

}  // namespace navspan
