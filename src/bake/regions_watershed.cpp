// Watershed. In: a compact heightfield and its distance field. Out: regions around the maxima of the distance.
//
// The water sinks from the largest distance in steps of 2. At each level the spans that have come dry and belong to no region
// wait: first the known regions grow into them, at most 8 rounds, a span at a time from all sides, each span taking the claim
// of its cheapest neighbour; then each span still waiting starts a new region by flooding what lies no deeper than one level
// below it, but only where no other region is among the 8 cells around. At level 0, and once more at the end, regions grow
// until nothing is left to take.
//
// The order of the waiting spans decides where new regions start: a level's own spans in the order of the cells, then those
// left over from the level above in their order; every 8 levels all of them are put in the order of the cells again. The phase
// of those 8 comes from the largest distance in the whole field.
//
// One stable counting sort gives all levels their spans. A round of growth looks only at the neighbours of what the round
// before it took: rounds write their results after they have looked, so nothing else can change. A span is looked at about
// once. The order inside a flood does not matter, as all it looks at are other regions, and they stand still meanwhile.
//
// Sources: Vincent, Soille, Watersheds in digital spaces (1991); Haumont, Debeir, Sillion, Volumetric cell-and-portal
// generation (2003); Mononen, Recast (2009), for the level stepping, the growth and the rule for new regions. Known weak cases:
// a region that winds up a spiral may come to lie above itself; where the distance is 0 everywhere (nothing is wider than two
// cells) there is no level to start from and no region.

#include <algorithm>
#include <span>
#include <utility>

#include "regions_internal.h"

namespace navspan {
namespace {

// All that is known of a span in one word, so that looking at a neighbour is one load: the region that claimed it (32 bits),
// the sides open to spans of the same area (4 bits, a bit a Direction), what it cost the region to grow there, 2 a step from
// its flooded part (27 bits). A span without a region holds its distance instead of the cost, and the top bit; compared as
// costs, such states are dearer than all others.
using ClaimState = uint64_t;
constexpr int kSidesShift = 32, kCostShift = 36;
constexpr ClaimState kSideBits = ClaimState(15) << kSidesShift;
constexpr ClaimState kUnclaimed = ClaimState(1) << 63;
constexpr ClaimState kStep = ClaimState(2) << kCostShift;
constexpr ClaimState side(Direction d) {
    return ClaimState(1) << (kSidesShift + d);
}
constexpr uint32_t region_of(ClaimState state) {
    return uint32_t(state);
}
constexpr bool is_unclaimed(ClaimState state) {
    return region_of(state) == 0;
}
constexpr uint64_t state_cost(ClaimState state) {
    return state >> kCostShift;
}
// the smallest state of an unclaimed span at this distance
constexpr ClaimState unclaimed_at(int distance) {
    return kUnclaimed | ClaimState(distance) << kCostShift;
}
// what stands behind the last span for "no neighbour": has no region, is dearer than any claim and no span to take
constexpr ClaimState kUnclaimable = kUnclaimed - (ClaimState(1) << kCostShift);

constexpr int kGrowRounds = 8;
constexpr int kUnlimited = -1;
constexpr int kLevelsPerBatch = 8;

// Calls take(i) for all spans of a row in the order of the cells: by x, then by floor. Runs above each other keep their order
// along all of their common cells, as linked spans share free height.
template <class Take>
void for_each_span_by_cell(const CompactHeightfield& field, int32_t z, std::vector<Run>& active, Take take) {
    uint32_t next = field.row_run[size_t(z)];
    const uint32_t row_end = field.row_run[size_t(z) + 1];
    active.clear();
    int32_t x = 0;
    while (next < row_end || !active.empty()) {
        if (active.empty()) x = field.runs[next].x0;
        for (; next < row_end && field.runs[next].x0 == x; ++next) {
            const Run& run = field.runs[next];
            const auto above = std::find_if(active.begin(), active.end(), [&](const Run& other) {
                return field.floor[other.first + uint32_t(x - other.x0)] > field.floor[run.first];
            });
            active.insert(above, run);
        }
        // up to here nothing starts or ends
        int32_t end = next < row_end ? field.runs[next].x0 : active.front().x0 + int32_t(active.front().length);
        for (const Run& run : active)
            end = std::min(end, run.x0 + int32_t(run.length));
        if (active.size() == 1) {
            const Run& run = active.front();
            for (; x < end; ++x)
                take(run.first + uint32_t(x - run.x0));
        }
        for (; x < end; ++x) {
            for (const Run& run : active)
                take(run.first + uint32_t(x - run.x0));
        }
        std::erase_if(active, [&](const Run& run) { return run.x0 + int32_t(run.length) == x; });
    }
}

class Watershed {
public:
    Watershed(const CompactHeightfield& field, const DistanceField& distance)
        : field_(field), distance_(distance.distance), top_level_(((distance.max_distance + 1) & ~1) - 2) {
        // a tile with nothing but narrow ground is a part of a world that has wider
        if (!field.outside.empty()) top_level_ = std::max(top_level_, 0);
        find_states();
        sort_by_level();
    }

