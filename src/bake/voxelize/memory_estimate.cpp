// Estimates the memory of a bake on one grid.
//
// In: triangles and a grid.
// Out: the numbers of solid and open spans, and the peak memory of all stages.
// Idea: A few rows of the grid are voxelized, and their spans are counted. Memory has two peaks: one during voxelization, which
// depends on the queued triangles, and one in a later stage, which depends on the spans. The estimate is the larger peak. The
// constants were fitted to measured peaks.
// Source: own method.
// Weak cases: If spans are concentrated in a few rows, the sample may contain too few or too many of these rows.

#include "bake/voxelize/memory_estimate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/units.h"
#include "bake/voxelize/walkable_triangles.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

constexpr int32_t kSampledRows = 64;  // maximum number of sampled rows

// Returns one row from each of several equal intervals of rows, in ascending order. Varies the position in the interval to
// avoid aliasing with regular patterns of the level.
std::vector<int32_t> sampled_rows(const Grid& grid) {
    const int32_t count = std::min(grid.depth, kSampledRows);
    std::vector<int32_t> rows(size_t(count), 0);
    for (int32_t k = 0; k < count; ++k) {
        const auto begin = int32_t(int64_t{k} * grid.depth / count), end = int32_t(int64_t{k + 1} * grid.depth / count);
        rows[size_t(k)] = begin + int32_t((uint32_t(k) * 0x9e3779b9u >> 16) % uint32_t(end - begin));
    }
    return rows;
}

// Counts the spans of one row. A span counts as open if it is walkable and has headroom, as in filter `low_height` (filters.h).
// Ledges count too, because the ledge filter would need the neighbouring rows.
void count_spans(const Heightfield& row, int32_t walkable_height, BakeSize& size) {
    size.solid += double(row.spans.size());
    for (size_t c = 0; c + 1 < row.first.size(); ++c) {
        const auto spans = column_spans(row, c);
        for (size_t k = 0; k < spans.size(); ++k) {
            const int32_t ceiling = k + 1 < spans.size() ? spans[k + 1].bottom : kMaxHeight;
            size.open += spans[k].area != kNullArea && ceiling - spans[k].top >= walkable_height;
        }
    }
}

// Triangles with their area ids, and the grid on which they are measured.
struct Measured {
    const SoupView& soup;
    std::span<const uint8_t> areas;
    const Lattice& lattice;
    const Grid& grid;
};

// Calls visit(row, triangle) for each triangle and each of the rows that its bounding box overlaps. Both are indices.
template <class Visit>
void visit_overlaps(const Measured& m, std::span<const int32_t> rows, Visit visit) {
    const LatticeUnits units(m.lattice);
    for (size_t i = 0; i < m.soup.size(); ++i) {
        const auto& t = m.soup.triangle(i);
        const double a = units(m.soup.vertex(t[0])).z, b = units(m.soup.vertex(t[1])).z, c = units(m.soup.vertex(t[2])).z;
        const double low = std::floor(std::min({a, b, c})) - m.grid.z0, high = std::max({a, b, c}) - m.grid.z0;
        auto row = std::lower_bound(rows.begin(), rows.end(), low);
        for (; row != rows.end() && *row <= high; ++row)
            visit(size_t(row - rows.begin()), uint32_t(i));
    }
}

// Voxelizes rows and counts their spans.
void measure_rows(const Measured& m, std::span<const int32_t> rows, int32_t walkable_height, BakeSize& size) {
    std::vector<uint32_t> first, triangles;
    group_by_count(
        rows.size(), [&](auto visit) { visit_overlaps(m, rows, visit); }, first, triangles);
    ListedTriangles part;
    for (size_t k = 0; k < rows.size(); ++k) {
        part.listed.clear(), part.areas.clear();
        for (uint32_t at = first[k]; at < first[k + 1]; ++at) {
            part.listed.push_back(m.soup.index(triangles[at]));
            part.areas.push_back(m.areas[triangles[at]]);
        }
        Grid row = m.grid;
        row.z0 += rows[k];
        row.depth = 1;
        const Result<Heightfield> field = rasterize_triangles(m.soup.part(part.listed), part.areas, m.lattice, row, {});
        if (field) count_spans(*field, walkable_height, size);
    }
}

