// navquery: answers path queries on a .nav file.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli_common.h"
#include "navspan/debug/nav_mesh_drawing.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/path.h"

namespace navspan::tools {
namespace {

constexpr double kWorthTelling = 0.1;  // points further from the ground than this are told of [wu]

struct Options {
    std::string level;
    std::string from, to;
    double snap = std::numeric_limits<double>::infinity();
    std::vector<std::string> costs;
    std::vector<std::string> include, exclude;
    bool json = false;
    std::string svg;
    bool quiet = false;
};

std::string area_names(const NavMesh& mesh) {
    std::string names;
    for (const NavArea& area : mesh.info.areas)
        names += (names.empty() ? "" : ", ") + area.name;
    return names;
}

Result<uint8_t> area_id(const NavMesh& mesh, const std::string& flag, const std::string& name) {
    for (const NavArea& area : mesh.info.areas) {
        if (area.name == name) return area.id;
    }
    return Error{ErrorKind::usage, flag + " " + name + ": the level has no such area; it has " + area_names(mesh)};
}

Status apply_costs(const NavMesh& mesh, const std::vector<std::string>& costs, QueryFilter& filter) {
    for (const std::string& text : costs) {
        const size_t equals = text.find('=');
        double cost = -1;
        const char* const end = text.data() + text.size();
        const bool parsed = equals != std::string::npos && [&] {
            const auto [next, problem] = std::from_chars(text.data() + equals + 1, end, cost);
            return problem == std::errc{} && next == end && cost >= 0 && std::isfinite(cost);
        }();
        if (!parsed) {
            return Error{ErrorKind::usage, "--cost " + text + ": give NAME=NUMBER with a number >= 0, for example water=5"};
        }
        const Result<uint8_t> id = area_id(mesh, "--cost", text.substr(0, equals));
        if (!id) return id.error();
        filter.area_cost[*id] = cost;
    }
    return Done{};
}

Result<QueryFilter> make_filter(const NavMesh& mesh, const Options& options) {
    QueryFilter filter = default_filter(mesh);
    if (const Status status = apply_costs(mesh, options.costs, filter); !status) return status.error();
    if (!options.include.empty()) filter.excluded_areas = ~uint64_t{0};
    for (const std::string& name : options.include) {
        const Result<uint8_t> id = area_id(mesh, "--include", name);
        if (!id) return id.error();
        filter.excluded_areas &= ~(uint64_t{1} << *id);
    }
    for (const std::string& name : options.exclude) {
        const Result<uint8_t> id = area_id(mesh, "--exclude", name);
        if (!id) return id.error();
        filter.excluded_areas |= uint64_t{1} << *id;
    }
    return filter;
}

// index of a polygon over the whole mesh: what people and pictures call it
uint32_t polygon_number(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_base[ref.tile] + ref.polygon;
}

std::string as_json(const NavMesh& mesh, const Path& path) {
    nlohmann::ordered_json out;
    out["status"] = status_name(path.status);
    if (!path.reason.empty()) out["reason"] = path.reason;
    out["points"] = nlohmann::ordered_json::array();
    for (const DVec3& p : path.points)
        out["points"].push_back({p.x, p.y, p.z});
    out["length_xz"] = path.length_xz;
    out["length_3d"] = path.length_3d;
    out["cost"] = path.cost;
    out["gap"] = path.gap;
    out["start_gap"] = path.start_gap;
    out["polygons"] = nlohmann::ordered_json::array();
    for (const PolygonRef& ref : path.corridor.polygons)
        out["polygons"].push_back(polygon_number(mesh, ref));
    out["nodes"] = path.corridor.expanded;
    out["pushed"] = path.corridor.pushed;
    return out.dump() + "\n";
}

std::string as_text(const Path& path) {
    char line[160];
    std::string text = status_name(path.status);
    if (!path.reason.empty()) text += ": " + path.reason;
    text += "\n";
    if (path.points.empty()) return text;
    const auto moved = [&](const char* what, double gap) {
        std::snprintf(line, sizeof line, "the %s lies %.3f from the nearest ground, where the path %s\n", what, gap,
                      what[0] == 's' ? "begins" : "ends");
        if (gap >= kWorthTelling) text += line;
    };
    moved("start", path.start_gap);
    if (path.status == PathStatus::complete) moved("goal", path.gap);
    std::snprintf(line, sizeof line,
                  "length %.3f seen from above, %.3f along the ground; %zu points, %zu polygons, %llu nodes\n", path.length_xz,
                  path.length_3d, path.points.size(), path.corridor.polygons.size(),
                  static_cast<unsigned long long>(path.corridor.expanded));
    text += line;
    for (const DVec3& p : path.points) {
        std::snprintf(line, sizeof line, "%12.3f %12.3f %12.3f\n", p.x, p.y, p.z);
        text += line;
    }
    return text;
}

Result<int> answer(const Options& options) {
    const Result<DVec3> from = parse_point("--from", options.from);
    if (!from) return from.error();
    const Result<DVec3> to = parse_point("--to", options.to);
    if (!to) return to.error();
    if (!options.svg.empty()) {
        if (is_same_file(options.svg, options.level)) {
            return Error{ErrorKind::usage, "--svg " + options.svg + ": this is the level; give another file"};
        }
        if (const Status writable = check_output_path(options.svg); !writable) return writable.error();
    }
    const Result<NavMesh> mesh = read_nav_mesh(options.level);
    if (!mesh) return mesh.error();
    const Result<QueryFilter> filter = make_filter(*mesh, options);
    if (!filter) return filter.error();

    SearchScratch scratch;
    const Result<Path> path =
        find_path(*mesh, scratch, {.start = *from, .goal = *to, .filter = &*filter, .snap = options.snap});
    if (!path) return path.error();
    if (!options.svg.empty()) {
        const Status written = write_output(options.svg, to_svg(draw_nav_mesh(*mesh, &*path)));
        if (!written) return written.error();
    }
    if (!options.quiet) {
        const Status written = write_output("-", options.json ? as_json(*mesh, *path) : as_text(*path));
        if (!written) return written.error();
    }
    return path->status == PathStatus::complete ? kDone : kPartialPath;
}

int run(int argc, char** argv) {
    CLI::App app{
        "Answers path queries on a navigation mesh that navbake made.\n"
        "Exit codes: 0 path complete, 1 cannot write, 2 usage, 3 level unreadable or invalid, 5 partial or no path.\n"};
    app.name("navquery");
    Options options;
    app.set_version_flag("--version",
                         std::string("navquery ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    app.add_option("level", options.level, "the .nav file")->type_name("FILE")->required();
    app.add_option("--from", options.from, "start as x,y,z [world units]")->type_name("X,Y,Z")->required();
    app.add_option("--to", options.to, "goal as x,y,z [world units]")->type_name("X,Y,Z")->required();
    app.add_option("--snap", options.snap, "how far start and goal may lie from the mesh [world units]; default: any distance")
        ->type_name("NUMBER")
        ->check(check_not_negative);
    app.add_option("--cost", options.costs, "cost factor of an area, from 0, for example water=5; may be repeated")
        ->type_name("NAME=NUMBER")
        ->allow_extra_args(false);
    app.add_option("--include", options.include, "walk on these areas only")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--exclude", options.exclude, "never walk on these areas")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--json", options.json, "print the answer as one line of JSON");
    app.add_option("--svg", options.svg, "draw the mesh from above with the path on it into this file")->type_name("FILE");
    app.add_flag("-q,--quiet", options.quiet, "print nothing; the exit code is the answer");
    set_up_logging("navquery", Verbosity::normal);
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    ignore_write_signals();
    set_up_logging("navquery", options.quiet ? Verbosity::quiet : Verbosity::normal);
    const Result<int> code = answer(options);
    if (!code) {
        log_error(code.error().message);
        return exit_code(code.error());
    }
    return *code;
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded(navspan::tools::run, argc, argv);
}
