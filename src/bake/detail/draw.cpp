// Rasterizes the source triangles into the patch of one polygon.
//
// In: a patch whose cells have spans; the source triangles.
// Out: the height of the ground at the centre of each cell. A cell has no ground if no triangle covers its centre within the
// height range of its floor. If all triangles near the patch have the same height, `level` is set and sampling is unnecessary.
// Idea: triangles are rasterized row by row. A cell gets the highest triangle that is neither above its floor nor far below it.

#include <algorithm>
#include <limits>
#include <span>

#include "bake/detail/patch.h"

namespace navspan {
namespace {

// A patch that receives triangles, and the range of the floors of its spans.
struct DrawTarget {
    DetailPatch& patch;
    const CompactHeightfield& field;
    double lowest = 0, highest = 0;  // floors [vx]
};

// Rasterizes `count` cells of a horizontal triangle whose height is within the height range of the floor of every cell.
void draw_level(DetailPatch& patch, size_t at, int32_t count, float y) {
    const uint32_t* const span = patch.span.data() + at;
    float* const ground = patch.ground.data() + at;
    for (int32_t k = 0; k < count; ++k) {
        const float before = ground[k], after = before >= y ? before : y;
        ground[k] = span[k] == kNoIndex ? before : after;
    }
}

// Rasterizes `count` cells of a row, starting at cell x. Ignores heights outside of the range of the cell's floor.
void draw_sloped(const DrawTarget& c, const HeightTriangle& t, size_t at, int32_t count, int32_t x, double centre_z) {
    const uint32_t* const span = c.patch.span.data() + at;
    float* const ground = c.patch.ground.data() + at;
    for (int32_t k = 0; k < count; ++k) {
        if (span[k] == kNoIndex) continue;
        const double y = plane_height(t, c.patch.x0 + x + k + 0.5, centre_z);
        const HeightRange range = ground_range(c.field.floor[span[k]], c.field.walkable_climb);
        if (y < range.lowest || y > range.highest) continue;
        const float rounded = float(round_height(y) - c.patch.base);
        if (!(ground[k] >= rounded)) ground[k] = rounded;
    }
}

// Rasterizes the part of a triangle inside the patch.
void draw_triangle(const DrawTarget& c, const HeightTriangle& t) {
    DetailPatch& patch = c.patch;
    if (t.max_x < patch.x0 || t.min_x > patch.x0 + patch.width) return;
    const double rounded = round_height(t.min_y);
    const bool level = rounded == round_height(t.max_y) && t.min_y >= ground_range(c.highest, c.field.walkable_climb).lowest &&
                       t.max_y <= ground_range(c.lowest, c.field.walkable_climb).highest;
    const float level_y = float(rounded - patch.base);
    // Rows whose centres are within the triangle's range of z.
    constexpr double kSlack = 2 * kOnTriangle;
    const int32_t begin_z = int32_t(std::max(t.min_z - patch.z0 + (0.5 - kSlack), 0.0));
    const int32_t end_z = int32_t(std::min(t.max_z - patch.z0 + (0.5 + kSlack), double(patch.rows.size())));
    for (int32_t z = begin_z; z < end_z; ++z) {
        const auto& row = patch.rows[size_t(z)];
        const double centre = patch.z0 + z + 0.5;
        const RowExtent extent = row_extent(t, centre);
        const double from = extent.from - patch.x0 - 0.5, to = extent.to - patch.x0 - 0.5;
        if (!(from <= to) || to < row.begin || from > row.end - 1) continue;
        const int32_t begin = from > row.begin ? int32_t(from) + (int32_t(from) < from) : row.begin;
        const int32_t end = to < row.end - 1 ? int32_t(to) + 1 : row.end;
        const size_t at = size_t(row.at + begin);
        if (level) {
            draw_level(patch, at, end - begin, level_y);
        } else {
            draw_sloped(c, t, at, end - begin, begin, centre);
        }
    }
}

// True if the bounding box of a triangle may contain the centre of a cell that lies in the bounding box of the patch.
bool may_cover_centre(const DetailPatch& patch, const HeightBounds& t) {
    constexpr double kSlack = 2 * kOnTriangle;
    const auto contains = [](double low, double high, int32_t cells) {
        const double from = std::min(std::max(low - kSlack - 0.5, 0.0), double(cells));
        const int32_t first = int32_t(from) + (int32_t(from) < from);
        return first + 0.5 <= high + kSlack && first < cells;
    };
    return contains(t.min_x - patch.x0, t.max_x - patch.x0, patch.width) &&
           contains(t.min_z - patch.z0, t.max_z - patch.z0, int32_t(patch.rows.size()));
}

// Inclusive range of bins in a row of bins.
struct BinSpan {
    int32_t first = 0, last = -1;
    bool contains(int32_t bin) const { return bin >= first && bin <= last; }
};

// Returns the bins in row bz that contain cells of the patch.
BinSpan bins_in_row(const DetailPatch& patch, const TriangleHeights& heights, int32_t bz) {
    int32_t begin = std::numeric_limits<int32_t>::max(), end = 0;
    const int32_t strip = bz * heights.block - patch.z0;
    for (int32_t z = std::max(strip, 0); z < std::min(strip + heights.block, int32_t(patch.rows.size())); ++z) {
        const auto& row = patch.rows[size_t(z)];
        if (row.begin == row.end) continue;
        begin = std::min(begin, row.begin), end = std::max(end, row.end);
    }
    if (begin >= end) return {};
    return {std::max(patch.x0 + begin, 0) / heights.block, std::min((patch.x0 + end - 1) / heights.block, heights.bins_x - 1)};
}

// Calls visit(items, listed) with the items of each bin that contains cells of the patch. If an item has any of the flags in
// `listed`, an earlier bin of the patch also contains its triangle.
template <class Visit>
void visit_patch_bins(const DetailPatch& patch, const TriangleHeights& heights, Visit visit) {
    const int32_t first_z = std::max(patch.z0, 0) / heights.block;
    const int32_t last_z = std::min((patch.z0 + int32_t(patch.rows.size()) - 1) / heights.block, heights.bins_z - 1);
    BinSpan before;
    for (int32_t z = first_z; z <= last_z; ++z) {
        const BinSpan bins = bins_in_row(patch, heights, z);
        for (int32_t x = bins.first; x <= bins.last; ++x) {
            const size_t bin = size_t(z) * size_t(heights.bins_x) + size_t(x);
            const uint32_t listed = (x > bins.first ? kItemContinuesX : 0) | (before.contains(x) ? kItemContinuesZ : 0);
            const uint32_t first = heights.bin_first[bin], end = heights.bin_first[bin + 1];
            visit(std::span(heights.items).subspan(first, end - first), listed);
        }
        before = bins;
    }
}

// Calls visit(item) for each triangle in the bins that contain cells of the patch. May visit a triangle more than once if the
// triangle is not prepared and touches many bins.
template <class Visit>
void visit_triangles_near(DetailPatch& patch, const TriangleHeights& heights, Visit visit) {
    if (heights.prepared.empty()) {
        visit_patch_bins(patch, heights, [&](std::span<const uint32_t> items, uint32_t listed) {
            for (const uint32_t item : items) {
                if (!(item & listed)) visit(item);
            }
        });
        return;
    }
    std::vector<uint32_t>& stamps = patch.scratch->stamps;
    stamps.resize(heights.prepared.size());
    if (++patch.scratch->stamp == 0) {
        std::fill(stamps.begin(), stamps.end(), 0u);
        patch.scratch->stamp = 1;
    }
    visit_patch_bins(patch, heights, [&](std::span<const uint32_t> items, uint32_t) {
        for (const uint32_t item : items) {
            if (stamps[item] == patch.scratch->stamp) continue;
            stamps[item] = patch.scratch->stamp;
            visit(item);
        }
    });
}

}  // namespace

void draw_triangles(DetailPatch& patch, size_t cells) {
    const CompactHeightfield& field = *patch.field;
    DrawTarget canvas{patch, field, 1, 0};
    for (const uint32_t span : std::span(patch.span).first(cells)) {
        if (span == kNoIndex) continue;
        const double floor = field.floor[span];
        if (canvas.lowest > canvas.highest) canvas.lowest = canvas.highest = floor;
        canvas.lowest = std::min(canvas.lowest, floor), canvas.highest = std::max(canvas.highest, floor);
    }
    // Skip triangles of other floors. For `level`, also include triangles up to one climb above or below the range of
    // the ground, because points on edges may lie there.
    const int32_t climb = field.walkable_climb;
    const double lowest = ground_range(canvas.lowest, climb).lowest, highest = ground_range(canvas.highest, climb).highest;
    bool level = true;
    double y = 0;
    bool first = true;
    const auto is_drawn = [&](const HeightBounds& t) {
        if (t.min_y > highest + climb || t.max_y < lowest - climb) return false;
        if (first) y = round_height(t.min_y), first = false;
        level = level && round_height(t.min_y) == y && round_height(t.max_y) == y;
        return t.min_y <= highest && t.max_y >= lowest && may_cover_centre(patch, t);
    };
    const bool prepared = !patch.heights->prepared.empty();
    visit_triangles_near(patch, *patch.heights, [&](uint32_t item) {
        if (!prepared && !level && !(item & kItemHasCentre)) return;
        visit_item(*patch.heights, item, is_drawn, [&](const HeightTriangle& t) { draw_triangle(canvas, t); });
    });
    patch.level = level && !first ? float(y - patch.base) : kNoGround;
}

}  // namespace navspan
