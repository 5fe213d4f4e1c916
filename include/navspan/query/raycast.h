#pragma once

/// \file
/// Casts a ray along the surface: how far an agent can walk, or see, in a straight line.
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
/// Guarantees: the ends of a ray are rounded to 2^-20 of a lattice cell; all decisions about the rounded ray are exact. A ray
/// may run along a wall or through a corner. The time is proportional to the number of polygons crossed. Thread-safe on one
/// mesh. A RaycastHit that is reused allocates nothing once its lists have grown. Throws nothing but std::bad_alloc.
///
/// Caveats: without a height band, a ray follows the surface and can end on another floor than the target. An object that is
/// not cut out of the mesh does not block a ray.

#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Limits on the height of the surface along a ray, relative to the straight line between its ends. Examples for {above,
/// below}:
///   - {d, d}: the ray stays on one floor and cannot end on a bridge above the target
///   - {eye, infinity}: line of sight from eye height; hills block the ray, pits do not
struct HeightBand {
    double above = std::numeric_limits<double>::infinity();  ///< largest height of the surface above the line [wu], >= 0
    double below = std::numeric_limits<double>::infinity();  ///< largest depth of the surface below the line [wu], >= 0
};

/// Request of raycast.
struct RaycastRequest {
    SurfacePoint start;  ///< start on the surface, as from find_nearest; its polygon is admitted regardless of the filter
    DVec3 end;           ///< target of the ray [wu]; only the height band uses its height
    const QueryFilter* filter = nullptr;  ///< null: use default_filter
    HeightBand band = {};                 ///< limits on the height of the surface along the ray
    bool with_height = true;              ///< false: do not look up the height; the y of the hit position is 0
};

/// Why a ray stopped.
enum class RayStop : uint8_t {
    end,     ///< nothing is in the way; the ray reached its target
    wall,    ///< a wall, or a polygon that the filter does not admit
    height,  ///< the surface leaves the height band
};
/// Name of a stop reason: "end", "wall" or "height"; "unknown" for any other number.
const char* stop_name(RayStop stop);

/// Result of raycast. Reuse the object to reuse its memory.
struct RaycastHit {
    RayStop stop = RayStop::end;  ///< why the ray stopped
    double t = 0;                 ///< fraction of the ray's horizontal length before the stop, 0..1
    DVec3 position;               ///< point on the surface where the ray stopped [wu]; y is 0 if with_height is false
    DVec3 normal;                 ///< horizontal unit normal of the wall, towards the free side; 0 if no wall was hit
    /// The wall; invalid if no wall was hit. At a corner between two walls: the wall that faces the ray more directly.
    EdgeRef wall;
    std::vector<PolygonRef> polygons;  ///< polygons that the ray crossed, from the start polygon to the polygon of `position`
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge from polygons[i] to polygons[i + 1]
};

/// Casts a ray along the surface towards a target until something is in the way. Seen from above, the ray is straight. A ray
/// through a corner continues only if polygons around that corner connect the ground on both sides. A start slightly outside
/// its polygon is moved inside. Targets farther than 2^31 cells count as 2^31 cells away.
///
/// Error (usage): has_point(mesh, start) is false, a coordinate is beyond 1e15 wu or not finite, or a limit of the band is
/// negative or NaN. The hit is then unchanged.
Status raycast(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit);

}  // namespace navspan
