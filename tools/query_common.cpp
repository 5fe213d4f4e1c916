#include "query_common.h"

#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>

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

Json json_point(DVec3 p) {
    return {p.x, p.y, p.z};
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