    RawRegions run() {
        std::vector<uint32_t> waiting, left;
        int batch_level = 0;
        for (int level = top_level_; level >= 0; level -= 2) {
            const std::span<const uint32_t> own = spans_of_level(level);
            if (batch_level == 0 && !left.empty()) {
                merge_by_cell(own, left, waiting);
            } else {
                waiting.assign(own.begin(), own.end());
                waiting.insert(waiting.end(), left.begin(), left.end());
            }
            batch_level = (batch_level + 1) % kLevelsPerBatch;
            grow(waiting, level, level == 0 ? kUnlimited : kGrowRounds);
            left.clear();
            for (const uint32_t i : waiting) {
                if (is_unclaimed(state_[i]) && !flood(i, level)) left.push_back(i);
            }
            std::erase_if(left, [&](uint32_t i) { return !is_unclaimed(state_[i]); });
        }
        grow(left, 0, kUnlimited);

        RawRegions raw;
        raw.count = count_;
        raw.region.resize(field_.span_count());
        for (size_t i = 0; i < raw.region.size(); ++i)
            raw.region[i] = region_of(state_[i]);
        return raw;
    }

private:
    // a span's neighbour of the same area in a direction, or the spare entry behind the last span
    uint32_t left_of(uint32_t i, ClaimState state) const { return state & side(kLeft) ? i - 1 : none(); }
    uint32_t up_of(uint32_t i, ClaimState state) const { return state & side(kUp) ? field_.up[i] : none(); }
    uint32_t right_of(uint32_t i, ClaimState state) const { return state & side(kRight) ? i + 1 : none(); }
    uint32_t down_of(uint32_t i, ClaimState state) const { return state & side(kDown) ? field_.down[i] : none(); }
    uint32_t none() const { return field_.span_count(); }

    void find_states() {
        const std::vector<uint8_t>& area = field_.area;
        state_.resize(size_t(field_.span_count()) + 1);
        for (uint32_t i = 0; i < field_.span_count(); ++i) {
            const uint8_t links = field_.links[i];
            ClaimState state = unclaimed_at(distance_[i]);
            if (links >> kLeft & 1) state |= ClaimState(area[i - 1] == area[i]) << (kSidesShift + kLeft);
            if (links >> kUp & 1) state |= ClaimState(area[field_.up[i]] == area[i]) << (kSidesShift + kUp);
            if (links >> kRight & 1) state |= ClaimState(area[i + 1] == area[i]) << (kSidesShift + kRight);
            if (links >> kDown & 1) state |= ClaimState(area[field_.down[i]] == area[i]) << (kSidesShift + kDown);
            state_[i] = state;
        }
        state_[none()] = kUnclaimable;
    }

    // level / 2; spans above the first level wait at the first level
    size_t level_index(uint16_t distance) const { return std::min(size_t(distance) / 2, size_t(top_level_) / 2); }

    void sort_by_level() {
        if (top_level_ < 0) return;
        level_start_.assign(size_t(top_level_) / 2 + 2, 0);
        for (uint32_t i = 0; i < field_.span_count(); ++i) {
            if (field_.area[i] != kNullArea) ++level_start_[level_index(distance_[i]) + 1];
        }
        for (size_t k = 1; k < level_start_.size(); ++k)
            level_start_[k] += level_start_[k - 1];
        by_level_.resize(level_start_.back());
        std::vector<uint32_t> fill = level_start_;
        std::vector<Run> active;
        for (int32_t z = 0; z < field_.grid.depth; ++z) {
            for_each_span_by_cell(field_, z, active, [&](uint32_t i) {
                if (field_.area[i] != kNullArea) by_level_[fill[level_index(distance_[i])]++] = i;
            });
        }
    }

    std::span<const uint32_t> spans_of_level(int level) const {
        const size_t k = size_t(level) / 2;
        return {by_level_.data() + level_start_[k], by_level_.data() + level_start_[k + 1]};
    }

    // where the cell of a span comes in a scan: row, x, floor
    uint64_t cell_key(uint32_t i) const {
        const auto row = std::upper_bound(field_.row_span.begin(), field_.row_span.end(), i) - 1;
        const size_t z = size_t(row - field_.row_span.begin());
        const auto run = std::upper_bound(field_.runs.begin() + field_.row_run[z], field_.runs.begin() + field_.row_run[z + 1],
                                          i, [](uint32_t span, const Run& r) { return span < r.first; }) -
                         1;
        return uint64_t(z) << 40 | uint64_t(run->x0 + int32_t(i - run->first)) << 16 | field_.floor[i];
    }

