#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/lattice.h"

namespace navspan {

constexpr int32_t kMaxHeight = 65535;  ///< top of the vertical range of one grid [vx]
constexpr double kMostErosion = 32767;  ///< largest radius of the Euclidean erosion [cell]; its steps have 16 bits

/// Why a solid span is not walkable, or that it is.
enum class SpanFate : uint8_t {
    walkable,    ///< still walkable
    steep,       ///< its top came from a triangle that is too steep or was ruled out
    ledge,       ///< removed by the ledge filter
    low_height,  ///< removed by the low height filter
};

/// One solid interval of a column. Occupies heights [bottom, top).
struct Span {
    uint16_t bottom = 0;              ///< [vx] above the grid's y0
    uint16_t top = 0;                 ///< [vx] above the grid's y0, > bottom
    uint8_t area = 0;                 ///< area id of the top, 0 = not walkable
    SpanFate fate = SpanFate::steep;  ///< walkable exactly when area != 0
    friend bool operator==(const Span&, const Span&) = default;
};

/// Solid spans of every column of a grid, as rasterisation leaves them. Columns are stored row by row: cell (x, z) is column
/// z * width + x, its spans are spans[first[column]] .. spans[first[column + 1]], bottom to top, disjoint.
struct Heightfield {
    Grid grid;
    std::vector<uint32_t> first;  ///< width * depth + 1 offsets into spans
    std::vector<Span> spans;
};

inline std::span<const Span> column_spans(const Heightfield& field, size_t column) {
    return {field.spans.data() + field.first[column], field.spans.data() + field.first[column + 1]};
}
inline std::span<Span> column_spans(Heightfield& field, size_t column) {
    return {field.spans.data() + field.first[column], field.spans.data() + field.first[column + 1]};
}

}  // namespace navspan
