#include <nlohmann/json.hpp>
#include <vector>

#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navspan/query/surface_path.h"

namespace navspan::tools {
namespace {

// Describes an off-mesh link of the path.
std::string link_line(const PathLink& link, const OffMeshLink& taken) {
    const DVec3 a = taken.start, b = taken.end;
    return "takes off-mesh link " + std::to_string(link.link) +
           (taken.user_id ? ", user id " + std::to_string(taken.user_id) : std::string()) +
           format(", from %.3f %.3f %.3f to %.3f %.3f %.3f\n", a.x + 0.0, a.y + 0.0, a.z + 0.0, b.x + 0.0, b.y + 0.0,
                  b.z + 0.0);
}

std::string path_text(const QueryInput& q, const Path& path) {
    std::string text = status_name(path.status);
    if (!path.reason.empty()) text += ": " + path.reason;
    text += "\n";
    if (path.points.empty()) return text + beyond_snap_line(q, "start", q.from) + beyond_snap_line(q, "goal", q.to);
    text += gap_line("start", path.start_gap);
    text += end_line(path.status, path.gap);
    text += format("length %.3f seen from above, %.3f along the ground; ", path.length_xz, path.length_3d) +
            count_of(path.points.size(), "point") + ", " + count_of(path.corridor.polygons.size(), "polygon") + ", " +
            count_of(path.corridor.expanded, "node") + "\n";
    for (const PathLink& link : path.links)
        text += link_line(link, q.mesh.links[link.link]);
    for (const DVec3& p : path.points)
        text += point_line(p);
    return text;
}

// Adds the path along the ground: each step with point, surface normal and polygon.
Status add_surface(const QueryInput& q, const Path& path, Reply& reply) {
    SearchScratch scratch;
    std::vector<SurfaceStep> steps;
    if (const Status s = surface_path(q.mesh, path, /*detail=*/true, scratch, steps); !s) return s;
    reply.text += "along the ground: point, normal, polygon\n";
    reply.json()["surface"] = Json::array();
    for (const SurfaceStep& step : steps) {
        const uint32_t polygon = polygon_index(q.mesh, step.polygon);
        reply.text += format("%12.3f %12.3f %12.3f  %6.3f %6.3f %6.3f  %u%s\n", step.position.x + 0.0, step.position.y + 0.0,
                             step.position.z + 0.0, step.normal.x + 0.0, step.normal.y + 0.0, step.normal.z + 0.0, polygon,
                             step.begins_link ? " (link)" : "");
        reply.json()["surface"].push_back({{"position", json_point(step.position)},
                                           {"normal", json_point(step.normal)},
                                           {"polygon", polygon},
                                           {"begins_link", step.begins_link}});
    }
    reply.json()["surface_length_3d"] = surface_length(steps);
    return Done{};
}

// Unfolds the path's triangles and adds the shortest line over them.
Status add_unfolded(const QueryInput& q, const Path& path, Reply& reply) {
    SearchScratch scratch;
    SurfaceLine line;
    if (const Status s = unfold_path(q.mesh, path, scratch, line); !s) return s;
    reply.text +=
        format("unfolded: length %.3f along the ground; ", line.length_3d) + count_of(line.points.size(), "point") + "\n";
    for (const DVec3& p : line.points)
        reply.text += point_line(p);
    reply.json()["unfolded"] = {{"length_3d", line.length_3d}, {"points", json_points(line.points)}, {"links", line.links}};
    if (q.options.draws()) mark_line(reply.drawing, line.points, kStartColor);
    return Done{};
}

// Searches in slices, like a game with a time budget in each frame.
Status find_in_slices(const QueryInput& q, const PathRequest& request, SearchScratch& scratch, Path& path, uint64_t& slices) {
    PathSearch search;
    if (Status begun = begin_path(q.mesh, scratch, request, search); !begun) return begun;
    while (!step_path(q.mesh, scratch, search, q.options.slice))
        ++slices;
    finish_path(q.mesh, scratch, search, path);
    return Done{};
}

}  // namespace

Json path_json(const NavMesh& mesh, const PathRequest& request, const Path& path) {
    Json out = Json::object();
    out["status"] = status_name(path.status);
    if (!path.reason.empty()) out["reason"] = path.reason;
    out["method"] = method_name(path.method);
    out["points"] = json_points(path.points);
    out["length_xz"] = path.length_xz;
    out["length_3d"] = path.length_3d;
    out["cost"] = path.cost;
    out["gap"] = path.gap;
    out["start_gap"] = path.start_gap;
    if (path.points.empty()) {
        // The path has no gaps. Report how far the start and the goal are from ground, if that is the reason.
        const auto report = [&](const char* key, DVec3 at) {
            if (const auto far = distance_beyond_snap(mesh, *request.filter, request.snap, at)) out[key] = *far;
        };
        report("start_gap", request.start);
        report("gap", request.goal);
    }
    out["polygons"] = polygon_indices(mesh, path.corridor.polygons);
    if (!path.links.empty()) {
        out["links"] = Json::array();
        for (const PathLink& link : path.links)
            out["links"].push_back({{"link", link.link},
                                    {"point", link.point},
                                    {"start", json_point(mesh.links[link.link].start)},
                                    {"end", json_point(mesh.links[link.link].end)},
                                    {"user_id", mesh.links[link.link].user_id}});
    }
    out["nodes"] = path.corridor.expanded;
    out["pushed"] = path.corridor.pushed;
    return out;
}

Result<Reply> answer_path(const QueryInput& q) {
    SearchScratch scratch;
    const PathRequest request{.start = q.from,
                              .goal = q.to,
                              .filter = &q.filter,
                              .snap = q.options.snap,
                              .method = q.options.method,
                              .clearance = q.options.clearance};
    Path path;
    uint64_t slices = 1;
    const Status found =
        q.options.slice ? find_in_slices(q, request, scratch, path, slices) : find_path(q.mesh, scratch, request, path);
    if (!found) return found.error();
    Reply reply;
    reply.text = path_text(q, path);
    if (q.options.slice) reply.text += "searched in " + count_of(slices, "slice") + "\n";
    reply.json() = path_json(q.mesh, request, path);
    if (q.options.clearance > 0) reply.json()["clearance"] = q.options.clearance;
    reply.json()["slices"] = slices;
    reply.json()["scratch_bytes"] = scratch_bytes(scratch);
    if (q.options.draws()) reply.drawing = draw_nav_mesh(q.mesh, &path);
    if (q.options.surface && !path.points.empty()) {
        if (const Status s = add_surface(q, path, reply); !s) return s.error();
    }
    if (q.options.unfold && !path.points.empty()) {
        if (const Status s = add_unfolded(q, path, reply); !s) return s.error();
    }
    reply.exit_code = path.status == PathStatus::complete ? kDone : kPartialPath;
    return reply;
}

}  // namespace navspan::tools