    // Both lists in the order of the cells. `own` is in that order already.
    void merge_by_cell(std::span<const uint32_t> own, const std::vector<uint32_t>& left, std::vector<uint32_t>& out) const {
        std::vector<std::pair<uint64_t, uint32_t>> keyed;
        for (const uint32_t i : left)
            keyed.push_back({cell_key(i), i});
        std::sort(keyed.begin(), keyed.end());
        out.clear();
        auto from = own.begin();
        for (const auto& [key, i] : keyed) {
            const auto to =
                std::upper_bound(from, own.end(), key, [&](uint64_t k, uint32_t span) { return k < cell_key(span); });
            out.insert(out.end(), from, to);
            out.push_back(i);
            from = to;
        }
        out.insert(out.end(), from, own.end());
    }

    void grow(std::span<const uint32_t> waiting, int level, int rounds) {
        offers_.clear();
        for (const uint32_t i : waiting) {
            if (is_unclaimed(state_[i])) offer(i);
        }
        const ClaimState lowest = unclaimed_at(level);
        while (!offers_.empty()) {
            frontier_.clear();
            for (const auto& [i, state] : offers_) {
                if (!is_unclaimed(state_[i])) continue;  // offered twice
                state_[i] = state;
                frontier_.push_back(i);
            }
            if (--rounds == 0) break;
            offers_.clear();
            for (const uint32_t i : frontier_) {
                const ClaimState state = state_[i];
                for (const uint32_t n : {left_of(i, state), right_of(i, state), up_of(i, state), down_of(i, state)}) {
                    if (state_[n] >= lowest) offer(n);
                }
            }
        }
    }

    // Offers an unclaimed span the claim of its cheapest neighbour, the first direction among equals.
    void offer(uint32_t i) {
        const ClaimState state = state_[i];
        ClaimState best = state_[left_of(i, state)];
        for (const uint32_t n : {up_of(i, state), right_of(i, state), down_of(i, state)}) {
            if (state_cost(state_[n]) < state_cost(best)) best = state_[n];
        }
        if (!is_unclaimed(best)) offers_.push_back({i, ((best & ~kSideBits) | (state & kSideBits)) + kStep});
    }

    // whether another region is among the 8 cells around
    bool meets_another(uint32_t i, uint32_t id) const {
        const auto foreign = [&](ClaimState state) { return !is_unclaimed(state) && region_of(state) != id; };
        const ClaimState own = state_[i];
        const uint32_t left = left_of(i, own), up = up_of(i, own), right = right_of(i, own), down = down_of(i, own);
        const ClaimState at_left = state_[left], at_up = state_[up], at_right = state_[right], at_down = state_[down];
        if (foreign(at_left) || foreign(at_up) || foreign(at_right) || foreign(at_down)) return true;
        return foreign(state_[up_of(left, at_left)]) || foreign(state_[right_of(up, at_up)]) ||
               foreign(state_[down_of(right, at_right)]) || foreign(state_[left_of(down, at_down)]);
    }

    // Starts a region at a span; false when every span reached meets another region already.
    bool flood(uint32_t seed, int level) {
        const uint32_t id = count_ + 1;
        const ClaimState lowest = unclaimed_at(std::max(level - 2, 0));
        bool any = false;
        const auto take = [&](uint32_t i) {
            state_[i] = (state_[i] & kSideBits) | id;
            stack_.push_back(i);
        };
        stack_.clear();
        take(seed);
        while (!stack_.empty()) {
            const uint32_t i = stack_.back();
            stack_.pop_back();
            const ClaimState state = state_[i];
            if (meets_another(i, id)) {
                state_[i] = unclaimed_at(distance_[i]) | (state & kSideBits);
                continue;
            }
            any = true;
            // along the row first: its spans lie side by side in memory
            for (const uint32_t n : {up_of(i, state), down_of(i, state), right_of(i, state), left_of(i, state)}) {
                if (state_[n] >= lowest) take(n);
            }
        }
        if (any) ++count_;
        return any;
    }

    const CompactHeightfield& field_;
    const std::vector<uint16_t>& distance_;
    int top_level_;
    std::vector<ClaimState> state_;
    std::vector<uint32_t> level_start_, by_level_;
    std::vector<std::pair<uint32_t, ClaimState>> offers_;
    std::vector<uint32_t> frontier_, stack_;
    uint32_t count_ = 0;
};

}  // namespace

RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params) {
    return merge_regions(field, Watershed(field, distance).run(), params);
}

}  // namespace navspan
