#pragma once

/// \file
/// Finds paths: one path, many paths on threads, or one path in slices over several frames.
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
/// Guarantees: PathMethod::exact returns a shortest path seen from above; its decisions are exact integer predicates. Results
/// depend on mesh and request only, not on threads or slices. Any number of threads may query one mesh, each with its own
/// scratch. Nothing is allocated once scratch and path have grown. Throws nothing but std::bad_alloc.
///
/// Caveats: "no path" is an answer (PathStatus), not an error. PathMethod::astar can be longer than the shortest path. Filters
/// are referenced, not copied, by a PathRequest.

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
    partial,   ///< the goal is unreachable; the path ends at the reachable point nearest to it
    none,      ///< no admitted polygon near the start or the goal
};
/// "complete", "partial" or "none".
const char* status_name(PathStatus status);

/// How a path is searched.
enum class PathMethod : uint8_t {
    automatic,  ///< exact if all admitted areas of the island have the same cost, else weighted
    exact,      ///< the shortest of all paths
    weighted,   ///< A* for the corridor, then the cheapest path inside it (relative tolerance 1e-7)
    astar,      ///< A* for the corridor, then the shortest path inside it, regardless of area costs
};
/// "automatic", "exact", "weighted" or "astar".
const char* method_name(PathMethod method);

/// Request of find_path.
struct PathRequest {
    DVec3 start,                                            ///< position to start from [wu]
        goal;                                               ///< position to reach [wu]
    const QueryFilter* filter = nullptr;                    ///< null: default_filter
    double snap = std::numeric_limits<double>::infinity();  ///< largest distance of start and goal from the surface [wu], >= 0
    PathMethod method = PathMethod::automatic;              ///< how to search
    bool surface = true;  ///< false: skip surface_points and their heights, which take much of the time of a short query
};

/// An off-mesh link on a path.
struct PathLink {
    uint32_t link = 0;           ///< index into NavMesh::links
    uint32_t point = 0;          ///< the link leads from points[point] to points[point + 1]
    uint32_t surface_point = 0;  ///< and from surface_points[surface_point] to the next one; 0 if the path has none
    /// Memberwise comparison.
    friend bool operator==(const PathLink&, const PathLink&) = default;
};

/// A path. Its memory is reused.
struct Path {
    PathStatus status = PathStatus::none;       ///< whether the goal was reached
    PathMethod method = PathMethod::automatic;  ///< the method used; automatic if nothing was searched
    std::string reason;                         ///< if not complete: why, in one line; else empty
    std::vector<DVec3> points;  ///< start, corners, ends of links, end; empty, or at least two; on the surface [wu]. The
                                ///< weighted method adds the points where the cost changes
    std::vector<DVec3> surface_points;       ///< `points` plus all points where the path crosses into another polygon; empty if
                                             ///< PathRequest::surface is false
    std::vector<uint32_t> surface_polygons;  ///< per surface point: the polygon that contains the step to the next point, as an
                                             ///< index into corridor.polygons; at the start of a link, the polygon it leaves
    std::vector<PathLink> links;             ///< off-mesh links on the path, in order
    double length_xz = 0;                    ///< length seen from above, without links [wu]
    double length_3d = 0;                    ///< length along surface_points (if empty: points), without links [wu]
    double cost = 0;       ///< sum of length seen from above times area cost, plus link_cost of all links [wu]
    double gap = 0;        ///< distance from the end to the requested goal [wu]; 0 if status is none
    double start_gap = 0;  ///< distance from the requested start to the first point [wu]
    Corridor corridor;     ///< polygons, portals and search counters
};

/// Finds a path from start to goal: snaps both to the surface, searches a corridor of polygons, pulls the string through it,
/// and looks up heights on the detail surface. All methods can take off-mesh links; between links the string is pulled taut leg
/// by leg.
///
/// Predicates use start and goal snapped to 2^-20 of a lattice cell. Lengths are measured between the unsnapped points, so they
/// are accurate to 1e-6 even if start and goal are close to each other.
///
/// Error (usage): a coordinate is not finite or beyond 1e15; snap is negative or NaN; the filter is invalid; method exact
/// although the admitted areas have different costs.
/// Error (failed): the exact search exceeded its limit of 2^29 - 1 turning points.
Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request);
/// Finds a path as above and stores it in \p path. Allocates nothing once scratch and path have grown. If it returns an error,
/// \p path is empty.
Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path);

/// State of a search in slices. The scratch holds the search tree, so it cannot be used for other queries until finish_path.
/// The mesh must live until then; the request's filter is copied.
struct PathSearch {
    PathRequest request;                        ///< the request; its filter points to the field below
    QueryFilter filter;                         ///< copy of the request's filter
    PathMethod method = PathMethod::automatic;  ///< the method in use
    SurfacePoint start,                         ///< start snapped to the surface
        goal;                                   ///< goal snapped to the surface
    const char* missing = nullptr;              ///< if there is nothing to search: why; else null
    bool done = false;                          ///< true if step_path has nothing left to do
};

/// Starts a search: snaps start and goal to the surface and selects the method. Error (usage): as find_path.
Status begin_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, PathSearch& search);
/// Expands at most \p nodes nodes. Returns true if the search is done.
bool step_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, uint64_t nodes);
/// Ends a search and stores its path. If the search is done, the path equals that of find_path. If not, it is the best path
/// found so far: to the goal, or a partial path to the reached point nearest to the goal (with the exact method: to the start),
/// with a reason. An exact search that exceeded its limit gives status none with a reason.
void finish_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, Path& path);

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
    unsigned threads = 0;  ///< number of threads; 0: as many as the machine has
};

/// Finds many paths in parallel. answers[i] belongs to requests[i] and does not depend on the number of threads. The requests'
/// filters must live until the function returns. Reuses the memory of scratch and answers.
void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers);
/// Finds many paths in parallel, as above, with temporary memory.
std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests,
                                   const BatchOptions& options = {});

}  // namespace navspan
