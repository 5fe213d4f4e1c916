#pragma once

/// \file
/// Finds paths: one path, many paths in parallel, or one path whose search is spread over several frames.
///
/// One path, given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;  // one per thread, reused from query to query
/// const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57.5, 2.4, 10.5}, .snap = 2});
/// if (!path) return;  // path.error().message says why
/// if (path->status != PathStatus::complete) return;
/// std::vector<DVec3> walk = path->points;  // start, corners, goal
/// \endcode
///
/// With area costs (A* for the corridor, then the cheapest path inside it), given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// QueryFilter filter = default_filter(mesh);
/// filter.area_cost[2] = 5;
/// Path path;  // its memory is reused
/// const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .filter = &filter, .method = PathMethod::weighted};
/// if (!find_path(mesh, scratch, request, path)) return;
/// \endcode
///
/// Many paths on all cores, given `const NavMesh& mesh`:
/// \code
/// std::vector<PathRequest> requests;
/// requests.push_back({.start = {3, 0, 25}, .goal = {57, 2, 10}});
/// requests.push_back({.start = {1, 0, 1}, .goal = {9, 0, 9}});
/// const std::vector<PathAnswer> answers = find_paths(mesh, requests);
/// for (const PathAnswer& answer : answers) {
///     if (answer.error) continue;  // answer.error->message says why
///     const std::vector<DVec3>& walk = answer.path.points;
///     if (walk.empty()) continue;
/// }
/// \endcode
///
/// At most 500 nodes per frame, given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;  // not used for other queries until the search is finished
/// PathSearch search;
/// if (!begin_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}}, search)) return;
/// while (!step_path(mesh, scratch, search, 500)) {
///     // the next frame
/// }
/// Path path;
/// finish_path(mesh, scratch, search, path);
/// \endcode
///
/// A path for a larger agent on the same mesh, given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;  // the first query computes the ground for this clearance, later queries reuse it
/// const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .clearance = 0.5};
/// const Result<Path> path = find_path(mesh, scratch, request);
/// if (!path) return;
/// [[maybe_unused]] const double moved = path->start_gap;  // > 0 if the start is too close to a wall
/// \endcode
///
/// Guarantees: PathMethod::exact returns a path of minimum horizontal length. Its geometric predicates use exact integers.
/// Results depend only on the mesh and the request, not on the number of threads or of calls of step_path. Any number of
/// threads may query one mesh, each with its own scratch. Scratch and path keep their memory: further queries of the same size
/// allocate nothing. Throws nothing but std::bad_alloc.
///
/// Caveats: a missing path is not an error; PathStatus reports a missing path. A path found by PathMethod::astar can be longer
/// than the shortest path. A PathRequest refers to its filter and does not copy it.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// Outcome of a path search.
enum class PathStatus : uint8_t {
    complete,  ///< the path ends at the goal (snapped to the surface)
    partial,   ///< the goal is unreachable; the path ends at the reachable point nearest to the goal
    none,      ///< no path: no admitted polygon near the start or the goal, or a search limit was exceeded
};
/// Name of a status: "complete", "partial" or "none"; "unknown" for any other number.
const char* status_name(PathStatus status);

/// Method of a path search.
enum class PathMethod : uint8_t {
    automatic,  ///< exact if all admitted areas of the start's island have the same cost, else weighted
    /// The path of minimum horizontal length. All admitted areas must have the same cost. Uses hub labels if they apply;
    /// Path::method is then hubs.
    exact,
    weighted,  ///< A* for the corridor, then the cheapest path inside it, up to a relative cost error of 1e-7
    astar,     ///< A* for the corridor, then the shortest path inside it, regardless of area costs
    hubs,      ///< same as exact, but an error if the hub labels of the mesh do not apply (with_hubs)
};
/// Name of a method: "automatic", "exact", "weighted", "astar" or "hubs"; "unknown" for any other number.
const char* method_name(PathMethod method);

/// Request of find_path.
struct PathRequest {
    DVec3 start,                                            ///< position to start from [wu]
        goal;                                               ///< position to reach [wu]
    const QueryFilter* filter = nullptr;                    ///< null: use default_filter
    double snap = std::numeric_limits<double>::infinity();  ///< largest distance from start and goal to the surface [wu], >= 0
    PathMethod method = PathMethod::automatic;              ///< method of the search
    double clearance = 0;  ///< distance that the path keeps from every boundary edge of the mesh [wu], >= 0; 0: none
    bool surface = true;   ///< false: skip surface_points and their heights, which take much of the time of a short query
    /// False: skip the surface points, and the polygons and portals of the corridor. A query with hub labels then takes about
    /// half the time.
    bool corridor = true;
};

/// An off-mesh link on a path.
struct PathLink {
    uint32_t link = 0;           ///< index into NavMesh::links
    uint32_t point = 0;          ///< index of the start of the link in Path::points; its end is the next point
    uint32_t surface_point = 0;  ///< index of the start of the link in Path::surface_points; 0 if there are none
    /// Memberwise comparison.
    friend bool operator==(const PathLink&, const PathLink&) = default;
};

