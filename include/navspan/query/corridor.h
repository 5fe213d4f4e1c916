#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// The sequence of polygons, and of portals between them, that a path passes through.
struct Corridor {
    std::vector<PolygonRef> polygons;  ///< polygons from the start to the end of the path
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge or link {kLinkTile, index} from polygons[i] to polygons[i + 1]
    SurfacePoint end;                  ///< the goal, or the reachable point nearest to the goal
    bool complete = false;             ///< true if `end` is the goal
    /// Cost that the search computed [wu]: length * area cost, plus the costs of links. A* measures the polyline through the
    /// midpoints of the portals. The exact search and hub labels measure the shortest path.
    double cost = 0;
    uint64_t expanded = 0;  ///< number of nodes expanded by the search
    uint64_t pushed = 0;    ///< number of nodes pushed on the heap
};

/// Cost of taking an off-mesh link: its own cost times the filter's cost of its area [wu]. Infinite if the area id is
/// above 63.
inline double link_cost(const QueryFilter& filter, const OffMeshLink& link) {
    if (link.area >= filter.area_cost.size()) return std::numeric_limits<double>::infinity();
    return link.cost * filter.area_cost[link.area];
}

/// What the path does at a corner.
enum class CornerKind : uint8_t {
    corner,  ///< the path turns
    link,    ///< the path enters an off-mesh link
    goal,    ///< the path ends
};

/// A corner of a path.
struct CorridorCorner {
    DVec3 position;                        ///< point on the surface [wu]
    CornerKind kind = CornerKind::corner;  ///< what the path does at the corner
    uint32_t polygon = 0;                  ///< index, in the corridor's polygons, of a polygon that contains the corner
    uint32_t link = 0;                     ///< if kind is link: index in NavMesh::links; else 0
};

}  // namespace navspan
