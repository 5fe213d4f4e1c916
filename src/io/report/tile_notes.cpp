// Converts the report of one tile to JSON notes and back.
//
// In: the report of one tile's bake (tile_notes), or notes (read_tile_notes).
// Out: notes, or a report with the counts, the area and the warnings from the notes.
// Idea: Checks the type of every value, because users may edit the files that contain the notes.
// Source: own method.
// Weak cases: none known.

#include "io/report/tile_notes.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "io/config/json.h"

namespace navspan {
namespace {

Json place_json(const std::optional<DVec3>& place) {
    return place ? Json::array({place->x, place->y, place->z}) : Json();
}

bool read_number(const Json& json, double& number) {
    if (!json.is_number()) return false;
    number = json.get<double>();
    return std::isfinite(number);
}

bool read_place(const Json& json, std::optional<DVec3>& place) {
    if (json.is_null()) return true;
    DVec3 p;
    if (!json.is_array() || json.size() != 3 || !read_number(json[0], p.x) || !read_number(json[1], p.y) ||
        !read_number(json[2], p.z)) {
        return false;
    }
    place = p;
    return true;
}

bool read_warning(const Json& json, Warning& warning) {
    if (!json.is_array() || json.size() != 3 || !json[0].is_string() || !json[1].is_string()) return false;
    warning.code = json[0].get<std::string>();
    warning.message = json[1].get<std::string>();
    return read_place(json[2], warning.place);
}

bool read_counts(const Json& json, BakeFunnel& funnel) {
    if (!json.is_array() || json.size() != kTileCounts.size()) return false;
    for (size_t i = 0; i < kTileCounts.size(); ++i) {
        if (!json[i].is_number_unsigned()) return false;
        funnel.*kTileCounts[i] = json[i].get<uint64_t>();
    }
    return true;
}

}  // namespace

std::vector<std::byte> tile_notes(const BakeReport& tile) {
    Json json = Json::object();
    json["counts"] = Json::array();
    for (const auto count : kTileCounts)
        json["counts"].push_back(tile.funnel.*count);
    json["area"] = tile.funnel.area;
    json["warnings"] = Json::array();
    for (const Warning& warning : tile.warnings)
        json["warnings"].push_back(Json::array({warning.code, warning.message, place_json(warning.place)}));
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Status read_tile_notes(std::span<const std::byte> notes, BakeReport& tile) {
    const Error wrong{ErrorKind::input, "the notes of a tile are not valid"};
    const std::string_view text = chars_of(notes);
    const Json json = json_or_discarded(text);
    BakeFunnel funnel;
    Warnings warnings;
    if (!json.is_object() || !json.contains("counts") || !json.contains("area") || !json.contains("warnings")) return wrong;
    if (!read_counts(json["counts"], funnel) || !read_number(json["area"], funnel.area)) return wrong;
    if (!json["warnings"].is_array()) return wrong;
    for (const Json& entry : json["warnings"]) {
        if (!read_warning(entry, warnings.emplace_back())) return wrong;
    }
    tile.funnel = funnel;
    tile.warnings = std::move(warnings);
    tile.reused_tiles = 1;
    return Done{};
}

}  // namespace navspan
