// Finds a path between two points.
//
// In: start and goal in world units, and a method.
// Out: a path.
// Idea: Hub labels (hubs/search.cpp) or a search (astar.cpp, exact.cpp) find the corridor between the snapped start and goal. A
// string is pulled through the corridor (string.cpp).
// Source: Mononen, Detour (2009), for corridor and string pulling.
// Weak cases: none known.

#include "navspan/query/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/parallel.h"
#include "navmesh/index/nearest_ground.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/search_index.h"
#include "query/path/clearance.h"
#include "query/path/string.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {
namespace {

Status validate_request(const PathRequest& request) {
    if (Status s = validate_point(request.start, "the start"); !s) return s;
    if (Status s = validate_point(request.goal, "the goal"); !s) return s;
    if (!(request.snap >= 0)) return Error{ErrorKind::usage, "the snap distance must be a number >= 0"};
    if (!(request.clearance >= 0) || !std::isfinite(request.clearance))
        return Error{ErrorKind::usage, "the clearance must be a finite number >= 0"};
    if (request.method > PathMethod::hubs)
        return Error{ErrorKind::usage,
                     "the method is not an enumerator of PathMethod; give one, for example PathMethod::automatic"};
    if (request.method == PathMethod::hubs && request.clearance > 0)
        return Error{ErrorKind::usage, "the hubs method does not support a clearance; use the exact method"};
    if (request.filter) return validate_filter(*request.filter);
    return Done{};
}

// Prefers the goal's island for the start. If a point of the goal's island is as near to the requested start as `start`,
// returns this point. Otherwise returns `start`.
SurfacePoint prefer_island(const NavMesh& mesh, const PathSearch& search, const SurfacePoint& start, const SurfacePoint& goal) {
    const uint32_t island = trusted::island_of(mesh, goal.polygon);
    if (trusted::island_of(mesh, start.polygon) == island) return start;
    const auto on_island = [&mesh, island](PolygonRef p) { return trusted::island_of(mesh, p) == island; };
    const double slack = 1e-9 * trusted::tile_at(mesh, 0).frame.quantum;
    const NearestOptions near{.max_distance = start.distance + slack, .filter = &search.filter, .accept = on_island};
    const auto other = find_nearest(mesh, search.request.start, near);
    return other ? *other : start;
}

// Prefetches the data of a polygon that a query reads first.
void prefetch_polygon(const NavMesh& mesh, PolygonRef polygon) {
    __builtin_prefetch(&trusted::tile_of(mesh, polygon).half_edges[trusted::polygon_of(mesh, polygon).first_edge]);
    __builtin_prefetch(&mesh.polygon_island[polygon.tile][polygon.polygon]);
    if (!mesh.hubs.empty()) __builtin_prefetch(&mesh.hubs.polygons[trusted::polygon_index(mesh, polygon)]);
}

// Prefetches the region of a polygon. Reads the polygon's entry in the hub index.
void prefetch_region(const NavMesh& mesh, PolygonRef polygon) {
    if (mesh.hubs.empty()) return;
    __builtin_prefetch(&mesh.hubs.region_lists[mesh.hubs.polygons[trusted::polygon_index(mesh, polygon)].region]);
}

// Snaps start and goal to the mesh with the function `nearest`. Sets search.reason if no admitted ground is within the snap
// distance of the start or of the goal.
template <class Nearest>
void locate(const NavMesh& mesh, PathSearch& search, Nearest nearest) {
    const NearestOptions near{.max_distance = search.request.snap, .filter = &search.filter};
    const std::optional<SurfacePoint> start = nearest(search.request.start, near);
    if (start) prefetch_polygon(mesh, start->polygon);
    const std::optional<SurfacePoint> goal = start ? nearest(search.request.goal, near) : std::nullopt;
    if (goal) prefetch_polygon(mesh, goal->polygon);
    if (!goal) {
        search.reason = start ? "no admitted polygon near the goal" : "no admitted polygon near the start";
        return;
    }
    prefetch_region(mesh, start->polygon);
    search.start = inside_polygon(mesh, prefer_island(mesh, search, *start, *goal));
    prefetch_region(mesh, goal->polygon);
    search.goal = inside_polygon(mesh, *goal);
}

// Snaps start and goal to the mesh or, with a clearance, to the ground that keeps the clearance.
void locate(const NavMesh& mesh, const ClearanceScratch* clearance, PathSearch& search) {
    if (mesh.polygon_count() == 0) {
        search.reason = "the mesh is empty";
    } else if (!clearance) {
        prefetch_nearest(mesh, search.request.start, search.request.goal);
        locate(mesh, search, [&](DVec3 p, const NearestOptions& near) { return find_nearest(mesh, p, near); });
    } else if (const ClearanceMesh& wide = *clearance->current; wide.ground.polygon_count() == 0) {
        search.reason = "no ground is wide enough for the clearance";
    } else {
        locate(wide.ground, search,
               [&](DVec3 p, const NearestOptions& near) { return nearest_clear_ground(mesh, wide, p, near); });
    }
}

// Sets search.method. PathMethod::automatic becomes `exact` if all admitted areas of the start's island have the same cost,
// otherwise `weighted`. Error (usage): the requested method does not apply.
Status choose_method(const NavMesh& mesh, PathSearch& search) {
    const bool one_cost = uniform_cost(mesh, search.filter, trusted::island_of(mesh, search.start.polygon)).has_value();
    search.method = search.request.method;
    if (search.method == PathMethod::automatic) search.method = one_cost ? PathMethod::exact : PathMethod::weighted;
    if (search.method == PathMethod::exact && !one_cost) {
        return Error{ErrorKind::usage,
                     "the exact method needs equal costs of all areas that the filter admits and the path can reach; give them "
                     "one cost, or use the weighted method"};
    }
    if (search.method == PathMethod::hubs && !(one_cost && hubs_apply(mesh, search.filter, search.start.polygon))) {
        return Error{
            ErrorKind::usage,
            "the hubs method needs a mesh baked with hub labels, equal costs, a filter that admits every polygon of the "
            "start's island and every off-mesh link, no link there that costs less than the distance between its ends, and the "
            "default costs of links relative to the ground; use the exact method"};
    }
    return Done{};
}

// Finds the path by hub labels and sets search.method to `hubs` or, if that is impossible, to `exact`.
void try_hubs(const NavMesh& mesh, const CorridorRequest& question, SearchState& state, PathSearch& search) {
    search.method = PathMethod::exact;
    if (trusted::island_of(mesh, search.start.polygon) != trusted::island_of(mesh, search.goal.polygon)) return;
    const HubAnswer wanted = search.request.corridor ? HubAnswer::corridor : HubAnswer::turns;
    if (!hubs_apply(mesh, search.filter, search.start.polygon) || !find_hub_path(mesh, question, state.hubs, wanted)) return;
    search.method = PathMethod::hubs;
    search.done = true;
}

void finish_hubs(const NavMesh& mesh, const HubScratch& scratch, const PathSearch& search, Corridor& corridor) {
    const double rate = cost_per_length(mesh, search.filter, trusted::island_of(mesh, search.start.polygon));
    if (!scratch.turns_only) {
        corridor.polygons = scratch.polygons;
        corridor.portals = scratch.portals;
    }
    corridor.end = search.goal;
    corridor.complete = true;
    corridor.cost = scratch.length * rate * trusted::tile_at(mesh, 0).frame.quantum;
    corridor.expanded = corridor.pushed = 0;
}

constexpr const char* kLostSearch = "the scratch or the mesh was replaced during the search; search again";

// The mesh to search, with start and goal on this mesh. For a request with a clearance, the mesh contains only the ground that
// keeps the clearance.
struct SearchedGround {
    const NavMesh& mesh;
    const SurfacePoint &start, &goal;
};
SearchedGround searched_ground(const NavMesh& mesh, const SearchState& state, const PathSearch& search) {
    if (search.request.clearance == 0) return {mesh, search.start, search.goal};
    return {state.clearance.current->ground, state.clearance.start, state.clearance.goal};
}

// Starts a search. search.id is 0 if there is nothing to search.
Status begin(const NavMesh& original, SearchScratch& scratch, const PathRequest& request, PathSearch& search) {
    search.id = 0;
    search.done = false;
    search.reason = nullptr;
    if (Status s = validate_request(request); !s) return s;
    search.filter = request.filter ? *request.filter : default_filter(original);
    search.request = request;
    search.request.filter = &search.filter;
    search.request.surface = request.surface && request.corridor;
    search.method = PathMethod::automatic;
    const bool is_wide = request.clearance > 0;
    ClearanceScratch* clearance = is_wide ? &scratch.state().clearance : nullptr;
    if (is_wide) {
        ++scratch.state().search_id;  // ends an earlier search, which may use the ground that is replaced here
        if (Status s = select_clearance_mesh(original, request.clearance, 1, *clearance); !s) return s;
    }
    const NavMesh& mesh = is_wide ? clearance->current->ground : original;
    locate(original, clearance, search);
    search.done = search.reason != nullptr;
    if (search.done) return Done{};
    if (Status s = choose_method(mesh, search); !s) return s;
    const CorridorRequest question{search.start, search.goal, request.goal, &search.filter};
    SearchState& state = scratch.state();
    search.id = ++state.search_id;
    state.search_edges = original.search_edges.data();
    state.revision = original.revision;
    if (search.method == PathMethod::exact || search.method == PathMethod::hubs) try_hubs(mesh, question, state, search);
    if (search.method == PathMethod::hubs) return Done{};
    if (search.method == PathMethod::exact) {
        begin_exact(mesh, question, {}, state.exact, state.exact_search);
    } else {
        begin_corridor(mesh, question, state.astar, state.astar_search);
    }
    if (is_wide) {
        clearance->start = std::exchange(search.start, on_original(original, *clearance->current, search.start));
        clearance->goal = std::exchange(search.goal, on_original(original, *clearance->current, search.goal));
    }
    return Done{};
}

bool step(const NavMesh& mesh, SearchState& state, const PathSearch& search, uint64_t nodes) {
    const NavMesh& ground = searched_ground(mesh, state, search).mesh;
    return search.method == PathMethod::exact ? step_exact(ground, state.exact, state.exact_search, nodes)
                                              : step_corridor(ground, state.astar, state.astar_search, nodes);
}

// Ends a search that begin has started, and stores its path.
void finish(const NavMesh& original, SearchState& state, const PathSearch& search, Path& path) {
    path.method = search.method;
    if (search.method == PathMethod::exact && state.exact_search.exhausted) {
        path.reason = exhausted_reason(state.exact_search.options);
        return;
    }
    const auto& [mesh, start, goal] = searched_ground(original, state, search);
    if (search.method == PathMethod::hubs) {
        finish_hubs(mesh, state.hubs, search, path.corridor);
    } else if (search.method == PathMethod::exact) {
        finish_exact(mesh, state.exact, state.exact_search, path.corridor);
    } else {
        finish_corridor(mesh, state.astar, state.astar_search, path.corridor);
    }
    const bool at_goal = path.corridor.end.polygon == goal.polygon && path.corridor.end.position == goal.position;
    if (!at_goal) path.corridor.end = inside_polygon(mesh, path.corridor.end);
    path.corridor.end.revision = mesh.revision;
    path.status = path.corridor.complete ? PathStatus::complete : PathStatus::partial;
    if (!path.corridor.complete) {
        const bool apart = trusted::island_of(mesh, start.polygon) != trusted::island_of(mesh, goal.polygon);
        path.reason = apart                ? "the goal is on another island"
                      : !search.done       ? "the search was stopped before it reached the goal"
                      : mesh.links.empty() ? "the filter blocks every path to the goal"
                                           : "the filter or one-way links block every path to the goal";
    }
    const bool is_wide = search.request.clearance > 0;
    if (search.method == PathMethod::hubs && state.hubs.turns_only)
        path_over_turns(mesh, search.filter, {state.hubs.turns, state.hubs.start, state.hubs.goal}, start, path);
    else
        string_path(mesh, search.filter, state.string, start.position, search.request.surface || is_wide, path);
    if (is_wide) convert_to_original(original, state.clearance, search, path);
    if (!search.request.corridor) {
        path.corridor.polygons.clear();
        path.corridor.portals.clear();
    }
    path.start_gap = distance_3d(search.request.start, search.start.position);
    path.gap = distance_3d(search.request.goal, path.corridor.end.position);
}

// Stores a path with status none for a search that has a reason.
void finish_without_path(const NavMesh& mesh, const PathSearch& search, Path& path) {
    path.reason = search.reason;
    if (search.reason != kLostSearch && mesh.polygon_count() > 0 && std::isfinite(search.request.snap))
        path.reason += " (within the snap distance)";
}

// True if the scratch holds the search that begin_path has started with this id on this mesh.
bool is_current(const NavMesh& mesh, const SearchState& state, uint64_t id) {
    return id != 0 && id == state.sliced.id && id == state.search_id && mesh.search_edges.data() == state.search_edges &&
           mesh.revision == state.revision && mesh.tiles.size() == state.tiles && mesh.polygon_count() == state.polygons &&
           mesh.links.size() == state.links && mesh.tiles.front() == state.first_tile.get() &&
           mesh.tiles.back() == state.last_tile.get();
}

}  // namespace

