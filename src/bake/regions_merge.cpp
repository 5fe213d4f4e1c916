// Filtering of regions. In: raw regions. Out: the region map.
//
// First whole islands go: regions that hang together along their outlines and have fewer than min_area cells together. Then
// regions are merged. A region of at most merge_area cells, or one that touches no wall, goes into its smallest neighbour of
// the same area, unless the two meet along several separate borders (the union would enclose something) or share a column. This
// repeats in the order of the regions' numbers until nothing changes.
//
// A region that lies above itself (a watershed may wind up a spiral) is cut into monotone pieces before all that, and the
// pieces are merged like any others. Recast only reports such a region.
//
// A merge joins two sets of a union-find. The lists of neighbours keep the old numbers and are brought up to date only when
// they are read: replace every number by its set's, then leave out neighbouring repetitions. That gives the same lists as
// correcting all of them at every merge, at a cost that does not grow with the number of regions.
//
// Source: Mononen, Recast (2009). Known differences: outlines of more than 40 000 steps are walked to their end here.

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "regions_internal.h"

namespace navspan {
namespace {

// A list of regions in a growing pool.
struct PoolList {
    uint32_t first = 0, count = 0;
};

class RegionMerger {
public:
    RegionMerger(RegionGraph graph, const RegionParams& params) : graph_(std::move(graph)), params_(params) {
        const size_t size = graph_.cells.size();
        parent_.resize(size);
        std::iota(parent_.begin(), parent_.end(), 0u);
        removed_.assign(size, 0);
        fresh_.assign(size, 0);
        stamp_.assign(size, 0);
        outline_.resize(size);
        floors_.resize(size);
        for (size_t r = 1; r < size; ++r) {
            outline_[r] = {graph_.outline.first[r], graph_.outline.first[r + 1] - graph_.outline.first[r]};
            floors_[r] = {graph_.floors.first[r], graph_.floors.first[r + 1] - graph_.floors.first[r]};
        }
    }

    void remove_small_islands() {
        std::vector<uint8_t> visited(parent_.size(), 0);
        std::vector<uint32_t> island;
        for (uint32_t r = 1; r < parent_.size(); ++r) {
            if (visited[r]) continue;
            visited[r] = 1;
            island.assign(1, r);
            uint64_t cells = 0;
            for (size_t head = 0; head < island.size(); ++head) {
                cells += graph_.cells[island[head]];
                for (const uint32_t n : items(graph_.outline.items, outline_[island[head]])) {
                    if (n == 0 || visited[n]) continue;
                    visited[n] = 1;
                    island.push_back(n);
                }
            }
            if (cells >= params_.min_area) continue;
            for (const uint32_t member : island)
                removed_[member] = 1;
        }
    }

    void merge_neighbours() {
        bool merged = true;
        while (merged) {
            merged = false;
            for (uint32_t r = 1; r < parent_.size(); ++r) {
                if (parent_[r] != r || removed_[r] || graph_.above_itself[r]) continue;
                if (graph_.cells[r] > params_.merge_area && touches_wall(r)) continue;
                const uint32_t into = best_neighbour(r);
                if (into != r && join(into, r)) merged = true;
            }
        }
    }

    // per region: the region it went into, 0 = removed
    std::vector<uint32_t> targets() {
        std::vector<uint32_t> out(parent_.size(), 0);
        for (uint32_t r = 1; r < parent_.size(); ++r) {
            const uint32_t root = find(r);
            out[r] = removed_[root] ? 0 : root;
        }
        return out;
    }

private:
    static std::span<uint32_t> items(std::vector<uint32_t>& pool, PoolList list) {
        return {pool.data() + list.first, list.count};
    }

    uint32_t find(uint32_t r) {
        while (parent_[r] != r)
            r = parent_[r] = parent_[parent_[r]];
        return r;
    }

    // the regions along r's outline, up to date
    std::span<uint32_t> outline(uint32_t r) {
        PoolList& list = outline_[r];
        const std::span<uint32_t> all = items(graph_.outline.items, list);
        if (fresh_[r] == merges_) return all;
        fresh_[r] = merges_;
        uint32_t kept = 0;
        for (const uint32_t n : all) {
            const uint32_t now = find(n);
            if (kept == 0 || all[kept - 1] != now) all[kept++] = now;
        }
        if (kept > 1 && all[kept - 1] == all[0]) --kept;
        list.count = kept;
        return all.first(kept);
    }

    bool touches_wall(uint32_t r) {
        for (const uint32_t n : outline(r)) {
            if (n == 0) return true;
        }
        return false;
    }

    bool may_take(uint32_t r, uint32_t other) {
        if (graph_.area[r] != graph_.area[other]) return false;
        int borders = 0;
        for (const uint32_t n : outline(r))
            borders += n == other;
        if (borders > 1) return false;
        for (const uint32_t floor : items(graph_.floors.items, floors_[r])) {
            if (find(floor) == other) return false;
        }
        return true;
    }

    // the smallest region that r can be merged with, the first along the outline among equals; r if there is none
    uint32_t best_neighbour(uint32_t r) {
        uint32_t best = r, smallest = 0xffffffffu;
        for (const uint32_t n : outline(r)) {
            if (n == 0 || removed_[n] || graph_.above_itself[n] || graph_.cells[n] >= smallest) continue;
            if (!may_take(r, n) || !may_take(n, r)) continue;
            smallest = graph_.cells[n];
            best = n;
        }
        return best;
    }

