// Collects the ground under one polygon, cell by cell.
//
// In: a polygon, the compact heightfield, the spans of each region and, optionally, exact heights.
// Out: for each cell in or next to the polygon, the span under the polygon, or none; with exact heights, also the height of the
// ground.
// Idea: The spans of the polygon's region are copied. If the region has adjacent cells that are not linked, floor.cpp removes
// the spans on other floors. For every other cell inside the polygon, a link from an adjacent cell determines its span.
// Source: Mononen, Recast (2009).
// Weak cases: Adjacent spans may have links to different floors of a cell. The first span in the order -x, +z, +x, -z decides.

#include "bake/detail/patch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "bake/field/first_mismatch.h"
#include "core/simd.h"

namespace navspan {
namespace {

// Finds the segments of the polygon's region in each row, and the inner cells that these segments do not cover. Also sets flat
// and flat_floor.
void find_row_segments(DetailPatch& patch, uint32_t region, const RegionRows& regions, const uint16_t* floors) {
    const RowSegment* segment = first_segment(patch, region, regions);
    const RowSegment* const last = regions.segments.data() + regions.first[region + 1];
    patch.segments = regions.segments.data();
    patch.gaps.clear();
    patch.flat = true;
    patch.flat_floor = -1;
    for (int32_t z = 0; z < int32_t(patch.rows.size()); ++z) {
        auto& row = patch.rows[size_t(z)];
        const RowSegment *first = segment, *after_last = segment;  // the segments that touch the row
        int32_t x = row.inner_begin;
        for (; segment != last && segment->z == patch.z0 + z; ++segment) {
            const int32_t begin = segment->x0 - patch.x0, segment_end = begin + int32_t(segment->length);
            if ((begin >= row.end) | (segment_end <= row.begin)) continue;
            if (first == after_last) first = segment;
            after_last = segment + 1;
            const int32_t from = std::max(begin, row.inner_begin), end = std::min(segment_end, row.inner_end);
            if (from >= end) continue;
            for (; x < begin; ++x)
                patch.gaps.push_back({x, z});
            if (patch.flat) {
                const uint16_t* const inside = floors + (segment->first + uint32_t(from - begin));
                if (patch.flat_floor < 0) patch.flat_floor = inside[0];
                patch.flat = first_mismatch(inside, uint16_t(patch.flat_floor), uint32_t(end - from)) == uint32_t(end - from);
            }
            x = std::max(x, end);
        }
        for (; x < row.inner_end; ++x)
            patch.gaps.push_back({x, z});
        row.segment = uint32_t(first - patch.segments);
        row.segments = uint32_t(after_last - first);
    }
}

// Copies the spans of the polygon's region to the patch. All other cells get kNoIndex. If one floor lies above another, the
// segments of a row may be unsorted.
void copy_region(DetailPatch& patch) {
    constexpr RowSegment kNone{};
    for (const auto& row : patch.rows) {
        uint32_t* const span = patch.span.data() + row.at;
        // Writes four cells at a time. Later rows overwrite the entries after the end of a row.
        const RowSegment& first = row.segments > 0 ? patch.segments[row.segment] : kNone;
        U32x4 at = kLaneIndex<U32x4> + uint32_t(row.begin + patch.x0 - first.x0);
        for (int32_t x = row.begin; x < row.end; x += 4, at += 4)
            store(span + x, at < first.length ? at + first.first : splat<U32x4>(kNoIndex));
        for (uint32_t s = row.segment + 1; s < row.segment + row.segments; ++s) {
            const RowSegment& segment = patch.segments[s];
            const int32_t x0 = segment.x0 - patch.x0, end = std::min(x0 + int32_t(segment.length), row.end);
            for (int32_t x = std::max(x0, row.begin); x < end; ++x)
                span[x] = segment.first + uint32_t(x - x0);
        }
    }
}

// Returns the open span of cell x of a row, or kNoIndex.
uint32_t span_at(const DetailPatch& patch, const DetailPatch::PatchRow& row, int32_t x) {
    const bool inside = uint32_t(x - row.begin) < uint32_t(row.end - row.begin);
    const uint32_t span = patch.span[inside ? size_t(row.at + x) : 0];
    return inside ? span : kNoIndex;
}

// Returns a row of the patch, or an empty row if z is outside the patch.
const DetailPatch::PatchRow& row_at(const DetailPatch& patch, int32_t z) {
    static constexpr DetailPatch::PatchRow kEmpty{};
    return uint32_t(z) < patch.rows.size() ? patch.rows[size_t(z)] : kEmpty;
}

// Returns an open span in cell (x, z) to which an adjacent cell has a link, or kNoIndex.
uint32_t linked_span(const DetailPatch& patch, int32_t x, int32_t z) {
    return first_link(*patch.field, [&](int32_t dx, int32_t dz) { return span_at(patch, row_at(patch, z + dz), x + dx); });
}

// Lists the cells without a span in the whole patch, or only those inside the polygon.
void list_empty(DetailPatch& patch, bool all) {
    patch.scratch->empty.clear();
    for (int32_t z = 0; z < int32_t(patch.rows.size()); ++z) {
        const auto& row = patch.rows[size_t(z)];
        const int32_t end = all ? row.end : row.inner_end;
        for (int32_t x = all ? row.begin : row.inner_begin; x < end; ++x) {
            if (patch.span[size_t(row.at + x)] == kNoIndex) patch.scratch->empty.push_back({x, z});
        }
    }
}

// Finds the listed cells to which adjacent cells have links. Gives them the linked spans and moves them to scratch->reached.
// Only follows links from spans that were already in the patch before the call.
void reach_cells(DetailPatch& patch, std::vector<LatticePoint>& cells) {
    auto& reached = patch.scratch->reached;
    reached.clear();
    size_t left = 0;
    for (const LatticePoint cell : cells) {
        const uint32_t span = linked_span(patch, cell.x, cell.z);
        if (span == kNoIndex) {
            cells[left++] = cell;
        } else {
            reached.push_back({cell, span});
        }
    }
    for (const auto& [cell, span] : reached)
        patch.span[size_t(patch.rows[size_t(cell.z)].at + cell.x)] = span;
    cells.resize(left);
}

// Finds the waiting cells (PatchScratch::waiting) that are adjacent to a cell in scratch->reached. Moves them to scratch->next.
void collect_next(const DetailPatch& patch) {
    PatchScratch& scratch = *patch.scratch;
    scratch.next.clear();
    const auto visit = [&](int32_t x, int32_t z) {
        const ptrdiff_t at = patch_entry(patch, x, z);
        if (at < 0 || scratch.waiting[size_t(at)] == 0) return;
        scratch.waiting[size_t(at)] = 0;
        scratch.next.push_back({x, z});
    };
    for (const auto& [cell, span] : scratch.reached) {
        visit(cell.x - 1, cell.z);
        visit(cell.x, cell.z + 1);
        visit(cell.x + 1, cell.z);
        visit(cell.x, cell.z - 1);
    }
}

// Repeatedly gives cells in scratch->empty a span to which an adjacent cell has a link. Cells without a span stay in the list.
void follow_links(DetailPatch& patch) {
    PatchScratch& scratch = *patch.scratch;
    reach_cells(patch, scratch.empty);
    if (scratch.empty.empty() || scratch.reached.empty()) return;
    // From now on, only cells adjacent to newly filled cells can get a span.
    const auto waiting = [&](LatticePoint cell) -> uint8_t& {
        return scratch.waiting[size_t(patch.rows[size_t(cell.z)].at + cell.x)];
    };
    if (scratch.waiting.size() < patch.span.size()) scratch.waiting.resize(patch.span.size(), 0);
    for (const LatticePoint cell : scratch.empty)
        waiting(cell) = 1;
    while (!scratch.reached.empty()) {
        collect_next(patch);
        reach_cells(patch, scratch.next);
        for (const LatticePoint cell : scratch.next)
            waiting(cell) = 1;
    }
    std::erase_if(scratch.empty, [&](LatticePoint cell) { return waiting(cell) == 0; });
    for (const LatticePoint cell : scratch.empty)
        waiting(cell) = 0;
}

// Finds spans for the cells in patch.gaps by following links inside the polygon. If some cells stay empty, also follows links
// around the polygon.
void fill_missing_spans(DetailPatch& patch) {
    patch.scratch->empty = patch.gaps;
    follow_links(patch);
    if (patch.scratch->empty.empty()) return;
    list_empty(patch, true);
    follow_links(patch);
    list_empty(patch, false);
}

// Copies the exact height of each cell's span to `ground`.
void copy_exact_ground(DetailPatch& patch, size_t cells) {
    if (patch.ground.size() < cells + kGroundPadding) patch.ground.resize(cells + kGroundPadding);
    const float* const heights = patch.exact->of_span.data();
    const auto base = float(patch.base);
    size_t i = 0;
    for (; i + 4 <= cells; i += 4) {
        const uint32_t first = patch.span[i];
        const auto spans = load<U32x4>(patch.span.data() + i);
        if (first == kNoIndex || any(spans != first + kLaneIndex<U32x4>)) {
            for (size_t k = i; k < i + 4; ++k)
                patch.ground[k] = patch.span[k] == kNoIndex ? kNoGround : heights[patch.span[k]] - base;
        } else {
            store(patch.ground.data() + i, load<F32x4>(heights + first) - base);
        }
    }
    for (; i < cells; ++i)
        patch.ground[i] = patch.span[i] == kNoIndex ? kNoGround : heights[patch.span[i]] - base;
}

// Returns the patch's span of a cell. If there is none, returns a span to which an adjacent cell has a link.
uint32_t span_in_or_next_to_patch(const DetailPatch& patch, int32_t x, int32_t z) {
    const uint32_t span = span_at(patch, row_at(patch, z), x);
    return span != kNoIndex ? span : linked_span(patch, x, z);
}

// A point between the centres of 2 x 2 cells; `cell` has the lowest x and z. fx and fz are fractions of a cell [1/256].
struct PointBetweenCells {
    LatticePoint cell;
    int32_t fx, fz;

