// Voxelisation.
//
// In: triangles.
// Out: the solid spans of every column.
// Idea: The grid is processed in bands of a few rows, so that the working set stays in the cache. Each triangle is cut into the
// rows and cells of each band that it overlaps (triangle.cpp). Each row queues the intervals of its columns in the order of the
// triangles and merges them into spans (columns.cpp), which are appended to the output. There are no linked lists and no
// allocations per span.
// Weak case: A triangle that overlaps many bands is prepared again for each of them.

#include "bake/voxelize/rasterize.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <new>
#include <sstream>
#include <utility>

#include "bake/voxelize/columns.h"
#include "bake/voxelize/triangle.h"
#include "bake/voxelize/units.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

constexpr int32_t kMaxBandRows = 16;    // limit of rows per band in a grid with many rows; most triangles overlap <= 2 bands
constexpr int32_t kMinBandRows = 8;     // limit of rows per band in a grid with few rows, to save memory
constexpr int32_t kBandCells = 0x4000;  // maximum number of cells in a band, so that it fits into the cache

Error limit_exceeded(const Grid& grid, const Lattice& lattice, const char* what) {
    std::ostringstream text;
    text << "the solid spans of " << cell_count(grid) << " cells exceed " << what
         << "; set or lower tiles.size, or raise voxels.cell_size (now " << lattice.cell_size << ")";
    return {ErrorKind::failed, text.str()};
}

// The triangles of each band of rows, in input order.
struct Bands {
    int32_t row_bits = 0;  // log2 of the number of rows per band
    int32_t rows() const { return 1 << row_bits; }
    std::vector<uint32_t> first;  // start offset of each band in `triangles`, plus the end
    std::vector<uint32_t> triangles;
    size_t covered_cells = 0;  // estimated number of covered cells, seen from above, summed over all triangles
};

Bands sort_by_band(const TriangleSoup& soup, const std::vector<TriangleCorner>& corners, const Grid& grid) {
    Bands bands;
    const int32_t rows =
        std::clamp(kBandCells / grid.width, 1, std::clamp(grid.depth / kMaxBandRows, kMinBandRows, kMaxBandRows));
    bands.row_bits = std::bit_width(uint32_t(rows)) - 1;
    std::vector<RowRange> range(soup.triangles.size());  // per triangle: the bands that it overlaps
    double doubled_area = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto& t = soup.triangles[i];
        const TriangleCorner &a = corners[t[0]], &b = corners[t[1]], &c = corners[t[2]];
        const RowRange reach = rows_of(a, b, c, grid);
        if (reach.first >= reach.end) continue;
        range[i] = {reach.first >> bands.row_bits, ((reach.end - 1) >> bands.row_bits) + 1};
        doubled_area += std::abs((b.at[0] - a.at[0]) * (c.z - a.z) - (b.z - a.z) * (c.at[0] - a.at[0]));
    }
    bands.covered_cells = size_t(std::min(doubled_area / 2, 2 * double(cell_count(grid))));

    const auto for_each_overlap = [&](auto visit) {
        for (size_t i = 0; i < range.size(); ++i) {
            for (int32_t band = range[i].first; band < range[i].end; ++band)
                visit(size_t(band), uint32_t(i));
        }
    };
    group_by_count(size_t((grid.depth - 1) >> bands.row_bits) + 1, for_each_overlap, bands.first, bands.triangles);
    return bands;
}

Result<Heightfield> rasterize(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                              const Grid& grid, const RasterizeParams& params) {
    Heightfield field{.grid = grid, .first = {}, .spans = {}};
    field.first.reserve(cell_count(grid) + 1);
    if (cell_count(grid) == 0) {
        field.first.push_back(0);
        return field;
    }
    std::vector<TriangleCorner> corners(soup.vertices.size());
    std::transform(soup.vertices.begin(), soup.vertices.end(), corners.begin(), [units = LatticeUnits(lattice)](DVec3 world) {
        const DVec3 p = units(world);
        return TriangleCorner{F64x2{p.x, p.y}, p.z};
    });
    const Bands bands = sort_by_band(soup, corners, grid);
    field.spans.reserve(bands.covered_cells);

    std::vector<RowColumns> rows;
    rows.reserve(size_t(bands.rows()));
    for (int32_t row = 0; row < bands.rows(); ++row)
        rows.emplace_back(grid.width, params.area_merge_height);
    TriangleCutter cutter(grid, rows);
    for (int32_t band = 0, row = 0; row < grid.depth; ++band, row += bands.rows()) {
        const int32_t end_row = std::min(row + bands.rows(), grid.depth);
        for (uint32_t k = bands.first[size_t(band)]; k < bands.first[size_t(band) + 1]; ++k) {
            const uint32_t i = bands.triangles[k];
            const auto& t = soup.triangles[i];
            cutter.cut(corners[t[0]], corners[t[1]], corners[t[2]], areas[i], {row, end_row});
        }
        for (int32_t r = row; r < end_row; ++r)
            rows[size_t(r - row)].take(field);
        if (field.spans.size() >= std::numeric_limits<uint32_t>::max()) return limit_exceeded(grid, lattice, "2^32");
    }
    field.first.push_back(uint32_t(field.spans.size()));
    return field;
}

}  // namespace

Result<Heightfield> rasterize_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                        const Grid& grid, const RasterizeParams& params) {
    try {
        return rasterize(soup, areas, lattice, grid, params);
    } catch (const std::bad_alloc&) {
        return limit_exceeded(grid, lattice, "this machine's memory");
    }
}

}  // namespace navspan
