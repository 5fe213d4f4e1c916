// Removes small islands (sets of connected regions) and merges small regions.
//
// In: raw regions.
// Out: the region map.
// Idea: Islands with fewer than min_area cells are removed if they do not continue in a neighbour tile. If a region has at most
// merge_area cells or touches no wall, it is merged into its smallest neighbour with the same area id. Two regions are not
// merged if they share a column or if their union would enclose a hole. Merging is repeated until nothing changes.
// Source: Mononen, Recast (2009).
// Weak cases: none known.

#include <algorithm>
#include <utility>

#include "bake/regions/chains.h"
#include "bake/regions/internal.h"
#include "bake/regions/regions.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// A merge unites two sets of a union-find and links their lists. Outline lists contain old region numbers. Reading a list
// replaces each number by the root of its set and removes consecutive duplicates.
class RegionMerger {
public:
    RegionMerger(RegionGraph graph, const RegionParams& params) : graph_(std::move(graph)), params_(params) {
        const size_t size = graph_.cells.size();
        sets_ = UnionFind(size);
        removed_.assign(size, 0);
        updated_at_merge_.assign(size, 0);
        stamp_.assign(size, 0);
        outline_ = link_regions(graph_.outline, outline_items_);
        graph_.outline = {};
        floors_ = link_regions(graph_.floors, floor_items_);
        graph_.floors = {};
    }

    void remove(std::vector<uint8_t> small) { removed_ = std::move(small); }

    /// Removes islands of fewer than min_area cells. @param open  1 for each region that continues in a neighbour tile
    void remove_small_islands(const std::vector<uint8_t>& open) {
        std::vector<uint8_t> visited(sets_.size(), 0);
        std::vector<uint32_t> island;
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            if (visited[r]) continue;
            visited[r] = 1;
            island.assign(1, r);
            uint64_t cells = 0;
            bool leaves_tile = false;
            for (size_t head = 0; head < island.size(); ++head) {
                cells += graph_.cells[island[head]];
                leaves_tile |= open[island[head]] != 0;
                for_each_region(outline_items_, outline_[island[head]], [&](uint32_t n) {
                    if (n == 0 || visited[n]) return;
                    visited[n] = 1;
                    island.push_back(n);
                });
            }
            if (leaves_tile || cells >= params_.min_area) continue;
            for (const uint32_t member : island)
                removed_[member] = 1;
        }
    }

    void merge_neighbours() {
        bool merged = true;
        while (merged) {
            merged = false;
            for (uint32_t r = 1; r < sets_.size(); ++r) {
                if (!sets_.is_root(r) || removed_[r] || graph_.overlaps_itself[r]) continue;
                if (graph_.cells[r] > params_.merge_area && touches_wall(r)) continue;
                const uint32_t into = best_neighbour(r);
                if (into != r && join(into, r)) merged = true;
            }
        }
    }

    // Returns the region that each region was merged into; 0 = removed.
    std::vector<uint32_t> targets() {
        std::vector<uint32_t> out(sets_.size(), 0);
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            const uint32_t root = find(r);
            out[r] = removed_[root] ? 0 : root;
        }
        return out;
    }

