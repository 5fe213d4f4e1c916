// Parses and answers one line of --batch.

#include "navquery/batch_line.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "io/config/json.h"
#include "navquery/answers.h"

namespace navspan::tools {
namespace {

// Reads a point (three finite numbers) under a key. If the point is missing or invalid, sets `error` and returns nullopt.
std::optional<DVec3> read_point(const Json& object, const char* key, std::string& error) {
    const auto at = object.find(key);
    const auto is_finite = [](const Json& v) { return v.is_number() && std::isfinite(v.get<double>()); };
    if (at == object.end()) {
        error = std::string("\"") + key + "\" is missing; give [x, y, z]";
    } else if (!at->is_array() || at->size() != 3 || !std::all_of(at->begin(), at->end(), is_finite)) {
        error = std::string("\"") + key + "\" must be three finite numbers as [x, y, z]";
    } else {
        return DVec3{(*at)[0].get<double>(), (*at)[1].get<double>(), (*at)[2].get<double>()};
    }
    return std::nullopt;
}

// Returns the value of the key "clearance" of a line, or `standard` if the line has no such key. Sets `error` and returns
// nullopt if the value is invalid.
std::optional<double> read_clearance(const Json& object, double standard, std::string& error) {
    const auto at = object.find("clearance");
    if (at == object.end()) return standard;
    const bool valid = at->is_number() && std::isfinite(at->get<double>()) && at->get<double>() >= 0;
    if (valid) return at->get<double>();
    error = "\"clearance\" must be a finite number from 0";
    return std::nullopt;
}

bool is_blank(const std::string& text) {
    return text.find_first_not_of(" \t\v\f\r") == std::string::npos;
}

void answer_json(const BatchQuery& query, const std::string& text, LineScratch& scratch, LineAnswer& answer) {
    Json object;
    try {
        object = json_or_exception(text);
    } catch (const Json::parse_error& mistake) {
        answer.error = "not valid JSON at column " + std::to_string(mistake.byte);
    } catch (const Json::out_of_range&) {
        answer.error = "a number is beyond 1.8e308";
    } catch (const JsonTooDeep&) {
        answer.error = "the JSON is nested more than " + std::to_string(kMaxJsonDepth) + " levels deep";
    }
    if (answer.error.empty() && !object.is_object()) answer.error = "not a JSON object";
    if (!answer.error.empty()) return;
    const std::optional<DVec3> from = read_point(object, "from", answer.error);
    if (!from) return;
    const std::optional<DVec3> to = read_point(object, "to", answer.error);
    if (!to) return;
    const std::optional<double> clearance = read_clearance(object, query.options.clearance, answer.error);
    if (!clearance) return;
    const PathRequest request{.start = *from,
                              .goal = *to,
                              .filter = &query.filter,
                              .snap = query.options.snap,
                              .method = query.options.method,
                              .clearance = *clearance};
    if (const Status found = find_path(query.mesh, scratch.search, request, scratch.path); !found) {
        answer.error = found.error().message;
        return;
    }
    answer.had_result = object.contains("result");
    Json result = path_json(query.mesh, request, scratch.path);
    if (request.clearance > 0) result["clearance"] = request.clearance;
    round_numbers(result);
    object["result"] = std::move(result);
    answer.out = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    answer.status = scratch.path.status;
    if (query.options.draws()) answer.points = scratch.path.points;
}

}  // namespace

void answer_batch_line(const BatchQuery& query, const LineReader::InputLine& line, LineScratch& scratch, LineAnswer& answer) {
    answer.out.clear();
    answer.error.clear();
    answer.had_result = false;
    answer.points.clear();
    if (!line.too_long && is_blank(line.text)) return;
    if (line.too_long) {
        answer.error = "the line is longer than " + std::to_string(LineReader::kLongest) + " bytes";
    } else {
        answer_json(query, line.text, scratch, answer);
    }
    if (answer.error.empty()) return;
    answer.out = Json({{"line", line.number}, {"error", answer.error}}).dump() + "\n";
}

}  // namespace navspan::tools
