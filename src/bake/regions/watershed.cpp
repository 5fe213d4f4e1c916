// Watershed partition: regions around the points that are farthest from walls.
//
// In: a compact heightfield and its distance field.
// Out: regions around the maxima of the distance.
// Idea: The level falls from just below the largest distance to 0 in steps of 2. At each level, regions first grow into spans
// whose distance is at least the level. Then each of these spans without a region starts a new region by a flood fill.
// Source: Vincent, Soille, Watersheds in digital spaces (1991); Haumont, Debeir, Sillion, Volumetric cell-and-portal generation
// (2003); Mononen, Recast (2009).
// Weak cases: A region may overlap itself vertically. A bake without tiles makes no regions if no ground is wider than two
// cells, because all distances are then 0.

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bake/regions/internal.h"
#include "bake/regions/regions.h"
#include "core/memory.h"
#include "core/parallel.h"

namespace navspan {
namespace {

/// The region and cost of a span, packed into a number (`claim`), and the index offsets to its neighbours up and down. If there
/// is no neighbour with the same area id, the offset is 0, so loops read the span itself. Reading the span itself does not
/// change the result of a loop.
/// Fields of a claim, from the lowest bit:
/// - region number (half of the bits); 0 if the span is unclaimed (in no region yet)
/// - one bit: 1 if there is a left neighbour
/// - one bit: 1 if there is a right neighbour
/// - cost: number of growth steps from the flooded part of the region. In an unclaimed span: distance / 2, rounded down
/// - 1 if the span is unclaimed. This top bit makes unclaimed spans more expensive than all claimed spans
template <class ClaimBits, class StepBits>
struct SpanState {
    using Claim = ClaimBits;
    using Step = StepBits;
    Claim claim;
    Step up, down;
};
using NarrowState = SpanState<uint32_t, uint16_t>;
using WideState = SpanState<uint64_t, uint32_t>;

constexpr int kGrowRounds = 8;
constexpr int kUnlimited = -1;
constexpr int kLevelsPerBatch = 8;

template <class State>
class Watershed {
public:
    Watershed(const CompactHeightfield& field, const DistanceField& distance, const LevelOrder& levels, Workers* workers)
        : field_(field), distance_(distance.distance), levels_(levels) {
        find_cells(workers);
    }

    /// Returns nullopt if a value does not fit into State.
    /// `waiting` lists the spans without a region, in the order in which they may start new regions: the spans of the level in
    /// scan order, then the spans left from the previous level. At every 8th level, the whole list is in scan order.
    std::optional<RawRegions> run() {
        std::vector<uint32_t> waiting, left;
        int batch_level = 0;
        for (int level = levels_.top; level >= 0 && !overflow_; level -= 2) {
            const std::span<const uint32_t> own = levels_.spans(level);
            if (batch_level == 0 && !left.empty()) {
                merge_in_scan_order(field_, own, left, waiting);
            } else {
                waiting.assign(own.begin(), own.end());
                waiting.insert(waiting.end(), left.begin(), left.end());
            }
            batch_level = (batch_level + 1) % kLevelsPerBatch;
            grow(waiting, level, level == 0 ? kUnlimited : kGrowRounds);
            left.clear();
            for (const uint32_t i : waiting) {
                if (is_unclaimed(cells_[i].claim) && !flood(i, level)) left.push_back(i);
            }
            std::erase_if(left, [&](uint32_t i) { return !is_unclaimed(cells_[i].claim); });
        }
        grow(left, 0, kUnlimited);
        if (overflow_) return std::nullopt;

        RawRegions raw;
        raw.count = count_;
        resize_prepared(raw.region, cells_.size());
        std::transform(cells_.begin(), cells_.end(), raw.region.begin(), [](const State& c) { return region_of(c.claim); });
        return raw;
    }

private:
    using Claim = typename State::Claim;
    static constexpr int kBits = std::numeric_limits<Claim>::digits;
    static constexpr int kLeftShift = kBits / 2, kRightShift = kLeftShift + 1, kCostShift = kLeftShift + 2;
    static constexpr Claim kMaxRegions = (Claim(1) << kLeftShift) - 1;
    static constexpr Claim kSideBits = Claim(3) << kLeftShift;
    static constexpr Claim kUnclaimed = Claim(1) << (kBits - 1);
    static constexpr Claim kMaxCost = (kUnclaimed >> kCostShift) - 1;
    static constexpr Claim kStep = Claim(1) << kCostShift;

