// The ground under one polygon, cell by cell.
//
// In: a polygon, the compact heightfield with its regions, perhaps the source triangles. Out: for every cell whose centre lies
// in the polygon, and one cell around it, the open span that the polygon lies on and the height of the ground there.
//
// A region never lies above itself, so the span of a cell is the one of the polygon's region. The whole field is cut into
// stretches of one region and row once; a polygon then copies the stretches of its region that cross its rows. Contours are
// simplified, so a few cells in a polygon belong to a neighbour region or to the eroded rim: the spans there are found by
// following links outwards from the region's own. What no link leads to has no ground and is counted.
//
// With source triangles the ground comes from them (detail_draw.cpp).
//
// Weak case: a floor reached over links from two sides at different heights takes the first way found.

#include "detail_patch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "navspan/core/floor_div.h"
#include "region_stretches.h"

namespace navspan {
namespace {

// Narrows the rows that edge a -> b crosses to the cells whose centres lie strictly to its left, and widens them to all cells
// that it touches. Works in half cells, where centres are odd.
void follow_edge(DetailPatch& patch, const PolyMeshVertex& a, const PolyMeshVertex& b) {
    if (a.z == b.z) return;
    const int64_t ax = 2 * (int64_t{a.x} - patch.x0), az = 2 * (int64_t{a.z} - patch.z0);
    const int64_t dx = 2 * (int64_t{b.x} - a.x), dz = 2 * (int64_t{b.z} - a.z);
    const int32_t first = std::min(a.z, b.z) - patch.z0, last = std::max(a.z, b.z) - patch.z0;
    // the centre (2 x + 1, 2 z + 1) is left of a -> b when dz (2 x + 1 - ax) > dx (2 z + 1 - az), that is when x is above (dz >
    // 0) or below the quotient of `crossing` and 2 dz, which is followed from row to row as a whole number and a rest
    const int64_t crossing = dx * (2 * first + 1 - az) + dz * (ax - 1);
    int64_t at = floor_div(crossing, 2 * dz), rest = crossing - at * 2 * dz;
    const int64_t step = floor_div(2 * dx, 2 * dz), rest_step = 2 * dx - step * 2 * dz, whole = 2 * dz;
    const double slope = double(dx) / double(dz);
    double x = (a.z < b.z ? a.x : b.x) - patch.x0;
    for (int32_t z = first; z < last; ++z) {
        auto& row = patch.rows[size_t(z)];
        if (dz > 0) {
            row.inner_begin = int32_t(at) + 1;
        } else {
            row.inner_end = int32_t(rest == 0 ? at : at + 1);
        }
        at += step;
        rest += rest_step;
        if (dz > 0 ? rest >= whole : rest <= whole) ++at, rest -= whole;
        const double next = x + slope;
        row.begin = std::min(row.begin, int32_t(std::min(x, next) - 0.6));
        row.end = std::max(row.end, int32_t(std::max(x, next) + 0.6) + 1);
        x = next;
    }
}

// Places the polygon's cells, and one around them, in the arrays.
void lay_out_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    constexpr int32_t kLow = std::numeric_limits<int32_t>::min(), kHigh = std::numeric_limits<int32_t>::max();
    const auto indices = polygon_indices(mesh, polygon);
    int32_t min_x = kHigh, min_z = kHigh, max_x = kLow, max_z = kLow;
    for (const uint32_t v : indices) {
        const PolyMeshVertex& p = mesh.vertices[v];
        min_x = std::min(min_x, p.x), max_x = std::max(max_x, p.x);
        min_z = std::min(min_z, p.z), max_z = std::max(max_z, p.z);
    }
    patch.x0 = min_x - 1;
    patch.z0 = min_z - 1;
    const int32_t width = patch.width = max_x - min_x + 2;
    patch.rows.assign(size_t(max_z - min_z) + 2, {.begin = width, .end = 0, .inner_begin = 0, .inner_end = 0});
    for (size_t k = 0; k < indices.size(); ++k) {
        follow_edge(patch, mesh.vertices[indices[k]], mesh.vertices[indices[k + 1 == indices.size() ? 0 : k + 1]]);
    }

