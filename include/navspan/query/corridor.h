#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Polygons to walk through, one after the other.
struct Corridor {
    std::vector<PolygonRef> polygons;  ///< from the start's to the end's
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge, or off-mesh link {kLinkTile, index}, by which polygons[i] is
                                       ///< left for polygons[i + 1]
    SurfacePoint end;                  ///< the goal, or the reachable point nearest to it
    bool complete = false;             ///< the end is the goal
    double cost = 0;                   ///< sum of length x area cost over the portals' midpoints, and of links' costs [wu]
    uint64_t expanded = 0;             ///< nodes whose neighbours were looked at
    uint64_t pushed = 0;               ///< nodes put on the heap
};

/// What taking an off-mesh link costs: its own cost times the filter's cost of its area [wu].
inline double link_cost(const QueryFilter& filter, const OffMeshLink& link) {
    return link.cost * filter.area_cost[link.area];
}

enum class CornerKind : uint8_t {
    corner,  ///< the way turns here
    link,    ///< an off-mesh link begins here
    goal,    ///< the way ends here
};

struct CorridorCorner {
    DVec3 position;  ///< on the surface [wu]
    CornerKind kind = CornerKind::corner;
    uint32_t polygon = 0;  ///< index into the corridor's polygons: one it lies in
    uint32_t link = 0;     ///< of a link: index into NavMesh::links
};

}  // namespace navspan