// Estimates the numbers of spans.
void measure_spans(const Measured& m, int32_t walkable_height, BakeSize& size) {
    const std::vector<int32_t> rows = sampled_rows(m.grid);
    std::vector<size_t> overlaps(rows.size());
    visit_overlaps(m, rows, [&](size_t row, uint32_t) { ++overlaps[row]; });
    // Large triangles overlap many rows. Measure a few rows at a time, so that the lists have at most one entry per triangle.
    for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        size_t listed = overlaps[end++];
        while (end < rows.size() && listed + overlaps[end] <= m.soup.size())
            listed += overlaps[end++];
        measure_rows(m, std::span(rows).subspan(begin, end - begin), walkable_height, size);
    }
    const double scale = double(m.grid.depth) / double(rows.size());
    size.solid *= scale;
    size.open *= scale;
}

}  // namespace

BakeSize sample_bake_size(const SoupView& soup, const Lattice& lattice, const Grid& grid, const SampleParams& params) {
    BakeSize size;
    size.columns = double(cell_count(grid));
    size.width = double(grid.width);
    size.triangles = double(soup.size());
    const std::vector<uint8_t> areas = mark_walkable_triangles(soup, params.max_slope).areas;
    const std::optional<ListedTriangles> listed = without_copies(soup, areas, lattice.cell_size, grid);
    const SoupView distinct = listed ? soup.part(listed->listed) : soup;
    const std::span<const uint8_t> distinct_areas = listed ? listed->areas : areas;
    size.distinct = double(distinct.size());
    double doubled_area = 0;
    for (size_t i = 0; i < distinct.size(); ++i) {
        const auto [a, b, c] = distinct.corners(i);
        doubled_area += doubled_area_xz(a, b, c);
        const double extent = (std::max({a.z, b.z, c.z}) - std::min({a.z, b.z, c.z})) / lattice.cell_size;
        size.rows += std::min(extent, double(grid.depth));
    }
    size.covered = cells_of_area(doubled_area, lattice);
    if (cell_count(grid) == 0) return size;
    measure_spans({distinct, distinct_areas, lattice, grid}, params.walkable_height, size);
    return size;
}

double bake_bytes(const BakeSize& size) {
    const auto chunk = double(triangles_of_chunk(size_t(size.distinct), uint64_t(size.columns)));
    const double loaded = std::min(size.distinct, chunk), band_rows = 8;
    const double earlier = size.distinct > chunk ? 9e4 + 12 * size.columns : 0;  // spans of earlier chunks
    // A triangle is queued in each band that it overlaps. The queues are merged before they hold many more than two chunks.
    const double bands = 1 + size.rows / band_rows / std::max(size.distinct, 1.0);
    const double queued = std::min(loaded * bands, 2 * std::max(chunk, double{0x4000}) + 0x400 * bands);
    const double listed = size.distinct < size.triangles ? 1e4 + 5 * size.distinct + 16 * std::min(size.distinct, 65e3) : 0;
    const double triangles = 1.13 * size.triangles + listed;
    const double voxelizing =
        15 * size.columns + 137 * band_rows * size.width + 15 * size.solid + 20 * loaded + 12.5 * queued + earlier + triangles;
    // The detail mesh lists the triangles near its vertices. Few small triangles and most large triangles are near a vertex.
    const double few = std::min(size.distinct, 16e3), most = 55 * few + 15 * (size.distinct - few);
    const double near =
        std::min(6.8 * std::min(size.distinct, 2 * size.columns) + 2 * size.covered, most + 0.125 * size.columns);
    const double later = 14.2 * size.solid + 31 * size.open + 26.7 * std::min({size.distinct, size.columns / 2, 2e4}) +
                         triangles + (size.exact_heights ? near : 0);
    return 14e3 + std::max(voxelizing, later);
}

}  // namespace navspan
