// The usage examples in the public headers of include/navspan/query.

#include <memory>
#include <optional>
#include <vector>

#include "headers.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/around.h"
#include "navspan/query/height.h"
#include "navspan/query/landmarks.h"
#include "navspan/query/move.h"
#include "navspan/query/path.h"
#include "navspan/query/random_point.h"
#include "navspan/query/raycast.h"
#include "navspan/query/reachable.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/walls.h"

using namespace navspan;

namespace {

// query/agent_corridor.h
void agent_corridor_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;  // one per thread
    const QueryFilter filter = default_filter(mesh);
    const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .filter = &filter};
    const Result<Path> path = find_path(mesh, scratch, request);
    if (!path) return;
    AgentCorridor agent;
    set_corridor(request, *path, agent);
    std::vector<CorridorCorner> corners;
    while (!agent.polygons.empty()) {  // once per frame
        if (!next_corners(mesh, agent, 2, scratch, corners)) return;
        // This moves the agent to the corner at once. A game would move the agent only by one step.
        if (!move_corridor_start(mesh, filter, corners[0].position, agent)) return;
        if (corners[0].kind == CornerKind::link) take_next_link(mesh, agent);
        if (corners[0].kind == CornerKind::goal) break;
    }
    finished = true;
}

// query/around.h
void around_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
    if (!at) return;
    std::vector<PolygonRef> polygons;  // reused from query to query
    if (!polygons_in_circle(mesh, scratch, {.start = *at, .centre = at->position, .radius = 5}, polygons)) return;
    const std::vector<DVec3> corners{{0, 0, 20}, {0, 0, 30}, {10, 0, 25}};
    if (!polygons_in_shape(mesh, scratch, {.start = *at, .shape = corners}, polygons)) return;
    if (!polygons_in_box(mesh, {.min = {0, -1, 20}, .max = {10, 3, 30}}, polygons)) return;
    finished = true;
}

// query/height.h
void height_example(const NavMesh& mesh, bool& finished) {
    const std::optional<SurfacePoint> floor = find_floor(mesh, {3, 1.8, 25}, {.max_above = 0.5, .max_below = 3});
    if (!floor) return;  // no admitted ground in that vertical range
    [[maybe_unused]] const double height = floor->position.y;
    finished = true;
}

// query/landmarks.h
void landmarks_example(const NavMesh& mesh, bool& finished) {
    const Result<NavMesh> faster = with_landmarks(mesh, 8);
    if (!faster) return;
    const Result<NavMesh> fastest = with_hubs(mesh);
    if (!fastest) return;
    finished = true;
}

void hub_slices_example(std::shared_ptr<const NavMesh>& snapshot, bool& finished) {
    HubBuild build;
    Result<bool> done = step_hubs(build, snapshot, 20000);
    while (done && !*done) {
        // next frame; queries still run without hub labels
        done = step_hubs(build, snapshot, 20000);
    }
    if (!done) return;  // done.error().message says why; otherwise, the snapshot has hub labels
    finished = true;
}

// query/move.h
void move_example(const NavMesh& mesh, bool& finished) {
    const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2});
    if (!start) return;
    MoveResult result;  // reused from move to move
    if (!move_along_surface(mesh, {.start = *start, .end = {6, 0, 25}}, result)) return;
    [[maybe_unused]] const DVec3 stopped_at = result.end.position;  // {6, y, 25} if nothing is in the way
    finished = true;
}

// query/path.h
void one_path(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;  // one per thread, reused from query to query
    const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57.5, 2.4, 10.5}, .snap = 2});
    if (!path) return;  // path.error().message says why
    if (path->status != PathStatus::complete) return;
    std::vector<DVec3> walk = path->points;  // start, corners, goal
    finished = true;
}

// query/path.h
void path_with_costs(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    QueryFilter filter = default_filter(mesh);
    filter.area_cost[2] = 5;
    Path path;  // its memory is reused
    const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .filter = &filter, .method = PathMethod::weighted};
    if (!find_path(mesh, scratch, request, path)) return;
    finished = true;
}

// query/path.h
void path_with_clearance(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;  // the first query computes the ground for this clearance, later queries reuse it
    const PathRequest request{.start = {3, 0, 25}, .goal = {57, 2, 10}, .clearance = 0.5};
    const Result<Path> path = find_path(mesh, scratch, request);
    if (!path) return;
    [[maybe_unused]] const double moved = path->start_gap;  // > 0 if the start is too close to a wall
    finished = true;
}

// query/path.h
void many_paths(const NavMesh& mesh, bool& finished) {
    std::vector<PathRequest> requests;
    requests.push_back({.start = {3, 0, 25}, .goal = {57, 2, 10}});
    requests.push_back({.start = {1, 0, 1}, .goal = {9, 0, 9}});
    const std::vector<PathAnswer> answers = find_paths(mesh, requests);
    for (const PathAnswer& answer : answers) {
        if (answer.error) continue;  // answer.error->message says why
        const std::vector<DVec3>& walk = answer.path.points;
        if (walk.empty()) continue;
    }
    finished = true;
}

