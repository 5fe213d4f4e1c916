#pragma once

/// \file
/// Reads grid maps of the Moving AI benchmarks (.map).
///
/// With plan/plan.h:
/// \code
/// const Result<GridMap> map = parse_grid_map("type octile\nheight 2\nwidth 3\nmap\nGGG\nG@G\n", "small.map");
/// if (!map) return;  // map.error().message has the line
/// const BakeConfig config;
/// Warnings warnings;
/// const Result<CellGrid> cells = make_cell_grid(*map, config, warnings);
/// if (!cells) return;
/// NavMeshInfo info;
/// info.areas = {{"ground", 63, 1, 1.0}};
/// const Result<GroundPlan> plan = plan_of_cells(*cells, {});
/// if (!plan) return;
/// const Result<NavMesh> mesh = nav_mesh_from_plan(*plan, {}, info);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: deterministic. Throws nothing but std::bad_alloc.
///
/// Caveats: each character becomes one cell. A cell is one world unit wide unless CellPlanParams::cell_size is set.

#include <cstdint>
#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/plan/cell_grid.h"

namespace navspan {

/// A map with one character per cell, as in the Moving AI benchmarks. Row 0 is the top row of the file.
struct GridMap {
    int32_t width = 0,    ///< number of columns, 1..kMaxMapSide [cell]
        height = 0;       ///< number of rows, 1..kMaxMapSide [cell]
    std::string terrain;  ///< one character of `.GSTW@O` per cell, row by row
};
constexpr int32_t kMaxMapSide = 1 << 14;  ///< largest width and largest height of a map [cell]

/// Reads the text of a .map file: the lines `type octile`, `height H`, `width W` and `map`, then H rows of W characters. The
/// characters `.` and `G` are ground and `S` is swamp. `T` (trees), `W` (water), `@` and `O` (out of bounds) are not walkable.
/// Lines may end with LF or CR LF; blank lines may follow the last row. \p name is the name of the text in messages. Error
/// (input): a line does not follow the format; the message contains the number of the first such line. Source: Sturtevant,
/// Benchmarks for grid-based pathfinding (2012), and the description of the format on the website of the benchmarks.
Result<GridMap> parse_grid_map(std::string_view text, const std::string& name);

/// Converts a map to cells with area ids. Column c of row r becomes cell (c, r), so the top row has the smallest z. Ground and
/// swamp get the area "ground" unless a rule of the config matches; the last matching rule wins. A pattern is compared with the
/// character of the terrain and with the names "ground" and "swamp". A rule without an area makes the matching cells not
/// walkable. Appends a warning "rule_unmatched" to \p warnings for each rule that matches no terrain of the map. Error (usage):
/// a rule names an unknown area, the config has no area "ground", or the map does not have width * height characters.
Result<CellGrid> make_cell_grid(const GridMap& map, const BakeConfig& config, Warnings& warnings);

}  // namespace navspan
