// Helpers for the JSON library: numbers without superfluous decimal points, and suggestions for unknown keys.

#include "io/config/json.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace navspan {
Json& object_in(Json& json, const std::string& key) {
    return *json.emplace(key, Json::object()).first;
}

Json json_number(double value) {
    if (std::abs(value) < 0x1p53 && std::floor(value) == value) return int64_t(value);
    return value;
}

Json value_json(const ConfigValue& value) {
    if (const bool* b = std::get_if<bool>(&value)) return *b;
    if (const double* d = std::get_if<double>(&value)) return json_number(*d);
    if (const auto* name = std::get_if<std::string_view>(&value)) return std::string(*name);
    if (const auto* p = std::get_if<DVec3>(&value))
        return Json::array({json_number(p->x), json_number(p->y), json_number(p->z)});
    return nullptr;
}

bool is_number_list(const Json& value, size_t count) {
    return value.is_array() && value.size() == count &&
           std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_number(); });
}

std::optional<DVec3> json_point(const Json& value) {
    if (!is_number_list(value, 3)) return std::nullopt;
    return DVec3{value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

std::string json_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

std::string shown_name(std::string_view name) {
    constexpr size_t kMost = 100;
    return name.size() > kMost ? std::string(name.substr(0, kMost)) + "..." : std::string(name);
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    const std::string_view clipped = name.substr(0, 200);
    const auto tail = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
    std::string best;
    size_t best_distance = 0;
    for (const std::string& candidate : candidates) {
        // Also compare the parts after the last dot of each name, to find keys that were written in the wrong section.
        const auto distance_by = [&](auto distance) {
            return std::min(2 * distance(clipped, candidate), 2 * distance(tail(clipped), tail(candidate)) + 1);
        };
        // An edit distance is at least the difference of the lengths.
        const size_t least = distance_by(
            [](std::string_view a, std::string_view b) { return std::max(a.size(), b.size()) - std::min(a.size(), b.size()); });
        if (!best.empty() && least >= best_distance) continue;
        const size_t distance = distance_by(edit_distance);
        if (best.empty() || distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace navspan