const char* status_name(PathStatus status) {
    static constexpr std::array<const char*, 3> names{"complete", "partial", "none"};
    return size_t(status) < names.size() ? names[size_t(status)] : "unknown";
}

const char* method_name(PathMethod method) {
    static constexpr std::array<const char*, 5> names{"automatic", "exact", "weighted", "astar", "hubs"};
    return size_t(method) < names.size() ? names[size_t(method)] : "unknown";
}

Status begin_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, PathSearch& search) {
    if (Status s = begin(mesh, scratch, request, search); !s || search.id == 0) return s;
    // The caller can change `search` and the mesh. The following calls use a copy of `search` and recognize the mesh.
    SearchState& state = scratch.state();
    state.first_tile = mesh.tiles.owner(0);
    state.last_tile = mesh.tiles.owner(mesh.tiles.size() - 1);
    state.tiles = mesh.tiles.size();
    state.polygons = mesh.polygon_count();
    state.links = mesh.links.size();
    state.sliced = search;
    state.sliced.request.filter = state.astar_search.request.filter = state.exact_search.request.filter = &state.sliced.filter;
    return Done{};
}

bool step_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, uint64_t nodes) {
    if (search.done) return true;
    SearchState& state = scratch.state();
    if (!is_current(mesh, state, search.id)) {
        search.reason = kLostSearch;
        return search.done = true;
    }
    if (!state.sliced.done) state.sliced.done = step(mesh, state, state.sliced, nodes);
    return search.done = state.sliced.done;
}

