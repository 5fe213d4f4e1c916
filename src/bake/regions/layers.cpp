// Layer regions: the partition `layers`.
//
// In: a compact heightfield.
// Out: maximal regions that do not overlap themselves vertically.
// Idea: The row sweep (sweep.cpp) produces small regions. A breadth-first search joins linked small regions with the same area
// id. The search skips regions that share a column with a joined region. Joined regions with fewer than min_area cells are
// removed if they do not continue in a neighbour tile.
// Source: Mononen, Recast (2009), layer partitioning.
// Weak cases: Regions have holes and long borders. If floors overlap vertically, the shapes of their regions depend on the
// search order.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"
#include "bake/regions/regions.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

struct RegionAdjacency {
    uint32_t region, other;
};

// Appends the regions that a segment touches, ordered by x, then direction. Merges consecutive entries for the same region and
// direction.
void add_adjacent_regions(const CompactHeightfield& field, const std::vector<uint32_t>& region, const RegionSegment& segment,
                          std::vector<RegionAdjacency>& out) {
    uint32_t last_up = 0, last_down = 0;
    const uint32_t last = segment.first + segment.length - 1;
    const auto meet = [&](uint32_t other, uint32_t& seen) {
        if (other == seen) return;
        seen = other;
        if (other != 0 && other != segment.region) out.push_back({segment.region, other});
    };
    for (uint32_t i = segment.first; i <= last; ++i) {
        const uint8_t links = field.links[i];
        uint32_t side = 0;
        if (i == segment.first && (links >> kLeft & 1)) meet(region[i - 1], side);
        if (links >> kUp & 1) meet(region[field.up[i]], last_up);
        side = 0;
        if (i == last && (links >> kRight & 1)) meet(region[i + 1], side);
        if (links >> kDown & 1) meet(region[field.down[i]], last_down);
    }
}

// Returns the distinct neighbours of each region, in scan order.
RegionLists find_neighbours(const CompactHeightfield& field, const RawRegions& raw, const RegionSegments& segments) {
    std::vector<RegionAdjacency> meetings;
    for (const RegionSegment& segment : segments.segments)
        add_adjacent_regions(field, raw.region, segment, meetings);

    std::vector<uint32_t> start, others;
    const auto for_each_meeting = [&](auto visit) {
        for (const RegionAdjacency& m : meetings)
            visit(m.region, m.other);
    };
    group_by_count(size_t(raw.count) + 1, for_each_meeting, start, others);

    RegionLists lists;
    lists.first.assign(size_t(raw.count) + 2, 0);
    std::vector<uint32_t> seen_by(size_t(raw.count) + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r) {
        lists.first[r] = uint32_t(lists.items.size());
        for (uint32_t k = start[r]; k < start[size_t(r) + 1]; ++k) {
            if (seen_by[others[k]] == r) continue;
            seen_by[others[k]] = r;
            lists.items.push_back(others[k]);
        }
    }
    lists.first[size_t(raw.count) + 1] = uint32_t(lists.items.size());
    return lists;
}

}  // namespace

RegionMap build_regions_layers(const CompactHeightfield& field, const RegionParams& params, Workers* workers) {
    RawRegions raw = sweep_rows(field);
    const RegionSegments segments = cut_into_segments(field, raw.region, workers);
    const RegionGraph graph = measure_regions(field, segments, raw.count);
    const RegionLists neighbours = find_neighbours(field, raw, segments);
    std::vector<uint8_t> open, small;
    if (params.whole_islands) {
        small = find_small_islands(field, raw, params.min_area, workers);
    } else {
        open = find_regions_at_tile_border(field, raw);
    }
    std::vector<uint32_t> target(size_t(raw.count) + 1, 0);
    // For each region: root of the latest search that has joined a region above or below it. The search must skip this region.
    std::vector<uint32_t> blocked_by_search(size_t(raw.count) + 1, 0);
    std::vector<uint32_t> queue;
    const auto take = [&](uint32_t r, uint32_t root) {
        target[r] = root;
        queue.push_back(r);
        for (const uint32_t floor : graph.floors.of(r))
            blocked_by_search[floor] = root;
    };
    for (uint32_t root = 1; root <= raw.count; ++root) {
        if (target[root] != 0) continue;
        queue.clear();
        take(root, root);
        uint32_t total = 0;
        for (size_t head = 0; head < queue.size(); ++head) {
            const uint32_t r = queue[head];
            total += graph.cells[r];
            for (const uint32_t n : neighbours.of(r)) {
                if (target[n] == 0 && graph.area[n] == graph.area[r] && blocked_by_search[n] != root) take(n, root);
            }
        }
        if (params.whole_islands) {
            if (!small[root]) continue;
        } else {
            const bool leaves_tile = std::any_of(queue.begin(), queue.end(), [&](uint32_t r) { return open[r] != 0; });
            if (leaves_tile || total >= params.min_area) continue;
        }
        // Mark removed regions with kNoIndex: 0 means that no search has visited the region.
        for (const uint32_t r : queue)
            target[r] = kNoIndex;
    }
    for (uint32_t& t : target)
        t = t == kNoIndex ? 0 : t;
    return number_regions(field, std::move(raw), target, workers);
}

}  // namespace navspan
