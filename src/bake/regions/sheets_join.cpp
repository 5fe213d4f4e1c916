// Joins the pieces of sheets that overlap themselves vertically. In: raw regions, the last of which are such pieces. Out: for
// every region the one it becomes part of.
//
// Pieces that touch are joined one border after another, the longest first, unless the two sets of pieces share a column. So
// floors grow together along their wide borders, and the sets that remain meet in a narrow one: at the top or the foot of a
// ramp, in the middle of a stair. Which sets share a column is kept as a set of pairs. When two sets are joined, the pairs of
// the one with fewer pairs are noted for the other, O(n log n) in all; the names of joined sets are looked up when read.
//
// Source: Kruskal, On the shortest spanning subtree of a graph (1956), for the order of joining. Weak case: the borders are
// those of the monotone pieces, so a cut runs along a row, not across the narrowest place of a slanted ramp.

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "bake/regions/internal.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Two pieces and the number of cell edges between them.
struct Border {
    uint32_t a = 0, b = 0;  // a < b
    uint32_t length = 0;
};

// A set of pairs of numbers, not both 0. Only asked for members, so its order does not matter.
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
    // where the pair is or would be
    size_t slot_of(uint64_t pair) const {
        size_t i = size_t((pair * 0x9e3779b97f4a7c15u) >> 32) & (slots_.size() - 1);
        while (slots_[i] != 0 && slots_[i] != pair)
            i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    std::vector<uint64_t> slots_;  // 0 = free; at least twice as many as pairs
    size_t count_ = 0;
};

// The borders between pieces of one area, the longest first. Only pieces of rows next to each other touch: inside a row, what
// is linked and of one area is one piece.
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

class SheetJoiner {
public:
    explicit SheetJoiner(const RegionLists& floors) : sets_(floors.first.size() - 1), shared_(floors.items.size() / 2) {
        items_.resize(floors.items.size());
        lists_.resize(sets_.size());
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            const uint32_t first = floors.first[r], end = floors.first[size_t(r) + 1];
            for (uint32_t k = first; k < end; ++k) {
                items_[k] = {floors.items[k], k + 1 < end ? k + 1 : kNoIndex};
                if (r < floors.items[k]) shared_.insert(r, floors.items[k]);
            }
            if (first < end) lists_[r] = {first, end - 1, end - first};
        }
    }

    uint32_t find(uint32_t r) { return sets_.find(r); }

    // joins the sets of two pieces unless they share a column
    void join(uint32_t piece_a, uint32_t piece_b) {
        uint32_t a = find(piece_a), b = find(piece_b);
        if (a == b || shared_.has(a, b)) return;
        if (lists_[a].count < lists_[b].count) std::swap(a, b);
        sets_.unite_under(a, b);
        if (lists_[b].count == 0) return;
        for (uint32_t i = lists_[b].first; i != kNoIndex; i = items_[i].next)
            shared_.insert(a, find(items_[i].region));
        items_[lists_[a].last].next = lists_[b].first;
        lists_[a].last = lists_[b].last;
        lists_[a].count += lists_[b].count;
    }

private:
    // the regions that share a column with a set, linked by index; names may be of pieces inside larger sets by now
    struct Item {
        uint32_t region = 0;
        uint32_t next = kNoIndex;
    };
    struct ItemList {
        uint32_t first = kNoIndex, last = kNoIndex, count = 0;
    };

    UnionFind sets_;
    std::vector<Item> items_;
    std::vector<ItemList> lists_;  // per set
    PairSet shared_;
};

}  // namespace

std::vector<uint32_t> join_sheet_parts(const CompactHeightfield& field, const RawRegions& raw, uint32_t whole) {
    std::vector<uint32_t> target(size_t(raw.count) + 1);
    std::iota(target.begin(), target.end(), 0u);
    if (whole == raw.count) return target;
    const RegionSegments segments = cut_into_segments(field, raw.region);
    std::vector<uint8_t> overlaps_itself;
    SheetJoiner joiner(find_stacked_regions(field, segments, raw.count, overlaps_itself));
    for (const Border& border : find_borders(field, raw, segments, whole))
        joiner.join(border.a, border.b);
    for (uint32_t r = whole + 1; r <= raw.count; ++r)
        target[r] = joiner.find(r);
    return target;
}

}  // namespace navspan
