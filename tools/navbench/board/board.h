#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "navbench/bake_rounds.h"
#include "navbench/board/comparison.h"
#include "navspan/bake/config.h"

namespace navspan::bench {

using Json = nlohmann::ordered_json;

/// One level at one size of cells.
struct BoardCase {
    std::string name;  ///< of the file, without its folder
    TriangleSoup soup;
    BakeConfig config;  ///< profile, partition and tiles are set for each measurement
    int rounds = 15;
    int tile_cells = 128;
    int path_pairs = 200;
};

/// What the board says. Every array holds flat objects with the same keys: it becomes a CSV file as it is.
struct Board {
    Json times = Json::array();    ///< a line per case, way of baking, profile, partition, cold or warm, and stage
    Json quality = Json::array();  ///< a line per case, way of baking, side and partition
    Json slopes = Json::array();   ///< a line per ramp or flight of stairs, cell and climb
    Json marks = Json::array();    ///< a line per mark: what it asks for and what was reached
};

/// Measures one partition of one case: times untiled and tiled, memory, and how the results compare.
/// Error: a bake failed, or gave another mesh in another round.
Status measure_partition(const BoardCase& level, std::string_view partition, Board& board);

/// Adds the lines about slopes.
void add_slopes(Board& board);

/// Adds the marks, from all the lines before.
void add_marks(Board& board);

/// What can be read at a terminal: one partition of one case, from the lines that were added for it; the slopes; the marks.
void print_partition(const Board& board, size_t first_time, size_t first_quality);
void print_slopes(const Board& board);
void print_marks(const Board& board);

/// Lines as CSV, a first line that starts with # and then the keys.
bool write_csv(const std::string& path, const std::string& about, const Json& lines);

}  // namespace navspan::bench