/// Result of find_path. Reuse the object to reuse its memory.
struct Path {
    PathStatus status = PathStatus::none;       ///< outcome of the search
    PathMethod method = PathMethod::automatic;  ///< method that was used; automatic if there was no search
    std::string reason;                         ///< one line that says why the status is not complete; else empty
    /// Start, corners, both ends of each link, and end of the path, all on the surface [wu]. Empty if there is no path. With
    /// the weighted method, also the points where the cost changes.
    std::vector<DVec3> points;
    /// `points` plus all points where the path crosses into another polygon [wu]. Empty if PathRequest::surface is false.
    std::vector<DVec3> surface_points;
    /// For each surface point: polygon that contains the path to the next surface point, as an index in corridor.polygons. At
    /// the start of a link: polygon that the link leaves. At the last point: last polygon.
    std::vector<uint32_t> surface_polygons;
    std::vector<PathLink> links;  ///< off-mesh links on the path, in order
    double length_xz = 0;         ///< horizontal length, without links [wu]
    double length_3d = 0;         ///< length along surface_points (if empty: along points), without links [wu]
    double cost = 0;              ///< horizontal length * area cost, summed over all segments, plus link_cost of all links [wu]
    double gap = 0;               ///< distance from the end of the path to the requested goal [wu]; 0 if status is none
    double start_gap = 0;         ///< distance from the requested start to the first point of the path [wu]
    Corridor corridor;  ///< polygons and portals of the path (none if PathRequest::corridor is false), counters of the search
};

/// Finds a path from start to goal. Snaps both points to the surface, searches a corridor of polygons and computes the taut
/// path inside the corridor. All methods can use off-mesh links.
///
/// Predicates use start and goal rounded to 2^-20 of a lattice cell. Lengths are measured between the unrounded points.
///
/// With PathRequest::clearance, the path keeps that distance from all boundary edges of the mesh, in addition to the agent
/// radius. A boundary edge is an edge without a neighbour polygon; the filter has no influence. Start and goal are snapped to
/// the nearest ground that keeps the distance. An off-mesh link can be used if this ground is within OffMeshLink::radius of
/// both ends. The first query with a clearance computes this ground for the whole mesh. The scratch keeps the ground for the
/// last four pairs of mesh and clearance.
///
/// Error (usage):
///   - A coordinate is beyond 1e15 wu or not finite.
///   - snap is negative or NaN, or the clearance is negative or not finite.
///   - The filter is invalid.
///   - The method is exact, and the admitted areas have different costs.
///   - The method is hubs, and a clearance is set or hub labels do not apply to the start's island with this filter.
///
/// Error (failed):
///   - The exact search exceeded its limit of 2^29 - 1 turning points.
///   - A clearance is set, and the mesh is wider than kMaxTileExtent lattice units.
Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request);
/// Same as the function above, but stores the path in \p path and reuses its memory. If there is an error, \p path is empty.
Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path);

/// State of a search that runs in slices. The scratch contains the search tree and a copy of this state: do not use the scratch
/// for other queries before finish_path. The mesh must exist until finish_path returns. After begin_path, changes of all fields
/// except `reason`, `done`, `id` and `request.snap` are ignored.
struct PathSearch {
    PathRequest request;                        ///< copy of the request; `request.filter` points to the next field
    QueryFilter filter;                         ///< copy of the request's filter
    PathMethod method = PathMethod::automatic;  ///< the method in use
    SurfacePoint start,                         ///< start snapped to the surface
        goal;                                   ///< goal snapped to the surface
    const char* reason = nullptr;               ///< reason why there is no search, or why it was lost; else null
    bool done = false;                          ///< true if the search has ended
    uint64_t id = 0;                            ///< identifies the search in its scratch; 0: there is no search
};

/// Starts a search: snaps start and goal to the surface and selects the method. Error (usage): as for find_path.
Status begin_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, PathSearch& search);
/// Continues the search and expands up to \p nodes further nodes. With the exact method, a chain of nodes that each have a
/// single successor counts as one node. Returns true if the search is done. The search ends early if another search used the
/// scratch, or if \p mesh is not the mesh of begin_path. finish_path then stores a path with status none and a reason.
bool step_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, uint64_t nodes);
/// Ends a search and stores its path.
///   - If the search is done: the path of find_path.
///   - If the search is not done but has found a path to the goal: that path.
///   - If the search has not found the goal yet: a path with status partial and a reason. With the exact method, this path ends
///     at the start. With the other methods, it ends at the reached point nearest to the goal.
///   - If an exact search exceeded its limit: a path with status none and a reason.
void finish_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, Path& path);

/// Computes the ground for paths with a clearance, and stores it in all \p scratches. find_paths calls this function.
/// @param mesh       the mesh of the queries
/// @param clearance  as in PathRequest::clearance [wu]
/// @param scratches  the scratches of the queries
/// @param threads    number of threads; 0: all hardware threads
/// Error (usage): the clearance is not a finite number > 0.
/// Error (failed): the mesh is wider than kMaxTileExtent lattice units.
Status prepare_clearance(const NavMesh& mesh, double clearance, std::span<SearchScratch> scratches, unsigned threads = 1);

/// Answer to one request of a batch.
struct PathAnswer {
    Path path;                   ///< the path; empty if there is an error
    std::optional<Error> error;  ///< the error that find_path would return for the request
};

/// Reusable memory of find_paths.
struct BatchScratch {
    std::vector<SearchScratch> workers;  ///< one scratch per thread
};

/// Options of find_paths.
struct BatchOptions {
    unsigned threads = 0;  ///< number of threads, at most 1024 are used; 0: one per hardware thread
};

/// Finds many paths in parallel. Stores the answer to requests[i] in answers[i]. The answers do not depend on the number of
/// threads. The filters of the requests must exist until the function returns. Reuses the memory of \p scratch and \p answers.
void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers);
/// Same as the function above, but allocates new memory in each call and returns the answers.
std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests,
                                   const BatchOptions& options = {});

}  // namespace navspan
