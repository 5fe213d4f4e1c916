#pragma once

#include <string>
#include <string_view>

#include "io/config/json_fwd.h"
#include "navbench/common.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::bench {

/// A case of the scoreboard: one level with one cell size.
struct BoardCase {
    std::string name;  ///< file name of the level without folders, or the whole path if file names are not unique
    TriangleSoup soup;
    BakeConfig config;  ///< measurements override the profile, partition and tile size
    int rounds = 15;
    int tile_cells = 128;  ///< side of a tile in the tiled measurements [cell]
    int path_pairs = 200;  ///< number of random pairs of points for comparing paths
};

// The board (the result of navbench scoreboard) is a JSON object with four lists. The entries of a list are flat objects with
// the same keys, for CSV. Key "tiling" is "solo" for an untiled bake, "tiles of N" for tiles of N cells.
//
// | list | one entry per |
// |---|---|
// | times | case, tiling, number of threads, profile, partition, memory (cold or warm) and stage |
// | quality | case, tiling, partition, and side (librecast or one of our profiles) |
// | slopes | ramp or flight of stairs, cell size and maximum climb |
// | marks | goal, with the worst figure, the median, and whether the goal is met |

/// Measures one partition of a case. Adds times of untiled and tiled bakes, memory, and mesh quality to the board. Error: a
/// bake failed, or two rounds gave different meshes.
Status measure_partition(const BoardCase& level, std::string_view partition, Json& board);

/// Measures fixed walkable ramps and flights of stairs at several cell sizes and maximum climbs. Adds the fraction of cells
/// that the ledge filter keeps, for our profiles and for librecast. Ignores cells near the border of a ramp or flight.
void add_slopes(Json& board);

/// Computes the list `marks` from the other three lists.
void add_marks(Json& board);

/// print_partition prints the new entries: `times` from index first_time and `quality` from index first_quality. For bakes
/// with cold memory, it prints only the total times. print_slopes prints only entries with less than 99 % of the
/// cells kept. print_marks prints all marks.
void print_partition(const Json& board, size_t first_time, size_t first_quality);
void print_slopes(const Json& board);
void print_marks(const Json& board);

/// Writes a list as CSV: the line `about` (starts with #), then a line of keys, then a line for each entry. Writes no file for
/// an empty list. Returns false if the file cannot be written.
bool write_csv(const std::string& path, const std::string& about, const Json& lines);

}  // namespace navspan::bench
