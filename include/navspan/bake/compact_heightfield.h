#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The four directions in the order in which stages visit them.
enum Direction : uint8_t {
    kLeft = 0,   ///< -x
    kUp = 1,     ///< +z
    kRight = 2,  ///< +x
    kDown = 3    ///< -z
};

/// A maximal sequence of open spans in one row, each linked to the next span in +x. Open span first + k lies in cell x0 + k.
struct Run {
    int32_t x0 = 0;       ///< x of the cell of the first open span [cell]
    uint32_t length = 0;  ///< number of open spans, >= 1
    uint32_t first = 0;   ///< index of the first open span
};

/// The open spans above walkable solid spans, row by row. Runs of a row are ordered by x0, then by floor.
///
/// The neighbours of open span i are i - 1 (left), i + 1 (right), up[i] (+z) and down[i] (-z). A neighbour exists only if
/// `links` has its bit. If spans i and i + 1 are in one run and their +z neighbours are in one run, up[i + 1] equals up[i] + 1.
/// The same holds for `down`.
struct CompactHeightfield {
    Grid grid;                        ///< cells of the field
    int32_t walkable_height = 0;      ///< clearance that an agent needs [vx]
    int32_t walkable_climb = 0;       ///< highest step between linked neighbours [vx]
    std::vector<Run> runs;            ///< all runs, row by row
    std::vector<uint32_t> row_run;    ///< depth + 1 entries: row z has the runs row_run[z] .. row_run[z + 1] - 1
    std::vector<uint32_t> row_span;   ///< depth + 1 entries: row z has the open spans row_span[z] .. row_span[z + 1] - 1
    std::vector<uint16_t> floor;      ///< height of the floor of each open span, relative to the grid's y0 [vx]
    std::vector<uint16_t> clearance;  ///< free height above each floor [vx]; kMaxHeight - floor if nothing is above it
    std::vector<uint8_t> area;        ///< area id of each open span; 0: not walkable
    std::vector<uint8_t> links;       ///< for each open span: bit d is set if it has a neighbour in Direction d
    std::vector<uint32_t> up;         ///< neighbour of each open span in +z, or kNoIndex
    std::vector<uint32_t> down;       ///< neighbour of each open span in -z, or kNoIndex

    std::vector<uint8_t> carved;   ///< for each open span: 1 if a volume removed the ground there, else 0; may be empty
    std::vector<uint8_t> outside;  ///< for each open span: area id if outside the tile, else 0; empty before the stage regions

    /// Number of open spans.
    uint32_t span_count() const { return uint32_t(floor.size()); }
};

/// Largest number of open spans of one field. Contours pack a span index and a direction (2 bits) into 32 bits.
constexpr uint64_t kMaxOpenSpans = (uint64_t{1} << 30) - 1;

/// Distance of each open span to the border of its area.
struct DistanceField {
    std::vector<uint16_t> distance;  ///< blurred chamfer distance of each open span [1/2 cell]
    uint16_t max_distance = 0;       ///< largest distance before the blur [1/2 cell]
};

}  // namespace navspan
