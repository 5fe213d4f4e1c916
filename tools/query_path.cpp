#include "query_path.h"

#include <vector>

#include "navspan/debug/nav_mesh_drawing.h"
#include "navspan/debug/palette.h"
#include "navspan/debug/query_drawing.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/unfold.h"

namespace navspan::tools {
namespace {

constexpr double kWorthTelling = 0.1;  // points further from the ground than this are told of [wu]

std::string gap_text(const char* what, double gap, const char* happens) {
    if (gap < kWorthTelling) return {};
    return format("the %s lies %.3f from the nearest ground, where the path %s\n", what, gap, happens);
}

std::string path_text(const Path& path) {
    std::string text = status_name(path.status);
    if (!path.reason.empty()) text += ": " + path.reason;
    text += "\n";
    if (path.points.empty()) return text;
    text += gap_text("start", path.start_gap, "begins");
    if (path.status == PathStatus::complete) text += gap_text("goal", path.gap, "ends");
    text += format("length %.3f seen from above, %.3f along the ground; %zu points, %zu polygons, %llu nodes\n", path.length_xz,
                   path.length_3d, path.points.size(), path.corridor.polygons.size(),
                   static_cast<unsigned long long>(path.corridor.expanded));
    for (const DVec3& p : path.points)
        text += point_line(p);
    return text;
}

// every step along the ground, with the normal there
void add_surface(const Question& q, const Path& path, Reply& reply) {
    std::vector<SurfaceStep> steps;
    surface_path(q.mesh, path, /*detail=*/true, steps);
    reply.text += "along the ground: point, normal, polygon\n";
    reply.json["surface"] = Json::array();
    for (const SurfaceStep& step : steps) {
        const uint32_t polygon = polygon_number(q.mesh, step.polygon);
        reply.text += format("%12.3f %12.3f %12.3f  %6.3f %6.3f %6.3f  %u%s\n", step.position.x + 0.0, step.position.y + 0.0,
                             step.position.z + 0.0, step.normal.x + 0.0, step.normal.y + 0.0, step.normal.z + 0.0, polygon,
                             step.begins_link ? " (link)" : "");
        reply.json["surface"].push_back({{"position", json_point(step.position)},
                                         {"normal", json_point(step.normal)},
                                         {"polygon", polygon},
                                         {"begins_link", step.begins_link}});
    }
    reply.json["surface_length_3d"] = surface_length(steps);
}

// the shortest line over the unfolded triangles
void add_unfolded(const Question& q, const Path& path, Reply& reply) {
    UnfoldScratch scratch;
    SurfaceLine line;
    unfold_path(q.mesh, path, scratch, line);
    reply.text += format("unfolded: length %.3f along the ground; %zu points\n", line.length_3d, line.points.size());
    reply.json["unfolded"]["length_3d"] = line.length_3d;
    reply.json["unfolded"]["points"] = Json::array();
    for (const DVec3& p : line.points) {
        reply.text += point_line(p);
        reply.json["unfolded"]["points"].push_back(json_point(p));
    }
    reply.json["unfolded"]["links"] = line.links;
    if (q.options.draws()) mark_line(reply.drawing, line.points, kStartColor);
}

}  // namespace

Json path_json(const NavMesh& mesh, const Path& path) {
    Json out;
    out["status"] = status_name(path.status);
    if (!path.reason.empty()) out["reason"] = path.reason;
    out["method"] = method_name(path.method);
    out["points"] = Json::array();
    for (const DVec3& p : path.points)
        out["points"].push_back(json_point(p));
    out["length_xz"] = path.length_xz;
    out["length_3d"] = path.length_3d;
    out["cost"] = path.cost;
    out["gap"] = path.gap;
    out["start_gap"] = path.start_gap;
    out["polygons"] = Json::array();
    for (const PolygonRef& ref : path.corridor.polygons)
        out["polygons"].push_back(polygon_number(mesh, ref));
    if (!path.links.empty()) {
        out["links"] = Json::array();
        for (const PathLink& link : path.links)
            out["links"].push_back({{"link", link.link}, {"point", link.point}});
    }
    out["nodes"] = path.corridor.expanded;
    out["pushed"] = path.corridor.pushed;
    return out;
}

Result<Reply> answer_path(const Question& q) {
    SearchScratch scratch;
    const PathRequest request{
        .start = q.from, .goal = q.to, .filter = &q.filter, .snap = q.options.snap, .method = q.options.method};
    const Result<Path> path = find_path(q.mesh, scratch, request);
    if (!path) return path.error();
    Reply reply;
    reply.text = path_text(*path);
    reply.json = path_json(q.mesh, *path);
    if (q.options.draws()) reply.drawing = draw_nav_mesh(q.mesh, &*path);
    if (q.options.surface && !path->points.empty()) add_surface(q, *path, reply);
    if (q.options.unfold && !path->points.empty()) add_unfolded(q, *path, reply);
    reply.exit_code = path->status == PathStatus::complete ? kDone : kPartialPath;
    return reply;
}

}  // namespace navspan::tools
