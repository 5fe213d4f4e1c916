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
// once.
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

// A region's claim on a span: what it cost to grow there, 2 a step from the flooded part, above the region's number. Claims
// compare by cost alone.
using Claim = uint64_t;
constexpr Claim kUnclaimed = ~Claim(0);
constexpr Claim kStep = Claim(2) << 32;
constexpr uint32_t region_of(Claim claim) {
    return uint32_t(claim);
}
constexpr uint32_t cost_of(Claim claim) {
    return uint32_t(claim >> 32);
}

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
        claim_.assign(size_t(field.span_count()) + 1, kUnclaimed);  // one more for "no neighbour", never claimed
        find_open_sides();
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
                if (claim_[i] == kUnclaimed && !flood(i, level)) left.push_back(i);
            }
            std::erase_if(left, [&](uint32_t i) { return claim_[i] != kUnclaimed; });
        }
        grow(left, 0, kUnlimited);

        RawRegions raw;
        raw.count = count_;
        raw.region.resize(field_.span_count());
        for (size_t i = 0; i < raw.region.size(); ++i)
            raw.region[i] = claim_[i] == kUnclaimed ? 0 : region_of(claim_[i]);
        return raw;
    }

private:
    // a span's neighbour in a direction with the same area, or the spare entry behind the last span
    uint32_t left_of(uint32_t i) const { return open_[i] & 1u << kLeft ? i - 1 : none(); }
    uint32_t up_of(uint32_t i) const { return open_[i] & 1u << kUp ? field_.up[i] : none(); }
    uint32_t right_of(uint32_t i) const { return open_[i] & 1u << kRight ? i + 1 : none(); }
    uint32_t down_of(uint32_t i) const { return open_[i] & 1u << kDown ? field_.down[i] : none(); }
    uint32_t none() const { return field_.span_count(); }

    void find_open_sides() {
        const std::vector<uint8_t>& area = field_.area;
        open_.resize(size_t(field_.span_count()) + 1);
        for (uint32_t i = 0; i < field_.span_count(); ++i) {
            const uint8_t links = field_.links[i];
            uint8_t open = 0;
            if (links >> kLeft & 1) open |= uint8_t((area[i - 1] == area[i]) << kLeft);
            if (links >> kUp & 1) open |= uint8_t((area[field_.up[i]] == area[i]) << kUp);
            if (links >> kRight & 1) open |= uint8_t((area[i + 1] == area[i]) << kRight);
            if (links >> kDown & 1) open |= uint8_t((area[field_.down[i]] == area[i]) << kDown);
            open_[i] = open;
        }
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

    // the cheapest claim among the neighbours, the first direction among equals
    Claim cheapest_claim(uint32_t i) const {
        Claim best = claim_[left_of(i)];
        for (const uint32_t n : {up_of(i), right_of(i), down_of(i)}) {
            if (cost_of(claim_[n]) < cost_of(best)) best = claim_[n];
        }
        return best;
    }

    void grow(std::span<const uint32_t> waiting, int level, int rounds) {
        offers_.clear();
        for (const uint32_t i : waiting) {
            if (claim_[i] == kUnclaimed) offer(i);
        }
        while (!offers_.empty()) {
            frontier_.clear();
            for (const auto& [i, claim] : offers_) {
                if (claim_[i] != kUnclaimed) continue;  // offered twice
                claim_[i] = claim;
                frontier_.push_back(i);
            }
            if (--rounds == 0) break;
            offers_.clear();
            for (const uint32_t i : frontier_) {
                for (const uint32_t n : {left_of(i), up_of(i), right_of(i), down_of(i)}) {
                    if (n != none() && claim_[n] == kUnclaimed && distance_[n] >= level) offer(n);
                }
            }
        }
    }

    void offer(uint32_t i) {
        const Claim claim = cheapest_claim(i);
        if (claim != kUnclaimed) offers_.push_back({i, claim + kStep});
    }

    // whether another region is among the 8 cells around
    bool meets_another(uint32_t i, uint32_t id) const {
        const auto foreign = [&](uint32_t n) { return claim_[n] != kUnclaimed && region_of(claim_[n]) != id; };
        const uint32_t left = left_of(i), up = up_of(i), right = right_of(i), down = down_of(i);
        if (foreign(left) || foreign(up) || foreign(right) || foreign(down)) return true;
        return (left != none() && foreign(up_of(left))) || (up != none() && foreign(right_of(up))) ||
               (right != none() && foreign(down_of(right))) || (down != none() && foreign(left_of(down)));
    }

    // Starts a region at a span; false when every span reached meets another region already.
    bool flood(uint32_t seed, int level) {
        const uint32_t id = count_ + 1;
        const int lowest = std::max(level - 2, 0);
        bool any = false;
        stack_.assign(1, seed);
        claim_[seed] = id;
        while (!stack_.empty()) {
            const uint32_t i = stack_.back();
            stack_.pop_back();
            if (meets_another(i, id)) {
                claim_[i] = kUnclaimed;
                continue;
            }
            any = true;
            for (const uint32_t n : {left_of(i), up_of(i), right_of(i), down_of(i)}) {
                if (n == none() || claim_[n] != kUnclaimed || distance_[n] < lowest) continue;
                claim_[n] = id;
                stack_.push_back(n);
            }
        }
        if (any) ++count_;
        return any;
    }

    const CompactHeightfield& field_;
    const std::vector<uint16_t>& distance_;
    int top_level_;
    std::vector<Claim> claim_;
    std::vector<uint8_t> open_;  // per span: bit d is set when the neighbour in Direction d has the same area
    std::vector<uint32_t> level_start_, by_level_;
    std::vector<std::pair<uint32_t, Claim>> offers_;
    std::vector<uint32_t> frontier_, stack_;
    uint32_t count_ = 0;
};

}  // namespace

RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params) {
    return merge_regions(field, Watershed(field, distance).run(), params);
}

}  // namespace navspan
