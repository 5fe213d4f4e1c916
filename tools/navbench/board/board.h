#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "navbench/common.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::bench {

using tools::Json;

/// One level with one cell size.
struct BoardCase {
    std::string name;  ///< file name without folder
    TriangleSoup soup;
    BakeConfig config;  ///< profile, partition and tiles are set per measurement
    int rounds = 15;
    int tile_cells = 128;
    int path_pairs = 200;
};

// The board is a JSON object of four lists. Each list holds flat objects with the same keys and can be written as CSV.
//
// | list | one line per |
// |---|---|
// | times | case, way of baking (untiled or tiled), profile, partition, cold or warm, and stage |
// | quality | case, way of baking, side (librecast or one of our profiles) and partition |
// | slopes | ramp or flight of stairs, cell size and climb |
// | marks | mark: its goal and the result |

/// Measures one partition of one case: times untiled and tiled, memory, and the comparison of the results.
/// Error: a bake failed, or two rounds gave different meshes.
Status measure_partition(const BoardCase& level, std::string_view partition, Json& board);

/// Adds a fixed list of walkable ramps and flights of stairs, at several cell sizes and climbs. Reports the fraction of inner
/// cells that stay walkable after the ledge filter, for our profiles and for librecast.
void add_slopes(Json& board);

/// Adds the marks, computed from all other lines.
void add_marks(Json& board);

/// Prints the lines added for one partition of one case; the slopes; the marks.
void print_partition(const Json& board, size_t first_time, size_t first_quality);
void print_slopes(const Json& board);
void print_marks(const Json& board);

/// Writes lines as CSV, after a first line `about`, which starts with #, and a line of keys.
bool write_csv(const std::string& path, const std::string& about, const Json& lines);

}  // namespace navspan::bench
