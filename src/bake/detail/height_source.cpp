// Finds the exact height of the ground at a point.
//
// In: triangles. Then queries: a point and a vertical range.
// Out: the height of the highest triangle at the point within the range, if there is one.
// Idea: The triangles are binned by square blocks of cells, and a query tests the triangles of one bin. If there are few
// triangles, their planes and sides are precomputed. If there are many triangles, each query computes the planes and sides that
// it needs, and the bins are smaller. A triangle is listed in each bin that it touches. If many large triangles overlap, the
// bins are larger, which limits the length of these lists. Long lists are sorted by height if many queries are expected.
// Source: own method.
// Weak cases: Only walkable triangles are used. On an obstacle that the filter `low_hanging` made walkable, the result is the
// ground below the obstacle.

#include "bake/detail/height_source.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "bake/field/open_spans.h"
#include "core/floor_div.h"
#include "core/group_by_count.h"
#include "core/memory.h"
#include "polygon/sort_three.h"

namespace navspan {
namespace {

constexpr size_t kMinPrepared = 0x1000;  // up to this number of triangles, all are precomputed
// More triangles are precomputed only if the grid has at least this many cells for each triangle.
constexpr size_t kCellsPerPrepared = 16;
// More triangles than this per expected query are not precomputed if they are small. Most of them would never be used.
constexpr size_t kTrianglesPerQuery = 4;
// Side of a bin if triangles are not precomputed [cell].
constexpr int32_t kUnpreparedBlock = 2;

// Returns the bounding box of a triangle. The conversion is monotonic, so only the minimum and the maximum are converted.
HeightBounds triangle_bounds(const TriangleHeights& heights, uint32_t triangle) {
    const auto [a, b, c] = heights.source->soup.corners(triangle);
    const DVec3 low = to_grid(heights.source->lattice, heights.grid, min_of(min_of(a, b), c));
    const DVec3 high = to_grid(heights.source->lattice, heights.grid, max_of(max_of(a, b), c));
    return {low.x, high.x, low.z, high.z, low.y, high.y};
}

}  // namespace

std::array<DVec3, 3> height_corners(const GroundTriangles& source, const Grid& grid, uint32_t triangle) {
    std::array<DVec3, 3> corners = source.soup.corners(triangle);
    for (DVec3& corner : corners)
        corner = to_grid(source.lattice, grid, corner);
    return corners;
}

bool prepare_height_triangle(const std::array<DVec3, 3>& corners, HeightTriangle& t) {
    const auto& [a, b, c] = corners;
    const double abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    const double turn = abz * acx - abx * acz;
    if (!(std::fabs(turn) > 1e-12)) return false;
    const DVec3 least = min_of(min_of(a, b), c), most = max_of(max_of(a, b), c);
    static_cast<HeightBounds&>(t) = {least.x, most.x, least.z, most.z, least.y, most.y};
    t.x = a.x, t.z = a.z, t.y = a.y;
    t.slope_x = (abz * (c.y - a.y) - acz * (b.y - a.y)) / turn;
    t.slope_z = (acx * (b.y - a.y) - abx * (c.y - a.y)) / turn;

    // The longest side in z leads from the lowest to the highest corner. The two other sides are on its other side; if one of
    // them is parallel to x, use the other one twice.
    const auto sorted = sort_three(a, b, c, [](const DVec3& p) { return p.z; });
    const DVec3 &low = *sorted.items[0], &middle = *sorted.items[1], &high = *sorted.items[2];
    const bool level_bottom = low.z == middle.z, level_top = middle.z == high.z;
    // The longest side is on the left or, equally often, on the right. A mask avoids a branch.
    const bool is_long_right = (turn < 0) == sorted.is_odd;
    const I64x2 swap_mask = splat<I64x2>(-int64_t{is_long_right});
    const double long_slope = (high.x - low.x) / (high.z - low.z);
    const auto pair_with_long = [&](const DVec3& from, const DVec3& to) {
        const double slope = (to.x - from.x) / (to.z - from.z);
        const auto left_first = [&](double of_long, double of_short) {
            const I64x2 lanes = I64x2(F64x2{of_long, of_short}), swapped = I64x2(F64x2{of_short, of_long});
            return F64x2(lanes ^ ((lanes ^ swapped) & swap_mask));
        };
        constexpr F64x2 kNegateRight{1, -1};
        return SidePair{left_first(low.z, from.z), left_first(low.x, from.x) * kNegateRight,
                        left_first(long_slope, slope) * kNegateRight};
    };
    t.sides[0] = pair_with_long(level_bottom ? middle : low, level_bottom ? high : middle);
    t.sides[1] = pair_with_long(level_top ? low : middle, level_top ? middle : high);
    return true;
}

namespace {

// Returns the first and the last bin that an interval touches. If there is none, the first is greater than the last.
std::pair<int32_t, int32_t> bins_of(double low, double high, double bins_per_cell, int32_t bins) {
    const auto bin_of = [bins_per_cell, bins](double v) {
        return floor_to<int32_t>(std::min(std::max(v * bins_per_cell, -1.0), double(bins)));
    };
    return {std::max(bin_of(low - 2 * kOnTriangle), 0), std::min(bin_of(high + 2 * kOnTriangle), bins - 1)};
}

// Calls visit(bin) for each bin that a triangle touches, and possibly for a few others.
template <class Visit>
void visit_touched_bins(const TriangleHeights& heights, const HeightTriangle& t, Visit visit) {
    const auto [first_z, last_z] = bins_of(t.min_z, t.max_z, heights.bins_per_cell, heights.bins_z);
    for (int32_t z = first_z; z <= last_z; ++z) {
        // Upper bound on the extent in x: a side is extreme at the -z or the +z border of this row of bins.
        const double z0 = std::min(std::max(double(z) * heights.block, t.min_z), t.max_z);
        const double z1 = std::min(std::max((double(z) + 1) * heights.block, t.min_z), t.max_z);
        const F64x2 ends = greatest(least(t.sides[0].at(z0), t.sides[0].at(z1)), least(t.sides[1].at(z0), t.sides[1].at(z1)));
        const auto [first_x, last_x] = bins_of(ends[0], -ends[1], heights.bins_per_cell, heights.bins_x);
        for (int32_t x = first_x; x <= last_x; ++x)
            visit(size_t(z) * size_t(heights.bins_x) + size_t(x));
    }
}

// The bins that a bounding box touches.
CellBox bins_of_box(const TriangleHeights& heights, const CellBox& cells) {
    const int shift = std::countr_zero(uint32_t(heights.block));
    return {cells.first_x >> shift, cells.last_x >> shift, cells.first_z >> shift, cells.last_z >> shift};
}

int64_t size_of(const CellBox& box) {
    return int64_t{box.last_x - box.first_x + 1} * (box.last_z - box.first_z + 1);
}

// Calls visit(bin) for each bin that a triangle touches. If its bounding box has few bins, visits all of them.
// @param prepared  the triangle, or null: it is prepared if needed
template <class Visit>
void visit_box_bins(const TriangleHeights& heights, const BoxedTriangle& triangle, const HeightTriangle* prepared,
                    Visit visit) {
    constexpr int64_t kSmall = 4;  // maximum number of bins of a small triangle
    const CellBox box = bins_of_box(heights, triangle.cells);
    if (size_of(box) > kSmall) {
        HeightTriangle t;
        if (!prepared && prepare_height_triangle(height_corners(*heights.source, heights.grid, triangle.index), t))
            prepared = &t;
        if (prepared) visit_touched_bins(heights, *prepared, visit);
        return;
    }
    for (int32_t z = box.first_z; z <= box.last_z; ++z) {
        for (int32_t x = box.first_x; x <= box.last_x; ++x)
            visit(size_t(z) * size_t(heights.bins_x) + size_t(x));
    }
}

using TriangleLists = std::span<const std::vector<BoxedTriangle>>;

void set_block(TriangleHeights& heights, int32_t block) {
    heights.block = block;
    heights.bins_per_cell = 1.0 / block;
    heights.bins_x = (heights.grid.width + block - 1) / block;
    heights.bins_z = (heights.grid.depth + block - 1) / block;
}

size_t bin_count(const TriangleHeights& heights) {
    return size_t(heights.bins_x) * size_t(heights.bins_z);
}

constexpr uint64_t kItemsPerTriangle = 4;

// Returns the number of bins that the bounding boxes touch.
uint64_t bins_in_boxes(const TriangleHeights& heights, TriangleLists lists) {
    uint64_t bins = 0;
    for (const auto& list : lists)
        for (const BoxedTriangle& t : list)
            bins += uint64_t(size_of(bins_of_box(heights, t.cells)));
    return bins;
}

// True if the bins hold at most `limit` items. Most levels are decided by the bounding boxes.
bool are_items_within(const TriangleHeights& heights, TriangleLists lists, uint64_t limit) {
    if (bins_in_boxes(heights, lists) <= limit) return true;
    uint64_t items = 0;
    for (const auto& list : lists) {
        for (size_t i = 0; i < list.size() && items <= limit; ++i)
            visit_box_bins(heights, list[i], nullptr, [&](size_t) { ++items; });
    }
    return items <= limit;
}

// Sets the side of the bins. Starts with `block`, and doubles it until the bins hold few items. Bins then hold many items only
// if many of their triangles overlap, and a query has to test overlapping triangles anyway.
void choose_bins(TriangleHeights& heights, int32_t block, TriangleLists lists, size_t triangles) {
    constexpr uint64_t kFewItems = uint64_t{1} << 17, kItemsPerBin = 2;
    const auto limit = [&] { return std::max(kFewItems, kItemsPerTriangle * triangles + kItemsPerBin * bin_count(heights)); };
    set_block(heights, block);
    while (bin_count(heights) > 1 && !are_items_within(heights, lists, limit()))
        set_block(heights, 2 * heights.block);
}

// True if all triangles are to be precomputed. Sets the side of the bins to kUnpreparedBlock.
bool is_worth_preparing(TriangleHeights& heights, TriangleLists lists, size_t triangles, size_t queries) {
    set_block(heights, kUnpreparedBlock);
    if (triangles > std::max(kMinPrepared, size_t(cell_count(heights.grid)) / kCellsPerPrepared)) return false;
    return triangles <= kTrianglesPerQuery * queries || bins_in_boxes(heights, lists) > kItemsPerTriangle * triangles;
}

HeightBounds bounds_of(const TriangleHeights& heights, uint32_t item) {
    if (heights.prepared.empty()) return triangle_bounds(heights, item);
    return heights.prepared[item];
}

// Sorts the items of tall bins by their lowest y, if the expected number of queries makes this worthwhile.
void sort_tall_bins(TriangleHeights& heights, size_t queries) {
    if (queries < TriangleHeights::kTallBin * bin_count(heights)) return;
    std::vector<std::pair<HeightBounds, uint32_t>> sorted;  // the items of a bin
    for (size_t bin = 0; bin < bin_count(heights); ++bin) {
        if (!heights.is_tall(bin)) continue;
        const uint32_t begin = heights.bin_first[bin], end = heights.bin_first[bin + 1];
        sorted.clear();
        for (uint32_t k = begin; k < end; ++k)
            sorted.emplace_back(bounds_of(heights, heights.items[k]), heights.items[k]);
        std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first.min_y < b.first.min_y; });
        heights.highest.resize(heights.items.size());
        double highest = sorted.front().first.max_y;
        for (uint32_t k = begin; k < end; ++k) {
            const auto& [bounds, item] = sorted[k - begin];
            heights.items[k] = item;
            heights.highest[k] = highest = std::max(highest, bounds.max_y);
        }
    }
}

