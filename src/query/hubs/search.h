#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/exact/landmark_bound.h"
#include "query/search/plane.h"
#include "query/search/target.h"

namespace navspan {

/// Memory of queries on hub labels, reused between queries and meshes.
struct HubScratch {
    /// A turning vertex that an end of the path sees.
    struct SeenVertex {
        uint32_t vertex = 0;  ///< rank
        bool late = false;    ///< result of is_late for the direction from the vertex to the end
        double distance = 0;  ///< distance between the vertex and the end [cell]
        double bound = 0;     ///< lower bound on the length of a path through the vertex [cell]
    };
    /// The shortest path found so far between the goal and a hub.
    struct GoalPath {
        double distance = 0;  ///< [cell]
        uint32_t seen = 0;    ///< index in from_goal of the first vertex of the path after the goal
        uint32_t stamp = 0;   ///< valid only if this is the stamp of the current query
    };
    std::vector<SeenVertex> from_start, from_goal;
    LandmarkGoal landmark_goal;
    std::vector<GoalPath> goal_paths;  ///< one for each hub, in the order of rank
    uint32_t stamp = 0;
    std::vector<uint32_t> turns;       ///< vertices of the path found, from start to goal
    std::vector<PolygonRef> polygons;  ///< the polygons of the path found
    std::vector<EdgeRef> portals;      ///< the portals between these polygons
    double length = 0;                 ///< length of the path found [cell]
};

/// True if hub labels answer queries from a polygon exactly: the mesh has labels, the filter admits all polygons of the island,
/// and no off-mesh links start or end on the island. The caller must test that all areas of the island have the same cost.
bool hubs_apply(const NavMesh& mesh, const QueryFilter& filter, PolygonRef polygon);

/// Finds the shortest path by hub labels. Precondition: hubs_apply() is true for the start's polygon, and the goal is on the
/// same island. Stores the path in `turns`, `polygons`, `portals` and `length` of the scratch. Returns false if the labels
/// yield no path, or if the walk along the path does not reach the goal's polygon; the exact search must then answer.
bool find_hub_path(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch);

}  // namespace navspan
