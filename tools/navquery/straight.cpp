#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"
#include "navspan/query/reachable.h"

namespace navspan::tools {
namespace {

JsonValue json_edge(const NavMesh& mesh, EdgeRef edge) {
    if (!edge.valid()) return nullptr;
    return mesh.edge_offset[edge.tile] + edge.edge;
}

// Draws the mesh, the visited polygons and the line.
Drawing draw_walk(const QueryInput& q, std::span<const PolygonRef> polygons, std::span<const DVec3> line,
                  const std::string& title) {
    Drawing drawing = draw_nav_mesh(q.mesh);
    drawing.title = title;
    mark_polygons(drawing, q.mesh, polygons, {255, 240, 170, 150});
    mark_line(drawing, line, kPathColor);
    mark_point(drawing, line.front(), kStartColor, 7);
    if (line.size() > 1) mark_point(drawing, line.back(), kGoalColor, 5);
    return drawing;
}

}  // namespace

Result<Reply> answer_raycast(const QueryInput& q) {
    Reply reply = q.start_reply;
    RaycastHit hit;
    const RaycastRequest request{
        .start = q.start, .end = q.to, .filter = &q.filter, .band = {q.options.above, q.options.below}};
    if (const Status cast = raycast(q.mesh, request, hit); !cast) return cast.error();

    reply.text += hit.stop == RayStop::end    ? "end: nothing in the way\n"
                  : hit.stop == RayStop::wall ? "wall in the way\n"
                                              : "height: the ground leaves the line\n";
    reply.text += format("free for %.6f of the line, through ", hit.t) + count_of(hit.polygons.size(), "polygon") + ", to\n";
    reply.text += point_line(hit.position);
    if (hit.stop == RayStop::wall) reply.text += "wall's normal\n" + point_line(hit.normal);
    reply.set("stop", stop_name(hit.stop));
    reply.set("t", hit.t);
    reply.set("position", hit.position);
    reply.set("normal", hit.normal);
    reply.set("wall", json_edge(q.mesh, hit.wall));
    reply.set("polygons", polygon_indices(q.mesh, hit.polygons));
    if (q.options.draws()) {
        const DVec3 line[] = {q.start.position, hit.position};
        reply.drawing = draw_walk(q, hit.polygons, line, std::string("ray, stopped by: ") + stop_name(hit.stop));
    }
    return reply;
}

Result<Reply> answer_move(const QueryInput& q) {
    Reply reply = q.start_reply;
    MoveResult moved;
    const MoveRequest request{.start = q.start, .end = q.to, .filter = &q.filter, .max_length = q.options.max_length};
    if (const Status walked = move_along_surface(q.mesh, request, moved); !walked) return walked.error();

    reply.text += moved.reached ? "reached\n" : format("stopped %.3f from the requested end\n", moved.end.distance);
    reply.text += format("length %.3f seen from above; ", moved.length) + count_of(moved.points.size(), "point") + ", " +
                  count_of(moved.polygons.size(), "polygon") + ", to\n";
    reply.text += point_line(moved.end.position);
    reply.set("reached", moved.reached);
    reply.set("position", moved.end.position);
    reply.set("gap", moved.end.distance);
    reply.set("length_xz", moved.length);
    std::vector<std::array<double, 2>> points_xz;
    for (const DVec3& p : moved.points)
        points_xz.push_back({p.x, p.z});
    reply.set("points_xz", std::move(points_xz));
    reply.set("polygons", polygon_indices(q.mesh, moved.polygons));
    if (q.options.draws()) {
        reply.drawing =
            draw_walk(q, moved.polygons, moved.points, format("moved along the surface, length %.2f", moved.length));
    }
    return reply;
}

Result<Reply> answer_reachable(const QueryInput& q) {
    Reply reply = q.start_reply;
    const auto goal = locate_point(q, "goal", q.to, reply);
    if (!goal) return goal.error();
    if (!*goal) return reply;
    SearchScratch scratch;
    const ReachRequest request{.start = q.start, .filter = &q.filter};
    const bool reachable = is_reachable(q.mesh, scratch, request, **goal);

    const uint32_t from = island_of(q.mesh, q.start.polygon), to = island_of(q.mesh, (*goal)->polygon);
    reply.exit_code = reachable ? kDone : kPartialPath;
    reply.text += reachable    ? "reachable\n"
                  : from == to ? "not reachable: the filter or one-way links block every path\n"
                               : format("not reachable: from island %u to island %u\n", from, to);
    reply.set("reachable", reachable);
    reply.set("from_island", from);
    reply.set("to_island", to);
    if (q.options.draws()) {
        std::vector<PolygonRef> polygons;
        if (Status s = collect_reachable(q.mesh, scratch, request, polygons); !s) return s.error();
        const DVec3 ends[] = {q.start.position, (*goal)->position};
        reply.drawing = draw_walk(q, polygons, std::span(ends, 1), reachable ? "reachable" : "not reachable");
        mark_point(reply.drawing, ends[1], kGoalColor, 7);
    }
    return reply;
}

}  // namespace navspan::tools
