// Filtering of regions. In: raw regions. Out: the region map.
//
// First whole islands go: connected regions with fewer than min_area cells together; in Recast's way, only regions that meet
// along their outlines are connected. Then a region of at most merge_area cells, or one that touches no wall, goes into its
// smallest neighbour of the same area, unless the two meet along several separate borders (the union would enclose something)
// or share a column. This repeats in the order of the regions' numbers until nothing changes. A region that overlaps itself
// vertically (a watershed may wind up a spiral) is cut into monotone pieces before; Recast only reports such a region.
//
// A merge joins two sets of a union-find. The lists of neighbours keep the old numbers and are updated only when they are read:
// every number is replaced by its set's, then adjacent repetitions are left out. The lists are linked, so joining copies
// nothing.
//
// Source: Mononen, Recast (2009). Known differences: outlines of more than 40 000 steps are walked to their end here.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Lists of regions whose items are linked by index, so that two lists become one without a copy. An outline is a ring: its
// last item leads to its first.
struct Item {
    uint32_t region = 0;
    uint32_t next = 0;
};
struct ItemList {
    uint32_t first = 0, last = 0, count = 0;
    uint32_t unique = 0;  // count when repetitions were last taken out
};

class RegionMerger {
public:
    RegionMerger(RegionGraph graph, const RegionParams& params) : graph_(std::move(graph)), params_(params) {
        const size_t size = graph_.cells.size();
        sets_ = UnionFind(size);
        removed_.assign(size, 0);
        updated_at_merge_.assign(size, 0);
        stamp_.assign(size, 0);
        outline_ = link_items(graph_.outline, outline_items_);
        floors_ = link_items(graph_.floors, floor_items_);
    }

    void remove(std::vector<uint8_t> small) { removed_ = std::move(small); }