    // Joins r into `into`; false when `into` does not meet r along its outline (r lies in one of its holes).
    bool join(uint32_t into, uint32_t r) {
        const std::vector<uint32_t> a = opened_at(into, r), b = opened_at(r, into);
        if (a.empty() || b.empty()) return false;
        // both outlines, opened where they met, one after the other
        std::vector<uint32_t>& pool = graph_.outline.items;
        outline_[into] = {uint32_t(pool.size()), uint32_t(a.size() + b.size() - 2)};
        pool.insert(pool.end(), a.begin() + 1, a.end());
        pool.insert(pool.end(), b.begin() + 1, b.end());
        outline_[r].count = 0;

        join_floors(into, r);
        graph_.cells[into] += graph_.cells[r];
        parent_[r] = into;
        ++merges_;
        return true;
    }

    // r's outline from its border with `other` on, that border included; empty if they do not meet
    std::vector<uint32_t> opened_at(uint32_t r, uint32_t other) {
        const std::span<const uint32_t> all = outline(r);
        for (size_t k = 0; k < all.size(); ++k) {
            if (all[k] != other) continue;
            std::vector<uint32_t> out(all.begin() + std::ptrdiff_t(k), all.end());
            out.insert(out.end(), all.begin(), all.begin() + std::ptrdiff_t(k));
            return out;
        }
        return {};
    }

    void join_floors(uint32_t into, uint32_t r) {
        if (floors_[r].count == 0) return;
        std::vector<uint32_t>& pool = graph_.floors.items;
        const uint32_t first = uint32_t(pool.size());
        ++stamps_;
        for (const PoolList list : {floors_[into], floors_[r]}) {
            for (uint32_t k = 0; k < list.count; ++k) {
                const uint32_t floor = find(pool[list.first + k]);
                if (stamp_[floor] == stamps_) continue;
                stamp_[floor] = stamps_;
                pool.push_back(floor);
            }
        }
        floors_[into] = {first, uint32_t(pool.size()) - first};
        floors_[r].count = 0;
    }

    RegionGraph graph_;
    RegionParams params_;
    std::vector<uint32_t> parent_;  // union-find
    std::vector<uint8_t> removed_;
    std::vector<PoolList> outline_, floors_;
    std::vector<uint32_t> fresh_;  // number of merges when the outline was brought up to date
    uint32_t merges_ = 0;
    std::vector<uint32_t> stamp_;
    uint32_t stamps_ = 0;
};

}  // namespace

RegionMap number_regions(const CompactHeightfield& field, RawRegions raw, const std::vector<uint32_t>& target) {
    // dense numbers in the order in which each region's first part comes
    RegionMap map;
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (target[r] == 0) {
            ++map.small_regions;
        } else if (number[target[r]] == 0) {
            number[target[r]] = ++map.region_count;
        }
    }
    std::vector<uint32_t> final_number(size_t(raw.count) + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r)
        final_number[r] = target[r] == 0 ? 0 : number[target[r]];

    map.area.assign(size_t(map.region_count) + 1, kNullArea);
    map.cells.assign(size_t(map.region_count) + 1, 0);
    uint32_t walkable = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        const uint32_t id = final_number[raw.region[i]];
        raw.region[i] = id;
        ++map.cells[id];
        walkable += field.area[i] != kNullArea;
        map.area[id] = field.area[i];
    }
    map.small_spans = walkable - (field.span_count() - map.cells[0]);
    map.area[0] = kNullArea;
    map.cells[0] = 0;
    map.region = std::move(raw.region);
    return map;
}

uint32_t cut_regions_above_themselves(const CompactHeightfield& field, const std::vector<uint8_t>& above_itself,
                                      RawRegions& raw) {
    const uint32_t cut = uint32_t(std::count(above_itself.begin(), above_itself.end(), uint8_t(1)));
    if (cut == 0) return 0;
    std::vector<uint32_t> keys(raw.region.size());
    for (size_t i = 0; i < keys.size(); ++i)
        keys[i] = above_itself[raw.region[i]] ? raw.region[i] : 0;
    const RawRegions pieces = sweep_rows_within(field, keys);

    // the numbers of the cut regions are free now: the others close up
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    uint32_t kept = 0;
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (!above_itself[r]) number[r] = ++kept;
    }
    for (size_t i = 0; i < keys.size(); ++i) {
        raw.region[i] = keys[i] == 0 ? number[raw.region[i]] : kept + pieces.region[i];
    }
    raw.count = kept + pieces.count;
    return cut;
}

RegionMap merge_regions(const CompactHeightfield& field, RawRegions raw, const RegionParams& params) {
    RegionGraph graph = build_region_graph(field, raw);
    uint32_t cut = 0;
    if (params.cut_above_itself) {
        cut = cut_regions_above_themselves(field, graph.above_itself, raw);
        if (cut > 0) graph = build_region_graph(field, raw);
    }
    RegionMerger merger(std::move(graph), params);
    merger.remove_small_islands();
    merger.merge_neighbours();
    RegionMap map = number_regions(field, std::move(raw), merger.targets());
    map.cut_regions = cut;
    return map;
}

}  // namespace navspan
