#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "navbench/common.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::bench {

using tools::Json;

/// One level at one size of cells.
struct BoardCase {
    std::string name;  ///< of the file, without its folder
    TriangleSoup soup;
    BakeConfig config;  ///< profile, partition and tiles are set for each measurement
    int rounds = 15;
    int tile_cells = 128;
    int path_pairs = 200;
};

// The board is a JSON object of four lists. Each holds flat objects with the same keys: it becomes a CSV file as it is.
//
// | list | has a line for each |
// |---|---|
// | times | case, way of baking, profile, partition, cold or warm, and stage |
// | quality | case, way of baking, side and partition |
// | slopes | ramp or flight of stairs, cell and climb |
// | marks | mark: what it asks for and what was reached |

/// Measures one partition of one case: times untiled and tiled, memory, and how the results compare.
/// Error: a bake failed, or gave another mesh in another round.
Status measure_partition(const BoardCase& level, std::string_view partition, Json& board);

/// Adds every legal ramp and flight of stairs of a fixed list, at several cells and climbs: the share of the cells inside that
/// stay walkable after the filters, by our profiles and by librecast, of those that its slope and steps allow.
void add_slopes(Json& board);

/// Adds the marks, from all the lines before.
void add_marks(Json& board);

/// What can be read at a terminal: one partition of one case, from the lines that were added for it; the slopes; the marks.
void print_partition(const Json& board, size_t first_time, size_t first_quality);
void print_slopes(const Json& board);
void print_marks(const Json& board);

/// Lines as CSV, a first line that starts with # and then the keys.
bool write_csv(const std::string& path, const std::string& about, const Json& lines);

}  // namespace navspan::bench
