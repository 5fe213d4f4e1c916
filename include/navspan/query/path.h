#pragma once

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

enum class PathStatus : uint8_t {
    complete,  ///< the path ends at the goal (snapped to the surface)
    partial,   ///< the goal cannot be reached: the path ends at the reachable point nearest to it
    none,      ///< no admitted polygon near the start or the goal
};
/// "complete", "partial" or "none".
const char* status_name(PathStatus status);

enum class PathMethod : uint8_t {
    automatic,  ///< exact where all areas that the filter admits on the goal's island cost the same, else weighted
    exact,      ///< the shortest of all paths
    weighted,   ///< A* for the corridor, then the cheapest path inside it (to a ten-millionth of its cost)
    astar,      ///< A* for the corridor, then the shortest path inside it, whatever areas cost
};
/// "automatic", "exact", "weighted" or "astar".
const char* method_name(PathMethod method);

struct PathRequest {
    DVec3 start, goal;                                      ///< [wu]
    const QueryFilter* filter = nullptr;                    ///< null: default_filter
    double snap = std::numeric_limits<double>::infinity();  ///< how far start and goal may be from the surface [wu], >= 0
    PathMethod method = PathMethod::automatic;
    bool surface = true;  ///< false leaves out the surface points, whose heights take a good part of a short query
};

/// An off-mesh link on a path.
struct PathLink {
    uint32_t link = 0;           ///< index into NavMesh::links
    uint32_t point = 0;          ///< it leads from points[point] to points[point + 1]
    uint32_t surface_point = 0;  ///< and from surface_points[surface_point] to the next; 0 where those were left out
    friend bool operator==(const PathLink&, const PathLink&) = default;
};

struct Path {
    PathStatus status = PathStatus::none;
    PathMethod method = PathMethod::automatic;  ///< the one used; automatic when there was nothing to search
    std::string reason;                         ///< one line when not complete; else empty
    std::vector<DVec3> points;  ///< start, corners, ends of links, end: two or more, or none; with the weighted method also
                                ///< where the cost changes; heights on the surface [wu]
    std::vector<DVec3> surface_points;       ///< the same and every place where the path crosses from polygon to polygon; none
                                             ///< if the request left them out
    std::vector<uint32_t> surface_polygons;  ///< per surface point: the step to the next one lies in this polygon of the
                                             ///< corridor, as an index there; a link's start: the polygon it leaves
    std::vector<PathLink> links;             ///< off-mesh links taken, in order
    double length_xz = 0;                    ///< walked, seen from above; links do not count [wu]
    double length_3d = 0;  ///< walked along surface_points, or points where those were left out; links do not count [wu]
    double cost = 0;       ///< length seen from above times area cost, polygon by polygon, and link_cost of every link [wu]
    double gap = 0;        ///< from the end to the goal asked for [wu]; with status none 0
    double start_gap = 0;  ///< from the start asked for to the path's first point [wu]
    Corridor corridor;     ///< polygons, portals, counters
};

/// The path from start to goal: nearest polygons, a search for the corridor, the string pulled through it, heights from the
/// detail surface. Start and goal are snapped to 2^-20 of a lattice cell for the predicates; lengths are measured between the
/// unsnapped points, so that they hold to 1e-6 also when start and goal are close together. Off-mesh links are taken by every
/// method; between them the string is pulled piece by piece.
/// Error (usage): a coordinate that is not finite or beyond 1e15, a negative or NaN snap, a bad filter, the exact method where
/// areas that the filter admits on the goal's island cost differently.
Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request);
/// The same into a path whose memory is reused: nothing is allocated once scratch and path are as large as they need to be.
Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path);

/// A search for a path in slices: one under way. Until it is finished its scratch, which holds what it has found, serves
/// nothing else. The mesh must live as long, the request's filter need not.
struct PathSearch {
    PathRequest request;  ///< its filter is `filter`
    QueryFilter filter;
    PathMethod method = PathMethod::automatic;  ///< the one in use
    SurfacePoint start, goal;
    const char* missing = nullptr;  ///< why there is nothing to search, or null
    bool done = false;
};

/// Finds start and goal on the mesh. Errors as find_path.
Status begin_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, PathSearch& search);
/// Expands at most `nodes` more nodes. True if the search is done.
bool step_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, uint64_t nodes);
/// The path: that of find_path, whatever the slices were. Of a search that is not done: the best path to the goal found so far,
/// or a partial one to the point nearest to the goal among what was reached (with the exact method: the start); its reason says
/// so.
void finish_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, Path& path);

/// The answer to one request of a batch.
struct PathAnswer {
    Path path;
    std::optional<Error> error;  ///< why there is none: what find_path would return for the request
};

/// Memory of find_paths, reused from call to call: a scratch per thread.
struct BatchScratch {
    std::vector<SearchScratch> workers;
};

struct BatchOptions {
    unsigned threads = 0;  ///< 0: all the machine has
};

/// Finds many paths at once, spread over threads. answers[i] is for requests[i], and the same for any number of threads. The
/// requests' filters must live until it returns. The memory of scratch and answers is reused.
void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers);
/// The same with memory of its own.
std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests,
                                   const BatchOptions& options = {});

}  // namespace navspan