    static uint32_t region_of(Claim claim) { return uint32_t(claim & kMaxRegions); }
    static bool is_unclaimed(Claim claim) { return claim >= kUnclaimed; }
    static Claim cost(Claim claim) { return claim >> kCostShift; }
    /// Returns the smallest possible claim of an unclaimed span with this distance.
    static Claim unclaimed_at(int distance) { return kUnclaimed | Claim(distance / 2) << kCostShift; }

    // Return the neighbour in a direction, or the span itself if it has no neighbour in that direction.
    static uint32_t left_of(uint32_t i, const State& c) { return i - uint32_t(c.claim >> kLeftShift & 1); }
    static uint32_t up_of(uint32_t i, const State& c) { return i + c.up; }
    static uint32_t right_of(uint32_t i, const State& c) { return i + uint32_t(c.claim >> kRightShift & 1); }
    static uint32_t down_of(uint32_t i, const State& c) { return i - c.down; }

    void find_cells(Workers* workers) {
        resize_prepared(cells_, field_.span_count());
        const size_t parts = part_count(workers, cells_.size(), kMinRegionSpans);
        std::vector<uint8_t> overflows(parts, 0);
        for_each_part(workers, parts,
                      [&](size_t p, unsigned) { overflows[p] = !find_cells_of(part_range(cells_.size(), parts, p)); });
        overflow_ = std::find(overflows.begin(), overflows.end(), 1) != overflows.end();
    }

    // Sets the entries of cells_ for a range of spans. Returns false if a value does not fit.
    bool find_cells_of(ItemRange range) {
        const uint8_t *const area = field_.area.data(), *const all_links = field_.links.data();
        const uint32_t *const all_up = field_.up.data(), *const all_down = field_.down.data();
        const uint16_t* const distance = distance_.data();
        State* const cells = cells_.data();
        uint32_t distances = 0, steps = 0;
        for (auto i = uint32_t(range.begin), end = uint32_t(range.end); i < end; ++i) {
            const uint8_t links = all_links[i];
            const auto same = [area, i](uint32_t n) { return area[n] == area[i]; };
            const uint32_t at_left = links >> kLeft & 1, at_right = links >> kRight & 1;
            const uint32_t up = links >> kUp & 1 ? all_up[i] - i : 0, down = links >> kDown & 1 ? i - all_down[i] : 0;
            const auto left = Claim(at_left & uint32_t{same(i - at_left)}),
                       right = Claim(at_right & uint32_t{same(i + at_right)});
            cells[i] = {.claim = Claim(unclaimed_at(distance[i]) | left << kLeftShift | right << kRightShift),
                        .up = typename State::Step(same(i + up) ? up : 0),
                        .down = typename State::Step(same(i - down) ? down : 0)};
            distances |= distance[i];
            steps |= up | down;
        }
        return distances / 2 <= kMaxCost && steps <= std::numeric_limits<typename State::Step>::max();
    }

    // Lets regions grow into waiting spans. In each round, each waiting span next to a region joins the region of its cheapest
    // neighbour. The new cost of the span is the neighbour's cost plus 1. A round reads all neighbours before it writes any
    // claim. To avoid branches, loops write every candidate, but only an accepted candidate advances the end of the output.
    void grow(std::span<const uint32_t> waiting, int level, int rounds) {
        make_room(offers_, waiting.size());
        size_t offers = 0;
        for (const uint32_t i : waiting) {
            const Claim own = cells_[i].claim, claim = cheapest_claim(i);
            offers_[offers] = {i, claim};
            offers += size_t{is_unclaimed(own)} & size_t{!is_unclaimed(claim)};
        }
        const Claim lowest = unclaimed_at(level);
        while (offers > 0) {
            const size_t taken = take_offers(offers);
            if (--rounds == 0 || overflow_) break;
            make_room(reached_, 4 * taken);
            size_t reached = 0;
            for (size_t k = 0; k < taken; ++k) {
                const uint32_t i = frontier_[k];
                const State& own = cells_[i];
                for (const uint32_t n : {left_of(i, own), right_of(i, own), up_of(i, own), down_of(i, own)}) {
                    reached_[reached] = n;
                    reached += cells_[n].claim >= lowest;
                }
            }
            make_room(offers_, reached);
            for (offers = 0; offers < reached; ++offers)
                offers_[offers] = {reached_[offers], cheapest_claim(reached_[offers])};
        }
    }

    template <class T>
    static void make_room(std::vector<T>& scratch, size_t size) {
        if (scratch.size() < size) scratch.resize(size);
    }

