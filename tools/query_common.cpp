#include "query_common.h"

#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "navspan/debug/nav_mesh_drawing.h"

namespace navspan::tools {
namespace {

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

}  // namespace

Result<QueryFilter> make_filter(const NavMesh& mesh, const QueryOptions& options) {
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

Result<std::optional<SurfacePoint>> find_place(const Question& q, const char* what, DVec3 at, Reply& reply) {
    if (!is_in_world(at)) {
        return Error{ErrorKind::usage, std::string("the ") + what + " must be three finite numbers within 1e15"};
    }
    const auto place = find_nearest(q.mesh, at, {.max_distance = q.options.snap, .filter = &q.filter});
    if (place) return place;
    std::string why = std::string("no admitted polygon near the ") + what;
    if (std::isfinite(q.options.snap)) why += " (nearer than the snap distance)";
    reply.text = "none: " + why + "\n";
    reply.json = {{"status", "none"}, {"reason", why}};
    reply.exit_code = kPartialPath;
    if (q.options.draws()) {
        reply.drawing = draw_nav_mesh(q.mesh);
        reply.drawing.title = why;
    }
    return place;
}

Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted) {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        double number = 0;
        const auto [next, problem] = std::from_chars(at, end, number);
        if (problem != std::errc{} || !std::isfinite(number) || (next != end && *next != ',')) {
            return Error{ErrorKind::usage, flag + " " + text + ": give " + wanted};
        }
        numbers.push_back(number);
        if (next == end) return numbers;
        at = next + 1;
    }
}

Json json_point(DVec3 p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0};  // no -0
}

Json json_polygons(const NavMesh& mesh, std::span<const PolygonRef> polygons) {
    Json list = Json::array();
    for (const PolygonRef ref : polygons)
        list.push_back(polygon_number(mesh, ref));
    return list;
}

std::string point_line(DVec3 p) {
    return format("%12.3f %12.3f %12.3f\n", p.x + 0.0, p.y + 0.0, p.z + 0.0);
}

std::string format(const char* pattern, ...) {
    char text[512];
    va_list values;
    va_start(values, pattern);
    const int length = std::vsnprintf(text, sizeof text, pattern, values);
    va_end(values);
    return length < 0 ? std::string() : text;
}

Status give_reply(const QueryOptions& options, const Reply& reply) {
    if (options.draws()) {
        if (Status written = write_output(options.svg, to_svg(reply.drawing)); !written) return written;
    }
    if (options.quiet) return Done{};
    return write_output("-", options.json ? reply.json.dump() + "\n" : reply.text);
}

}  // namespace navspan::tools
