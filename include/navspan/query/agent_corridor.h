#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/move.h"
#include "navspan/query/path.h"
#include "navspan/query/raycast.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// The way a moving agent has before it: what game code keeps per agent and updates every frame, much more cheaply than by
/// searching anew. Its polygons are always a chain joined by its portals, from the start's polygon to the goal's; every
/// function below keeps it so, and needs the mesh and a filter as they were when the corridor was made, until repair_corridor.
struct AgentCorridor {
    SurfacePoint start, goal;          ///< where the agent is, and where its way ends; distances mean nothing
    DVec3 wish;                        ///< where it wants to get: farther than the goal when the path found was partial [wu]
    bool complete = false;             ///< the goal is the wish, as near to it as the ground is
    std::vector<PolygonRef> polygons;  ///< from the start's to the goal's; empty: no way
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge, or off-mesh link, by which polygons[i] is left
    // memory reused by the functions below
    MoveResult moved;
    RaycastHit ray;
    Path path;
    std::vector<PolygonRef> spare_polygons;
    std::vector<EdgeRef> spare_portals;
};

/// Takes over a path just found. A path with status none gives an empty corridor.
void set_corridor(const PathRequest& request, const Path& path, AgentCorridor& agent);

/// Walks the agent towards a point along the surface, round no more than walls allow, and draws the corridor along behind it.
/// What it looks at grows with how far the agent goes, not with how long its way is.
/// Error (usage): a coordinate that is not finite or beyond 1e15.
Status move_corridor_start(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// The same at the other end, for a goal that moves about.
Status move_corridor_goal(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// The next corners on the way, nearest first, at most `most`; the last one of all is the goal. None in an empty corridor.
/// After a link's corner the way goes on from where the link ends.
void next_corners(const NavMesh& mesh, const AgentCorridor& agent, size_t most, SearchScratch& scratch,
                  std::vector<CorridorCorner>& corners);

/// Takes the next off-mesh link: the agent is at its end afterwards. False when there is none before it.
bool take_next_link(const NavMesh& mesh, AgentCorridor& agent);

/// Looks for a straight way to the farthest of the next `ahead` corners that can be seen, and takes it where the whole way gets
/// cheaper by it. True when it did.
bool shortcut_corridor(const NavMesh& mesh, const QueryFilter& filter, size_t ahead, SearchScratch& scratch,
                       AgentCorridor& agent);

enum class CorridorRepair : uint8_t {
    kept,   ///< the way is still there
    found,  ///< the way was searched for anew
    lost,   ///< no admitted ground near the agent or its goal: the corridor is empty
};

/// Takes the corridor over to another snapshot, or another filter: polygons of tiles that are the same are kept, others are
/// found again by position. Where the way has been cut it is searched for anew, from where the agent is.
/// @param before, after  the snapshot the corridor is of, and the one it is wanted for
CorridorRepair repair_corridor(const NavMesh& before, const NavMesh& after, const QueryFilter& filter, SearchScratch& scratch,
                               AgentCorridor& agent);

}  // namespace navspan
