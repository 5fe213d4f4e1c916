#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/lattice.h"

namespace navspan {

constexpr int32_t kMaxHeight = 65535;  ///< largest height in a grid [vx]
constexpr double kMaxErosion = 32767;  ///< largest radius of the Euclidean erosion [cell]; it uses 16-bit steps

/// Why a solid span is not walkable, or `walkable`.
enum class SpanFate : uint8_t {
    walkable,    ///< walkable
    steep,       ///< its top belongs to a triangle that is too steep or not walkable by a rule
    ledge,       ///< removed by the ledge filter
    low_height,  ///< removed by the low height filter
};

/// A solid interval of a column. Occupies heights [bottom, top).
struct Span {
    uint16_t bottom = 0;              ///< [vx] above the grid's y0
    uint16_t top = 0;                 ///< [vx] above the grid's y0, > bottom
    uint8_t area = 0;                 ///< area id of the top, 0 = not walkable
    SpanFate fate = SpanFate::steep;  ///< SpanFate::walkable if and only if area != 0
    /// Memberwise comparison.
    friend bool operator==(const Span&, const Span&) = default;
};

/// The solid spans of all columns of a grid. Columns are stored row by row: cell (x, z) is column z * width + x. Its spans are
/// spans[first[column]] .. spans[first[column + 1]], disjoint and ordered from bottom to top.
struct Heightfield {
    Grid grid;                    ///< cells of the field
    std::vector<uint32_t> first;  ///< start offset of each column in spans, plus the end: width * depth + 1 entries
    std::vector<Span> spans;      ///< spans of all columns
};

/// The spans of a column.
inline std::span<const Span> column_spans(const Heightfield& field, size_t column) {
    return {field.spans.data() + field.first[column], field.spans.data() + field.first[column + 1]};
}
/// The spans of a column.
inline std::span<Span> column_spans(Heightfield& field, size_t column) {
    return {field.spans.data() + field.first[column], field.spans.data() + field.first[column + 1]};
}

/// The solid heightfield in a few bytes per column, as kept in memory to rebuild a tile (rebuild_tile.h).
struct CompressedVoxels {
    Grid grid;                   ///< grid of the heightfield
    uint32_t spans = 0;          ///< number of spans
    std::vector<uint8_t> bytes;  ///< each column as the difference from the column before it
};

}  // namespace navspan
