// Finds polygons whose ground is known to be level, without collecting the ground cell by cell.
//
// In: the spans of each region, and a polygon.
// Out: for each region, the height of its floors if the region is level. For each polygon, whether its ground is level.
// Idea: A region is level if all of its floors, and all floors linked to them, are at the same height. The ground of a polygon
// is level if its region is level, each corner is next to the region, and each cell inside has a span of the region. A cell may
// also have a span that is linked to the region, if all floors linked to that span are at the same height.
// Source: own method.
// Weak cases: One cell at another height makes a whole region not level.

#include <algorithm>
#include <span>

#include "bake/detail/patch.h"
#include "bake/field/first_mismatch.h"
#include "bake/field/open_spans.h"

namespace navspan {
namespace {

int32_t end_of(const RowSegment& s) {
    return s.x0 + int32_t(s.length);
}

// Tests links between the cells of a level region and other cells.
struct LevelTest {
    const CompactHeightfield& field;
    uint16_t floor;  // height of the region [vx]

    bool is_at_floor(const RowSegment& s) const {
        return first_mismatch(field.floor.data() + s.first, floor, s.length) == s.length;
    }
    // True if a span has no link in a direction, or if the link leads to a floor at the same height.
    bool is_level_link(uint32_t span, Direction d) const {
        const uint32_t next = neighbour(field, span, d);
        return next == kNoIndex || field.floor[next] == floor;
    }
    bool has_level_links(uint32_t span) const {
        return is_level_link(span, kLeft) && is_level_link(span, kUp) && is_level_link(span, kRight) &&
               is_level_link(span, kDown);
    }
    bool has_level_ends(const RowSegment& s) const {
        return is_level_link(s.first, kLeft) && is_level_link(s.first + s.length - 1, kRight);
    }
    // Tests the cells from .. to - 1 of a segment.
    bool has_level_links(const RowSegment& s, int32_t from, int32_t to, Direction d) const {
        for (int32_t x = from; x < to; ++x) {
            if (!is_level_link(s.first + uint32_t(x - s.x0), d)) return false;
        }
        return true;
    }
};

// True if all links from the cells of a region to cells outside the region in direction d, up or down, are level. The segments
// must be sorted by row and x.
bool has_level_border(const LevelTest& test, std::span<const RowSegment> segments, Direction d) {
    const int32_t step = d == kUp ? 1 : -1;
    size_t next_row = 0;  // first segment of row s.z + step that may overlap s in x
    for (const RowSegment& s : segments) {
        const int32_t z = s.z + step;
        while (next_row < segments.size() &&
               (segments[next_row].z < z || (segments[next_row].z == z && end_of(segments[next_row]) <= s.x0)))
            ++next_row;
        int32_t x = s.x0;
        for (size_t k = next_row; k < segments.size() && segments[k].z == z && segments[k].x0 < end_of(s); ++k) {
            if (!test.has_level_links(s, x, segments[k].x0, d)) return false;
            x = end_of(segments[k]);
        }
        if (!test.has_level_links(s, x, end_of(s), d)) return false;
    }
    return true;
}

// Returns the height of a region's floors if the region is level, else -1 [vx].
int32_t level_of(const CompactHeightfield& field, std::span<const RowSegment> segments) {
    if (segments.empty()) return -1;
    const LevelTest test{field, field.floor[segments[0].first]};
    const bool is_level =
        std::all_of(segments.begin(), segments.end(), [&](const RowSegment& s) { return test.is_at_floor(s); }) &&
        std::is_sorted(segments.begin(), segments.end(), is_segment_before) &&
        std::all_of(segments.begin(), segments.end(), [&](const RowSegment& s) { return test.has_level_ends(s); }) &&
        has_level_border(test, segments, kUp) && has_level_border(test, segments, kDown);
    return is_level ? test.floor : -1;
}

// Finds the segments of a region in each row of the patch. Leaves out segments before column 0 or after column width - 1.
void find_segments(DetailPatch& patch, int32_t width, const RegionRows& regions, uint32_t region) {
    const RowSegment* segment = first_segment(patch, region, regions);
    const RowSegment* const last = regions.segments.data() + regions.first[region + 1];
    patch.segments = regions.segments.data();
    const int32_t x0 = patch.x0, x1 = patch.x0 + width;
    for (size_t z = 0; z < patch.rows.size(); ++z) {
        const RowSegment *first = segment, *after_last = segment;
        for (; segment != last && segment->z == patch.z0 + int32_t(z); ++segment) {
            if ((segment->x0 >= x1) | (end_of(*segment) <= x0)) continue;
            if (first == after_last) first = segment;
            after_last = segment + 1;
        }
        patch.rows[z].segment = uint32_t(first - patch.segments);
        patch.rows[z].segments = uint32_t(after_last - first);
    }
}

std::span<const RowSegment> segments_of(const DetailPatch& patch, int32_t z) {
    if (uint32_t(z) >= patch.rows.size()) return {};
    const auto& row = patch.rows[size_t(z)];
    return {patch.segments + row.segment, row.segments};
}

// Returns the region's span in a cell, or kNoIndex.
uint32_t region_span(const DetailPatch& patch, int32_t x, int32_t z) {
    for (const RowSegment& s : segments_of(patch, z)) {
        const uint32_t k = uint32_t(x + patch.x0 - s.x0);
        if (k < s.length) return s.first + k;
    }
    return kNoIndex;
}

// Returns a span in a cell to which a cell of the region has a link, or kNoIndex.
uint32_t linked_to_region(const DetailPatch& patch, const CompactHeightfield& field, int32_t x, int32_t z) {
    return first_link(field, [&](int32_t dx, int32_t dz) { return region_span(patch, x + dx, z + dz); });
}

// Returns the span that a cell has after one step of following links: the span of the region, or else a span to which a cell of
// the region has a link, if the cell is inside the polygon. May return kNoIndex.
uint32_t span_after_step(const DetailPatch& patch, const CompactHeightfield& field, int32_t x, int32_t z) {
    const uint32_t span = region_span(patch, x, z);
    if (span != kNoIndex || uint32_t(z) >= patch.rows.size()) return span;
    const auto& row = patch.rows[size_t(z)];
    return x < row.inner_begin || x >= row.inner_end ? kNoIndex : linked_to_region(patch, field, x, z);
}

// True if the cells x .. end - 1 of row z, which are inside the polygon and not in the region, are linked to the region by one
// or two steps, and have level links only.
bool are_linked(const DetailPatch& patch, const LevelTest& test, int32_t z, int32_t x, int32_t end) {
    for (; x < end; ++x) {
        uint32_t span = linked_to_region(patch, test.field, x, z);
        if (span == kNoIndex) {
            const auto span_at = [&](int32_t dx, int32_t dz) { return span_after_step(patch, test.field, x + dx, z + dz); };
            span = first_link(test.field, span_at);
        }
        if (span == kNoIndex || !test.has_level_links(span)) return false;
    }
    return true;
}

// True if the ground in each cell inside the polygon is level. Precondition: the region is level.
bool is_level_inside(const DetailPatch& patch, const LevelTest& test) {
    for (int32_t z = 0; z < int32_t(patch.rows.size()); ++z) {
        const auto& row = patch.rows[size_t(z)];
        int32_t x = row.inner_begin;
        for (const RowSegment& s : segments_of(patch, z)) {
            const int32_t begin = s.x0 - patch.x0, end = end_of(s) - patch.x0;
            if (begin >= row.inner_end || end <= x) continue;
            if (!are_linked(patch, test, z, x, begin)) return false;
            x = end;
        }
        if (!are_linked(patch, test, z, x, row.inner_end)) return false;
    }
    return true;
}

// True if the region has a span in one of the four cells around a corner.
bool is_near_region(const DetailPatch& patch, const PolyMeshVertex& corner) {
    const int32_t z = corner.z - patch.z0;
    for (const int32_t row : {z - 1, z}) {
        for (const RowSegment& s : segments_of(patch, row))
            if (s.x0 <= corner.x && end_of(s) >= corner.x) return true;
    }
    return false;
}

}  // namespace

std::vector<int32_t> find_level_regions(const CompactHeightfield& field, const RegionRows& rows) {
    std::vector<int32_t> level(rows.first.size() - 1, -1);
    for (size_t r = 0; r + 1 < rows.first.size(); ++r) {
        if (!rows.self_adjacent[r])
            level[r] = level_of(field, {rows.segments.data() + rows.first[r], rows.segments.data() + rows.first[r + 1]});
    }
    return level;
}

bool find_level_ground(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon,
                       const CompactHeightfield& field, const RegionRows& regions) {
    patch.level = -1;
    const int32_t level = regions.level[polygon.region];
    if (level < 0) return false;
    const int32_t width = compute_inner_rows(patch, mesh, polygon);
    find_segments(patch, width, regions, polygon.region);
    if (!is_level_inside(patch, {field, uint16_t(level)})) return false;
    for (const uint32_t v : polygon_indices(mesh, polygon))
        if (!is_near_region(patch, mesh.vertices[v])) return false;
    patch.level = level;
    patch.base = mesh.vertices[polygon_indices(mesh, polygon)[0]].y;
    patch.unsampled = 0;
    return true;
}

}  // namespace navspan
