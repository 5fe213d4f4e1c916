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
    std::string name;  ///< name of the level's file without folders; the whole path if two levels have the same name
    TriangleSoup soup;
    BakeConfig config;  ///< each measurement overrides the profile, the partition and the tile size
    int rounds = 15;
    int tile_cells = 128;  ///< side of a tile in the tiled measurements [cell]
    int path_pairs = 200;  ///< number of random pairs of points between which paths are compared
};

// The board (the results of navbench scoreboard) is a JSON object with four lists. The entries of a list are flat objects with
// the same keys, so that each list can be written as CSV. Key "tiling" is "solo" for an untiled bake and "tiles of N" for tiles
// of N cells.
//
// | list | one entry per |
// |---|---|
// | times | case, tiling, number of threads, profile, partition, memory (cold or warm) and stage |
// | quality | case, tiling, partition, and side (librecast or one of our profiles) |
// | slopes | ramp or flight of stairs, cell size and maximum climb |
// | marks | goal, with the worst figure, the median, and whether the goal is met |

/// Measures one partition of one case and adds the figures: times of untiled and tiled bakes, memory, and mesh quality.
/// Error: a bake failed, or two rounds gave different meshes.
Status measure_partition(const BoardCase& level, std::string_view partition, Json& board);

/// Measures a fixed list of walkable ramps and flights of stairs at several cell sizes and maximum climbs. For our profiles and
/// for librecast, adds the fraction of cells that the ledge filter keeps. Ignores cells near the border of a ramp or flight of
/// stairs.
void add_slopes(Json& board);

/// Computes the marks from the other three lists and adds the list `marks`.
void add_marks(Json& board);

/// Prints the entries that measure_partition added: the entries of `times` from index first_time, and the entries of `quality`
/// from index first_quality. Of the times with cold memory, prints only the totals. print_slopes prints only the entries in
/// which librecast or one of our profiles keeps less than 99 % of the cells. print_marks prints all marks.
void print_partition(const Json& board, size_t first_time, size_t first_quality);
void print_slopes(const Json& board);
void print_marks(const Json& board);

/// Writes a list as CSV: the line `about`, which starts with #, then a line of keys, then one line per entry. Writes no file if
/// the list is empty. Returns false if the file cannot be written.
bool write_csv(const std::string& path, const std::string& about, const Json& lines);

}  // namespace navspan::bench