// query/path.h
void path_in_slices(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;  // not used for other queries until the search is finished
    PathSearch search;
    if (!begin_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}}, search)) return;
    while (!step_path(mesh, scratch, search, 500)) {
        // the next frame
    }
    Path path;
    finish_path(mesh, scratch, search, path);
    finished = true;
}

// query/random_point.h
void random_point_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    RandomSequence random{.state = 7};  // the seed
    const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
    if (!at) return;
    PointSampler sampler;  // filled once, used for many points
    const CircleRequest circle{.start = *at, .centre = at->position, .radius = 10};
    if (!sample_circle(mesh, scratch, circle, sampler)) return;
    const std::optional<SurfacePoint> patrol = random_point(mesh, sampler, random);
    if (!patrol) return;  // the circle contains no ground
    finished = true;
}

// query/raycast.h
void raycast_example(const NavMesh& mesh, bool& finished) {
    const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2});
    if (!start) return;
    RaycastHit hit;  // reused from ray to ray
    if (!raycast(mesh, {.start = *start, .end = {57, 2, 10}, .band = {.above = 0.5, .below = 0.5}}, hit)) return;
    if (hit.stop == RayStop::wall) {
        [[maybe_unused]] const DVec3 facing = hit.normal;
    }
    finished = true;
}

// query/reachable.h
void reachable_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25});
    const std::optional<SurfacePoint> goal = find_nearest(mesh, {57, 2, 10});
    if (!start || !goal) return;
    if (!is_reachable(mesh, scratch, {.start = *start}, *goal)) return;
    std::vector<PolygonRef> all;
    if (!collect_reachable(mesh, scratch, {.start = *start}, all)) return;
    std::vector<ReachedPolygon> near;
    if (!polygons_within_distance(mesh, scratch, {.start = *start, .max_distance = 20}, near)) return;
    finished = true;
}

// query/surface_path.h
void surface_path_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}});
    if (!path) return;
    std::vector<SurfaceStep> steps;
    if (!surface_path(mesh, *path, true, scratch, steps)) return;
    for (const SurfaceStep& step : steps) {
        if (step.begins_link) continue;  // the agent jumps from here to the next step
    }
    SurfaceLine line;  // a short line over the sloped surface of the path's polygons
    if (!unfold_path(mesh, *path, scratch, line)) return;
    finished = true;
}

// query/walls.h
void walls_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
    if (!at) return;
    NearestWall wall;
    if (!find_nearest_wall(mesh, scratch, {.start = *at, .radius = 5}, wall)) return;
    if (wall.found) {
        [[maybe_unused]] const DVec3 push = wall.normal * (5 - wall.distance);  // away from the wall
    }
    std::vector<WallSegment> walls;  // for local avoidance
    if (!find_walls(mesh, scratch, {.start = *at, .radius = 5}, walls)) return;
    finished = true;
}

// query/walls.h
void clearance_example(const NavMesh& mesh, bool& finished) {
    SearchScratch scratch;
    const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}});
    if (!path) return;
    std::vector<SurfaceStep> steps;
    if (!surface_path(mesh, *path, false, scratch, steps)) return;
    PathClearance clearance;
    if (!measure_clearance(mesh, scratch, {.steps = steps, .radius = 2}, clearance)) return;
    [[maybe_unused]] const bool close = clearance.found;  // true: a wall, clearance.edge, is within 2 units of the path
    finished = true;
}

}  // namespace

bool query_examples(const Inputs& inputs, Report& report) {
    const NavMesh& mesh = inputs.mesh;
    run(report, "query/agent_corridor.h", agent_corridor_example, mesh);
    run(report, "query/around.h", around_example, mesh);
    run(report, "query/height.h", height_example, mesh);
    run(report, "query/landmarks.h", landmarks_example, mesh);
    std::shared_ptr<const NavMesh> snapshot = std::make_shared<const NavMesh>(mesh);
    run(report, "query/landmarks.h", hub_slices_example, snapshot);
    run(report, "query/move.h", move_example, mesh);
    run(report, "query/path.h", one_path, mesh);
    run(report, "query/path.h", path_with_costs, mesh);
    run(report, "query/path.h", path_with_clearance, mesh);
    run(report, "query/path.h", many_paths, mesh);
    run(report, "query/path.h", path_in_slices, mesh);
    run(report, "query/random_point.h", random_point_example, mesh);
    run(report, "query/raycast.h", raycast_example, mesh);
    run(report, "query/reachable.h", reachable_example, mesh);
    run(report, "query/surface_path.h", surface_path_example, mesh);
    run(report, "query/walls.h", walls_example, mesh);
    run(report, "query/walls.h", clearance_example, mesh);
    return true;
}
