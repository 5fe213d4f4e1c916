#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bake/field/compact_gaps.h"
#include "core/memory.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// Builds a compact heightfield from gaps, one row at a time.
template <class Height>
class RunBuilder {
public:
    /// @param max_spans  estimated number of spans; reserves memory
    RunBuilder(const Grid& grid, const FilterParams& params, size_t max_spans);

    /// Adds the walkable gaps of the next row.
    /// @param before  the previous row; an empty row if `row` is the first
    void add_row(GapRow<Height>& row, const GapRow<Height>& before);

    CompactHeightfield take() { return std::move(out_); }

private:
    // The open spans of one row.
    struct Spans {
        std::vector<uint16_t> floor, clearance;
        std::vector<uint8_t> area, links;
        std::vector<uint32_t> down;
    };

    using Row = GapRow<Height>;
    using Heights = HeightLanes<Height>;
    // The start of a run: gap `rank` of column `x` or, if rank >= kLow, entry `rank - kLow` of GapRow::low.
    struct Start {
        size_t x, rank;
    };
    static constexpr size_t kLow = size_t{1} << 31;

    // Calls visit(array of the row, array of the field) for all arrays of open spans except `up`.
    template <class Visit>
    void for_each_array(Visit visit) {
        visit(spans_.floor, out_.floor);
        visit(spans_.clearance, out_.clearance);
        visit(spans_.area, out_.area);
        visit(spans_.links, out_.links);
        visit(spans_.down, out_.down);
    }
    void make_room(const Row& row);
    // Calls visit(i, j) for each pair of walkable gaps between which an agent can step: rank i of column a_x in row a, and rank
    // j of column b_x in row b.
    template <class Visit>
    void pair_columns(const Row& a, size_t a_x, const Row& b, size_t b_x, Visit visit) const;
    void pair_gaps(Row& row, const Row& before);
    void list_starts(Row& row);
    void add_low_starts(const Row& row);
    void add_run(Row& row, const Row& before, size_t rank, size_t x);
    void add_low_run(const LowGap& gap);
    void add_interval(Row& row, size_t rank, size_t x, size_t count);
    void link_down(const Row& row, const Row& before, size_t rank, size_t x, size_t count);
    void end_row();

    CompactHeightfield out_;
    std::array<PagePreparer, 6> pages_;  // for the arrays of for_each_array and for `up`
    Spans spans_;
    std::vector<Start> starts_;  // starts of the row's runs
    uint32_t count_ = 0;         // number of spans added for the current row
    uint32_t placed_ = 0;        // number of spans of earlier rows
    size_t z_ = 0;
};

}  // namespace navspan
