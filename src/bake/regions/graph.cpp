// Builds the region graph: the sizes and neighbours of all regions.
//
// In: raw regions.
// Out: for each region: its number of cells, its area, the regions along its outline, and the regions that share a column with
// it.
// Idea: Sizes and shared columns are found on segments: consecutive spans of a run in one region. Each outline is followed
// along its cell edges, counter-clockwise seen from above. Borders of holes are not followed.
// Source: Mononen, Recast (2009), region filtering.
// Weak cases: merge.cpp may treat the regions in a hole as a separate island.

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <tuple>

#include "bake/field/open_spans.h"
#include "bake/regions/internal.h"
#include "core/group_by_count.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Collects pairs of regions that share a column. A small direct-mapped cache drops most duplicates. lists() sorts the pairs and
// drops the other duplicates.
class PairCollector {
public:
    void add(uint32_t a, uint32_t b) {
        if (a > b) std::swap(a, b);
        const uint64_t pair = uint64_t(a) << 32 | b;
        uint64_t& recent = recent_[(a * 31u + b) % recent_.size()];
        if (recent == pair) return;
        recent = pair;
        if (pairs_.size() >= most_) remove_duplicates();
        pairs_.push_back(pair);
    }

    RegionLists lists(uint32_t count) {
        remove_duplicates();
        RegionLists out;
        const auto for_each_neighbour = [&](auto visit) {
            for (const uint64_t pair : pairs_) {
                const uint32_t a = uint32_t(pair >> 32), b = uint32_t(pair);
                visit(a, b);
                visit(b, a);
            }
        };
        group_by_count(size_t(count) + 1, for_each_neighbour, out.first, out.items);
        return out;
    }

private:
    void remove_duplicates() {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
        most_ = std::max(kLeastPairs, 2 * pairs_.size());
    }

    static constexpr size_t kLeastPairs = 1 << 16;
    std::array<uint64_t, 256> recent_{};
    std::vector<uint64_t> pairs_;
    size_t most_ = kLeastPairs;  // number of pairs at which duplicates are removed
};

// Follows the outline that contains the left edge of span `start`. Appends the adjacent regions, without consecutive
// duplicates.
void walk_outline(const CompactHeightfield& field, const std::vector<uint32_t>& region, uint32_t start,
                  std::vector<uint32_t>& out) {
    const size_t begin = out.size();
    const uint32_t own = region[start];
    uint32_t i = start;
    int direction = kLeft;
    do {
        const uint32_t next = neighbour(field, i, direction);
        const uint32_t across = next == kNoIndex ? 0 : region[next];
        if (across != own) {
            if (out.size() == begin || out.back() != across) out.push_back(across);
            direction = (direction + 1) & 3;
        } else {
            i = next;
            direction = (direction + 3) & 3;
        }
    } while (i != start || direction != kLeft);
    if (out.size() > begin + 1 && out.back() == out[begin]) out.pop_back();
}

// Returns the first span of each region in scan order: by row, then x, then floor.
std::vector<uint32_t> find_first_spans(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count) {
    struct First {
        int32_t z = -1, x = 0;
        uint32_t span = kNoIndex;
    };
    std::vector<First> first(size_t(count) + 1);
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t s = segments.first_of_row(field, z); s < segments.first_of_row(field, z + 1); ++s) {
            const RegionSegment& segment = segments.segments[s];
            First& f = first[segment.region];
            const bool earlier = f.span == kNoIndex || (f.z == z && std::tuple(segment.x, field.floor[segment.first]) <
                                                                        std::tuple(f.x, field.floor[f.span]));
            if (earlier) f = {z, segment.x, segment.first};
        }
    }
    std::vector<uint32_t> spans(size_t(count) + 1);
    for (size_t r = 0; r < first.size(); ++r)
        spans[r] = first[r].span;
    return spans;
}

// Calls overlap(region_a, region_b) for each pair of segments that share a cell. The two runs are in one row.
template <class Overlap>
void pair_segments(std::span<const RegionSegment> run, std::span<const RegionSegment> other, Overlap overlap) {
    auto a = run.begin(), b = other.begin();
    while (a != run.end() && b != other.end()) {
        const int32_t end_a = a->x + int32_t(a->length), end_b = b->x + int32_t(b->length);
        if (a->x < end_b && b->x < end_a) overlap(a->region, b->region);
        ++(end_a < end_b ? a : b);
    }
}

