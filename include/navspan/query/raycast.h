#pragma once

/// \file
/// Casts a ray along the surface: how far can an agent walk, or see, in a straight line?
///
/// Given `const NavMesh& mesh`:
/// \code
/// const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2});
/// if (!start) return;
/// RaycastHit hit;  // reused from ray to ray
/// if (!raycast(mesh, {.start = *start, .end = {57, 2, 10}, .band = {.above = 0.5, .below = 0.5}}, hit)) return;
/// if (hit.stop == RayStop::wall) {
///     [[maybe_unused]] const DVec3 facing = hit.normal;
/// }
/// \endcode
///
/// Guarantees: decisions are exact on end points snapped to 2^-20 of a lattice cell. The free space is closed: a ray may run
/// along a wall and through a corner that it touches. Time grows with the number of polygons crossed. Thread-safe on one mesh.
/// Nothing is allocated once the hit has grown. Throws nothing but std::bad_alloc.
///
/// Caveats: without a height band, a ray follows the surface up and down seen from above, so it can end on another floor than
/// the target. A ray only sees the mesh: an obstacle that takes no ground away does not block it.

#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Limits on the height of the surface along a ray, relative to the straight line between the ends of the ray. If both limits
/// are infinite, the heights have no influence.
///   - {d, d}: the ray stays on its floor; it cannot "arrive" on a bridge above its end
///   - {eye, infinite}: line of sight at eye height; hills block it, pits do not
struct HeightBand {
    double above = std::numeric_limits<double>::infinity();  ///< how far the surface may rise above the line [wu], >= 0
    double below = std::numeric_limits<double>::infinity();  ///< how far the surface may fall below the line [wu], >= 0
};

/// Request of raycast.
struct RaycastRequest {
    SurfacePoint start;  ///< point on the surface, as from find_nearest; its polygon is admitted regardless of the filter
    DVec3 end;           ///< target [wu]; its height is used by the band only
    const QueryFilter* filter = nullptr;  ///< null: default_filter
    HeightBand band = {};                 ///< limits on the height of the surface
    bool with_height = true;              ///< false: skip the height lookup; the y of the hit position is 0
};

/// Why a ray stopped.
enum class RayStop : uint8_t {
    end,     ///< nothing is in the way
    wall,    ///< a wall, or a polygon that the filter does not admit
    height,  ///< the surface leaves the height band
};
/// "end", "wall" or "height".
const char* stop_name(RayStop stop);

/// Result of raycast. Its memory is reused.
struct RaycastHit {
    RayStop stop = RayStop::end;       ///< why the ray stopped
    double t = 0;                      ///< free fraction of the ray, seen from above, 0..1
    DVec3 position;                    ///< where the ray stopped, on the surface; y is 0 without with_height [wu]
    DVec3 normal;                      ///< unit normal of the wall, horizontal, towards the free side; 0 if no wall was hit
    EdgeRef wall;                      ///< the wall; at a corner, the wall that faces the ray more; invalid if none was hit
    std::vector<PolygonRef> polygons;  ///< polygons crossed, from the start polygon to the polygon of `position`
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge from polygons[i] to polygons[i + 1]
};

/// Walks along the surface straight towards a target seen from above until something is in the way. At a corner that it
/// touches, the ray continues if a polygon ahead can be reached around the corner over portals. It cannot pass between two
/// obstacles that touch in a point. The start is snapped into its polygon. Targets farther than 2^31 cells count as 2^31 cells
/// away. Error (usage): a coordinate is not finite or beyond 1e15, or the band is negative or NaN.
Status raycast(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit);

}  // namespace navspan
