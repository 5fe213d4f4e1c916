#pragma once

/// \file
/// Moves a point along the surface, sliding along walls.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2});
/// if (!start) return;
/// MoveResult result;  // reused from move to move
/// if (!move_along_surface(mesh, {.start = *start, .end = {6, 0, 25}}, result)) return;
/// [[maybe_unused]] const DVec3 stopped_at = result.end.position;  // {6, y, 25} if nothing is in the way
/// \endcode
///
/// Guarantees: never passes through a wall, at any distance. Never ends farther from the target than it started. A second move
/// from the end to the same target changes nothing. Decisions are exact on points snapped to 2^-20 of a lattice cell.
/// Thread-safe on one mesh. Throws nothing but std::bad_alloc.
///
/// Caveats: moves are decided seen from above, so the height of the target has no influence. Off-mesh links are not taken.

#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Request of move_along_surface.
struct MoveRequest {
    SurfacePoint start;  ///< point on the surface, as from find_nearest; its polygon is admitted regardless of the filter
    DVec3 end;           ///< target [wu]; its height is ignored
    const QueryFilter* filter = nullptr;                          ///< null: default_filter
    double max_length = std::numeric_limits<double>::infinity();  ///< largest distance to walk, seen from above [wu], >= 0
    /// False: skip the height lookup; the y of the result is 0.
    bool with_height = true;
};

/// Result of move_along_surface. Its memory is reused.
struct MoveResult {
    SurfacePoint end;                  ///< where the move ended; its distance is that to the target, seen from above. Without
                                       ///< with_height its y is 0; set it before using it in another query
    bool reached = false;              ///< true if the target was reached
    double length = 0;                 ///< distance walked, seen from above [wu]
    std::vector<DVec3> points;         ///< start, all points where the direction changed, end; y is 0 [wu]
    std::vector<PolygonRef> polygons;  ///< polygons passed, from start to end; a polygon may occur twice
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge from polygons[i] to polygons[i + 1]
};

/// Walks along the surface towards a target seen from above: straight while the way is free, along a wall while that gets
/// closer to the target, and around a corner as soon as the direct way is free again. Ends at the target or where no step in
/// any direction gets closer to it: at the point of a wall closest to the target, or in a corner. There is no limit on the
/// distance. Targets farther than 2^31 cells count as 2^31 cells away.
/// Error (usage): a coordinate is not finite or beyond 1e15, or the length is negative or NaN.
Status move_along_surface(const NavMesh& mesh, const MoveRequest& request, MoveResult& result);

}  // namespace navspan