// Returns the items of a bin that can be in the query's vertical range.
std::span<const uint32_t> items_in_range(const TriangleHeights& heights, size_t bin, const HeightQuery& query) {
    const std::span<const uint32_t> items(heights.items.data() + heights.bin_first[bin],
                                          heights.items.data() + heights.bin_first[bin + 1]);
    if (heights.highest.empty() || !heights.is_tall(bin)) return items;
    const double* const highest = heights.highest.data() + heights.bin_first[bin];
    const size_t begin = size_t(std::lower_bound(highest, highest + items.size(), query.lowest) - highest);
    const auto end = std::partition_point(items.begin(), items.end(),
                                          [&](uint32_t item) { return bounds_of(heights, item).min_y <= query.highest; });
    return items.subspan(begin, std::max(begin, size_t(end - items.begin())) - begin);
}

// Calls visit(triangle) for an item if is_needed(its bounding box) is true.
template <class IsNeeded, class Visit>
void visit_item(const TriangleHeights& heights, uint32_t item, IsNeeded is_needed, Visit visit) {
    if (!heights.prepared.empty()) {
        if (is_needed(heights.prepared[item])) visit(heights.prepared[item]);
        return;
    }
    if (!is_needed(triangle_bounds(heights, item))) return;
    HeightTriangle t;
    if (prepare_height_triangle(height_corners(*heights.source, heights.grid, item), t)) visit(t);
}

}  // namespace

