#include "support/oracles/local_queries.h"

#include <array>

#include "navspan/core/hash.h"
#include "navspan/query/height.h"

namespace navspan::support {
namespace {

double number(DVec3 p) {
    return p.x + 2 * p.y + 3 * p.z;
}

double number(const std::vector<PolygonRef>& polygons) {
    double sum = 0;
    for (size_t i = 0; i < polygons.size(); ++i)
        sum += double(i + 1) * (1 + polygons[i].tile * 100.0 + polygons[i].polygon);
    return sum;
}

}  // namespace

double run_local_queries(const NavMesh& mesh, SearchScratch& scratch, const LocalQuery& q, LocalResults& a) {
    if (!is_in_world(q.start) || !is_in_world(q.end)) return 0;
    const auto start = find_nearest(mesh, q.start, {.filter = q.filter});
    if (!start || !is_in_world(start->position)) return 0;
    double sum = number(start->position);
    const auto floor = find_floor(mesh, q.start, {.filter = q.filter});
    if (floor) sum += number(floor->position);

    if (raycast(mesh, {.start = *start, .end = q.end, .filter = q.filter}, a.hit)) sum += a.hit.t + number(a.hit.polygons);
    const HeightBand band{q.radius, q.radius};
    if (raycast(mesh, {.start = *start, .end = q.end, .filter = q.filter, .band = band}, a.hit)) sum += number(a.hit.position);
    if (move_along_surface(mesh, {.start = *start, .end = q.end, .filter = q.filter}, a.move)) {
        sum += number(a.move.end.position) + a.move.length;
    }
    const WallRequest around{.start = *start, .radius = q.radius, .filter = q.filter};
    if (find_nearest_wall(mesh, scratch, around, a.wall)) sum += a.wall.distance + number(a.wall.position);
    if (find_walls(mesh, scratch, around, a.walls)) sum += double(a.walls.size());

    const CircleRequest circle{*start, q.end, q.radius, q.filter};
    if (polygons_in_circle(mesh, scratch, circle, a.polygons)) sum += number(a.polygons);
    const std::array<DVec3, 3> shape{q.end, q.end + DVec3{q.radius, 0, 0}, q.end + DVec3{0, 0, q.radius}};
    if (polygons_in_shape(mesh, scratch, {*start, shape, q.filter}, a.polygons)) sum += number(a.polygons);
    const DVec3 reach{q.radius, q.radius, q.radius};
    if (polygons_in_box(mesh, {q.end - reach, q.end + reach, q.filter}, a.polygons)) sum += number(a.polygons);
    if (polygons_within_distance(mesh, scratch, {*start, q.radius, q.filter}, a.within)) {
        for (const ReachedPolygon& reached : a.within)
            sum += reached.distance;
    }

    RandomSequence random{q.seed};
    if (!sample_reachable(mesh, scratch, {*start, q.filter}, a.sampler)) return sum;
    if (const auto p = random_point(mesh, a.sampler, random)) sum += number(p->position);
    if (sample_circle(mesh, scratch, circle, a.sampler)) {
        if (const auto p = random_point(mesh, a.sampler, random)) sum += number(p->position);
    }
    if (!collect_reachable(mesh, scratch, {*start, q.filter}, a.polygons)) return sum;
    sum += number(a.polygons) + area_of(mesh, a.polygons);
    return sum + is_reachable(mesh, scratch, {*start, q.filter},
                              {.polygon = a.polygons.back(), .position = {}, .revision = mesh.revision});
}

}  // namespace navspan::support
