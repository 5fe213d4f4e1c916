#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/plan/cell_grid.h"

namespace navspan {

/// A map of characters as the benchmarks of movingai.com have them: a cell a character. Row 0 is the top row of the file.
struct GridMap {
    int32_t width = 0, height = 0;  ///< 1..kMaxMapSide [cell]
    std::string terrain;            ///< row after row, one of ". G S T W @ O" each
};
constexpr int32_t kMaxMapSide = 1 << 14;  ///< most rows and columns of a map

/// Reads the text of a .map file: the lines `type octile`, `height H`, `width W` and `map`, then H rows of W characters:
/// . and G are ground, S is swamp; T (trees), W (water, which cannot be entered from land), @ and O (out of bounds) are not
/// walkable. Line ends may be those of Windows; blank lines may follow the last row.
/// Error (input) with the file's name and the line: the first thing that is not so.
/// Source: Sturtevant, Benchmarks for grid-based pathfinding (2012); its format page.
Result<GridMap> parse_grid_map(std::string_view text, const std::string& name);

/// The map's cells with their areas: column c of row r becomes cell (c, r), so the top row has the least z. Ground and swamp
/// are the area `ground` unless a rule of the config says otherwise, the last that matches: a pattern is compared with the
/// letter and with the names "ground" and "swamp"; a rule without an area makes what it matches not walkable.
/// @param warnings  gets a "rule_unmatched" for each rule whose terrain the map does not have
/// Error (usage): a rule names an area that is not one, or there is no ground.
Result<CellGrid> cells_of_map(const GridMap& map, const BakeConfig& config, Warnings& warnings);

}  // namespace navspan
