#pragma once

/// \file
/// Keeps the path of a moving agent up to date, much faster than a new search per frame.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;  // one per thread
/// const QueryFilter filter = default_filter(mesh);
/// const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .filter = &filter};
/// const Result<Path> path = find_path(mesh, scratch, request);
/// if (!path) return;
/// AgentCorridor agent;
/// set_corridor(request, *path, agent);
/// std::vector<CorridorCorner> corners;
/// while (!agent.polygons.empty()) {  // once per frame
///     if (!next_corners(mesh, agent, 2, scratch, corners)) return;
///     // This moves the agent to the corner at once. A game would move the agent only by one step.
///     if (!move_corridor_start(mesh, filter, corners[0].position, agent)) return;
///     if (corners[0].kind == CornerKind::link) take_next_link(mesh, agent);
///     if (corners[0].kind == CornerKind::goal) break;
/// }
/// \endcode
///
/// Guarantees: after each function, the corridor is a connected sequence of polygons from the agent to its goal. If agents have
/// separate corridors and scratches, they can be updated in parallel on one mesh. Memory is reused. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: all functions except repair_corridor need the mesh and the filter with which the corridor was made. After an update
/// of the mesh, call repair_corridor; until then, the functions return an error for the new mesh. If an agent is pushed far off
/// its path, the corridor can become longer than necessary; shortcut_corridor or a new search shortens it. Agents do not avoid
/// each other.

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

/// The path ahead of a moving agent. Invariant: `polygons` is a sequence connected by `portals`, from the polygon of `start` to
/// the polygon of `goal`.
struct AgentCorridor {
    SurfacePoint start,                ///< position of the agent; `distance` is not used
        goal;                          ///< end of the path; `distance` is not used
    DVec3 requested_goal;              ///< goal of the request [wu]; may be unreachable or off the ground
    bool complete = false;             ///< true if `goal` is the point of the ground nearest to `requested_goal`
    std::vector<PolygonRef> polygons;  ///< polygons that the path passes; empty: no path
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge or off-mesh link from polygons[i] to polygons[i + 1]
    // Memory that the functions below reuse.
    MoveResult moved;                          ///< working memory
    RaycastHit ray;                            ///< working memory
    Path path;                                 ///< working memory
    std::vector<PolygonRef> scratch_polygons;  ///< working memory
    std::vector<EdgeRef> scratch_portals;      ///< working memory
};

/// Sets the corridor to \p path, which find_path returned for \p request. If the path has no points (status none), the corridor
/// has no polygons. `start` and `goal` then get the positions of the request, and their polygon references are invalid.
void set_corridor(const PathRequest& request, const Path& path, AgentCorridor& agent);

/// Moves the agent along the surface towards \p to, as move_along_surface does, and updates the corridor. A wall may stop the
/// agent before \p to; agent.start is its new position. The time depends on the distance moved, not on the length of the path.
/// Does nothing if the corridor is empty.
/// Error (usage): a coordinate is beyond 1e15 wu or not finite, or the corridor does not belong to the mesh.
Status move_corridor_start(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// Moves the goal along the surface towards \p to and updates the corridor. Use this function to follow a moving target. Same
/// running time and same errors as move_corridor_start.
Status move_corridor_goal(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// Computes at most \p max_corners corners of the path ahead of the agent, nearest first. The last corner of a path is its
/// goal. A corner of kind link is the start of a link; the end of the link is not a corner. An empty corridor has no corners.
/// Error (usage): the corridor does not belong to the mesh; there are then no corners.
Status next_corners(const NavMesh& mesh, const AgentCorridor& agent, size_t max_corners, SearchScratch& scratch,
                    std::vector<CorridorCorner>& corners);

/// Moves the agent to the end of the next off-mesh link on its path. Returns false if there is no link ahead, or if the
/// corridor does not belong to the mesh.
bool take_next_link(const NavMesh& mesh, AgentCorridor& agent);

/// Casts rays from the agent to the next corners (at most \p ahead), farthest first, until a ray reaches its corner. Replaces
/// the path to this corner by the straight line if this lowers the cost of the path. Returns true if the path changed. Corners
/// after the next off-mesh link are not tried. Error (usage): an error of validate_filter or raycast, or the corridor does not
/// belong to the mesh. After an error, the corridor is unchanged.
Result<bool> shortcut_corridor(const NavMesh& mesh, const QueryFilter& filter, size_t ahead, SearchScratch& scratch,
                               AgentCorridor& agent);

/// Result of repair_corridor.
enum class CorridorRepair : uint8_t {
    kept,   ///< the path still exists
    found,  ///< a new path was found
    lost,   ///< the corridor was empty, or there is no admitted ground; the corridor is now empty
};

/// Transfers the corridor from snapshot \p before to snapshot \p after, or to another filter. A polygon of an unchanged tile
/// stays in the corridor if the filter admits the polygon. Any other polygon is replaced by the admitted polygon nearest to its
/// centre. If the new corridor is not connected, or if the old path was partial, searches a new path. This path leads from the
/// position of the agent to the requested goal. Error: an error of find_path in this search; the corridor is then empty.
Result<CorridorRepair> repair_corridor(const NavMesh& before, const NavMesh& after, const QueryFilter& filter,
                                       SearchScratch& scratch, AgentCorridor& agent);

}  // namespace navspan
