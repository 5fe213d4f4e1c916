#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/lattice.h"

namespace navspan {

constexpr int32_t kMaxHeight = 65535;  ///< largest height in a grid [vx]
constexpr double kMaxErosion = 32767;  ///< largest radius of the Euclidean erosion [cell]; limited by 16-bit counters

/// Fate of a solid span: walkable, or the reason why it is not walkable.
enum class SpanFate : uint8_t {
    walkable,    ///< walkable
    steep,       ///< not walkable: the triangle at its top is too steep, faces down, or is excluded by a rule
    ledge,       ///< not walkable: removed by the ledge filter
    low_height,  ///< not walkable: removed by the low height filter
};

/// A solid interval of a column. Occupies heights [bottom, top).
struct Span {
    uint16_t bottom = 0;              ///< lower end, relative to the grid's y0 [vx]
    uint16_t top = 0;                 ///< upper end, relative to the grid's y0 [vx], > bottom
    uint8_t area = 0;                 ///< area id of its top; 0: not walkable
    SpanFate fate = SpanFate::steep;  ///< SpanFate::walkable if and only if area != 0
    /// Memberwise comparison.
    friend bool operator==(const Span&, const Span&) = default;
};

/// The solid spans of all columns of a grid. Cell (x, z) is column z * width + x. A column has the spans spans[first[column]]
/// .. spans[first[column + 1] - 1], disjoint and ordered from bottom to top.
struct Heightfield {
    Grid grid;                    ///< cells of the field
    std::vector<uint32_t> first;  ///< index of the first span of each column in `spans`, then spans.size()
    std::vector<Span> spans;      ///< spans of all columns
};

/// True if `first` has one entry for each column of the grid and an end marker, in ascending order from 0 to spans.size(). Also
/// true for a default-constructed heightfield.
inline bool has_columns(const Heightfield& field) {
    if (field.grid.width < 0 || field.grid.depth < 0) return false;
    const uint64_t columns = cell_count(field.grid);
    if (field.first.empty()) return columns == 0;
    if (field.first.size() != columns + 1 || field.first.front() != 0 || field.first.back() != field.spans.size()) return false;
    uint32_t descents = 0;  // compilers vectorize this loop, but not std::is_sorted
    for (size_t c = 0; c < columns; ++c)
        descents |= uint32_t{field.first[c] > field.first[c + 1]};
    return descents == 0;
}

/// Returns the spans of a column. None if the field has no such column.
inline std::span<const Span> column_spans(const Heightfield& field, size_t column) {
    if (column >= field.first.size() || column + 1 >= field.first.size()) return {};
    const uint32_t first = field.first[column], end = field.first[column + 1];
    if (first > end || end > field.spans.size()) return {};
    return {field.spans.data() + first, end - first};
}
/// Returns the spans of a column, which may be changed. None if the field has no such column.
inline std::span<Span> column_spans(Heightfield& field, size_t column) {
    const std::span<const Span> spans = column_spans(std::as_const(field), column);
    return spans.empty() ? std::span<Span>{} : std::span<Span>{field.spans.data() + field.first[column], spans.size()};
}

/// A compressed solid heightfield, kept in memory to rebuild a tile (rebuild_tile.h).
struct CompressedVoxels {
    Grid grid;                   ///< grid of the heightfield
    uint32_t spans = 0;          ///< number of spans
    std::vector<uint8_t> bytes;  ///< columns, each encoded as its difference from the previous column
};

}  // namespace navspan
