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

}  // namespace

BakeSize sample_bake_size(const SoupView& soup, const Lattice& lattice, const Grid& grid, const SampleParams& params) {
    BakeSize size;
    size.columns = double(cell_count(grid));
    size.width = double(grid.width);
    size.triangles = double(soup.size());
    double doubled_area = 0;
    for (size_t i = 0; i < soup.size(); ++i) {
        const auto [a, b, c] = soup.corners(i);
        doubled_area += doubled_area_xz(a, b, c);
    }
    size.covered = cells_of_area(doubled_area, lattice);
    if (cell_count(grid) == 0) return size;
    const std::vector<int32_t> rows = sampled_rows(grid);
    const LatticeUnits units(lattice);
    const auto for_each_overlap = [&](auto visit) {
        for (size_t i = 0; i < soup.size(); ++i) {
            const auto& t = soup.triangle(i);
            const double a = units(soup.vertex(t[0])).z, b = units(soup.vertex(t[1])).z, c = units(soup.vertex(t[2])).z;
            const double low = std::floor(std::min({a, b, c})) - grid.z0, high = std::max({a, b, c}) - grid.z0;
            auto row = std::lower_bound(rows.begin(), rows.end(), low);
            for (; row != rows.end() && *row <= high; ++row)
                visit(size_t(row - rows.begin()), soup.index(i));
        }
    };
    std::vector<uint32_t> first, triangles;
    group_by_count(rows.size(), for_each_overlap, first, triangles);
    for (size_t k = 0; k < rows.size(); ++k) {
        const SoupView part = soup.part(std::span(triangles).subspan(first[k], first[k + 1] - first[k]));
        Grid row = grid;
        row.z0 += rows[k];
        row.depth = 1;
        const auto areas = mark_walkable_triangles(part, params.max_slope).areas;
        const Result<Heightfield> field = rasterize_triangles(part, areas, lattice, row, {});
        if (field) count_spans(*field, params.walkable_height, size);
    }
    const double scale = double(grid.depth) / double(rows.size());
    size.solid *= scale;
    size.open *= scale;
    return size;
}

double bake_bytes(const BakeSize& size) {
    const double small_chunk = 0x4000, queued = std::min(size.triangles, std::max(small_chunk, size.columns / 2));
    const double band_rows = size.columns < 256 * size.width ? 8 : 16;
    const double voxelizing =
        22.4 * size.columns + 137 * band_rows * size.width + 9.15 * size.solid + 64.5 * queued + 1.13 * size.triangles;
    const double later = 14.2 * size.solid + 32 * size.open + 26.7 * std::min(size.triangles, size.columns) +
                         (size.exact_heights ? 7.9 * size.triangles + 0.07 * size.covered : 1.13 * size.triangles);
    return 14e3 + std::max(voxelizing, later);
}

}  // namespace navspan