void finish_path(const NavMesh& mesh, SearchScratch& scratch, PathSearch& search, Path& path) {
    clear_path(path);
    SearchState& state = scratch.state();
    if (!search.reason && !is_current(mesh, state, search.id)) search.reason = kLostSearch;
    if (search.reason) return finish_without_path(mesh, search, path);
    finish(mesh, state, state.sliced, path);
}

Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path) {
    PathSearch search;
    clear_path(path);
    if (Status s = begin(mesh, scratch, request, search); !s) return s;
    if (search.reason) {
        finish_without_path(mesh, search, path);
        return Done{};
    }
    SearchState& state = scratch.state();
    if (!search.done) search.done = step(mesh, state, search, std::numeric_limits<uint64_t>::max());
    if (const ExactSearch& exact = state.exact_search; search.method == PathMethod::exact && exact.exhausted)
        return Error{ErrorKind::failed, exhausted_reason(exact.options)};
    finish(mesh, state, search, path);
    return Done{};
}

Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request) {
    Path path;
    if (Status s = find_path(mesh, scratch, request, path); !s) return s.error();
    return path;
}

Status prepare_clearance(const NavMesh& mesh, double clearance, std::span<SearchScratch> scratches, unsigned threads) {
    ClearanceScratch made;
    if (!scratches.empty()) made.meshes = scratches[0].state().clearance.meshes;
    if (Status s = select_clearance_mesh(mesh, clearance, threads, made); !s) return s;
    for (SearchScratch& scratch : scratches)
        scratch.state().clearance.meshes = made.meshes;
    return Done{};
}

void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers) {
    constexpr size_t kGrain = 16;  // number of consecutive requests that a thread takes at a time
    answers.resize(requests.size());
    const size_t pieces = (requests.size() + kGrain - 1) / kGrain;
    const auto threads = unsigned(std::clamp<size_t>(pieces, 1, thread_count(options.threads)));
    if (scratch.workers.size() < threads) scratch.workers.resize(threads);
    double prepared = 0;
    for (const PathRequest& request : requests) {
        if (!(request.clearance > 0) || request.clearance == prepared) continue;
        prepared = request.clearance;
        // Ignore an error here: find_path() returns the same error below.
        (void)prepare_clearance(mesh, prepared, scratch.workers, threads);
    }
    parallel_for(requests.size(), {.threads = threads, .grain = kGrain}, [&](size_t i, unsigned worker) {
        const Status status = find_path(mesh, scratch.workers[worker], requests[i], answers[i].path);
        answers[i].error = status ? std::nullopt : std::optional(status.error());
    });
}

std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options) {
    BatchScratch scratch;
    std::vector<PathAnswer> answers;
    find_paths(mesh, requests, options, scratch, answers);
    return answers;
}

}  // namespace navspan
