// Builds the compact heightfield from rows of gaps.
//
// In: rows of gaps with final areas. For each gap, the neighbours in +x and in -z that the agent can step into.
// Out: the compact heightfield: one open span per walkable gap, grouped into runs.
// Idea: Two walkable gaps are linked if the agent can step between them. A run starts at a gap without a link to the left
// and follows the links to the right. Gaps that are adjacent in memory are copied together.
// Source: Mononen, Recast (2009).
// Weak cases: Building is slower if links may climb more than the agent's height.

#include "bake/field/compact_runs.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr uint8_t kLinkedLeft = 1u << kLeft, kLinkedUp = 1u << kUp, kLinkedRight = 1u << kRight, kLinkedDown = 1u << kDown;

template <class Vector>
U8x8 to_bytes(Vector v) {
    return __builtin_convertvector(v, U8x8);
}

template <class Height>
[[gnu::noinline]] void link_to_other_ranks(GapRow<Height>& row, size_t rank, size_t x, HeightLanes<Height> others,
                                           HeightLanes<Height> to) {
    for (size_t lane = 0; lane < kGapLanes; ++lane) {
        if (others[lane] == 0 || row.areas(size_t(to[lane]))[x + lane + 1] == kNullArea) continue;
        row.right(rank)[x + lane] = Height(to[lane]);
        row.links(size_t(to[lane]))[x + lane + 1] = GapRow<Height>::kToOtherRank;
    }
}

// Decides which gaps of a block (eight columns) are linked to the right, and marks their right neighbours.
template <class Height>
void link_to_the_right(GapRow<Height>& row, size_t x, size_t ranks) {
    using Heights = HeightLanes<Height>;
    for (size_t rank = 0; rank < ranks; ++rank) {
        const Height* const areas = row.areas(rank) + x;
        const Heights walkable = load<Heights>(areas) != Heights{};
        if (!any(walkable)) continue;
        Height* const right = row.right(rank) + x;
        const auto to = load<Heights>(right);
        const Heights same = to == splat_height<Height>(int32_t(rank));
        const Heights linked = walkable & same & (load<Heights>(areas + 1) != Heights{});
        store(right, to | ~linked);
        uint8_t* const next = row.links(rank) + x + 1;
        store(next, load<U8x8>(next) | (to_bytes(linked) & GapRow<Height>::kToSameRank));
        const Heights others = walkable & ~same & (to >= Heights{});
        if (any(others)) link_to_other_ranks(row, rank, x, others, to);
    }
}

// Counts gaps from the start of a list, up to the first gap that is not linked to the gap of equal rank on its left.
// @param links  1 for each gap with this link; the last value is not 1
size_t count_linked(const uint8_t* links) {
    for (size_t n = 0;; n += kGapLanes) {
        if (const uint64_t others = load<uint64_t>(links + n) ^ kByteOnes; others != 0)
            return n + size_t(std::countr_zero(others)) / 8;
    }
}

}  // namespace

// Sweeps over both columns from the bottom up. If an agent cannot step between the current two gaps, skips the gap with the
// lower ceiling. The order of the two columns does not matter.
template <class Height>
template <class Visit>
void RunBuilder<Height>::pair_columns(const Row& a, size_t a_x, const Row& b, size_t b_x, Visit visit) const {
    const size_t a_ranks = a.ranks_of(a_x), b_ranks = b.ranks_of(b_x);
    for (size_t i = 0, j = 0; i < a_ranks && j < b_ranks;) {
        const int32_t a_floor = a.floors(i)[a_x], a_ceiling = std::min<int32_t>(a.ceilings(i)[a_x], kMaxHeight);
        const int32_t b_floor = b.floors(j)[b_x], b_ceiling = std::min<int32_t>(b.ceilings(j)[b_x], kMaxHeight);
        const bool fits = std::min(a_ceiling, b_ceiling) - std::max(a_floor, b_floor) >= out_.walkable_height;
        if (a.areas(i)[a_x] == kNullArea) {
            ++i;
        } else if (b.areas(j)[b_x] == kNullArea) {
            ++j;
        } else if (fits && std::abs(a_floor - b_floor) <= out_.walkable_climb) {
            visit(i++, j++);
        } else if (a_ceiling <= b_ceiling) {
            ++i;
        } else {
            ++j;
        }
    }
}

template <class Height>
RunBuilder<Height>::RunBuilder(const Grid& grid, const FilterParams& params, size_t max_spans) {
    out_.grid = grid;
    out_.walkable_height = params.agent.walkable_height;
    out_.walkable_climb = params.link_climb;
    out_.row_run.assign(size_t(grid.depth) + 1, 0);
    out_.row_span.assign(size_t(grid.depth) + 1, 0);
    out_.up.reserve(max_spans);
    for_each_array([max_spans](const auto&, auto& out) { out.reserve(max_spans); });
}

