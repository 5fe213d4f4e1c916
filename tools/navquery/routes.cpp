#include "io/report/routes.h"

#include <cmath>
#include <optional>
#include <utility>

#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"

namespace navspan::tools {
namespace {

constexpr double kLengthSlack = 1e-9;  // relative tolerance of length and area limits

double walkable_area(const NavMesh& mesh, const QueryFilter& filter) {
    double area = 0;
    for (const auto& tile : mesh.tiles) {
        const double unit = 0.5 * (tile->frame.quantum * tile->frame.quantum);
        for (uint32_t p = 0; p < tile->polygons.size(); ++p) {
            if (admits(filter, tile->polygons[p])) area += double(doubled_area(*tile, p)) * unit;
        }
    }
    return area;
}

class RouteTest {
public:
    RouteTest(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter, const RouteList& list)
        : options_(options), mesh_(mesh), filter_(filter), list_(list), snap_(snap_distance()) {
        if (options.draws()) reply_.drawing = draw_nav_mesh(mesh);
        reply_.set("ok", true);
        reply_.set("failures", failures_);
    }

    Result<Reply> run() {
        if (const Status valid = validate_filter(filter_); !valid) return valid.error();
        if (const Status tested = test_points(); !tested) return tested.error();
        reply_.set_list("routes");
        for (const Route& route : list_.routes) {
            if (const Status tested = test_route(route); !tested) return tested.error();
        }
        test_area();
        const size_t failures = failures_.size();
        reply_.set("ok", failures == 0);
        reply_.set("failures", failures_);
        reply_.exit_code = failures ? kCheckFailed : kDone;
        const std::string all = count_of(list_.points.size(), "point") + ", " + count_of(list_.routes.size(), "route");
        reply_.text += (failures ? count_of(failures, "failure") + " in " : "all as expected: ") + all + "\n";
        reply_.drawing.title = options_.routes + ": " + (failures ? count_of(failures, "failure") : "all as expected");
        return std::move(reply_);
    }

private:
    // Returns the snap distance [wu]: --snap, or the value of the routes file, or the agent's height.
    double snap_distance() const {
        if (std::isfinite(options_.snap)) return options_.snap;
        if (list_.snap) return *list_.snap;
        return default_path_snap(mesh_);
    }

    void fail(const std::string& line) {
        reply_.text += line + "\n";
        failures_.push_back(line);
    }

    Status test_points() {
        for (const NamedPoint& point : list_.points) {
            if (!is_in_world(point.at)) {
                return Error{ErrorKind::usage, options_.routes + ": points." + point.name + ": more than 1e15 from the origin"};
            }
            const auto near = find_nearest(mesh_, point.at, {.filter = &filter_});
            if (!near) {
                fail("point " + point.name + ": there is no ground");
            } else if (near->distance > snap_) {
                fail("point " + point.name + ": the ground is " + format("%.3f away, more than %g", near->distance, snap_));
            }
            if (options_.draws()) mark_point(reply_.drawing, point.at, kStartColor);
        }
        return Done{};
    }

    // Checks the found path of a route. Returns the reason of the failure, or an empty string.
    std::string verdict(const Route& route) const {
        const bool complete = path_.status == PathStatus::complete;
        if (route.forbidden) return complete ? format("there is a path, %.3f long", path_.length_xz) : std::string();
        if (!complete) {
            std::string why = "no path: " + path_.reason;
            if (path_.status == PathStatus::partial) why += format("; it ends %.3f before the goal", path_.gap);
            return why;
        }
        const auto too_long = [](double length, const std::optional<double>& most) {
            return most && length > *most * (1 + kLengthSlack);
        };
        if (too_long(path_.length_xz, route.max_length)) {
            return format("%.3f long, more than %g", path_.length_xz, *route.max_length);
        }
        if (too_long(path_.length_3d, route.max_length_3d)) {
            return format("%.3f long along the ground, more than %g", path_.length_3d, *route.max_length_3d);
        }
        return {};
    }

    Status test_route(const Route& route) {
        const NamedPoint &from = list_.points[route.from], &to = list_.points[route.to];
        const PathRequest request{.start = from.at,
                                  .goal = to.at,
                                  .filter = &filter_,
                                  .snap = snap_,
                                  .method = options_.method,
                                  .clearance = options_.clearance};
        if (Status found = find_path(mesh_, scratch_, request, path_); !found) return found;
        const std::string wrong = verdict(route);
        const char* const kind = route.forbidden ? "forbidden" : "required";
        if (!wrong.empty()) fail(std::string(kind) + " " + from.name + " -> " + to.name + ": " + wrong);
        reply_.add("routes", {{"from", from.name},
                              {"to", to.name},
                              {"kind", kind},
                              {"ok", wrong.empty()},
                              {"status", status_name(path_.status)},
                              {"length_xz", path_.length_xz},
                              {"length_3d", path_.length_3d}});
        if (options_.draws()) mark_line(reply_.drawing, path_.points, wrong.empty() ? kStartColor : kPathColor);
        return Done{};
    }

    void test_area() {
        const double area = walkable_area(mesh_, filter_);
        reply_.set("area", area);
        if (!list_.min_area || area >= *list_.min_area * (1 - kLengthSlack)) return;
        fail(format("walkable area: %.3f square units, less than %g", area, *list_.min_area));
    }

    const QueryOptions& options_;
    const NavMesh& mesh_;
    const QueryFilter& filter_;
    const RouteList& list_;
    double snap_ = 0;
    SearchScratch scratch_;
    Path path_;
    std::vector<std::string> failures_;
    Reply reply_;
};

}  // namespace

Result<Reply> answer_routes(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter) {
    const Result<RouteList> list = load_routes(options.routes);
    if (!list) return list.error();
    return RouteTest(options, mesh, filter, *list).run();
}

}  // namespace navspan::tools
