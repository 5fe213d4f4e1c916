// Restricts the ground of a polygon to one floor, if the polygon's region has spans on several floors.
//
// In: the spans of the polygon's region in and around the polygon.
// Out: the spans on the polygon's own floor.
// Idea: A region is folded if two of its cells are adjacent but not linked, such as at the edge of a gallery. The region's
// cells inside the polygon are split into components of linked cells. The largest component is on the polygon's floor. Adjacent
// components are on other floors and are removed. Around the polygon, only spans linked to the remaining components are kept.
// Source: own method.
// Weak cases: If a polygon contains no cell centre, spans of another floor may remain.

#include <algorithm>
#include <span>

#include "bake/detail/patch.h"
#include "bake/field/first_mismatch.h"
#include "bake/field/open_spans.h"
#include "core/simd.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

// Maximum number of steps of the flood fill outside the polygon. The fill must not climb a ramp to the upper floor.
constexpr int32_t kStepsOutside = 2;

// True if two segments in rows z and z + 1 have adjacent cells that are not linked.
bool has_unlinked_overlap(const CompactHeightfield& field, const RowSegment& low, const RowSegment& high) {
    const int32_t from = std::max(low.x0, high.x0);
    const int32_t to = std::min(low.x0 + int32_t(low.length), high.x0 + int32_t(high.length));
    if (from >= to) return false;
    const uint32_t* const up = field.up.data() + (low.first + uint32_t(from - low.x0));
    const uint32_t above = high.first + uint32_t(from - high.x0), count = uint32_t(to - from);
    return first_mismatch_of_sequence(up, above, count) < count;
}

// True if two cells of a region are adjacent but not linked. The segments must be sorted by row and x.
bool folds(const CompactHeightfield& field, std::span<const RowSegment> segments) {
    size_t next_row = 0;  // first segment of row s.z + 1 that may overlap s in x
    for (size_t i = 0; i < segments.size(); ++i) {
        const RowSegment& s = segments[i];
        const int32_t end = s.x0 + int32_t(s.length);
        if (i + 1 < segments.size() && segments[i + 1].z == s.z && segments[i + 1].x0 == end) return true;
        const auto is_past = [&](const RowSegment& t) {
            return t.z <= s.z || (t.z == s.z + 1 && t.x0 + int32_t(t.length) <= s.x0);
        };
        while (next_row < segments.size() && is_past(segments[next_row]))
            ++next_row;
        for (size_t j = next_row; j < segments.size() && segments[j].z == s.z + 1 && segments[j].x0 < end; ++j) {
            if (has_unlinked_overlap(field, s, segments[j])) return true;
        }
    }
    return false;
}

// Returns the patch entry of a cell if the cell has this span, else -1.
ptrdiff_t entry_of(const DetailPatch& patch, int32_t x, int32_t z, uint32_t span) {
    const ptrdiff_t at = patch_entry(patch, x, z);
    return at >= 0 && span != kNoIndex && patch.span[size_t(at)] == span ? at : -1;
}

bool is_inside(const DetailPatch& patch, int32_t x, int32_t z) {
    const auto& row = patch.rows[size_t(z)];
    return x >= row.inner_begin && x < row.inner_end;
}

// Calls visit(x, z, entry) for all cells of the patch that have a span.
template <class Visit>
void each_cell(const DetailPatch& patch, Visit visit) {
    for (int32_t z = 0; z < int32_t(patch.rows.size()); ++z) {
        const auto& row = patch.rows[size_t(z)];
        for (int32_t x = row.begin; x < row.end; ++x) {
            if (patch.span[size_t(row.at + x)] != kNoIndex) visit(x, z, size_t(row.at + x));
        }
    }
}

// Flood fill: takes cells from `pending` until it is empty. Calls reach(entry, x, z, span) for the four neighbours (x, z) of
// each taken cell. `entry` is the taken cell's entry. `span` is the span of (x, z) that is linked to the taken cell, or
// kNoIndex. reach may add cells to `pending`.
template <class Reach>
void spread(const DetailPatch& patch, const CompactHeightfield& field, std::vector<LatticePoint>& pending, Reach reach) {
    while (!pending.empty()) {
        const auto [x, z] = pending.back();
        pending.pop_back();
        const size_t at = size_t(patch_entry(patch, x, z));
        const uint32_t span = patch.span[at];
        reach(at, x - 1, z, neighbour(field, span, kLeft));
        reach(at, x, z + 1, neighbour(field, span, kUp));
        reach(at, x + 1, z, neighbour(field, span, kRight));
        reach(at, x, z - 1, neighbour(field, span, kDown));
    }
}

// A flood fill over the links of a patch.
struct Flood {
    const DetailPatch& patch;
    const CompactHeightfield& field;
    bool bounded;                     // true: take at most kStepsOutside steps outside the polygon
    std::vector<uint8_t> steps_left;  // for each cell: 1 + remaining steps outside the polygon; 0: not reached
    std::vector<LatticePoint> pending{};

    void reach(int32_t x, int32_t z, uint32_t span, int32_t steps) {
        const ptrdiff_t at = entry_of(patch, x, z, span);
        if (at < 0) return;
        const int32_t left = !bounded || is_inside(patch, x, z) ? kStepsOutside + 1 : steps;
        if (left <= steps_left[size_t(at)]) return;
        steps_left[size_t(at)] = uint8_t(left);
        pending.push_back({x, z});
    }
    void run() {
        spread(patch, field, pending,
               [this](size_t from, int32_t x, int32_t z, uint32_t span) { reach(x, z, span, steps_left[from] - 1); });
    }
};