    // a row also takes what its neighbour rows need
    for (auto* rim : {&patch.rows.front(), &patch.rows.back()})
        rim->inner_begin = rim->inner_end = 0;
    ptrdiff_t cells = 0;
    int32_t before_begin = width, before_end = 0;
    for (size_t z = 0; z < patch.rows.size(); ++z) {
        auto& row = patch.rows[z];
        const int32_t own_begin = row.begin, own_end = row.end;
        row.begin = std::min(row.begin, before_begin);
        row.end = std::max(row.end, before_end);
        if (z + 1 < patch.rows.size()) {
            row.begin = std::min(row.begin, patch.rows[z + 1].begin);
            row.end = std::max(row.end, patch.rows[z + 1].end);
        }
        row.begin = std::max(row.begin, 0);
        row.end = std::max(std::min(row.end, width), row.begin);
        row.inner_end = std::max(row.inner_end, row.inner_begin);
        row.at = cells - row.begin;
        cells += row.end - row.begin;
        before_begin = own_begin, before_end = own_end;
    }
    patch.span.assign(size_t(cells), kNoSpan);
    patch.ground.assign(size_t(cells) + kGroundPadding, kNoGround);
}

// Lists the cells inside the polygon that nothing was copied to, while it is copied in row order.
class GapFinder {
public:
    explicit GapFinder(DetailPatch& patch) : patch_(patch), x_(patch.rows[0].inner_begin) { patch.empty.clear(); }

    void copied(int32_t z, int32_t from, int32_t to) {
        skip_to_row(z);
        skip_to(std::min(from, patch_.rows[size_t(z)].inner_end));
        x_ = std::max(x_, to);
    }
    void finish() {
        skip_to_row(int32_t(patch_.rows.size()) - 1);
        skip_to(patch_.rows.back().inner_end);
    }

private:
    void skip_to(int32_t end) {
        for (; x_ < end; ++x_)
            patch_.empty.push_back({x_, z_});
    }
    void skip_to_row(int32_t z) {
        while (z_ < z) {
            skip_to(patch_.rows[size_t(z_)].inner_end);
            x_ = patch_.rows[size_t(++z_)].inner_begin;
        }
    }