    int32_t weight(int32_t dx, int32_t dz) const { return (dx ? fx : kDetailScale - fx) * (dz ? fz : kDetailScale - fz); }
};

// Interpolates between the floors of 2 x 2 cells. A cell without a span in the patch has the span to which an adjacent cell has
// a link. Ignores cells without ground. Returns kNoGround if no cell has ground.
float floor_between(const DetailPatch& patch, const PointBetweenCells& point) {
    const int32_t x = point.cell.x, z = point.cell.z;
    const auto &low = row_at(patch, z), &high = row_at(patch, z + 1);
    const uint32_t spans[2][2] = {{span_at(patch, low, x), span_at(patch, low, x + 1)},
                                  {span_at(patch, high, x), span_at(patch, high, x + 1)}};
    int64_t sum = 0, weights = 0;
    const auto add = [&](int32_t dx, int32_t dz) __attribute__((always_inline)) {
        const int32_t weight = point.weight(dx, dz);
        uint32_t span = spans[dz][dx];
        if (span == kNoIndex && weight > 0) {
            span = first_link(
                *patch.field, [&](int32_t to_x, int32_t to_z) __attribute__((always_inline)) {
                    const int32_t sx = dx + to_x, sz = dz + to_z;
                    return uint32_t(sx) < 2 && uint32_t(sz) < 2 ? spans[sz][sx] : span_at(patch, row_at(patch, z + sz), x + sx);
                });
        }
        if (span == kNoIndex) return;
        sum += int64_t{patch.field->floor[span] - patch.base} * weight;
        weights += weight;
    };
    add(0, 0);
    add(1, 0);
    add(0, 1);
    add(1, 1);
    return weights == 0 ? kNoGround : float(round_height(double(sum) / double(weights)));
}

// Interpolates between the exact heights of 2 x 2 cells. Ignores cells without ground. Returns kNoGround if no cell has ground.
float exact_between(const DetailPatch& patch, const PointBetweenCells& point) {
    double sum = 0, weights = 0;
    for (int32_t dz = 0; dz < 2; ++dz) {
        for (int32_t dx = 0; dx < 2; ++dx) {
            const ptrdiff_t at = patch_entry(patch, point.cell.x + dx, point.cell.z + dz);
            if (at < 0 || std::isnan(patch.ground[size_t(at)])) continue;
            sum += double(point.weight(dx, dz)) * patch.ground[size_t(at)];
            weights += point.weight(dx, dz);
        }
    }
    return weights == 0 ? kNoGround : float(round_height(sum / weights));
}

}  // namespace

const RowSegment* first_segment(const DetailPatch& patch, uint32_t region, const RegionRows& regions) {
    const RowSegment* const all = regions.segments.data();
    return std::lower_bound(all + regions.first[region], all + regions.first[region + 1], patch.z0,
                            [](const RowSegment& s, int32_t z) { return s.z < z; });
}

void fill_patch(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon, const CompactHeightfield& field,
                const RegionRows& regions, const ExactGround* exact) {
    patch.field = &field;
    patch.exact = exact;
    patch.level = -1;
    patch.base = mesh.vertices[polygon_indices(mesh, polygon)[0]].y;
    const size_t cells = compute_patch_rows(patch, mesh, polygon);
    find_row_segments(patch, polygon.region, regions, field.floor.data());
    if (patch.span.size() < cells + kGroundPadding) patch.span.resize(cells + kGroundPadding);
    copy_region(patch);
    if (regions.self_adjacent[polygon.region]) keep_own_floor(patch, mesh, polygon);
    fill_missing_spans(patch);
    for (const LatticePoint gap : patch.gaps) {
        const uint32_t span = span_at(patch, patch.rows[size_t(gap.z)], gap.x);
        if (span == kNoIndex) continue;
        if (patch.flat_floor < 0) patch.flat_floor = field.floor[span];
        patch.flat = patch.flat && field.floor[span] == patch.flat_floor;
    }
    patch.unsampled = uint32_t(patch.scratch->empty.size());
    if (!exact) return;
    copy_exact_ground(patch, cells);
    patch.unsampled = 0;
    for (const auto& row : patch.rows) {
        for (int32_t x = row.inner_begin; x < row.inner_end; ++x) {
            patch.unsampled += std::isnan(patch.ground[size_t(row.at + x)]);
        }
    }
}

void copy_floors(DetailPatch& patch) {
    const uint32_t spans = patch.field->span_count();
    const size_t cells = patch.rows.empty() ? 0 : size_t(patch.rows.back().at + patch.rows.back().end);
    if (patch.ground.size() < cells + kGroundPadding) patch.ground.resize(cells + kGroundPadding);
    for (const auto& row : patch.rows) {
        for (uint32_t s = row.segment; s < row.segment + row.segments; ++s) {
            const RowSegment& segment = patch.segments[s];
            const int32_t x0 = segment.x0 - patch.x0;
            const int32_t from = std::max(x0, row.inner_begin), to = std::min(x0 + int32_t(segment.length), row.inner_end);
            if (from >= to) continue;
            // Write four cells at a time. If the row has one segment, also write up to three entries after the segment, which
            // are overwritten later or never read.
            const uint32_t first = segment.first + uint32_t(from - x0), count = uint32_t(to - from);
            const uint16_t* const floors = patch.field->floor.data() + first;
            float* const ground = patch.ground.data() + (row.at + from);
            const uint32_t end = row.segments == 1 ? std::min(count + 3, spans - first) : count;
            uint32_t k = 0;
            for (; k + 4 <= end; k += 4) {
                const I32x4 heights = __builtin_convertvector(load<U16x4>(floors + k), I32x4) - patch.base;
                store(ground + k, __builtin_convertvector(heights, F32x4));
            }
            for (; k < count; ++k)
                ground[k] = float(floors[k] - patch.base);
        }
    }
    for (const LatticePoint gap : patch.gaps) {
        const size_t at = size_t(patch.rows[size_t(gap.z)].at + gap.x);
        const uint32_t span = patch.span[at];
        patch.ground[at] = span == kNoIndex ? kNoGround : float(patch.field->floor[span] - patch.base);
    }
}

float ground_at(const DetailPatch& patch, LatticePoint point) {
    // First choice: the exact ground near the floors of the cells that touch the point.
    if (patch.exact) {
        HeightRange range{1, 0};
        for (const int32_t z : {(point.z - 1) / kDetailScale, point.z / kDetailScale}) {
            for (const int32_t x : {(point.x - 1) / kDetailScale, point.x / kDetailScale}) {
                const uint32_t span = span_in_or_next_to_patch(patch, x, z);
                if (span == kNoIndex) continue;
                const HeightRange cell = ground_range(*patch.field, patch.exact->ceilings, span);
                const bool first = range.lowest > range.highest;
                range.lowest = first ? cell.lowest : std::min(range.lowest, cell.lowest);
                range.highest = first ? cell.highest : std::max(range.highest, cell.highest);
            }
        }
        if (range.lowest <= range.highest) {
            const auto y = ground_height(patch.exact->near_points, {.x = patch.x0 + point.x / double(kDetailScale),
                                                                    .z = patch.z0 + point.z / double(kDetailScale),
                                                                    .lowest = range.lowest,
                                                                    .highest = range.highest});
            if (y) return float(round_height(*y) - patch.base);
        }
    }
    // Second choice: interpolate between the centres of the four nearest cells.
    const int32_t px = point.x - kDetailScale / 2, pz = point.z - kDetailScale / 2;
    const PointBetweenCells between{{px / kDetailScale, pz / kDetailScale}, px % kDetailScale, pz % kDetailScale};
    return patch.exact ? exact_between(patch, between) : floor_between(patch, between);
}

}  // namespace navspan