    /// @param open  per region: 1 where it goes on in a neighbour tile
    void remove_small_islands(const std::vector<uint8_t>& open) {
        std::vector<uint8_t> visited(sets_.size(), 0);
        std::vector<uint32_t> island;
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            if (visited[r]) continue;
            visited[r] = 1;
            island.assign(1, r);
            uint64_t cells = 0;
            bool goes_on = false;
            for (size_t head = 0; head < island.size(); ++head) {
                cells += graph_.cells[island[head]];
                goes_on |= open[island[head]] != 0;
                for_each(outline_items_, outline_[island[head]], [&](uint32_t n) {
                    if (n == 0 || visited[n]) return;
                    visited[n] = 1;
                    island.push_back(n);
                });
            }
            if (goes_on || cells >= params_.min_area) continue;
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

    // per region: the region it went into, 0 = removed
    std::vector<uint32_t> targets() {
        std::vector<uint32_t> out(sets_.size(), 0);
        for (uint32_t r = 1; r < sets_.size(); ++r) {
            const uint32_t root = find(r);
            out[r] = removed_[root] ? 0 : root;
        }
        return out;
    }

private:
    // one ring of items a region
    static std::vector<ItemList> link_items(RegionLists& lists, std::vector<Item>& items) {
        std::vector<ItemList> out(lists.first.size() - 1);
        items.resize(lists.items.size());
        for (size_t r = 1; r < out.size(); ++r) {
            const uint32_t first = lists.first[r], count = lists.first[r + 1] - first;
            for (uint32_t k = first; k < first + count; ++k)
                items[k] = {lists.items[k], k + 1 < first + count ? k + 1 : first};
            out[r] = {first, count == 0 ? first : first + count - 1, count, count};
        }
        lists = {};
        return out;
    }

    template <class Visit>
    static void for_each(const std::vector<Item>& items, const ItemList& list, Visit visit) {
        uint32_t i = list.first;
        for (uint32_t k = 0; k < list.count; ++k, i = items[i].next)
            visit(items[i].region);
    }

    uint32_t find(uint32_t r) { return sets_.find(r); }

    // calls visit(item) along r's outline, up to date
    template <class Visit>
    void for_each_item(uint32_t r, Visit visit) {
        ItemList& list = outline_[r];
        if (updated_at_merge_[r] != merges_) update_list(list);
        updated_at_merge_[r] = merges_;
        for (uint32_t k = 0, i = list.first; k < list.count; ++k, i = outline_items_[i].next)
            visit(i);
    }
    // calls visit(region) along r's outline, up to date
    template <class Visit>
    void for_each_neighbour(uint32_t r, Visit visit) {
        for_each_item(r, [&](uint32_t i) { visit(outline_items_[i].region); });
    }

    void update_list(ItemList& list) {
        if (list.count == 0) return;
        uint32_t kept = 0, last = 0, before = 0;
        for (uint32_t k = 0, i = list.first; k < list.count; ++k) {
            Item& item = outline_items_[i];
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

    bool can_merge(uint32_t r, uint32_t other) {
        if (graph_.area[r] != graph_.area[other]) return false;
        int borders = 0;
        for_each_neighbour(r, [&](uint32_t n) { borders += n == other; });
        if (borders > 1) return false;
        bool above = false;
        for_each(floor_items_, floors_[r], [&](uint32_t floor) { above |= find(floor) == other; });
        return !above;
    }

    // the smallest region that r can be merged with, the first along the outline among equals; r if there is none
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

    // Joins r into `into`; false when `into` does not meet r along its outline (r lies in one of its holes).
    bool join(uint32_t into, uint32_t r) {
        const uint32_t before_a = before_border(into, r), before_b = before_border(r, into);
        if (before_a == kNoIndex || before_b == kNoIndex) return false;
        // both outlines, opened where they met, one after the other; the items of the common border go
        std::vector<Item>& items = outline_items_;
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

    // the item before the first border with `other` along r's outline, or kNoIndex if they do not meet
    uint32_t before_border(uint32_t r, uint32_t other) {
        for_each_item(r, [](uint32_t) {});  // brings the list's last item up to date
        uint32_t before = outline_[r].last, found = kNoIndex;
        for_each_item(r, [&](uint32_t i) {
            if (found == kNoIndex && outline_items_[i].region == other) found = before;
            before = i;
        });
        return found;
    }

    // appends r's floors; repetitions are taken out when there may be many
    void join_floors(uint32_t into, uint32_t r) {
        ItemList &a = floors_[into], &b = floors_[r];
        if (b.count == 0) return;
        if (a.count == 0) {
            std::swap(a, b);
            return;
        }
        floor_items_[a.last].next = b.first;
        a.last = b.last;
        a.count += b.count;
        b.count = 0;
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
    std::vector<Item> outline_items_, floor_items_;
    std::vector<ItemList> outline_, floors_;  // per region
    std::vector<uint32_t> updated_at_merge_;             // number of merges when the outline was brought up to date
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
    for_each_equal(raw.region, 0, field.span_count(), [&](uint32_t i, uint32_t end, uint32_t region) {
        const uint32_t id = final_number[region];
        if (id == 0)
            map.small_spans += end - i - uint32_t(std::count(field.area.begin() + i, field.area.begin() + end, kNullArea));
        std::fill(raw.region.begin() + i, raw.region.begin() + end, id);
        map.cells[id] += end - i;
        map.area[id] = field.area[i];
    });
    map.area[0] = kNullArea;
    map.cells[0] = 0;
    map.region = std::move(raw.region);
    return map;
}

uint32_t cut_self_overlapping_regions(const CompactHeightfield& field, const std::vector<uint8_t>& overlaps_itself,
                                      RawRegions& raw) {
    const uint32_t cut = uint32_t(std::count(overlaps_itself.begin(), overlaps_itself.end(), uint8_t(1)));
    if (cut == 0) return 0;
    std::vector<uint32_t> keys(raw.region.size(), 0);
    const uint32_t spans = field.span_count();
    for_each_equal(raw.region, 0, spans, [&](uint32_t i, uint32_t end, uint32_t region) {
        if (overlaps_itself[region]) std::fill(keys.begin() + i, keys.begin() + end, region);
    });
    const RawRegions pieces = sweep_rows_within(field, keys);

    // the numbers of the cut regions are free now: the others close up
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    uint32_t kept = 0;
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (!overlaps_itself[r]) number[r] = ++kept;
    }
    for_each_equal(raw.region, 0, spans, [&](uint32_t i, uint32_t end, uint32_t region) {
        if (overlaps_itself[region]) {
            std::transform(pieces.region.begin() + i, pieces.region.begin() + end, raw.region.begin() + i,
                           [&](uint32_t piece) { return kept + piece; });
        } else {
            std::fill(raw.region.begin() + i, raw.region.begin() + end, number[region]);
        }
    });
    raw.count = kept + pieces.count;
    return cut;
}

RegionMap merge_regions(const CompactHeightfield& field, RawRegions raw, const RegionParams& params) {
    RegionGraph graph = build_region_graph(field, raw);
    uint32_t cut = 0;
    if (params.split_vertical_overlaps) {
        cut = cut_self_overlapping_regions(field, graph.overlaps_itself, raw);
        if (cut > 0) graph = build_region_graph(field, raw);
    }
    RegionMerger merger(std::move(graph), params);
    if (params.whole_islands) {
        merger.remove(find_small_islands(field, raw, params.min_area));
    } else {
        merger.remove_small_islands(find_regions_at_tile_border(field, raw));
    }
    merger.merge_neighbours();
    RegionMap map = number_regions(field, std::move(raw), merger.targets());
    map.cut_regions = cut;
    return map;
}

}  // namespace navspan