TriangleHeights bin_triangles(const GroundTriangles& source, const Grid& grid, TriangleLists lists, size_t queries) {
    size_t triangles = 0;
    for (const auto& list : lists)
        triangles += list.size();
    TriangleHeights heights;
    heights.source = &source;
    heights.grid = grid;
    const int32_t block = heights.block;
    const bool prepares = is_worth_preparing(heights, lists, triangles, queries);
    choose_bins(heights, prepares ? block : kUnpreparedBlock, lists, triangles);
    const size_t bins = bin_count(heights);
    heights.bin_first.assign(bins + 1, 0);
    if (bins == 0) return heights;

    if (!prepares) {
        const auto for_each_pair = [&](auto visit) {
            for (const auto& list : lists)
                for (const BoxedTriangle& t : list)
                    visit_box_bins(heights, t, nullptr, [&](size_t bin) { visit(bin, t.index); });
        };
        group_by_count(bins, for_each_pair, heights.bin_first, heights.items);
        sort_tall_bins(heights, queries);
        return heights;
    }
    std::vector<BoxedTriangle> boxes;  // of the prepared triangles
    heights.prepared.reserve(triangles);
    boxes.reserve(triangles);
    for (const auto& list : lists) {
        for (const BoxedTriangle& boxed : list) {
            HeightTriangle& t = heights.prepared.emplace_back();
            if (prepare_height_triangle(height_corners(source, grid, boxed.index), t)) {
                boxes.push_back(boxed);
            } else {
                heights.prepared.pop_back();
            }
        }
    }
    const auto for_each_pair = [&](auto visit) {
        for (uint32_t i = 0; i < boxes.size(); ++i)
            visit_box_bins(heights, boxes[i], &heights.prepared[i], [&](size_t bin) { visit(bin, i); });
    };
    group_by_count(bins, for_each_pair, heights.bin_first, heights.items);
    sort_tall_bins(heights, queries);
    return heights;
}