// Appends open spans for `count` linked gaps of one rank, from column x on. Writes eight spans at a time; later spans overwrite
// the surplus.
template <class Height>
void RunBuilder<Height>::add_interval(Row& row, size_t rank, size_t x, size_t count) {
    const Height *ceilings = row.ceilings(rank) + x, *floors = row.floors(rank) + x, *areas = row.areas(rank) + x;
    uint16_t *floor = spans_.floor.data() + count_, *clearance = spans_.clearance.data() + count_;
    uint8_t *area = spans_.area.data() + count_, *links = spans_.links.data() + count_;
    uint32_t* span_indices = row.span_indices(rank) + x;
    U32x4 index = kLaneIndex<U32x4> + (placed_ + count_);
    for (size_t k = 0; k < count; k += kGapLanes, index += 8) {
        const auto top = load<Heights>(ceilings + k), bottom = load<Heights>(floors + k);
        store(floor + k, __builtin_convertvector(bottom, U16x8));
        // If the ceiling is kSky, all bits of `top` are set, and the low 16 bits equal kMaxHeight.
        store(clearance + k, __builtin_convertvector((top | (top == splat_height<Height>(Row::kSky))) - bottom, U16x8));
        store(area + k, to_bytes(load<Heights>(areas + k)));
        store(links + k, uint64_t{kLinkedLeft | kLinkedRight} * kByteOnes);
        if (k + kGapLanes <= count) {
            store(span_indices + k, index);
            store(span_indices + k + 4, index + 4);
        } else {
            for (size_t n = k; n < count; ++n)
                span_indices[n] = uint32_t(placed_ + count_ + n);
        }
    }
}

// Links the spans of the last call of add_interval with their neighbours in the previous row (-z).
template <class Height>
void RunBuilder<Height>::link_down(const Row& row, const Row& before, size_t rank, size_t x, size_t count) {
    const Height* to = row.down(rank) + x;
    uint32_t *down = spans_.down.data() + count_, *up = out_.up.data();
    uint8_t *links = spans_.links.data() + count_, *links_before = out_.links.data();
    const uint32_t index = placed_ + count_;
    for (size_t k = 0; k < count; k += kGapLanes) {
        const Height first = to[k];
        if (k + kGapLanes <= count && first >= 0 && !any(load<Heights>(to + k) ^ splat_height<Height>(first))) {
            const uint32_t* others = before.span_indices(size_t(first)) + x + k;
            const auto low = load<U32x4>(others), high = load<U32x4>(others + 4);
            const uint32_t j = others[0];
            if (j != kNoIndex && !any((low ^ (kLaneIndex<U32x4> + j)) | (high ^ (kLaneIndex<U32x4> + (j + 4))))) {
                store(down + k, low);
                store(down + k + 4, high);
                const U32x4 own = kLaneIndex<U32x4> + uint32_t(index + k);
                store(up + j, own);
                store(up + j + 4, own + 4);
                store(links + k, load<uint64_t>(links + k) | kLinkedDown * kByteOnes);
                store(links_before + j, load<uint64_t>(links_before + j) | kLinkedUp * kByteOnes);
                continue;
            }
        }
        for (size_t n = k; n < std::min(k + kGapLanes, count); ++n) {
            const uint32_t j = to[n] < 0 ? kNoIndex : before.span_indices(size_t(to[n]))[x + n];
            down[n] = j;
            if (j == kNoIndex) continue;
            links[n] |= kLinkedDown;
            up[j] = uint32_t(index + n);
            links_before[j] |= kLinkedUp;
        }
    }
}

template <class Height>
void RunBuilder<Height>::add_run(Row& row, const Row& before, size_t rank, size_t x) {
    const uint32_t first = count_;
    const size_t x0 = x;
    for (Height next = Height(rank); next >= 0;) {
        rank = size_t(next);
        const size_t count = 1 + count_linked(row.links(rank) + x + 1);
        add_interval(row, rank, x, count);
        link_down(row, before, rank, x, count);
        count_ += uint32_t(count);
        x += count;
        next = row.right(rank)[x - 1];
    }
    spans_.links[first] = uint8_t(spans_.links[first] & ~kLinkedLeft);
    spans_.links[count_ - 1] = uint8_t(spans_.links[count_ - 1] & ~kLinkedRight);
    out_.runs.push_back({.x0 = int32_t(x0), .length = count_ - first, .first = placed_ + first});
}