private:
    uint32_t find(uint32_t r) { return sets_.find(r); }

    // Updates the outline list of region r, then calls visit(i) for the index i of each item.
    template <class Visit>
    void for_each_item(uint32_t r, Visit visit) {
        RegionChain& list = outline_[r];
        if (updated_at_merge_[r] != merges_) update_list(list);
        updated_at_merge_[r] = merges_;
        for (uint32_t k = 0, i = list.first; k < list.count; ++k, i = outline_items_[i].next)
            visit(i);
    }
    // Updates the outline list of region r, then calls visit(region) for each region in the list.
    template <class Visit>
    void for_each_neighbour(uint32_t r, Visit visit) {
        for_each_item(r, [&](uint32_t i) { visit(outline_items_[i].region); });
    }

    void update_list(RegionChain& list) {
        if (list.count == 0) return;
        uint32_t kept = 0, last = 0, before = 0;
        for (uint32_t k = 0, i = list.first; k < list.count; ++k) {
            LinkedRegion& item = outline_items_[i];
            const uint32_t next = item.next, now = find(item.region);
            if (kept == 0 || outline_items_[last].region != now) {
                if (kept > 0) outline_items_[last].next = i;
                before = last;
                last = i;
                ++kept;
                item.region = now;
            }
            i = next;
        }
        if (kept > 1 && outline_items_[last].region == outline_items_[list.first].region) {
            last = before;
            --kept;
        }
        outline_items_[last].next = list.first;
        list.last = last;
        list.count = kept;
    }

    bool touches_wall(uint32_t r) {
        bool wall = false;
        for_each_neighbour(r, [&](uint32_t n) { wall |= n == 0; });
        return wall;
    }

    // False in three cases: the areas differ, the regions share a column, or the regions meet along several borders. In the
    // last case, the union would enclose a hole.
    bool can_merge(uint32_t r, uint32_t other) {
        if (graph_.area[r] != graph_.area[other]) return false;
        int borders = 0;
        for_each_neighbour(r, [&](uint32_t n) { borders += n == other; });
        if (borders > 1) return false;
        bool above = false;
        for_each_region(floor_items_, floors_[r], [&](uint32_t floor) { above |= find(floor) == other; });
        return !above;
    }

    // Returns the smallest region that r can be merged with, or r if there is none. Of equally small regions, returns the first
    // along the outline.
    uint32_t best_neighbour(uint32_t r) {
        uint32_t best = r, smallest = 0xffffffffu;
        for_each_neighbour(r, [&](uint32_t n) {
            if (n == 0 || removed_[n] || graph_.overlaps_itself[n] || graph_.cells[n] >= smallest) return;
            if (!can_merge(r, n) || !can_merge(n, r)) return;
            smallest = graph_.cells[n];
            best = n;
        });
        return best;
    }

    // Merges r into `into`. If r lies in a hole of `into`, r is not in the outline list of `into`. The function then changes
    // nothing and returns false.
    bool join(uint32_t into, uint32_t r) {
        const uint32_t before_a = before_border(into, r), before_b = before_border(r, into);
        if (before_a == kNoIndex || before_b == kNoIndex) return false;
        // Remove the items of the common border from both outlines and concatenate the outlines.
        std::vector<LinkedRegion>& items = outline_items_;
        const uint32_t a_count = outline_[into].count - 1, b_count = outline_[r].count - 1;
        const uint32_t a_first = items[items[before_a].next].next, b_first = items[items[before_b].next].next;
        const uint32_t first = a_count > 0 ? a_first : b_first, last = b_count > 0 ? before_b : before_a;
        if (a_count > 0) items[before_a].next = b_count > 0 ? b_first : a_first;
        if (b_count > 0) items[before_b].next = first;
        outline_[into] = {first, last, a_count + b_count, a_count + b_count};
        outline_[r].count = 0;

        join_floors(into, r);
        graph_.cells[into] += graph_.cells[r];
        sets_.unite_under(into, r);
        ++merges_;
        return true;
    }

    // Returns the item before the first occurrence of `other` in the outline of r, or kNoIndex if `other` does not occur.
    uint32_t before_border(uint32_t r, uint32_t other) {
        for_each_item(r, [](uint32_t) {});  // updates outline_[r].last
        uint32_t before = outline_[r].last, found = kNoIndex;
        for_each_item(r, [&](uint32_t i) {
            if (found == kNoIndex && outline_items_[i].region == other) found = before;
            before = i;
        });
        return found;
    }

    // Appends floors_[r] to floors_[into]. Removes duplicates whenever the list has doubled.
    void join_floors(uint32_t into, uint32_t r) {
        RegionChain &a = floors_[into], &b = floors_[r];
        if (b.count == 0) return;
        if (a.count == 0) {
            std::swap(a, b);
            return;
        }
        append(floor_items_, a, b);
        if (a.count < 2 * a.unique) return;
        ++stamps_;
        uint32_t kept = 0, last = a.first;
        for (uint32_t k = 0, i = a.first; k < a.count; ++k) {
            const uint32_t next = floor_items_[i].next, floor = find(floor_items_[i].region);
            if (stamp_[floor] != stamps_) {
                stamp_[floor] = stamps_;
                floor_items_[i].region = floor;
                if (kept > 0) floor_items_[last].next = i;
                last = i;
                ++kept;
            }
            i = next;
        }
        a = {a.first, last, kept, kept};
    }

    RegionGraph graph_;
    RegionParams params_;
    UnionFind sets_;
    std::vector<uint8_t> removed_;
    std::vector<LinkedRegion> outline_items_, floor_items_;
    std::vector<RegionChain> outline_, floors_;  // for each region; outline lists are circular
    std::vector<uint32_t> updated_at_merge_;     // value of merges_ at the last update of each region's outline
    uint32_t merges_ = 0;
    std::vector<uint32_t> stamp_;
    uint32_t stamps_ = 0;
};

}  // namespace

// Without split_vertical_overlaps, regions that overlap themselves vertically are kept and not merged. Without whole_islands,
// only regions that are adjacent along their outlines count as connected, as in Recast.
RegionMap merge_regions(const CompactHeightfield& field, RawRegions raw, const RegionParams& params, Workers* workers) {
    RegionGraph graph = build_region_graph(field, raw, workers);
    uint32_t cut = 0;
    if (params.split_vertical_overlaps) {
        cut = cut_self_overlapping_regions(field, graph.overlaps_itself, raw, workers);
        if (cut > 0) graph = build_region_graph(field, raw, workers);
    }
    RegionMerger merger(std::move(graph), params);
    if (params.whole_islands) {
        merger.remove(find_small_islands(field, raw, params.min_area, workers));
    } else {
        merger.remove_small_islands(find_regions_at_tile_border(field, raw));
    }
    merger.merge_neighbours();
    RegionMap map = number_regions(field, std::move(raw), merger.targets(), workers);
    map.cut_regions = cut;
    return map;
}

}  // namespace navspan
