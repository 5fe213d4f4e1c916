#include "navspan/query/around.h"

#include <algorithm>

#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navspan/core/hash.h"
#include "navspan/query/height.h"
#include "navspan/query/random_point.h"
#include "navspan/query/reachable.h"
#include "navspan/query/walls.h"

namespace navspan::tools {
namespace {

constexpr Color kFoundColor{255, 240, 170, 190};
constexpr Color kCircleColor{52, 58, 70, 140};
constexpr double kWidest = 1e15;  // larger circles are not drawn [wu]

uint64_t edge_number(const NavMesh& mesh, EdgeRef edge) {
    return uint64_t{mesh.edge_offset[edge.tile]} + edge.edge;
}

Drawing draw_place(const QueryInput& q, DVec3 at, const std::string& title) {
    Drawing drawing = draw_nav_mesh(q.mesh);
    drawing.title = title;
    mark_point(drawing, at, kStartColor, 7);
    return drawing;
}

void draw_circle(Drawing& drawing, DVec3 centre, double radius) {
    if (radius > 0 && radius <= kWidest) mark_circle(drawing, centre, radius, kCircleColor);
}

// Adds a list of polygons to a reply.
void add_polygons(const QueryInput& q, const std::vector<PolygonRef>& polygons, Reply& reply) {
    const double area = area_of(q.mesh, polygons);
    const std::string count = count_of(polygons.size(), "polygon");
    reply.text += count + format(", %.3f square units (whole polygons)\n", area);
    for (const PolygonRef ref : polygons)
        reply.text += std::to_string(polygon_index(q.mesh, ref)) + "\n";
    reply.set("area", area);
    reply.set("polygons", polygon_indices(q.mesh, polygons));
    if (polygons.empty()) reply.exit_code = kPartialPath;
    if (q.options.draws()) {
        reply.drawing = draw_nav_mesh(q.mesh);
        reply.drawing.title = count;
        mark_polygons(reply.drawing, q.mesh, polygons, kFoundColor);
    }
}

}  // namespace

Result<Reply> answer_wall(const QueryInput& q) {
    Reply reply = q.start_reply;
    SearchScratch scratch;
    NearestWall wall;
    const WallRequest request{.start = q.start, .radius = q.options.radius, .filter = &q.filter};
    if (const Status found = find_nearest_wall(q.mesh, scratch, request, wall); !found) return found.error();

    reply.set("found", wall.found);
    if (wall.found) {
        reply.text += format("wall at distance %.6f seen from above, at\n", wall.distance) + point_line(wall.position) +
                      "its normal\n" + point_line(wall.normal);
        reply.set("distance", wall.distance);
        reply.set("position", wall.position);
        reply.set("normal", wall.normal);
        reply.set("edge", edge_number(q.mesh, wall.edge));
    } else {
        reply.text += "no wall within the radius\n";
        reply.exit_code = kPartialPath;
    }
    if (q.options.draws()) {
        reply.drawing =
            draw_place(q, q.start.position, wall.found ? format("wall at distance %.3f", wall.distance) : "no wall");
        const DVec3 line[] = {q.start.position, wall.position};
        if (wall.found) mark_line(reply.drawing, line, kPathColor);
        if (wall.found) draw_circle(reply.drawing, q.start.position, wall.distance);
    }
    return reply;
}

Result<Reply> answer_walls(const QueryInput& q) {
    Reply reply = q.start_reply;
    SearchScratch scratch;
    std::vector<WallSegment> walls;
    const WallRequest request{.start = q.start, .radius = q.options.radius, .filter = &q.filter};
    if (const Status found = find_walls(q.mesh, scratch, request, walls); !found) return found.error();

    const std::string count = count_of(walls.size(), "wall");
    reply.text += count + (walls.empty() ? " within the radius\n" : ": from, to, distance\n");
    if (walls.empty()) reply.exit_code = kPartialPath;
    reply.set_list("walls");
    for (const WallSegment& wall : walls) {
        reply.text += format("%.3f,%.3f,%.3f  %.3f,%.3f,%.3f  %.3f\n", wall.a.x, wall.a.y, wall.a.z, wall.b.x, wall.b.y,
                             wall.b.z, wall.distance);
        reply.add("walls",
                  {{"a", wall.a}, {"b", wall.b}, {"distance", wall.distance}, {"edge", edge_number(q.mesh, wall.edge)}});
    }
    if (q.options.draws()) {
        reply.drawing = draw_place(q, q.start.position, count);
        draw_circle(reply.drawing, q.start.position, q.options.radius);
        for (const WallSegment& wall : walls) {
            const DVec3 line[] = {wall.a, wall.b};
            mark_line(reply.drawing, line, kPathColor);
        }
    }
    return reply;
}

Result<Reply> answer_height(const QueryInput& q) {
    if (!is_in_world(q.from)) return Error{ErrorKind::usage, "the start must be three finite numbers within 1e15"};
    const auto floor =
        find_floor(q.mesh, q.from, {.filter = &q.filter, .max_above = q.options.above, .max_below = q.options.below});
    Reply reply;
    reply.set("found", floor.has_value());
    if (floor) {
        const uint32_t polygon = polygon_index(q.mesh, floor->polygon);
        reply.text = format("height %.6f, polygon %u\n", floor->position.y, polygon);
        reply.set("height", floor->position.y);
        reply.set("distance", floor->distance);
        reply.set("polygon", polygon);
    } else {
        reply.text = "none: no floor above or below\n";
        reply.exit_code = kPartialPath;
    }
    if (q.options.draws()) reply.drawing = draw_place(q, q.from, floor ? format("height %.3f", floor->position.y) : "no floor");
    return reply;
}

Result<Reply> answer_within(const QueryInput& q) {
    Reply reply = q.start_reply;
    SearchScratch scratch;
    std::vector<ReachedPolygon> reached;
    const DistanceRequest request{.start = q.start, .max_distance = q.options.within, .filter = &q.filter};
    if (const Status found = polygons_within_distance(q.mesh, scratch, request, reached); !found) return found.error();

    const std::string count = count_of(reached.size(), "polygon");
    reply.text += count + ": number, distance\n";
    reply.set_list("polygons");
    for (const ReachedPolygon& r : reached) {
        reply.text += format("%u %.3f\n", polygon_index(q.mesh, r.polygon), r.distance);
        reply.add("polygons", {{"polygon", polygon_index(q.mesh, r.polygon)}, {"distance", r.distance}});
    }
    if (q.options.draws()) {
        reply.drawing = draw_place(q, q.start.position, count + format(" within %g", q.options.within));
        for (const ReachedPolygon& r : reached) {
            const double share = q.options.within > 0 ? r.distance / q.options.within : 0;
            mark_polygons(reply.drawing, q.mesh, {&r.polygon, 1}, mix({255, 236, 140, 220}, {196, 88, 60, 220}, share));
        }
    }
    return reply;
}

Result<Reply> answer_circle(const QueryInput& q) {
    Reply reply = q.start_reply;
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    const CircleRequest request{.start = q.start, .centre = q.from, .radius = q.options.circle, .filter = &q.filter};
    if (const Status found = polygons_in_circle(q.mesh, scratch, request, polygons); !found) return found.error();
    add_polygons(q, polygons, reply);
    if (q.options.draws()) draw_circle(reply.drawing, q.from, q.options.circle);
    return reply;
}

Result<Reply> answer_shape(const QueryInput& q) {
    const char* const wanted = "the corners of a convex shape seen from above as x,z,x,z,x,z, for example 0,0,4,0,4,4";
    const Result<std::vector<double>> numbers = parse_numbers("--shape", q.options.shape, wanted);
    if (!numbers) return numbers.error();
    if (numbers->size() < 6 || numbers->size() % 2) {
        return Error{ErrorKind::usage, "--shape " + q.options.shape + ": give " + wanted};
    }
    Reply reply = q.start_reply;
    std::vector<DVec3> shape;
    for (size_t i = 0; i < numbers->size(); i += 2)
        shape.push_back({(*numbers)[i], q.from.y, (*numbers)[i + 1]});
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    const ShapeRequest request{.start = q.start, .shape = shape, .filter = &q.filter};
    if (const Status found = polygons_in_shape(q.mesh, scratch, request, polygons); !found) return found.error();
    add_polygons(q, polygons, reply);
    shape.push_back(shape.front());
    if (q.options.draws()) mark_line(reply.drawing, shape, kWallColor);
    return reply;
}

Result<Reply> answer_box(const QueryInput& q) {
    const char* const wanted = "two corners as x,y,z,x,y,z, for example 0,-1,0,10,3,10";
    const Result<std::vector<double>> numbers = parse_numbers("--box", q.options.box, wanted, 6);
    if (!numbers) return numbers.error();
    const std::vector<double>& n = *numbers;
    const BoxRequest request{.min = {std::min(n[0], n[3]), std::min(n[1], n[4]), std::min(n[2], n[5])},
                             .max = {std::max(n[0], n[3]), std::max(n[1], n[4]), std::max(n[2], n[5])},
                             .filter = &q.filter};
    std::vector<PolygonRef> polygons;
    if (const Status found = polygons_in_box(q.mesh, request, polygons); !found) return found.error();
    Reply reply;
    add_polygons(q, polygons, reply);
    const DVec3 low = request.min, high = request.max;
    const DVec3 outline[] = {low, {low.x, low.y, high.z}, high, {high.x, low.y, low.z}, low};
    if (q.options.draws()) mark_line(reply.drawing, outline, kWallColor);
    return reply;
}

Result<Reply> answer_random(const QueryInput& q) {
    Reply reply = q.start_reply;
    SearchScratch scratch;
    PointSampler sampler;
    if (q.options.in_circle) {
        const CircleRequest request{.start = q.start, .centre = q.from, .radius = *q.options.in_circle, .filter = &q.filter};
        if (const Status made = sample_circle(q.mesh, scratch, request, sampler); !made) return made.error();
    } else {
        const Status made = sample_reachable(q.mesh, scratch, {.start = q.start, .filter = &q.filter}, sampler);
        if (!made) return made.error();
    }

    reply.set("seed", q.options.seed);
    if (q.options.draws()) reply.drawing = draw_place(q, q.from, count_of(q.options.random, "random point"));
    if (q.options.draws() && q.options.in_circle) draw_circle(reply.drawing, q.from, *q.options.in_circle);
    RandomSequence random{q.options.seed};
    std::vector<DVec3> points;
    for (uint64_t i = 0; i < q.options.random; ++i) {
        const auto point = random_point(q.mesh, sampler, random);
        if (!point) break;
        reply.text += point_line(point->position);
        points.push_back(point->position);
        if (q.options.draws()) mark_point(reply.drawing, point->position, kPathColor, 3);
    }
    reply.set("points", points);
    if (points.empty()) {
        reply.text += "none: no ground in the circle\n";
        reply.exit_code = kPartialPath;
    }
    return reply;
}

}  // namespace navspan::tools
