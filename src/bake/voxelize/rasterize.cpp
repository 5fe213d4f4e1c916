// Voxelizes triangles.
//
// In: triangles.
// Out: the solid spans of every column.
// Idea: The triangles are sorted by bands of a few rows (band_queues.cpp). Threads process separate bands. The triangles of a
// band are cut into cells (triangle.cpp, small_triangle.cpp, four_triangles.cpp), and the resulting intervals are merged into
// spans (columns.cpp). A large soup is processed in chunks; each chunk is merged with the spans of earlier chunks.
// Source: Mononen, Recast (2009), for span heightfields.
// Weak cases: If each chunk has triangles in the whole grid, all spans are copied once per chunk.

#include "bake/voxelize/rasterize.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "bake/voxelize/band_queues.h"
#include "bake/voxelize/columns.h"
#include "bake/voxelize/four_triangles.h"
#include "bake/voxelize/triangle.h"
#include "core/memory.h"
#include "core/parallel.h"

namespace navspan {
namespace {

// Number of triangles between two tests of the queue size. The chunk size is a multiple of this number.
constexpr size_t kQueueStep = 0x400;
constexpr size_t kMinQueue =
    0x4000;  // queues with at most twice this number of triangles are not merged before the end of a chunk
constexpr const char* kTooLittleMemory = "this machine's memory";
constexpr size_t kMaxSpans = std::numeric_limits<uint32_t>::max();

Error limit_exceeded(const Grid& grid, const Lattice& lattice, const char* what) {
    std::ostringstream text;
    text << "the solid spans of " << cell_count(grid) << " cells exceed " << what
         << "; set or lower tiles.size, or raise voxels.cell_size (now " << lattice.cell_size << ")";
    return {ErrorKind::failed, text.str()};
}

// Memory of one worker.
struct BandScratch {
    std::vector<RowColumns> rows;          // columns of one band
    std::optional<TriangleCutter> cutter;  // cuts triangles and adds their intervals to `rows`
    SmallTriangles small;                  // as `cutter`, for small triangles
};

// The triangles and the spans of a grid, band by band.
struct BandWork {
    const Grid& grid;
    std::span<const uint8_t> areas;  // area ids of all triangles
    const RasterizeParams& params;
    Workers* workers;
    ChunkCorners corners;
    BandQueues queues;
    std::vector<BandScratch> scratch{};  // per worker
    std::vector<Heightfield> earlier{};  // spans of earlier triangles in each band; empty before the first merge
};

// Returns the scratch memory of a worker, initialized on first use.
BandScratch& scratch_of(BandWork& work, unsigned worker) {
    BandScratch& scratch = work.scratch[worker];
    if (scratch.cutter) return scratch;
    const int32_t band_rows = work.queues.rows_per_band();
    scratch.rows.reserve(size_t(band_rows));
    for (int32_t row = 0; row < band_rows; ++row)
        scratch.rows.emplace_back(work.grid.width, work.params.area_merge_height);
    scratch.cutter.emplace(work.grid, scratch.rows);
    return scratch;
}

// Merges the queued triangles of a band with the spans of earlier triangles. Appends the result to `field`.
// @param pages  prepares the pages of field.spans; may be null
void write_band(BandWork& work, size_t band, BandScratch& scratch, Heightfield& field, PagePreparer* pages) {
    const int32_t first_row = int32_t(band) * work.queues.rows_per_band(),
                  end_row = std::min(first_row + work.queues.rows_per_band(), work.grid.depth);
    const std::span<RowColumns> rows(scratch.rows.data(), size_t(end_row - first_row));
    Heightfield earlier;
    if (!work.earlier.empty()) earlier = std::exchange(work.earlier[band], {});
    for (size_t r = 0; r < rows.size() && !earlier.first.empty(); ++r)
        rows[r].continue_from(&earlier.first[r * size_t(work.grid.width)], earlier.spans.data());
    TriangleCutter& cutter = *scratch.cutter;
    const RowRange band_rows{first_row, end_row};
    SmallTriangles& small = scratch.small;
    BasedTriangle triangle;
    work.queues.for_each_block(int32_t(band), [&](std::span<const QueuedTriangle> block) {
        bool is_cut = false;  // true once the small triangles of the block have been cut
        size_t next = 0;
        for (const QueuedTriangle& t : block) {
            if (t.kind() == QueuedTriangle::Kind::uniform) {
                const QueuedInterval interval = t.heights | QueuedInterval{t.area()} << 32;
                for (uint32_t k = 0; k < 4; ++k) {
                    if ((t.touched() >> k & 1) != 0) rows[t.row() + k / 2].add(t.index + k % 2, interval);
                }
            } else {
                const bool is_small = t.kind() == QueuedTriangle::Kind::small;
                if (is_small && !std::exchange(is_cut, true)) small.cut(block, work.corners);
                if (!is_small || !small.add(next++, t.area(), band_rows, rows)) {
                    work.corners.get_exact(t.index, triangle);
                    cutter.cut(triangle, t.area(), band_rows);
                }
            }
        }
    });
    for (RowColumns& row : rows)
        row.take(field, pages);
}

void merge_queued(BandWork& work) {
    const auto bands = size_t(work.queues.band_count());
    work.earlier.resize(bands);
    for_each_index(work.workers, bands, 1, [&work](size_t band, unsigned worker) {
        if (work.queues.is_empty(int32_t(band))) return;
        Heightfield merged;
        write_band(work, band, scratch_of(work, worker), merged, nullptr);
        merged.first.push_back(uint32_t(merged.spans.size()));
        merged.spans.shrink_to_fit();
        work.earlier[band] = std::move(merged);
    });
    work.queues.clear();
}

// Queues all triangles. Merges them if the queues are full, and at the end of each chunk except the last. write_bands merges
// the rest.
void queue_triangles(BandWork& work, size_t triangles, size_t chunk) {
    for (size_t begin = 0; begin < triangles; begin += kQueueStep) {
        if (begin % chunk == 0) {
            if (begin > 0) merge_queued(work);
            work.corners.load(begin, std::min(begin + chunk, triangles));
        }
        if (work.queues.size() > 2 * std::max(chunk, kMinQueue)) merge_queued(work);
        work.queues.add(work.corners, work.areas, begin, std::min(begin + kQueueStep, triangles));
    }
}

// If there is too little memory for the spans of another band, reserves memory for the spans of all further bands. They may be
// much fewer than expected, so the memory at most doubles, unless it is smaller than `usual`.
// @param last        number of spans in the last band
// @param done        number of bands whose spans are in `spans`, >= 1
// @param rest        number of further bands
// @param usual       number of spans for which memory may always be reserved
void reserve_for_bands(std::vector<Span>& spans, size_t last, size_t done, size_t rest, size_t usual) {
    const size_t per_band = std::max(last, spans.size() / done);
    if (spans.capacity() - spans.size() >= per_band) return;
    const double expected = double(spans.size()) + double(per_band) * double(rest) * 9 / 8;
    const size_t most = std::max(2 * spans.capacity(), usual);
    spans.reserve(size_t(std::min(expected, double(most))));
}

// Splits the bands into parts and writes each part to its own field. Stops early in a part with too many spans.
std::vector<Heightfield> write_bands(BandWork& work) {
    constexpr size_t kMinBands = 2;        // minimum number of bands per part
    constexpr size_t kPartsPerThread = 8;  // more parts than threads, because triangles are unevenly distributed
    const auto bands = size_t(work.queues.band_count());
    const size_t parts = part_count(work.workers, bands, kMinBands, kPartsPerThread);
    std::vector<Heightfield> fields(parts, Heightfield{.grid = work.grid, .first = {}, .spans = {}});
    const size_t cells = cell_count(work.grid);
    for_each_part(work.workers, parts, [&](size_t p, unsigned worker) {
        const ItemRange range = part_range(bands, parts, p);
        std::vector<Span>& spans = fields[p].spans;
        // The offsets of the other parts are appended to those of the first part.
        reserve_prepared(fields[p].first, p == 0 ? cells + 1 : 2 * cells / parts, cells / parts);
        PagePreparer pages;
        for (size_t band = range.begin; band < range.end && spans.size() < kMaxSpans; ++band) {
            const size_t before = spans.size();
            write_band(work, band, scratch_of(work, worker), fields[p], &pages);
            reserve_for_bands(spans, spans.size() - before, band + 1 - range.begin, range.end - band - 1, 4 * cells / parts);
        }
    });
    return fields;
}

// Appends the columns of all other parts to the first part. Returns false if there are too many spans.
bool join_columns(std::vector<Heightfield>& parts, Workers* workers) {
    size_t spans = 0;
    for (const Heightfield& part : parts)
        spans += part.spans.size();
    if (spans >= kMaxSpans) return false;
    const auto append_spans = [&parts, spans] {
        reserve_prepared(parts[0].spans, spans);
        for (size_t p = 1; p < parts.size(); ++p)
            parts[0].spans.insert(parts[0].spans.end(), parts[p].spans.begin(), parts[p].spans.end());
    };
    const auto append_offsets = [&parts](uint32_t before) {
        for (size_t p = 1; p < parts.size(); ++p) {
            for (uint32_t& first : parts[p].first)
                first += before;
            parts[0].first.insert(parts[0].first.end(), parts[p].first.begin(), parts[p].first.end());
            before += uint32_t(parts[p].spans.size());
        }
    };
    const auto before = uint32_t(parts[0].spans.size());
    if (parts.size() > 1)
        for_each_part(workers, 2, [&](size_t array, unsigned) { array == 0 ? append_spans() : append_offsets(before); });
    parts[0].first.push_back(uint32_t(spans));
    return true;
}

Result<Heightfield> rasterize(const SoupView& soup, std::span<const uint8_t> areas, const Lattice& lattice, const Grid& grid,
                              const RasterizeParams& params, Workers* workers) {
    if (cell_count(grid) == 0) return Heightfield{.grid = grid, .first = {0}, .spans = {}};
    // On a 32-bit target, the address space can be too small for all start offsets.
    if (cell_count(grid) >= std::vector<uint32_t>().max_size()) return limit_exceeded(grid, lattice, kTooLittleMemory);
    const size_t chunk = triangles_of_chunk(soup.size(), cell_count(grid));
    BandWork work{grid, areas, params, workers, ChunkCorners(soup, lattice, grid), BandQueues(grid)};
    work.scratch.resize(workers ? workers->count() : 1);
    queue_triangles(work, soup.size(), chunk);
    std::vector<Heightfield> fields = write_bands(work);
    if (!join_columns(fields, workers)) return limit_exceeded(grid, lattice, "2^32");
    // Later stages need memory too. Release the unused capacity if it exceeds a quarter of the size.
    std::vector<Span>& spans = fields[0].spans;
    if (spans.capacity() - spans.size() > spans.size() / 4) spans.shrink_to_fit();
    return std::move(fields[0]);
}

}  // namespace

size_t triangles_of_chunk(size_t triangles, uint64_t cells) {
    constexpr size_t kMinChunk = 0x1000, kMaxChunk = size_t{1} << 28, kCellsPerTriangle = 2;
    const size_t target = std::clamp(size_t(cells) / kCellsPerTriangle, kMinChunk, kMaxChunk);
    const size_t chunks = std::max((triangles + target / 2) / target, size_t{1});
    return ((triangles + chunks - 1) / chunks + kQueueStep - 1) / kQueueStep * kQueueStep;
}

Result<Heightfield> rasterize_triangles(const SoupView& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                        const Grid& grid, const RasterizeParams& params, Workers* workers) {
    try {
        return rasterize(soup, areas, lattice, grid, params, workers);
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return limit_exceeded(grid, lattice, kTooLittleMemory);
}

}  // namespace navspan
