#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bake/field/compact_gaps.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// Makes a compact heightfield of rows of gaps, given one after the other.
class RunBuilder {
public:
    /// @param most_spans  of all rows, or about as many; memory is set aside for them
    RunBuilder(const Grid& grid, const CompactParams& params, size_t most_spans);

    /// Adds the gaps of the next row whose floors are walkable.
    /// @param before  the row added before, whose gaps have their places
    void add_row(GapRow& row, const GapRow& before);
    /// Adds a row without such gaps.
    void add_empty_row();

    CompactHeightfield take() { return std::move(out_); }

private:
    // what the spans of a row are made of
    struct Spans {
        std::vector<uint16_t> floor, clearance;
        std::vector<uint8_t> area, links;
        std::vector<uint32_t> down;
    };

    struct Start {
        size_t x, rank;
    };

    void list_starts(GapRow& row);
    void add_run(GapRow& row, const GapRow& before, size_t rank, size_t x);
    void add_stretch(GapRow& row, size_t rank, size_t x, size_t count);
    void link_down(const GapRow& row, const GapRow& before, size_t rank, size_t x, size_t count);
    void end_row();

    CompactHeightfield out_;
    Spans spans_;
    std::vector<Start> starts_;  // of the row's runs
    uint32_t count_ = 0;         // spans of the row so far
    uint32_t placed_ = 0;        // spans of the rows before
    size_t z_ = 0;
};

}  // namespace navspan
