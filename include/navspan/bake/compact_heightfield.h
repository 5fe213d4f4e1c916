#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"

namespace navspan {

/// The four directions in the order in which stages visit them: -x, +z, +x, -z.
enum Direction : uint8_t { kLeft = 0, kUp = 1, kRight = 2, kDown = 3 };

/// A maximal chain of open spans of one row, each connected to the next in +x. Open span first + k lies in cell x0 + k.
struct Run {
    int32_t x0 = 0;       ///< cell of the first open span [cell]
    uint32_t length = 0;  ///< number of open spans, >= 1
    uint32_t first = 0;   ///< index of the first open span
};

/// The open space above walkable solid spans, stored run-ordered: row after row, inside a row run after run (by x0, then by
/// floor), inside a run cell after cell. The left and right neighbours of open span i are therefore i - 1 and i + 1; the
/// neighbours in +z and -z are kept in `up` and `down`, which increase by one along intervals of a run.
struct CompactHeightfield {
    Grid grid;
    int32_t walkable_height = 0;  ///< clearance an agent needs [vx]
    int32_t walkable_climb = 0;   ///< highest step between neighbours [vx]
    std::vector<Run> runs;
    std::vector<uint32_t> row_run;    ///< depth + 1: runs of row z are row_run[z] .. row_run[z + 1]
    std::vector<uint32_t> row_span;   ///< depth + 1: open spans of row z are row_span[z] .. row_span[z + 1]
    std::vector<uint16_t> floor;      ///< per open span: height of its floor [vx]
    std::vector<uint16_t> clearance;  ///< per open span: free height above the floor [vx], kMaxHeight - floor under the sky
    std::vector<uint8_t> area;        ///< per open span: area id, 0 = not walkable
    std::vector<uint8_t> links;       ///< per open span: bit d is set when there is a neighbour in Direction d
    std::vector<uint32_t> up;         ///< per open span: neighbour in +z or kNoIndex
    std::vector<uint32_t> down;       ///< per open span: neighbour in -z or kNoIndex

    std::vector<uint8_t> carved;   ///< empty, or per open span: 1 inside a volume that takes the ground away
    std::vector<uint8_t> outside;  ///< empty, or per open span: area id of one beyond the tile, whose `area` is then 0

    uint32_t span_count() const { return uint32_t(floor.size()); }
};

/// The runs of row z.
inline std::span<const Run> row_runs(const CompactHeightfield& field, int32_t z) {
    return {field.runs.data() + field.row_run[size_t(z)], field.runs.data() + field.row_run[size_t(z) + 1]};
}

/// The neighbour of open span i in direction d, or kNoIndex.
inline uint32_t neighbour(const CompactHeightfield& field, uint32_t i, int d) {
    if (!(field.links[i] >> d & 1)) return kNoIndex;
    switch (d) {
        case kLeft:
            return i - 1;
        case kRight:
            return i + 1;
        case kUp:
            return field.up[i];
        default:
            return field.down[i];
    }
}

/// Most open spans of one field: contours name a cell edge by its span and direction in 32 bits.
constexpr uint64_t kMostOpenSpans = (uint64_t{1} << 30) - 1;

/// What of a grid belongs to the tile [cell], the rest being its halo.
struct TileCells {
    int32_t x0 = 0, z0 = 0, size = 0;
};

/// Moves the area ids of the spans beyond the tile to `outside`: no region grows there any more, and the tile's border knows
/// where one can walk on.
void close_tile(CompactHeightfield& field, const TileCells& tile);

/// True when span i of a closed tile can be left to a neighbour tile in direction d.
inline bool leads_outside(const CompactHeightfield& field, uint32_t i, int d) {
    if (field.outside.empty()) return false;
    const uint32_t n = neighbour(field, i, d);
    return n != kNoIndex && field.outside[n] != 0;
}

}  // namespace navspan
