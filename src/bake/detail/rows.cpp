// Computes the cells of a polygon, and lists the spans of each region, row by row.
//
// In: a polygon, or the compact heightfield with its regions.
// Out: for each row of a polygon, the cells with centres inside, and all cells that the polygon touches. For each region, its
// spans as segments of consecutive cells.
// Idea: Each polygon edge is followed row by row and sets the ends of the intervals. The inside test is exact, in integers. The
// touched cells are computed in double, with a margin.
// Source: own method.
// Weak cases: A thin polygon may contain no cell centre.

#include <algorithm>
#include <limits>
#include <utility>

#include "bake/detail/patch.h"
#include "bake/regions/segments.h"
#include "core/floor_div.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

// Visits each row that edge ab crosses. Sets one end of the interval of inner cells: cells with centres strictly left of the
// edge. In half cells, cell centres have odd integer coordinates.
void follow_inner_edge(DetailPatch& patch, const PolyMeshVertex& a, const PolyMeshVertex& b) {
    if (a.z == b.z) return;
    const int64_t ax = 2 * (int64_t{a.x} - patch.x0), az = 2 * (int64_t{a.z} - patch.z0);
    const int64_t dx = 2 * (int64_t{b.x} - a.x), dz = 2 * (int64_t{b.z} - a.z);
    const int32_t first = std::min(a.z, b.z) - patch.z0, last = std::max(a.z, b.z) - patch.z0;
    // Cell x is to the left of the edge if 2 * dz * x > crossing. `at` and `rest` are the quotient and the remainder of
    // crossing / (2 * dz).
    const int64_t crossing = dx * (2 * first + 1 - az) + dz * (ax - 1);
    int64_t at = floor_div(crossing, 2 * dz), rest = crossing - at * 2 * dz;
    const int64_t step = floor_div(2 * dx, 2 * dz), rest_step = 2 * dx - step * 2 * dz, whole = 2 * dz;
    for (int32_t z = first; z < last; ++z) {
        auto& row = patch.rows[size_t(z)];
        if (dz > 0) {
            row.inner_begin = int32_t(at) + 1;
        } else {
            row.inner_end = int32_t(rest == 0 ? at : at + 1);
        }
        at += step;
        rest += rest_step;
        const bool carry = dz > 0 ? rest >= whole : rest <= whole;
        at += carry;
        rest -= carry ? whole : 0;
    }
}

// Visits each row that edge ab crosses. Extends the interval of touched cells.
void follow_touched_edge(DetailPatch& patch, const PolyMeshVertex& a, const PolyMeshVertex& b) {
    if (a.z == b.z) return;
    const auto &low = a.z < b.z ? a : b, &high = a.z < b.z ? b : a;
    const double slope = double(high.x - low.x) / double(high.z - low.z);
    double x = low.x - patch.x0;
    for (int32_t z = low.z - patch.z0; z < high.z - patch.z0; ++z) {
        auto& row = patch.rows[size_t(z)];
        const double next = x + slope;
        row.begin = std::min(row.begin, int32_t(std::min(x, next) - 0.6));
        row.end = std::max(row.end, int32_t(std::max(x, next) + 0.6) + 1);
        x = next;
    }
}

// Calls visit(a, b) for the edges of a polygon.
template <class Visit>
void for_each_edge(const PolyMesh& mesh, const PolyMeshPolygon& polygon, Visit visit) {
    const auto indices = polygon_indices(mesh, polygon);
    for (size_t k = 0; k < indices.size(); ++k)
        visit(mesh.vertices[indices[k]], mesh.vertices[indices[k + 1 == indices.size() ? 0 : k + 1]]);
}

}  // namespace

CellRectangle bounding_rectangle(const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    constexpr int32_t kLow = std::numeric_limits<int32_t>::min(), kHigh = std::numeric_limits<int32_t>::max();
    CellRectangle bounds{.x0 = kHigh, .z0 = kHigh, .x1 = kLow, .z1 = kLow};
    for (const uint32_t v : polygon_indices(mesh, polygon)) {
        const PolyMeshVertex& p = mesh.vertices[v];
        bounds.x0 = std::min(bounds.x0, p.x), bounds.x1 = std::max(bounds.x1, p.x);
        bounds.z0 = std::min(bounds.z0, p.z), bounds.z1 = std::max(bounds.z1, p.z);
    }
    return bounds;
}

namespace {

// Sets the position and the number of rows of a patch. @return number of columns
int32_t start_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const CellRectangle bounds = bounding_rectangle(mesh, polygon);
    patch.x0 = bounds.x0 - 1;
    patch.z0 = bounds.z0 - 1;
    const int32_t width = bounds.x1 - bounds.x0 + 2;
    patch.rows.assign(size_t(bounds.z1 - bounds.z0) + 2, {.begin = width, .end = 0, .inner_begin = 0, .inner_end = 0});
    return width;
}

void add_inner_cells(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    for_each_edge(mesh, polygon, [&](const auto& a, const auto& b) { follow_inner_edge(patch, a, b); });
    for (auto* rim : {&patch.rows.front(), &patch.rows.back()})
        rim->inner_begin = rim->inner_end = 0;
}

// Adds the cells that the polygon touches and a margin. Returns the number of cells.
size_t add_touched_cells(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon, int32_t width) {
    for_each_edge(mesh, polygon, [&](const auto& a, const auto& b) { follow_touched_edge(patch, a, b); });

    // Extend each row by the x range of the previous and the next row.
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
    return size_t(cells);
}

}  // namespace

int32_t compute_inner_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const int32_t width = start_rows(patch, mesh, polygon);
    add_inner_cells(patch, mesh, polygon);
    return width;
}

void compute_touched_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    add_touched_cells(patch, mesh, polygon, start_rows(patch, mesh, polygon));
}

size_t compute_patch_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const int32_t width = start_rows(patch, mesh, polygon);
    add_inner_cells(patch, mesh, polygon);
    return add_touched_cells(patch, mesh, polygon, width);
}

RegionRows collect_region_rows(const CompactHeightfield& field, const RegionMap& regions) {
    RegionRows rows;
    std::vector<std::pair<uint32_t, RowSegment>> found;
    found.reserve(2 * field.runs.size());
    for_each_region_segment(field, regions, [&](int32_t z, const RegionSegment& s) {
        found.push_back({s.region, {z, s.x, s.length, s.first}});
    });
    const auto for_each_found = [&](auto visit) {
        for (const auto& [region, segment] : found)
            visit(region, segment);
    };
    group_by_count(size_t(regions.region_count) + 1, for_each_found, rows.first, rows.segments);
    rows.self_adjacent = find_self_adjacent_regions(field, rows);
    return rows;
}

}  // namespace navspan