// Links each gap of a row to its right neighbour. Lists the starts of the row's runs, by column, then by floor.
template <class Height>
void RunBuilder<Height>::list_starts(Row& row) {
    starts_.clear();
    for (size_t block = 1; block + 1 < row.ranks.size(); ++block) {
        const size_t ranks = row.ranks[block], x = (block - 1) * kGapLanes;
        if (ranks == 0) continue;
        link_to_the_right(row, x, ranks);
        const auto first = [&row, x](size_t rank) {
            const U8x8 walkable = to_bytes(load<Heights>(row.areas(rank) + x) != Heights{});
            return walkable & U8x8(load<U8x8>(row.links(rank) + x) == U8x8{});
        };
        U8x8 any_first{};
        for (size_t rank = 0; rank < ranks; ++rank)
            any_first |= first(rank);
        for (uint64_t lanes = load<uint64_t>(&any_first); lanes != 0;) {
            const size_t lane = size_t(std::countr_zero(lanes)) / 8;
            lanes &= ~(uint64_t{0xff} << 8 * lane);
            for (size_t rank = 0; rank < ranks; ++rank)
                if (row.areas(rank)[x + lane] != kNullArea && row.links(rank)[x + lane] == 0)
                    starts_.push_back({x + lane, rank});
        }
    }
}

// A low gap (too low for the agent) becomes a run of one span.
template <class Height>
void RunBuilder<Height>::add_low_starts(const Row& row) {
    for (size_t k = 0; k < row.low.size(); ++k)
        starts_.push_back({row.low[k].x, kLow + k});
    const auto floor = [&row](const Start& start) {
        return start.rank < kLow ? int32_t{row.floors(start.rank)[start.x]} : int32_t{row.low[start.rank - kLow].floor};
    };
    std::sort(starts_.begin(), starts_.end(),
              [&floor](const Start& a, const Start& b) { return a.x != b.x ? a.x < b.x : floor(a) < floor(b); });
}

template <class Height>
void RunBuilder<Height>::add_low_run(const LowGap& gap) {
    spans_.floor[count_] = gap.floor;
    spans_.clearance[count_] = uint16_t(gap.ceiling - gap.floor);
    spans_.area[count_] = gap.area;
    spans_.links[count_] = 0;
    spans_.down[count_] = kNoIndex;
    out_.runs.push_back({.x0 = int32_t(gap.x), .length = 1, .first = placed_ + count_});
    ++count_;
}

// Recomputes the links of all gaps. If links may climb more than the agent's height, several gaps of a column can be within
// reach of one gap.
template <class Height>
void RunBuilder<Height>::pair_gaps(Row& row, const Row& before) {
    for (size_t x = 0; x < size_t(out_.grid.width); ++x) {
        for (size_t rank = 0; rank < row.ranks_of(x); ++rank)
            row.right(rank)[x] = row.down(rank)[x] = -1;
        pair_columns(row, x, row, x + 1, [&](size_t i, size_t j) { row.right(i)[x] = Height(j); });
        pair_columns(row, x, before, x, [&](size_t i, size_t j) { row.down(i)[x] = Height(j); });
    }
}

template <class Height>
void RunBuilder<Height>::make_room(const Row& row) {
    size_t most = kGapLanes + row.low.size();
    for (const uint16_t ranks : row.ranks)
        most += ranks * kGapLanes;
    if (spans_.floor.size() >= most) return;
    for_each_array([most](auto& row_array, const auto&) { row_array.resize(most); });
}

template <class Height>
void RunBuilder<Height>::add_row(Row& row, const Row& before) {
    make_room(row);
    if (out_.walkable_climb > out_.walkable_height) pair_gaps(row, before);
    list_starts(row);
    if (!row.low.empty()) add_low_starts(row);
    for (const Start& start : starts_) {
        if (start.rank >= kLow) {
            add_low_run(row.low[start.rank - kLow]);
        } else {
            add_run(row, before, start.rank, start.x);
        }
    }
    end_row();
}

template <class Height>
void RunBuilder<Height>::end_row() {
    auto pages = pages_.begin();
    for_each_array([&](const auto& from, auto& to) {
        pages++->prepare_up_to(to, placed_ + count_);
        to.insert(to.end(), from.begin(), from.begin() + ptrdiff_t(count_));
    });
    placed_ += count_;
    count_ = 0;
    pages->prepare_up_to(out_.up, placed_);
    out_.up.resize(placed_, kNoIndex);
    ++z_;
    out_.row_run[z_] = uint32_t(out_.runs.size());
    out_.row_span[z_] = placed_;
}

template class RunBuilder<int16_t>;
template class RunBuilder<int32_t>;

}  // namespace navspan