    DetailPatch& patch_;
    int32_t x_ = 0, z_ = 0;
};

// Takes over the spans of the polygon's region, and their floors as ground unless triangles give it. What is left empty inside
// the polygon is listed.
void copy_region(DetailPatch& patch, uint32_t region, const RegionRows& regions, const uint16_t* floors) {
    const auto begin = regions.stretches.begin();
    const auto last = begin + regions.first[region + 1];
    const int32_t end_z = patch.z0 + int32_t(patch.rows.size());
    auto stretch = std::lower_bound(begin + regions.first[region], last, patch.z0,
                                    [](const RegionStretch& s, int32_t z) { return s.z < z; });
    GapFinder gaps(patch);
    for (; stretch != last && stretch->z < end_z; ++stretch) {
        const int32_t z = stretch->z - patch.z0, x0 = stretch->x0 - patch.x0;
        const auto& row = patch.rows[size_t(z)];
        const int32_t from = std::max(x0, row.begin), to = std::min(x0 + int32_t(stretch->length), row.end);
        if (from >= to) continue;
        gaps.copied(z, from, to);
        const uint32_t first = stretch->first + uint32_t(from - x0), count = uint32_t(to - from);
        uint32_t* const span = patch.span.data() + (row.at + from);
        for (uint32_t k = 0; k < count; ++k)
            span[k] = first + k;
        if (!floors) continue;
        float* const ground = patch.ground.data() + (row.at + from);
        for (uint32_t k = 0; k < count; ++k)
            ground[k] = float(floors[first + k] - patch.base);
    }
    gaps.finish();
}

// The open span of cell x of a row, or kNoSpan.
uint32_t span_at(const DetailPatch& patch, const DetailPatch::Row& row, int32_t x) {
    return x < row.begin || x >= row.end ? kNoSpan : patch.span[size_t(row.at + x)];
}

// The open span that a neighbour of cell (x, z) has a link to, or kNoSpan.
uint32_t linked_span(const DetailPatch& patch, const CompactHeightfield& field, int32_t x, int32_t z) {
    const auto step_back = [&](int32_t from_x, int32_t from_z, Direction back) {
        if (from_z < 0 || from_z >= int32_t(patch.rows.size())) return kNoSpan;
        const uint32_t span = span_at(patch, patch.rows[size_t(from_z)], from_x);
        return span == kNoSpan ? kNoSpan : neighbour(field, span, back);
    };
    uint32_t reached = step_back(x - 1, z, kRight);
    if (reached == kNoSpan) reached = step_back(x, z + 1, kDown);
    if (reached == kNoSpan) reached = step_back(x + 1, z, kLeft);
    if (reached == kNoSpan) reached = step_back(x, z - 1, kUp);
    return reached;
}

// Lists the cells without a span: those inside the polygon, or all of the patch.
void list_empty(DetailPatch& patch, bool all) {
    patch.empty.clear();
    for (int32_t z = 0; z < int32_t(patch.rows.size()); ++z) {
        const auto& row = patch.rows[size_t(z)];
        const int32_t end = all ? row.end : row.inner_end;
        for (int32_t x = all ? row.begin : row.inner_begin; x < end; ++x) {
            if (patch.span[size_t(row.at + x)] == kNoSpan) patch.empty.push_back({x, z});
        }
    }
}

// Gives listed cells the span that links lead to, ring by ring. What no link leads to stays in the list.
void follow_links(DetailPatch& patch, const CompactHeightfield& field, bool floors_are_ground) {
    while (!patch.empty.empty()) {
        patch.reached.clear();
        size_t left = 0;
        for (const LatticePoint cell : patch.empty) {
            const uint32_t span = linked_span(patch, field, cell.x, cell.z);
            if (span == kNoSpan) {
                patch.empty[left++] = cell;
            } else {
                patch.reached.push_back({patch.rows[size_t(cell.z)].at + cell.x, span});
            }
        }
        if (patch.reached.empty()) return;
        for (const auto& [at, span] : patch.reached) {
            patch.span[size_t(at)] = span;
            if (floors_are_ground) patch.ground[size_t(at)] = float(field.floor[span] - patch.base);
        }
        patch.empty.resize(left);
    }
}

// Finds spans for the listed cells inside that are not the region's: over links inside, where that fails also around the
// outside.
void complete_spans(DetailPatch& patch, const CompactHeightfield& field, bool floors_are_ground) {
    follow_links(patch, field, floors_are_ground);
    if (patch.empty.empty()) return;
    list_empty(patch, true);
    follow_links(patch, field, floors_are_ground);
    list_empty(patch, false);
}

// The open span of a cell in or beside the polygon: the patch's, or one that a link from there leads to.
uint32_t span_near(const DetailPatch& patch, const CompactHeightfield& field, int32_t x, int32_t z) {
    const bool inside = z >= 0 && z < int32_t(patch.rows.size());
    const uint32_t span = inside ? span_at(patch, patch.rows[size_t(z)], x) : kNoSpan;
    return span != kNoSpan ? span : linked_span(patch, field, x, z);
}

// The ground of such a cell.
float ground_near(const DetailPatch& patch, const CompactHeightfield& field, bool floors_are_ground, int32_t x, int32_t z) {
    if (z >= 0 && z < int32_t(patch.rows.size())) {
        const auto& row = patch.rows[size_t(z)];
        const float ground = x < row.begin || x >= row.end ? kNoGround : patch.ground[size_t(row.at + x)];
        if (!std::isnan(ground)) return ground;
    }
    const uint32_t span = floors_are_ground ? linked_span(patch, field, x, z) : kNoSpan;
    return span == kNoSpan ? kNoGround : float(field.floor[span] - patch.base);
}

}  // namespace