std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query) {
    if (heights.bins_x == 0 || heights.bins_z == 0) return std::nullopt;
    const auto bin_of = [&](double v, int32_t bins) {
        return size_t(std::min(std::max(v / heights.block, 0.0), double(bins - 1)));
    };
    const size_t bin = bin_of(query.z, heights.bins_z) * size_t(heights.bins_x) + bin_of(query.x, heights.bins_x);
    std::optional<double> best;
    const auto is_near = [&](const HeightBounds& t) {
        constexpr double kSlack = 2 * kOnTriangle;
        return t.min_y <= query.highest && t.max_y >= query.lowest && t.min_x <= query.x + kSlack &&
               t.max_x >= query.x - kSlack && t.min_z <= query.z + kSlack && t.max_z >= query.z - kSlack;
    };
    const auto add = [&](const HeightTriangle& t) {
        if (!is_on_triangle(t, query.x, query.z)) return;
        const double y = plane_height(t, query.x, query.z);
        if (y < query.lowest || y > query.highest) return;
        if (!best || y > *best) best = y;
    };
    for (const uint32_t item : items_in_range(heights, bin, query))
        visit_item(heights, item, is_near, add);
    return best;
}

std::vector<uint16_t> ceilings_below(const CompactHeightfield& field) {
    std::vector<uint16_t> ceilings;
    if (depth_below_floor(field.walkable_climb) < field.walkable_height) return ceilings;
    resize_prepared(ceilings, field.span_count());
    std::vector<std::pair<int32_t, uint32_t>> spans;  // cell and index of each open span of a row
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        spans.clear();
        for (const Run& run : row_runs(field, z)) {
            for (uint32_t k = 0; k < run.length; ++k)
                spans.emplace_back(run.x0 + int32_t(k), run.first + k);
        }
        std::sort(spans.begin(), spans.end(), [&](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : field.floor[a.second] < field.floor[b.second];
        });
        for (size_t k = 1; k < spans.size(); ++k) {
            const uint32_t below = spans[k - 1].second;
            if (spans[k - 1].first == spans[k].first)
                ceilings[spans[k].second] = uint16_t(field.floor[below] + field.clearance[below]);
        }
    }
    return ceilings;
}

}  // namespace navspan
