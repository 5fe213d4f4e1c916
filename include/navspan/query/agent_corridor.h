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
///     next_corners(mesh, agent, 2, scratch, corners);
///     if (!move_corridor_start(mesh, filter, corners[0].position, agent)) return;  // or a step towards it
///     if (corners[0].kind == CornerKind::link) take_next_link(mesh, agent);
///     if (corners[0].kind == CornerKind::goal) break;
/// }
/// \endcode
///
/// Guarantees: after each function the corridor is a connected sequence of polygons from the agent to its goal. Agents that own
/// separate corridors and scratches can be updated in parallel on one mesh. Memory is reused. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: all functions but repair_corridor need the mesh and the filter that the corridor was made with. The corridor is
/// maintained locally: an agent that is pushed far off its path keeps a path that may be longer than the shortest one.
/// shortcut_corridor or a new search shortens it. There is no crowd simulation.

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
    SurfacePoint start,                ///< position of the agent; its distance field has no meaning
        goal;                          ///< end of the path; its distance field has no meaning
    DVec3 requested_goal;              ///< requested goal; differs from `goal` if the path is partial or the goal is off the
                                       ///< ground [wu]
    bool complete = false;             ///< true if `goal` is the point of the ground nearest to `wish`
    std::vector<PolygonRef> polygons;  ///< polygons to pass through; empty: no path
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge or off-mesh link from polygons[i] to polygons[i + 1]
    // memory reused by the functions below
    MoveResult moved;                          ///< working memory
    RaycastHit ray;                            ///< working memory
    Path path;                                 ///< working memory
    std::vector<PolygonRef> scratch_polygons;  ///< working memory
    std::vector<EdgeRef> scratch_portals;      ///< working memory
};

/// Sets the corridor to a path that find_path returned for \p request. A path with status none gives an empty corridor.
void set_corridor(const PathRequest& request, const Path& path, AgentCorridor& agent);

/// Moves the agent along the surface towards \p to, as move_along_surface does, and updates the corridor. Walls may stop it
/// before \p to; read its position from agent.start. Time grows with the distance moved, not with the length of the path. Does
/// nothing if the corridor is empty. Error (usage): a coordinate is not finite or beyond 1e15.
Status move_corridor_start(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// Moves the goal along the surface towards \p to and updates the corridor; for a goal that moves. Time and errors as
/// move_corridor_start.
Status move_corridor_goal(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent);

/// Computes the next \p most corners of the path, nearest first. The last corner of the path is the goal. After the corner of a
/// link, the path continues at the end of the link. An empty corridor has no corners.
void next_corners(const NavMesh& mesh, const AgentCorridor& agent, size_t most, SearchScratch& scratch,
                  std::vector<CorridorCorner>& corners);

/// Moves the agent to the end of the next off-mesh link on its path. Returns false if there is no link ahead.
bool take_next_link(const NavMesh& mesh, AgentCorridor& agent);

/// Casts rays to the next \p ahead corners, farthest first, and replaces the path up to the first visible corner by a straight
/// line if this lowers the cost of the path. Returns true if it did. Does not look past the next off-mesh link.
bool shortcut_corridor(const NavMesh& mesh, const QueryFilter& filter, size_t ahead, SearchScratch& scratch,
                       AgentCorridor& agent);

/// Result of repair_corridor.
enum class CorridorRepair : uint8_t {
    kept,   ///< the path still exists
    found,  ///< a new path was found
    lost,   ///< no admitted ground near the agent or its goal; the corridor is empty
};

/// Transfers the corridor from snapshot \p before to snapshot \p after, or to another filter. Polygons of unchanged tiles are
/// kept; other polygons are found by their position. If the path is interrupted or was partial, a new path is searched from the
/// agent's position to its wish.
CorridorRepair repair_corridor(const NavMesh& before, const NavMesh& after, const QueryFilter& filter, SearchScratch& scratch,
                               AgentCorridor& agent);

}  // namespace navspan
