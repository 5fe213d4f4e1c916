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
/// Guarantees: a move never passes through a wall, and never ends farther from the target than it started. A second move from
/// the end of a move towards the same target does nothing, unless max_length ended the first move. Points are rounded to 2^-20
/// of a lattice cell; all decisions about the rounded points are exact. Thread-safe on one mesh. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: a move is computed in the horizontal plane; the height of the target has no influence. Off-mesh links are not used.

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
    SurfacePoint start;  ///< start on the surface, as from find_nearest; its polygon is admitted regardless of the filter
    DVec3 end;           ///< target of the move [wu]; its height is ignored
    const QueryFilter* filter = nullptr;                          ///< null: use default_filter
    double max_length = std::numeric_limits<double>::infinity();  ///< largest horizontal distance to walk [wu], >= 0
    /// If false, heights are not looked up, and the y of the result is 0.
    bool with_height = true;
};

/// Result of move_along_surface. Reuse the object to reuse its memory.
struct MoveResult {
    /// End of the move. `distance` is the horizontal distance to the target. If with_height is false, y is 0: set y before
    /// another query uses the point.
    SurfacePoint end;
    bool reached = false;              ///< true if the target was reached
    double length = 0;                 ///< horizontal distance walked [wu]
    std::vector<DVec3> points;         ///< start, all points where the direction changed, and end; y is 0 [wu]
    std::vector<PolygonRef> polygons;  ///< polygons that the move passed, from start to end; a polygon may occur twice
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge from polygons[i] to polygons[i + 1]
};

/// Walks along the surface towards a target. Directions and distances are horizontal. The walk slides along a wall if sliding
/// reduces the distance to the target. The walk leaves the wall at a corner if the direction to the target is free there. The
/// walk ends at the target, at max_length, or at a point where every free direction leads away from the target. Targets farther
/// than 2^31 cells count as 2^31 cells away. Error (usage): has_point(mesh, start) is false, a coordinate is beyond 1e15 wu or
/// not finite, or max_length is negative or NaN. The result is then unchanged.
Status move_along_surface(const NavMesh& mesh, const MoveRequest& request, MoveResult& result);

}  // namespace navspan