    // Returns the claim that an unclaimed span gets from its cheapest neighbour; an unclaimed value if no neighbour is claimed.
    // Of equally cheap neighbours, takes the first in the order -x, +z, +x, -z.
    Claim cheapest_claim(uint32_t i) const {
        const State& own = cells_[i];
        Claim best = cells_[left_of(i, own)].claim;
        for (const uint32_t n : {up_of(i, own), right_of(i, own), down_of(i, own)}) {
            const Claim claim = cells_[n].claim;
            best = cost(claim) < cost(best) ? claim : best;
        }
        return is_unclaimed(best) ? best : Claim(((best & ~kSideBits) | (own.claim & kSideBits)) + kStep);
    }

    // Writes the offered claims. A span may have several offers, but these are all equal. Lists the newly claimed spans in
    // frontier_ and returns their number.
    size_t take_offers(size_t offers) {
        make_room(frontier_, offers);
        size_t taken = 0;
        Claim max_claim = 0;
        for (const auto& [i, claim] : std::span(offers_).first(offers)) {
            frontier_[taken] = i;
            taken += is_unclaimed(cells_[i].claim);
            cells_[i].claim = claim;
            max_claim = std::max(max_claim, claim);
        }
        // One more growth step would overflow the cost into the bit that marks unclaimed spans.
        overflow_ |= cost(max_claim) >= kMaxCost;
        return taken;
    }

    // True if one of the 8 neighbours of span i is in another region.
    bool is_adjacent_to_other_region(uint32_t i, uint32_t id) const {
        const auto foreign = [id](const State& c) {
            const uint32_t region = region_of(c.claim);
            return (region != 0) & (region != id);
        };
        const State& own = cells_[i];
        const uint32_t left = left_of(i, own), up = up_of(i, own), right = right_of(i, own), down = down_of(i, own);
        const State &at_left = cells_[left], &at_up = cells_[up], &at_right = cells_[right], &at_down = cells_[down];
        return foreign(at_left) | foreign(at_up) | foreign(at_right) | foreign(at_down) |
               foreign(cells_[up_of(left, at_left)]) | foreign(cells_[right_of(up, at_up)]) |
               foreign(cells_[down_of(right, at_right)]) | foreign(cells_[left_of(down, at_down)]);
    }

    // Floods a new region from `seed`, over spans of this level and the next lower one. Returns false and creates no region if
    // every flooded span is adjacent to another region. The result does not depend on the order of the flood.
    bool flood(uint32_t seed, int level) {
        if (count_ == kMaxRegions) {
            overflow_ = true;
            return false;
        }
        const uint32_t id = count_ + 1;
        const Claim lowest = unclaimed_at(std::max(level - 2, 0));
        const auto claimed = [id](Claim claim) { return Claim((claim & kSideBits) | id); };
        bool any = false;
        make_room(stack_, 64);
        stack_[0] = seed;
        size_t waiting = 1;
        cells_[seed].claim = claimed(cells_[seed].claim);
        while (waiting > 0) {
            const uint32_t i = stack_[--waiting];
            const State own = cells_[i];
            if (is_adjacent_to_other_region(i, id)) {
                cells_[i].claim = unclaimed_at(distance_[i]) | (own.claim & kSideBits);
                continue;
            }
            any = true;
            if (stack_.size() < waiting + 4) make_room(stack_, 2 * stack_.size());
            // Pop the left and right neighbours first, because spans of one row are adjacent in memory.
            for (const uint32_t n : {up_of(i, own), down_of(i, own), right_of(i, own), left_of(i, own)}) {
                const Claim claim = cells_[n].claim;
                const bool takes = claim >= lowest;
                cells_[n].claim = takes ? claimed(claim) : claim;
                stack_[waiting] = n;
                waiting += takes;
            }
        }
        if (any) ++count_;
        return any;
    }

    struct Offer {
        uint32_t span;
        Claim claim;
    };

    const CompactHeightfield& field_;
    const std::vector<uint16_t>& distance_;
    const LevelOrder& levels_;
    std::vector<State> cells_;
    bool overflow_ = false;
    std::vector<Offer> offers_;
    std::vector<uint32_t> frontier_, reached_, stack_;
    uint32_t count_ = 0;
};

}  // namespace

RegionMap build_regions_watershed(const CompactHeightfield& field, const DistanceField& distance, const RegionParams& params,
                                  Workers* workers) {
    const auto regions = [&] {
        const LevelOrder levels = order_by_level(field, distance, workers);
        if (std::optional<RawRegions> raw = Watershed<NarrowState>(field, distance, levels, workers).run())
            return *std::move(raw);
        return *Watershed<WideState>(field, distance, levels, workers).run();
    };
    return merge_regions(field, regions(), params, workers);
}

}  // namespace navspan
