#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// How far the surface under a ray may be from the straight line between the ray's ends, at their heights. Both infinite: the
/// ray is followed as seen from above, up and down whatever lies on its way.
///   - {d, d}: the ray keeps to the floor; it does not "arrive" on a bridge over its end
///   - {eye, infinite}: line of sight from eye to eye height; hills block it, pits do not
struct HeightBand {
    double above = std::numeric_limits<double>::infinity();  ///< how far the surface may rise above the line [wu], >= 0
    double below = std::numeric_limits<double>::infinity();  ///< how far it may fall below it [wu], >= 0
};

struct RaycastRequest {
    SurfacePoint start;  ///< on the surface of a polygon, as find_nearest gives it; that polygon counts as admitted
    DVec3 end;           ///< [wu]; its height matters only to the band
    const QueryFilter* filter = nullptr;  ///< null: default_filter
    HeightBand band = {};
    bool with_height = true;  ///< false: the hit's position is seen from above, its y is 0; saves looking the height up
};

enum class RayStop : uint8_t {
    end,     ///< nothing in the way
    wall,    ///< a wall, or a polygon the filter does not admit
    height,  ///< the surface leaves the band
};
/// "end", "wall" or "height".
const char* stop_name(RayStop stop);

struct RaycastHit {
    RayStop stop = RayStop::end;
    double t = 0;                      ///< share of the way from start to end that is free, seen from above, 0..1
    DVec3 position;                    ///< where that is, on the surface; y is 0 without with_height [wu]
    DVec3 normal;                      ///< of the wall hit, horizontal, towards the free side, length 1; else 0
    EdgeRef wall;                      ///< the wall hit; at a corner the one that faces the ray more; else invalid
    std::vector<PolygonRef> polygons;  ///< crossed, from the start's to the one of the position
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge by which polygons[i] is left for polygons[i + 1]
};

/// Walks along the surface straight towards a point, seen from above, until something is in the way. The free space is closed:
/// a ray may run along a wall and through a corner it touches, and goes on where any polygon around that corner, reached over
/// portals, lies ahead; where two obstacles touch in a point there is no such polygon, and no way through. Both ends are
/// snapped to 2^-20 of a lattice cell (the start into its polygon); all decisions on those are exact. Time grows with the
/// polygons crossed; no memory but the hit's, which is reused. Ends farther off than 2^31 cells count as that far.
/// Error (usage): a coordinate that is not finite or beyond 1e15, a band that is negative or NaN.
Status raycast(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit);

}  // namespace navspan
