// Joins the pieces of sheets that were cut because they overlap themselves vertically.
//
// In: raw regions. The pieces have the highest numbers.
// Out: for each region, the region that represents it after joining.
// Idea: Pairs of adjacent pieces are joined in descending order of the length of their common border. A pair is skipped if the
// result would overlap itself vertically. The remaining cuts are at narrow borders, such as the top of a ramp.
// Source: Kruskal, On the shortest spanning subtree of a graph (1956), for the order of joining.
// Weak cases: A cut always runs parallel to x, even where another direction would be shorter, such as across a diagonal ramp.

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "bake/regions/chains.h"
#include "bake/regions/internal.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Two adjacent pieces and the number of cell edges between them.
struct Border {
    uint32_t a = 0, b = 0;  // a < b
    uint32_t length = 0;
};

// Hash set of unordered pairs of numbers. The pair (0, 0) is not allowed, because key 0 marks a free slot.
class PairSet {
public:
    explicit PairSet(size_t expected) { resize(expected); }

    void insert(uint32_t a, uint32_t b) {
        if (2 * (count_ + 1) > slots_.size()) {
            const std::vector<uint64_t> old = std::exchange(slots_, {});
            resize(old.size());
            for (const uint64_t pair : old) {
                if (pair != 0) slots_[slot_of(pair)] = pair;
            }
        }
        const uint64_t pair = key(a, b);
        uint64_t& slot = slots_[slot_of(pair)];
        count_ += slot == 0;
        slot = pair;
    }
    bool has(uint32_t a, uint32_t b) const {
        const uint64_t pair = key(a, b);
        return slots_[slot_of(pair)] == pair;
    }

private:
    static uint64_t key(uint32_t a, uint32_t b) { return uint64_t(std::min(a, b)) << 32 | std::max(a, b); }
    void resize(size_t expected) {
        size_t size = 16;
        while (size < 2 * expected)
            size *= 2;
        slots_.assign(size, 0);
    }
    // Returns the slot of the pair, or the free slot for it.
    size_t slot_of(uint64_t pair) const {
        size_t i = size_t((pair * 0x9e3779b97f4a7c15u) >> 32) & (slots_.size() - 1);
        while (slots_[i] != 0 && slots_[i] != pair)
            i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    std::vector<uint64_t> slots_;  // pairs; 0 marks a free slot; at least twice as many slots as pairs
    size_t count_ = 0;
};

// Returns the borders between pieces with the same area id, longest first. Only reads links between rows: in one row, linked
// spans with the same area id are in the same piece.
std::vector<Border> find_borders(const CompactHeightfield& field, const RawRegions& raw, const RegionSegments& segments,
                                 uint32_t whole) {
    std::vector<Border> borders;
    for (const RegionSegment& segment : segments.segments) {
        if (segment.region <= whole) continue;
        uint32_t last = 0;
        for (uint32_t i = segment.first; i < segment.first + segment.length; ++i) {
            const uint32_t up = field.up[i];
            const uint32_t other = up == kNoIndex ? 0 : raw.region[up];
            const bool touches = other > whole && other != segment.region && field.area[up] == field.area[i];
            if (touches && other == last) ++borders.back().length;
            if (touches && other != last) {
                borders.push_back({std::min(segment.region, other), std::max(segment.region, other), 1});
            }
            last = touches ? other : 0;
        }
    }
    std::sort(borders.begin(), borders.end(),
              [](const Border& s, const Border& t) { return std::tuple(s.a, s.b, s.length) < std::tuple(t.a, t.b, t.length); });
    size_t kept = 0;
    for (const Border& border : borders) {
        if (kept > 0 && borders[kept - 1].a == border.a && borders[kept - 1].b == border.b) {
            borders[kept - 1].length += border.length;
        } else {
            borders[kept++] = border;
        }
    }
    borders.resize(kept);
    std::sort(borders.begin(), borders.end(),
              [](const Border& s, const Border& t) { return std::tuple(t.length, s.a, s.b) < std::tuple(s.length, t.a, t.b); });
    return borders;
}

// Joins sets of pieces that share no column. A join only reads the shorter of two lists (lists_), so all joins take O(n log n).
class SheetJoiner {
public:
    explicit SheetJoiner(const RegionLists& floors) : sets_(floors.first.size() - 1), shared_(floors.items.size() / 2) {
        lists_ = link_regions(floors, items_);
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            for (uint32_t k = floors.first[r]; k < floors.first[size_t(r) + 1]; ++k) {
                if (r < floors.items[k]) shared_.insert(r, floors.items[k]);
            }
        }
    }

    uint32_t find(uint32_t r) { return sets_.find(r); }

    // Joins the sets of two pieces unless the sets share a column.
    void join(uint32_t piece_a, uint32_t piece_b) {
        uint32_t a = find(piece_a), b = find(piece_b);
        if (a == b || shared_.has(a, b)) return;
        if (lists_[a].count < lists_[b].count) std::swap(a, b);
        sets_.unite_under(a, b);
        if (lists_[b].count == 0) return;
        for_each_region(items_, lists_[b], [&](uint32_t region) { shared_.insert(a, find(region)); });
        append(items_, lists_[a], lists_[b]);
    }

private:
    UnionFind sets_;
    std::vector<LinkedRegion> items_;
    std::vector<RegionChain> lists_;  // for each set: regions that share a column with it; find() returns their current sets
    PairSet shared_;
};

}  // namespace

std::vector<uint32_t> join_sheet_parts(const CompactHeightfield& field, const RawRegions& raw, uint32_t whole,
                                       Workers* workers) {
    std::vector<uint32_t> target(size_t(raw.count) + 1);
    std::iota(target.begin(), target.end(), 0u);
    if (whole == raw.count) return target;
    const RegionSegments segments = cut_into_segments(field, raw.region, workers);
    std::vector<uint8_t> overlaps_itself;
    SheetJoiner joiner(find_stacked_regions(field, segments, raw.count, overlaps_itself));
    for (const Border& border : find_borders(field, raw, segments, whole))
        joiner.join(border.a, border.b);
    for (uint32_t r = whole + 1; r <= raw.count; ++r)
        target[r] = joiner.find(r);
    return target;
}

}  // namespace navspan
