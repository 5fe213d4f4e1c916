// The calls of PublicApi that search and follow paths.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fuzz/public_api_caller.h"

namespace navspan::misuse {

PathRequest Caller::path_request() {
    PathRequest request{.start = point(),
                        .goal = point(),
                        .filter = filter(),
                        .snap = random_.chance(0.5) ? std::numeric_limits<double>::infinity() : number()};
    request.method = PathMethod(random_.between(0, int(PathMethod::hubs)));
    request.surface = random_.chance(0.7);
    request.corridor = random_.chance(0.7);
    if (random_.chance(0.1)) request.clearance = number();
    return request;
}

uint64_t Caller::paths() {
    const NavMesh& m = mesh();
    const PathRequest request = path_request();
    const bool valid = is_in_world(request.start) && is_in_world(request.goal) && request.snap >= 0 &&
                       (!request.filter || validate_filter(*request.filter));
    const Status found = find_path(m, o_.scratch, request, o_.path);
    EXPECT_FALSE(found && !valid);
    // The conditions of other requests depend on the mesh.
    if (request.method != PathMethod::exact && request.method != PathMethod::hubs && request.clearance == 0)
        expect_status(found, valid);
    EXPECT_TRUE(!found || o_.path.status != PathStatus::none || !o_.path.reason.empty());
    uint64_t calls = 1;
    const auto any = uint8_t(odd_index(random_));
    for (const std::string name :
         {status_name(PathStatus(any)), method_name(PathMethod(any)), stop_name(RayStop(any)), stage_name(Stage(any))})
        EXPECT_FALSE(name.empty());
    if (random_.chance(0.02)) {
        const std::vector<PathRequest> requests{path_request(), path_request()};
        EXPECT_EQ(find_paths(m, requests, {.threads = 1}).size(), 2u);
        ++calls;
    }
    return calls;
}

uint64_t Caller::slices() {
    const NavMesh& m = mesh();
    uint64_t calls = 2;
    if (random_.chance(0.3)) o_.search = {};
    if (random_.chance(0.6)) {
        (void)begin_path(m, o_.scratch, path_request(), o_.search).ok();
        ++calls;
    }
    if (random_.chance(0.3)) damage_search(m);
    step_path(random_.chance(0.7) ? m : mesh(), o_.scratch, o_.search, uint64_t(random_.between(0, 9)));
    if (random_.chance(0.2)) {
        (void)find_path(m, o_.scratch, path_request(), o_.path).ok();
        ++calls;
    }
    finish_path(random_.chance(0.7) ? m : mesh(), o_.scratch, o_.search, o_.path);
    return calls;
}

void Caller::damage_search(const NavMesh& m) {
    PathSearch& search = o_.search;
    if (random_.chance(0.3)) search.request = path_request();
    if (random_.chance(0.3)) search.method = PathMethod(random_.between(0, 255));
    if (random_.chance(0.3)) search.filter.area_cost.fill(number());
    if (random_.chance(0.3)) search.start = surface_point(m);
    if (random_.chance(0.3)) search.goal.position = point();
    if (random_.chance(0.1)) search.done = random_.chance(0.5);
    if (random_.chance(0.1)) search.id += uint64_t(random_.between(-1, 1));
}

void Caller::damage_path(const NavMesh& m) {
    Path& path = o_.path;
    const auto any = [&](auto& list) -> auto& {
        return list[size_t(random_.between(0, int32_t(list.size()) - 1))];
    };
    const auto is_damaged = [&](const auto& list) { return !list.empty() && random_.chance(0.15); };
    if (is_damaged(path.corridor.polygons)) any(path.corridor.polygons) = polygon(m);
    if (is_damaged(path.corridor.portals)) any(path.corridor.portals) = {odd_index(random_), odd_index(random_)};
    if (is_damaged(path.points)) any(path.points) = point();
    if (is_damaged(path.surface_points)) any(path.surface_points) = point();
    if (is_damaged(path.surface_polygons)) any(path.surface_polygons) = odd_index(random_);
    if (is_damaged(path.links)) any(path.links) = {odd_index(random_), odd_index(random_), odd_index(random_)};
    if (is_damaged(path.links)) path.links.push_back(path.links.back());
    if (is_damaged(path.surface_points)) path.surface_points.pop_back();
    if (is_damaged(path.points)) path.points.clear();
    if (random_.chance(0.05)) path.links.push_back({odd_index(random_), odd_index(random_), odd_index(random_)});
    if (random_.chance(0.1)) path.corridor.polygons.push_back(polygon(m));
    if (random_.chance(0.1)) path.corridor.end = surface_point(m);
    if (random_.chance(0.05)) path.corridor.end = {};
    if (random_.chance(0.05)) path.surface_points.clear();
    if (random_.chance(0.1)) path.status = PathStatus(odd_index(random_));
}

void Caller::damage_corridor(const NavMesh& m) {
    const auto index = [&](size_t size) { return size_t(random_.between(0, int32_t(size) - 1)); };
    std::vector<PolygonRef>& polygons = o_.agent.polygons;
    std::vector<EdgeRef>& portals = o_.agent.portals;
    if (!polygons.empty() && random_.chance(0.5)) polygons[index(polygons.size())] = polygon(m);
    if (!portals.empty() && random_.chance(0.5)) portals[index(portals.size())] = {odd_index(random_), odd_index(random_)};
    if (random_.chance(0.1)) o_.agent.goal.polygon = polygon(m);
    if (random_.chance(0.1)) o_.agent.start.revision = odd_index(random_);
    if (random_.chance(0.1)) o_.agent.requested_goal = point();
    if (random_.chance(0.1)) o_.agent.start.position = point();
    if (random_.chance(0.1)) polygons.push_back(polygon(m));
    if (random_.chance(0.1)) portals.clear();
}

uint64_t Caller::agent() {
    const NavMesh& m = mesh();
    const PathRequest request = path_request();
    uint64_t calls = 0;
    if (random_.chance(0.5)) {
        const bool found = find_path(m, o_.scratch, request, o_.path).ok();
        if (found && random_.chance(0.1)) damage_path(m);
        if (found) set_corridor(request, o_.path, o_.agent);
        calls += found ? 2 : 1;
    }
    if (random_.chance(0.2)) damage_corridor(m);
    const NavMesh& now = random_.chance(0.7) ? m : mesh();
    const QueryFilter& filter = random_.chance(0.9) ? o_.filter : o_.any_filter;
    for (int i = 0; i < 4; ++i, ++calls) {
        switch (random_.between(0, 10)) {
            case 0:
            case 1:
                (void)move_corridor_start(now, filter, point(), o_.agent).ok();
                break;
            case 2:
            case 3:
                (void)move_corridor_goal(now, filter, point(), o_.agent).ok();
                break;
            case 4:
            case 5:
                (void)next_corners(now, o_.agent, size_t(random_.between(0, 5)), o_.scratch, o_.corners).ok();
                break;
            case 6:
            case 7:
                take_next_link(now, o_.agent);
                break;
            case 8:
            case 9: {
                const bool done = shortcut_corridor(now, filter, size_t(random_.between(0, 9)), o_.scratch, o_.agent).ok();
                EXPECT_FALSE(done && !validate_filter(filter));
                break;
            }
            default:
                (void)repair_corridor(mesh(), now, filter, o_.scratch, o_.agent).ok();
        }
    }
    return calls;
}

uint64_t Caller::ground() {
    const NavMesh& m = mesh();
    uint64_t calls = 4;
    if (random_.chance(0.3)) damage_path(m);
    const Status steps = surface_path(m, o_.path, random_.chance(0.5), o_.scratch, o_.steps);
    expect_status(steps, steps && (o_.path.surface_points.empty() || is_known(m, o_.path.corridor.end)));
    expect_status(unfold_path(m, o_.path, o_.scratch, o_.line), steps.ok());
    surface_length(o_.steps);
    const double wide = number();
    const bool valid = wide > 0 && std::isfinite(wide);
    if (random_.chance(0.05)) {
        const Status prepared = prepare_clearance(m, wide, {&o_.scratch, 1});
        EXPECT_EQ(prepared.ok(), valid) << wide << " " << (prepared ? "" : prepared.error().message);
        ++calls;
    }
    if (!o_.steps.empty() && random_.chance(0.1)) {
        SurfaceStep& step = o_.steps[size_t(random_.between(0, int32_t(o_.steps.size()) - 1))];
        step = {.position = point(), .normal = point(), .polygon = polygon(m), .begins_link = random_.chance(0.5)};
        if (random_.chance(0.5)) step.revision = m.revision;
    }
    PathClearance clearance;
    const ClearanceRequest request{.steps = o_.steps, .radius = number(), .filter = filter()};
    const NavMesh& now = random_.chance(0.8) ? m : mesh();
    const auto is_valid = [&](const SurfaceStep& step) {
        const SurfacePoint at{.polygon = step.polygon, .position = step.position, .revision = step.revision};
        return is_known(now, at) && is_in_world(at.position);
    };
    expect_status(measure_clearance(now, o_.scratch, request, clearance),
                  request.radius >= 0 && std::all_of(o_.steps.begin(), o_.steps.end(), is_valid));
    if (random_.chance(0.1)) o_.path = {};
    return calls;
}

}  // namespace navspan::misuse