// Calls overlap(region_a, region_b) for each pair of segments in the runs of a group that share a cell.
template <class Overlap>
void pair_runs(const CompactHeightfield& field, const RegionSegments& segments, ItemRange group, Overlap overlap) {
    for (size_t a = group.begin; a < group.end; ++a) {
        // The runs of a row are sorted by x0: the later runs that overlap run `a` come immediately after it.
        const int32_t end = field.runs[a].x0 + int32_t(field.runs[a].length);
        for (size_t b = a + 1; b < group.end && field.runs[b].x0 < end; ++b)
            pair_segments(segments.of_run(uint32_t(a)), segments.of_run(uint32_t(b)), overlap);
    }
}

// Runs of a row that overlap in x, directly or through others.
struct RunGroup {
    uint32_t end = 0;       // index after the last run
    bool is_stack = false;  // all runs share a cell
};

// Returns the group that starts with run `first`. `row_end` is the end of the row's runs.
RunGroup group_of_runs(const CompactHeightfield& field, uint32_t first, uint32_t row_end) {
    const Run* const run = field.runs.data();
    const auto end_of = [run](uint32_t k) { return run[k].x0 + int32_t(run[k].length); };
    int32_t nearest = end_of(first), farthest = nearest;
    uint32_t k = first + 1;
    for (; k < row_end && run[k].x0 < farthest; ++k) {
        nearest = std::min(nearest, end_of(k));
        farthest = std::max(farthest, end_of(k));
    }
    return {k, run[k - 1].x0 < nearest};
}

constexpr uint32_t kLeastStack = 32;  // smaller stacks of runs are not recognized

// Recognizes stacks of runs that have the same regions as a stack in this or the previous row with many runs.
class StackMemory {
public:
    void next_row() {
        before_.swap(here_);
        here_.clear();
    }
    // True if the runs [first, end) consist of one segment each, and their regions were seen before.
    bool has(const RegionSegments& segments, uint32_t first, uint32_t end) {
        if (segments.run_first[end] - segments.run_first[first] != end - first) return false;
        std::vector<uint32_t> regions;
        for (uint32_t k = first; k < end; ++k) {
            if (segments.of_run(k).size() != 1) return false;
            regions.push_back(segments.of_run(k)[0].region);
        }
        std::sort(regions.begin(), regions.end());
        const bool is_known = before_.count(regions) > 0;
        return !here_.insert(std::move(regions)).second || is_known;
    }

private:
    std::set<std::vector<uint32_t>> before_, here_;
};

}  // namespace

std::vector<uint8_t> find_self_overlaps(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count) {
    std::vector<uint8_t> overlaps_itself(size_t(count) + 1, 0);
    const auto overlap = [&](uint32_t a, uint32_t b) {
        if (a == b) overlaps_itself[a] = 1;
    };
    std::vector<const RegionSegment*> group;
    std::vector<int32_t> end_of(size_t(count) + 1, INT32_MIN);  // end of the region's segments in the group
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        const uint32_t row_begin = field.row_run[size_t(z)], row_end = field.row_run[size_t(z) + 1];
        if (row_end - row_begin < kLeastStack) {
            pair_runs(field, segments, {row_begin, row_end}, overlap);
            continue;
        }
        for (uint32_t first = row_begin, end = 0; first < row_end; first = end) {
            end = group_of_runs(field, first, row_end).end;
            if (end - first < kLeastStack) {
                pair_runs(field, segments, {first, end}, overlap);
                continue;
            }
            group.clear();
            for (uint32_t s = segments.run_first[first]; s < segments.run_first[end]; ++s)
                group.push_back(&segments.segments[s]);
            std::sort(group.begin(), group.end(), [](const auto* a, const auto* b) { return a->x < b->x; });
            for (const RegionSegment* s : group)
                end_of[s->region] = INT32_MIN;
            for (const RegionSegment* s : group) {
                if (s->x < end_of[s->region]) overlaps_itself[s->region] = 1;
                end_of[s->region] = std::max(end_of[s->region], s->x + int32_t(s->length));
            }
        }
    }
    return overlaps_itself;
}

