#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/hubs/common_elements.h"
#include "query/search/plane.h"
#include "query/search/target.h"

namespace navspan {

/// Memory of queries on hub labels, reused between queries and meshes.
struct HubScratch {
    /// A path between the start or goal and a hub, along a via-label.
    struct ViaPath {
        float length = 0;  ///< length of the path [cell], rounded
        uint32_t via = 0;  ///< index of the via-label
    };
    /// A hub through which the shortest path may lead. All lengths are in cells and rounded.
    struct Meeting {
        uint32_t start_group = 0, goal_group = 0;  ///< indices of the hub's groups in HubIndex::group_hub
        float bound = 0;                           ///< lower bound on the length of paths through the hub
        ViaPath from_start, to_goal;               ///< paths from the start to the hub and from the hub to the goal
        float length() const { return from_start.length + to_goal.length; }
    };
    std::vector<CommonElement> common;  ///< memory of list_common
    std::vector<Meeting> meetings;
    std::vector<uint32_t> turns;       ///< vertices of the path found, from start to goal
    std::vector<uint32_t> links;       ///< for each vertex but the first: the link that leads to the vertex, or kNoIndex.
                                       ///< Not used if the index has no links
    std::vector<PolygonRef> polygons;  ///< the polygons of the path found
    std::vector<EdgeRef> portals;      ///< the portals between these polygons
    PlanePoint start, goal;            ///< the ends of the path found, inside their polygons [2^-20 lattice]
    double length = 0;                 ///< length of the path found [cell]
    bool turns_only = false;           ///< true: the polygons and portals are not listed
};

/// True if hub labels answer queries from a polygon exactly. The island of the polygon must have labels, and the filter must
/// admit all polygons of the island. If the island has off-mesh links, two more conditions apply. The filter must admit all
/// links of the mesh, and (cost factor of the link) / (cost factor of the ground) must be the same as in the default filter.
/// The caller must test that all areas of the island have the same cost.
bool hubs_apply(const NavMesh& mesh, const QueryFilter& filter, PolygonRef polygon);

/// The parts of the result that find_hub_path stores.
enum class HubAnswer : uint8_t {
    corridor,  ///< all parts
    turns,     ///< only `turns` and `length` if the path takes no link and bends only at wedges; otherwise all parts
};

/// Finds the shortest path by hub labels. Precondition: hubs_apply() is true for the start's polygon, and the goal is on the
/// same island. Stores the path in `turns`, `polygons`, `portals`, `start`, `goal` and `length` of the scratch. Returns false
/// if the labels yield no path, or if the walk along the path does not reach the goal's polygon. In this case, the caller must
/// run the exact search.
bool find_hub_path(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch,
                   HubAnswer answer = HubAnswer::corridor);

}  // namespace navspan
