#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// A compact heightfield without spans, whose rows are all empty.
/// @param most_spans  as many as will be added, or about; memory is set aside for them
CompactHeightfield empty_compact_heightfield(const Grid& grid, const CompactParams& params, size_t most_spans);

/// The open spans of one row in the order of its cells, on their way into a compact heightfield.
struct OpenRow {
    std::vector<uint32_t> cell;  ///< width + 1 offsets
    std::vector<uint16_t> floor, ceiling;
    std::vector<uint8_t> area;

    std::vector<uint32_t> right;  ///< per span: span of this row it is linked to, or kNoSpan; the latter also before `follows`
    std::vector<uint8_t> has_left;  ///< per span
    std::vector<uint8_t> follows;   ///< per cell: 1 = its only span is linked to the only span of the cell before
    std::vector<uint32_t> starts;   ///< cells that hold spans and do not follow: runs start only there
    std::vector<uint32_t> place;    ///< per span: index in the compact heightfield

    uint32_t size() const { return cell.back(); }
};

/// Makes a compact heightfield of a grid's rows, given one after the other.
class CompactBuilder {
public:
    /// @param most_spans  of all rows; memory is set aside for them
    CompactBuilder(const Grid& grid, const CompactParams& params, size_t most_spans);

    /// The next row, to be filled in: `cell`, `floor`, `ceiling` and `area`.
    OpenRow& row() { return row_; }
    /// Adds it, linked to itself and to the row before.
    void add_row();

    CompactHeightfield take() { return std::move(out_); }

private:
    CompactParams params_;
    CompactHeightfield out_;
    OpenRow row_, previous_;
    std::vector<uint8_t> to_next_, single_;
    int32_t z_ = 0;
    uint32_t placed_ = 0;
};

}  // namespace navspan