RegionLists find_stacked_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count,
                                 std::vector<uint8_t>& overlaps_itself) {
    overlaps_itself.assign(size_t(count) + 1, 0);
    PairCollector pairs;
    const auto overlap = [&](uint32_t a, uint32_t b) {
        if (a == b) {
            overlaps_itself[a] = 1;
        } else {
            pairs.add(a, b);
        }
    };
    StackMemory known;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        const uint32_t row_begin = field.row_run[size_t(z)], row_end = field.row_run[size_t(z) + 1];
        if (row_end - row_begin < kLeastStack) {
            pair_runs(field, segments, {row_begin, row_end}, overlap);
            continue;
        }
        known.next_row();
        for (uint32_t first = row_begin, group_end = 0; first < row_end; first = group_end) {
            const RunGroup group = group_of_runs(field, first, row_end);
            group_end = group.end;
            if (group_end - first == 1) continue;
            if (group.is_stack && group_end - first >= kLeastStack && known.has(segments, first, group_end)) continue;
            pair_runs(field, segments, {first, group_end}, overlap);
        }
    }
    return pairs.lists(count);
}

std::vector<uint8_t> find_regions_at_tile_border(const CompactHeightfield& field, const RawRegions& raw) {
    std::vector<uint8_t> open(size_t(raw.count) + 1, 0);
    if (field.outside.empty()) return open;
    // Links are symmetric: scan only the spans outside the tile, which are fewer.
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (field.outside[i] == 0) continue;
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field, i, d);
            if (n != kNoIndex && raw.region[n] != 0) open[raw.region[n]] = 1;
        }
    }
    return open;
}

std::vector<uint8_t> find_small_islands(const CompactHeightfield& field, const RawRegions& raw, uint32_t min_area,
                                        Workers* workers) {
    UnionFind islands(size_t(raw.count) + 1);
    const auto unite = [&](uint32_t r, uint32_t other) {
        if (r != other) islands.unite(r, other);
    };
    const RegionSegments segments = cut_into_segments(field, raw.region, workers);
    const std::vector<RegionSegment>& all = segments.segments;
    std::vector<uint64_t> cells(islands.size(), 0);
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        const uint32_t end = segments.first_of_row(field, z + 1), above_end = segments.first_of_row(field, z + 2);
        for (uint32_t s = segments.first_of_row(field, z); s < end; ++s) {
            cells[all[s].region] += all[s].length;
            const uint32_t last = all[s].first + all[s].length - 1;
            if (field.links[last] >> kRight & 1 && raw.region[last + 1] != 0) unite(all[s].region, raw.region[last + 1]);
            for_each_above(field, all[s], all, end, above_end, [&](uint32_t t) { unite(all[s].region, all[t].region); });
        }
    }
    std::vector<uint8_t> open = find_regions_at_tile_border(field, raw);
    for (uint32_t r = 1; r < islands.size(); ++r) {
        const uint32_t root = islands.find(r);
        if (root == r) continue;
        cells[root] += cells[r];
        open[root] |= open[r];
    }
    std::vector<uint8_t> small(islands.size(), 0);
    for (uint32_t r = 1; r < islands.size(); ++r)
        small[r] = !open[islands.find(r)] && cells[islands.find(r)] < min_area;
    return small;
}

RegionGraph measure_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count) {
    RegionGraph graph;
    const size_t size = size_t(count) + 1;
    graph.cells.assign(size, 0);
    graph.area.assign(size, kNullArea);
    for (const RegionSegment& segment : segments.segments) {
        graph.cells[segment.region] += segment.length;
        graph.area[segment.region] = field.area[segment.first];
    }
    graph.floors = find_stacked_regions(field, segments, count, graph.overlaps_itself);
    return graph;
}

RegionGraph build_region_graph(const CompactHeightfield& field, const RawRegions& raw, Workers* workers) {
    const size_t size = size_t(raw.count) + 1;
    const RegionSegments segments = cut_into_segments(field, raw.region, workers);
    RegionGraph graph = measure_regions(field, segments, raw.count);
    const std::vector<uint32_t> first = find_first_spans(field, segments, raw.count);
    graph.outline.first.assign(size + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r) {
        graph.outline.first[r] = uint32_t(graph.outline.items.size());
        if (first[r] != kNoIndex) walk_outline(field, raw.region, first[r], graph.outline.items);
    }
    graph.outline.first[size] = uint32_t(graph.outline.items.size());
    return graph;
}

}  // namespace navspan