RegionRows collect_region_rows(const CompactHeightfield& field, const RegionMap& regions) {
    RegionRows rows;
    rows.first.assign(size_t(regions.region_count) + 2, 0);
    std::vector<std::pair<uint32_t, RegionStretch>> found;
    found.reserve(2 * field.runs.size());
    for_each_region_stretch(field, regions, [&](uint32_t region, int32_t z, int32_t x, uint32_t first, uint32_t length) {
        found.push_back({region, {z, x, length, first}});
        ++rows.first[region + 1];
    });
    for (size_t r = 1; r < rows.first.size(); ++r)
        rows.first[r] += rows.first[r - 1];
    rows.stretches.resize(found.size());
    std::vector<uint32_t> next = rows.first;
    for (const auto& [region, stretch] : found)
        rows.stretches[next[region]++] = stretch;
    return rows;
}

void fill_patch(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon, const CompactHeightfield& field,
                const RegionRows& regions, const TriangleHeights* heights) {
    patch.base = mesh.vertices[polygon_indices(mesh, polygon)[0]].y;
    patch.level = kNoGround;
    lay_out_rows(patch, mesh, polygon);
    copy_region(patch, polygon.region, regions, heights ? nullptr : field.floor.data());
    complete_spans(patch, field, heights == nullptr);
    patch.unsampled = uint32_t(patch.empty.size());
    if (!heights) return;
    draw_triangles(patch, field, *heights);
    patch.unsampled = 0;
    for (const auto& row : patch.rows) {
        for (int32_t x = row.inner_begin; x < row.inner_end; ++x) {
            patch.unsampled += std::isnan(patch.ground[size_t(row.at + x)]);
        }
    }
}

float ground_at(const DetailPatch& patch, const CompactHeightfield& field, const TriangleHeights* heights, LatticePoint point) {
    // the true ground, near the floors of the cells that the point lies in or on
    if (heights) {
        HeightRange range{1, 0};
        for (const int32_t z : {(point.z - 1) / kDetailScale, point.z / kDetailScale}) {
            for (const int32_t x : {(point.x - 1) / kDetailScale, point.x / kDetailScale}) {
                const uint32_t span = span_near(patch, field, x, z);
                if (span == kNoSpan) continue;
                const HeightRange cell = ground_range(field.floor[span], field.walkable_climb);
                const bool first = range.lowest > range.highest;
                range.lowest = first ? cell.lowest : std::min(range.lowest, cell.lowest);
                range.highest = first ? cell.highest : std::max(range.highest, cell.highest);
            }
        }
        if (range.lowest <= range.highest) {
            const auto y = ground_height(*heights, {.x = patch.x0 + point.x / double(kDetailScale),
                                                    .z = patch.z0 + point.z / double(kDetailScale),
                                                    .lowest = range.lowest,
                                                    .highest = range.highest});
            if (y) return float(round_height(*y) - patch.base);
        }
    }
    // else between the centres of the four cells around it, as far as they have ground
    const int32_t px = point.x - kDetailScale / 2, pz = point.z - kDetailScale / 2;
    const int32_t x = px / kDetailScale, z = pz / kDetailScale;
    const int32_t fx = px % kDetailScale, fz = pz % kDetailScale;
    double sum = 0, weights = 0;
    const auto add = [&](int32_t dx, int32_t dz, int32_t weight) {
        if (weight == 0) return;
        const float ground = ground_near(patch, field, heights == nullptr, x + dx, z + dz);
        if (std::isnan(ground)) return;
        sum += double(weight) * ground;
        weights += weight;
    };
    add(0, 0, (kDetailScale - fx) * (kDetailScale - fz));
    add(1, 0, fx * (kDetailScale - fz));
    add(0, 1, (kDetailScale - fx) * fz);
    add(1, 1, fx * fz);
    return weights == 0 ? kNoGround : float(round_height(sum / weights));
}

}  // namespace navspan
