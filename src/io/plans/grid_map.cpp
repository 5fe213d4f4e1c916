// Reads grid maps, in which each character is a cell.
//
// In: the text of a .map file.
// Out: parse_grid_map returns the characters, make_cell_grid returns an area id per cell.
// Idea: Allocates memory row by row, so a header with a wrong size does not cause a large allocation.
// Source: Sturtevant, Benchmarks for grid-based pathfinding (2012), for the format.
// Weak cases: none known.

#include "navspan/io/grid_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/text.h"
#include "io/plans/text_lines.h"
#include "navspan/bake/area_rules.h"

namespace navspan {
namespace {

constexpr std::string_view kTerrain = ".GSTW@O";

struct Parser {
    TextLines lines;
    const std::string& name;
    GridMap map;

    Error error(const std::string& what) const {
        return Error{ErrorKind::input, name + ":" + std::to_string(lines.number()) + ": " + what};
    }

    Status read_size(std::string_view key, std::string_view text, int32_t& size) {
        const char* const end = text.data() + text.size();
        const auto [next, problem] = std::from_chars(text.data(), end, size);
        if (problem == std::errc{} && next == end && size >= 1 && size <= kMaxMapSide) return Done{};
        return error(std::string(key) + " " + quoted_text(text) + " is not a whole number from 1 to " +
                     std::to_string(kMaxMapSide));
    }

    // Reads the header, which ends with the line `map`.
    Status read_header() {
        bool has_type = false;
        while (const std::optional<std::string_view> line = lines.next()) {
            const size_t space = std::min(line->find(' '), line->size());
            const std::string_view key = line->substr(0, space);
            std::string_view value = line->substr(std::min(space + 1, line->size()));
            while (value.ends_with(' '))
                value.remove_suffix(1);
            if (key == "type") {
                if (value != "octile") return error("the type is " + quoted_text(value) + "; only octile maps can be read");
                has_type = true;
            } else if (key == "height" || key == "width") {
                int32_t& size = key == "height" ? map.height : map.width;
                if (size != 0) return error("the " + std::string(key) + " is given twice");
                if (const Status read = read_size(key, value, size); !read) return read;
            } else if (key == "map") {
                if (!has_type) return error("there is no line \"type octile\" before the map");
                if (map.height == 0) return error("there is no line \"height\" before the map");
                if (map.width == 0) return error("there is no line \"width\" before the map");
                return Done{};
            } else {
                return error(quoted_text(*line) + " is not one of the lines \"type\", \"height\", \"width\" and \"map\"");
            }
        }
        if (lines.number() == 0) return Error{ErrorKind::input, name + ": the file is empty"};
        return error("the file ends before the map starts");
    }

    Status read_row(std::string_view row) {
        if (row.size() != size_t(map.width)) {
            return error("the row has " + std::to_string(row.size()) + " cells; the width is " + std::to_string(map.width));
        }
        const size_t unknown = row.find_first_not_of(kTerrain);
        if (unknown != row.npos) {
            return error("column " + std::to_string(unknown + 1) + ": " + quoted_text(row.substr(unknown, 1)) +
                         " is not a terrain letter; use . G S T W @ O");
        }
        map.terrain += row;
        return Done{};
    }

    Status read_rows() {
        for (int32_t z = 0; z < map.height; ++z) {
            const std::optional<std::string_view> row = lines.next();
            if (!row) {
                return error("the file ends after " + std::to_string(z) + " rows; the height is " + std::to_string(map.height));
            }
            if (const Status read = read_row(*row); !read) return read;
        }
        while (const std::optional<std::string_view> line = lines.next()) {
            if (!line->empty()) return error("there is text after the last row; the height is " + std::to_string(map.height));
        }
        return Done{};
    }
};

// A character that stands for walkable cells, and its name in rules.
struct Terrain {
    char letter;
    std::string_view name;
};
constexpr std::array<Terrain, 3> kWalkable{{{'.', "ground"}, {'G', "ground"}, {'S', "swamp"}}};

}  // namespace

Result<GridMap> parse_grid_map(std::string_view text, const std::string& name) {
    Parser parser{TextLines(text), name, {}};
    if (const Status read = parser.read_header(); !read) return read.error();
    if (const Status read = parser.read_rows(); !read) return read.error();
    return std::move(parser.map);
}

Result<CellGrid> make_cell_grid(const GridMap& map, const BakeConfig& config, Warnings& warnings) {
    if (map.width < 0 || map.height < 0 || map.terrain.size() != uint64_t(map.width) * uint64_t(map.height)) {
        return Error{ErrorKind::usage, "a map of " + std::to_string(map.width) + " x " + std::to_string(map.height) +
                                           " cells has " + std::to_string(map.terrain.size()) +
                                           " letters in GridMap::terrain; one letter per cell is needed"};
    }
    std::array<uint8_t, 256> area_of{};
    const Result<uint8_t> ground = ground_area(config);
    if (!ground) return ground.error();
    for (const Terrain& terrain : kWalkable)
        area_of[uint8_t(terrain.letter)] = *ground;
    for (const AreaRule& rule : config.rules) {
        const Result<uint8_t> area = area_of_rule(config, rule);
        if (!area) return area.error();
        bool used = false;
        for (const Terrain& terrain : kWalkable) {
            if (!matches_pattern(rule.pattern, std::string_view(&terrain.letter, 1)) &&
                !matches_pattern(rule.pattern, terrain.name)) {
                continue;
            }
            area_of[uint8_t(terrain.letter)] = *area;
            used = used || map.terrain.find(terrain.letter) != map.terrain.npos;
        }
        if (!used) {
            warnings.push_back({"rule_unmatched",
                                "rules." + rule.pattern +
                                    ": no terrain of the map matches; patterns are compared with the letters . G S and "
                                    "the names ground and swamp",
                                {}});
        }
    }
    CellGrid grid{map.width, map.height, {}};
    grid.areas.resize(map.terrain.size());
    std::transform(map.terrain.begin(), map.terrain.end(), grid.areas.begin(), [&](char c) { return area_of[uint8_t(c)]; });
    return grid;
}

}  // namespace navspan