// Starts the fill at all cells inside the polygon. Leaves out components adjacent to the largest component, because they are on
// another floor.
// @return false if no cell inside the polygon has a span
bool seed_inside(Flood& flood, const std::vector<uint32_t>& part, const std::vector<uint32_t>& sizes) {
    const DetailPatch& patch = flood.patch;
    if (sizes.empty()) return false;
    const uint32_t largest = uint32_t(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    std::vector<uint8_t> adjacent(sizes.size(), 0);
    each_cell(patch, [&](int32_t x, int32_t z, size_t at) {
        if (part[at] != largest) return;
        for (const auto& [dx, dz] : {LatticePoint{-1, 0}, {0, 1}, {1, 0}, {0, -1}}) {
            const ptrdiff_t next = patch_entry(patch, x + dx, z + dz);
            if (next >= 0 && part[size_t(next)] != kNoIndex) adjacent[part[size_t(next)]] = 1;
        }
    });
    adjacent[largest] = 0;
    each_cell(patch, [&](int32_t x, int32_t z, size_t at) {
        if (part[at] != kNoIndex && !adjacent[part[at]]) flood.reach(x, z, patch.span[at], 0);
    });
    return true;
}

// For a polygon without cells inside it. Starts the fill at each cell with a floor near the height of a corner that the cell
// touches. The polygon's own floor may be lower than the corner by up to twice walkable_climb.
void seed_at_corners(Flood& flood, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const DetailPatch& patch = flood.patch;
    const int32_t climb = flood.field.walkable_climb;
    for (const uint32_t v : polygon_indices(mesh, polygon)) {
        const PolyMeshVertex& corner = mesh.vertices[v];
        const int32_t cx = corner.x - patch.x0, cz = corner.z - patch.z0;
        for (const auto& [x, z] : {LatticePoint{cx - 1, cz - 1}, {cx, cz - 1}, {cx - 1, cz}, {cx, cz}}) {
            const ptrdiff_t at = patch_entry(patch, x, z);
            const uint32_t span = at < 0 ? kNoIndex : patch.span[size_t(at)];
            if (span == kNoIndex) continue;
            const int32_t floor = flood.field.floor[span];
            if (floor <= corner.y + climb && floor >= corner.y - 2 * climb) flood.reach(x, z, span, 0);
        }
    }
}

// Numbers the connected components of the cells inside the polygon. @return number of cells of each component
std::vector<uint32_t> label_components_inside(const DetailPatch& patch, const CompactHeightfield& field,
                                              std::vector<uint32_t>& part) {
    std::vector<uint32_t> sizes;
    std::vector<LatticePoint> pending;
    const auto take = [&](size_t, int32_t x, int32_t z, uint32_t span) {
        const ptrdiff_t at = entry_of(patch, x, z, span);
        if (at < 0 || part[size_t(at)] != kNoIndex || !is_inside(patch, x, z)) return;
        part[size_t(at)] = uint32_t(sizes.size()) - 1;
        ++sizes.back();
        pending.push_back({x, z});
    };
    each_cell(patch, [&](int32_t x0, int32_t z0, size_t first) {
        if (part[first] != kNoIndex || !is_inside(patch, x0, z0)) return;
        sizes.push_back(0);
        take(first, x0, z0, patch.span[first]);
        spread(patch, field, pending, take);
    });
    return sizes;
}

}  // namespace

std::vector<uint8_t> find_self_adjacent_regions(const CompactHeightfield& field, const RegionRows& rows) {
    std::vector<uint8_t> self_adjacent(rows.first.size() - 1, 0);
    std::vector<RowSegment> sorted;
    for (size_t r = 0; r + 1 < rows.first.size(); ++r) {
        std::span<const RowSegment> segments{rows.segments.data() + rows.first[r], rows.segments.data() + rows.first[r + 1]};
        // If one floor lies above another, segments may be unsorted.
        if (!std::is_sorted(segments.begin(), segments.end(), is_segment_before)) {
            sorted.assign(segments.begin(), segments.end());
            std::sort(sorted.begin(), sorted.end(), is_segment_before);
            segments = sorted;
        }
        self_adjacent[r] = folds(field, segments);
    }
    return self_adjacent;
}

void keep_own_floor(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const CompactHeightfield& field = *patch.field;
    std::vector<uint32_t> part(patch.span.size(), kNoIndex);
    const std::vector<uint32_t> sizes = label_components_inside(patch, field, part);
    Flood flood{.patch = patch, .field = field, .bounded = !sizes.empty(), .steps_left = {}};
    flood.steps_left.assign(patch.span.size(), 0);
    if (!seed_inside(flood, part, sizes)) seed_at_corners(flood, mesh, polygon);
    if (flood.pending.empty()) return;
    flood.run();
    each_cell(patch, [&](int32_t x, int32_t z, size_t at) {
        if (flood.steps_left[at] > 0) return;
        patch.span[at] = kNoIndex;
        if (is_inside(patch, x, z)) patch.gaps.push_back({x, z});
    });
}

}  // namespace navspan
