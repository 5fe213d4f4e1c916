#include "navquery/common.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/answer.h"
#include "core/text.h"
#include "debug/nav_mesh_drawing.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

constexpr double kMinReportedGap = 0.1;  // smaller gaps to the ground are not reported [wu]

std::string area_names(const NavMesh& mesh) {
    std::string names;
    for (const NavArea& area : mesh.info.areas)
        names += (names.empty() ? "" : ", ") + area.name;
    return names;
}

Result<uint8_t> area_id(const NavMesh& mesh, const std::string& flag, const std::string& name) {
    if (const NavArea* area = find_area(mesh.info.areas, name)) return area->id;
    return Error{ErrorKind::usage, flag + " " + name + ": the level has no such area; give one of " + area_names(mesh)};
}

Status apply_costs(const NavMesh& mesh, const std::vector<std::string>& costs, QueryFilter& filter) {
    for (const std::string& text : costs) {
        const size_t equals = text.find('=');
        double cost = -1;
        const char* const end = text.data() + text.size();
        const bool parsed = equals != std::string::npos && [&] {
            const auto [next, problem] = std::from_chars(text.data() + equals + 1, end, cost);
            return problem == std::errc{} && next == end && cost >= 0 && cost <= kMaxCostFactor;
        }();
        if (!parsed) {
            return Error{ErrorKind::usage,
                         "--cost " + text + ": give NAME=NUMBER with a number from 0 to 1000000, for example water=5"};
        }
        const Result<uint8_t> id = area_id(mesh, "--cost", text.substr(0, equals));
        if (!id) return id.error();
        filter.area_cost[*id] = cost;
    }
    return Done{};
}

// Formats a length with three decimals, or with as many as show that it differs from another one.
std::string different_text(double length, double other) {
    constexpr int kMostDecimals = 12;
    for (int decimals = 3; decimals <= kMostDecimals; ++decimals) {
        const std::string text = format("%.*f", decimals, length);
        if (text != format("%.*f", decimals, other)) return text;
    }
    return number_text(length);
}

Json to_json(const JsonValue& value) {
    return std::visit(
        [](const auto& v) -> Json {
            using Type = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<Type, DVec3>) {
                return json_point(v);
            } else if constexpr (std::is_same_v<Type, std::vector<DVec3>>) {
                return json_points(v);
            } else {
                return v;
            }
        },
        value);
}

}  // namespace

Reply::Reply() : json_(std::make_shared<Json>(Json::object())) {}

void Reply::set(const char* key, const JsonValue& value) {
    json()[key] = to_json(value);
}

void Reply::set_list(const char* key) {
    json()[key] = Json::array();
}

void Reply::add(const char* list, std::initializer_list<std::pair<const char*, JsonValue>> object) {
    Json members = Json::object();
    for (const auto& [key, value] : object)
        members[key] = to_json(value);
    json()[list].push_back(std::move(members));
}

Result<QueryFilter> make_filter(const NavMesh& mesh, const QueryOptions& options) {
    QueryFilter filter = default_filter(mesh);
    filter.include_flags = options.include_flags;
    filter.exclude_flags = options.exclude_flags;
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

double default_path_snap(const NavMesh& mesh) {
    const double height = mesh.info.agent.height;
    return height > 0 ? height : std::numeric_limits<double>::infinity();
}

Result<std::optional<SurfacePoint>> locate_point(const QueryInput& q, const char* what, DVec3 at, Reply& reply) {
    if (!is_in_world(at)) {
        return Error{ErrorKind::usage, std::string("the ") + what + " must be three finite numbers within 1e15"};
    }
    const auto place = find_nearest(q.mesh, at, {.max_distance = q.options.snap, .filter = &q.filter});
    if (place) {
        reply.text += gap_line(what, place->distance);
        reply.json()[what] = json_point(place->position);
        reply.json()[std::string(what) + "_gap"] = place->distance;
        return place;
    }
    std::string why = std::string("no admitted polygon near the ") + what;
    if (std::isfinite(q.options.snap)) why += " (within the snap distance)";
    reply.text = "none: " + why + "\n" + beyond_snap_line(q, what, at);
    reply.json() = {{"status", "none"}, {"reason", why}};
    if (const auto distance = distance_beyond_snap(q.mesh, q.filter, q.options.snap, at))
        reply.json()[std::string(what) + "_gap"] = *distance;
    reply.exit_code = kPartialPath;
    if (q.options.draws()) {
        reply.drawing = draw_nav_mesh(q.mesh);
        reply.drawing.title = why;
    }
    return place;
}

Json json_point(DVec3 p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0};  // adding 0.0 turns -0 into 0
}

Json json_points(std::span<const DVec3> points) {
    Json list = Json::array();
    for (const DVec3& p : points)
        list.push_back(json_point(p));
    return list;
}

std::vector<uint32_t> polygon_indices(const NavMesh& mesh, std::span<const PolygonRef> polygons) {
    std::vector<uint32_t> indices;
    for (const PolygonRef ref : polygons)
        indices.push_back(polygon_index(mesh, ref));
    return indices;
}

std::string point_line(DVec3 p) {
    return format("%12.3f %12.3f %12.3f\n", p.x + 0.0, p.y + 0.0, p.z + 0.0);
}

std::string gap_line(const char* what, double gap) {
    return gap < kMinReportedGap ? std::string() : format("the %s lies %.3f from the nearest ground\n", what, gap);
}

std::optional<double> distance_beyond_snap(const NavMesh& mesh, const QueryFilter& filter, double snap, DVec3 at) {
    const auto place = find_nearest(mesh, at, {.filter = &filter});
    return place && place->distance > snap ? std::optional(place->distance) : std::nullopt;
}

std::string beyond_snap_line(const QueryInput& q, const char* what, DVec3 at) {
    const auto distance = distance_beyond_snap(q.mesh, q.filter, q.options.snap, at);
    if (!distance) return {};
    return "the " + std::string(what) + " lies " + different_text(*distance, q.options.snap) +
           " from the nearest ground; --snap is " + number_text(q.options.snap) + "\n";
}

std::string end_line(PathStatus status, double gap) {
    if (status == PathStatus::complete) return gap_line("goal", gap);
    return status == PathStatus::partial ? format("ends %.3f from the goal\n", gap) : std::string();
}

void round_numbers(Json& json) {
    if (json.is_structured()) {
        for (Json& value : json)
            round_numbers(value);
    } else if (json.is_number_float()) {
        double& number = json.get_ref<double&>();
        char text[32];
        const auto [end, problem] = std::to_chars(text, text + sizeof text, number, std::chars_format::general, 15);
        if (problem == std::errc{} && std::isfinite(number)) std::from_chars(text, end, number);
    }
}

Status give_reply(const QueryOptions& options, Reply& reply) {
    std::string answer;
    if (!options.quiet && options.json) {
        round_numbers(reply.json());
        answer = reply.json().dump() + "\n";
    } else if (!options.quiet) {
        answer = reply.text;
    }
    reply.json().clear();  // the JSON library allocates memory to free nested values, so this precedes the first output
    if (!reply.page.empty()) return write_with_answer(options.html, reply.page, answer);
    return write_with_answer(options.svg, options.draws() ? to_svg(reply.drawing) : "", answer);
}

}  // namespace navspan::tools
