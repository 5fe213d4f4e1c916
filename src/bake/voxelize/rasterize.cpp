// Voxelisation.
//
// In: triangles.
// Out: the solid spans of every column.
// Idea: The triangles are sorted by bands of a few rows (band_queues.cpp) and cut into the rows and cells of each band
// (triangle.cpp, small_triangle.cpp). Each row queues the intervals of its columns in the order of the triangles and merges
// them into spans (columns.cpp), which are appended to the output. There are no linked lists and no allocations per span.
// Memory: If a level has many more triangles than cells, the triangles are processed in chunks, so that memory grows with the
// number of cells. Each chunk adds to the spans of the chunks before it.
// Weak case: If the triangles of each chunk are spread over the whole grid, each chunk copies all spans.

#include "bake/voxelize/rasterize.h"

#include <algorithm>
#include <limits>
#include <new>
#include <sstream>
#include <utility>

#include "bake/voxelize/band_queues.h"
#include "bake/voxelize/columns.h"
#include "bake/voxelize/triangle.h"

namespace navspan {
namespace {

constexpr size_t kMinChunk = 0x8000;     // minimum number of triangles in a chunk
constexpr size_t kQueueStep = 0x400;     // number of triangles between two tests for full queues; divides the size of a chunk
constexpr size_t kCellsPerTriangle = 2;  // minimum size of a chunk [cells per triangle]; limits the cost of copying spans

Error limit_exceeded(const Grid& grid, const Lattice& lattice, const char* what) {
    std::ostringstream text;
    text << "the solid spans of " << cell_count(grid) << " cells exceed " << what
         << "; set or lower tiles.size, or raise voxels.cell_size (now " << lattice.cell_size << ")";
    return {ErrorKind::failed, text.str()};
}

// The triangles and the spans of a grid, band by band.
struct BandWork {
    const Grid& grid;
    std::span<const uint8_t> areas;  // area ids of all triangles
    ChunkCorners corners;
    BandQueues queues;
    std::vector<RowColumns> rows;      // columns of one band
    TriangleCutter cutter;             // adds to `rows`
    std::vector<Heightfield> earlier;  // per band: the spans of the chunks before. Empty while there is only one chunk
};

// Appends the spans of a band to a field: those of earlier triangles, merged with the queued triangles.
void write_band(BandWork& work, int32_t band, Heightfield& field) {
    const int32_t first_row = band * work.queues.rows_per_band(),
                  end_row = std::min(first_row + work.queues.rows_per_band(), work.grid.depth);
    const std::span<RowColumns> rows(work.rows.data(), size_t(end_row - first_row));
    Heightfield earlier;
    if (!work.earlier.empty()) earlier = std::exchange(work.earlier[size_t(band)], {});
    for (size_t r = 0; r < rows.size() && !earlier.first.empty(); ++r)
        rows[r].continue_from(&earlier.first[r * size_t(work.grid.width)], earlier.spans.data());
    work.queues.for_each(band, [&](const QueuedTriangle& t) {
        const RowRange band_rows{first_row, end_row};
        if (t.kind == QueuedTriangle::Kind::general) return work.cutter.cut(work.corners.of(t.index), t.area, band_rows);
        if (t.kind == QueuedTriangle::Kind::in_two) return work.cutter.cut_in_two(work.corners.of(t.index), t.area, band_rows);
        const QueuedInterval interval = t.heights | QueuedInterval{t.area} << 32;
        for (uint32_t k = 0; k < 4; ++k) {
            if ((t.touched >> k & 1) != 0) rows[t.row + k / 2].add(t.index + k % 2, interval);
        }
    });
    for (RowColumns& row : rows)
        row.take(field);
}

// Merges the queued triangles with the spans of earlier triangles, band by band.
void merge_queued(BandWork& work) {
    work.earlier.resize(size_t(work.queues.band_count()));
    for (int32_t band = 0; band < work.queues.band_count(); ++band) {
        if (work.queues.is_empty(band)) continue;
        Heightfield merged;
        write_band(work, band, merged);
        merged.first.push_back(uint32_t(merged.spans.size()));
        merged.spans.shrink_to_fit();
        work.earlier[size_t(band)] = std::move(merged);
    }
    work.queues.clear();
}

// Queues all triangles. Merges them whenever a chunk is complete or the queues are full, except at the end.
void queue_triangles(BandWork& work, size_t triangles, size_t chunk) {
    for (size_t begin = 0; begin < triangles; begin += kQueueStep) {
        if (begin % chunk == 0) {
            if (begin > 0) merge_queued(work);
            work.corners.load(begin, std::min(begin + chunk, triangles));
        }
        if (work.queues.size() > 2 * chunk) merge_queued(work);
        work.queues.add(work.corners, work.areas, begin, std::min(begin + kQueueStep, triangles));
    }
}

Result<Heightfield> rasterize(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                              const Grid& grid, const RasterizeParams& params) {
    Heightfield field{.grid = grid, .first = {}, .spans = {}};
    field.first.reserve(cell_count(grid) + 1);
    if (cell_count(grid) == 0) {
        field.first.push_back(0);
        return field;
    }
    const size_t chunk = std::max(kMinChunk, cell_count(grid) / kCellsPerTriangle / kQueueStep * kQueueStep);
    BandQueues queues(grid, std::min(chunk, soup.triangles.size()));
    std::vector<RowColumns> rows;
    rows.reserve(size_t(queues.rows_per_band()));
    for (int32_t row = 0; row < queues.rows_per_band(); ++row)
        rows.emplace_back(grid.width, params.area_merge_height);
    const TriangleCutter cutter(grid, rows);
    BandWork work{grid, areas, ChunkCorners(soup, lattice), std::move(queues), std::move(rows), cutter, {}};
    queue_triangles(work, soup.triangles.size(), chunk);

    size_t spans = size_t(std::min(work.queues.covered_cells(), 2 * double(cell_count(grid))));
    for (const Heightfield& earlier : work.earlier)
        spans += earlier.spans.size();
    field.spans.reserve(spans);
    for (int32_t band = 0; band < work.queues.band_count(); ++band) {
        write_band(work, band, field);
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
