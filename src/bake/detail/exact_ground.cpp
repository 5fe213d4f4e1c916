// Computes the exact height of the ground at the centres of marked cells.
//
// In: the walkable triangles, the open spans, and marks for the cells and points where heights are needed.
// Out: for each open span in a marked cell, the height of the ground at the cell's centre; the triangles near marked points.
// Idea: Triangles far from all marks are skipped. All other triangles are rasterized into the open spans. A span takes the
// height of the highest triangle within a range around its floor (ground_range).
// Source: own method.
// Weak cases: On an obstacle that the filter `low_hanging` made walkable, the result is the ground below the obstacle.

#include "bake/detail/exact_ground.h"

#include <algorithm>
#include <cmath>

#include "bake/voxelize/chunk_vertices.h"
#include "bake/voxelize/triangle.h"
#include "core/floor_div.h"
#include "core/group_by_count.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/simd.h"
#include "navspan/bake/detail_mesh.h"

namespace navspan {
namespace {

constexpr size_t kChunk = 4096;          // number of triangles that one thread tests at a time
constexpr size_t kChunksPerThread = 16;  // chunks of a batch for each thread, if there are several threads
constexpr size_t kLeastBandRows = 16;
constexpr uint32_t kLanes = 8;               // number of runs that are tested at a time
constexpr int32_t kRunBlock = 16;            // width of a block of runs [cell]; a power of two
constexpr uint32_t kTallBlock = 4 * kLanes;  // blocks with more runs are sorted by height

// The lowest and the highest floor of a run [vx].
struct FloorExtent {
    uint16_t low = 0, high = 0;
};

FloorExtent floor_extent(const CompactHeightfield& field, const Run& run) {
    const uint16_t* const floor = field.floor.data() + run.first;
    FloorExtent extent{floor[0], floor[0]};
    for (uint32_t k = 1; k < run.length; ++k)
        extent = {std::min(extent.low, floor[k]), std::max(extent.high, floor[k])};
    return extent;
}

// The runs of each row, grouped by blocks of kRunBlock cells.
struct RunBlocks {
    size_t per_row = 0;
    std::vector<uint32_t> first;  // start offsets of the blocks, row by row
    std::vector<uint32_t> runs;   // indices of runs; a run is listed in each block that it overlaps
    // For each entry of `runs`, the lowest and the highest floor [vx].
    std::vector<uint16_t> low, high;
    // For each entry of a tall block: the highest floor of this and all previous entries of the block [vx]. The entries of a
    // tall block are sorted by their lowest floors.
    std::vector<uint16_t> highest;

    bool is_tall(size_t block) const { return first[block + 1] - first[block] > kTallBlock; }
};

// Sorts the runs of tall blocks by their lowest floors.
void sort_tall_blocks(RunBlocks& blocks, const std::vector<FloorExtent>& floors) {
    for (size_t block = 0; block + 1 < blocks.first.size(); ++block) {
        if (!blocks.is_tall(block)) continue;
        const auto begin = blocks.runs.begin() + blocks.first[block], end = blocks.runs.begin() + blocks.first[block + 1];
        std::sort(begin, end, [&](uint32_t a, uint32_t b) { return floors[a].low < floors[b].low; });
        blocks.highest.resize(blocks.runs.size());
        uint16_t highest = 0;
        for (uint32_t k = blocks.first[block]; k < blocks.first[block + 1]; ++k)
            blocks.highest[k] = highest = std::max(highest, floors[blocks.runs[k]].high);
    }
}

RunBlocks list_run_blocks(const CompactHeightfield& field) {
    RunBlocks blocks;
    blocks.per_row = size_t(field.grid.width + kRunBlock - 1) / kRunBlock;
    const auto for_each_pair = [&](auto visit) {
        for (int32_t z = 0; z < field.grid.depth; ++z) {
            for (uint32_t i = field.row_run[size_t(z)]; i < field.row_run[size_t(z) + 1]; ++i) {
                const Run& run = field.runs[i];
                const int32_t last = (run.x0 + int32_t(run.length) - 1) / kRunBlock;
                for (int32_t b = run.x0 / kRunBlock; b <= last; ++b)
                    visit(size_t(z) * blocks.per_row + size_t(b), i);
            }
        }
    };
    group_by_count(blocks.per_row * size_t(field.grid.depth), for_each_pair, blocks.first, blocks.runs);
    std::vector<FloorExtent> floors;  // of each run
    floors.reserve(field.runs.size());
    for (const Run& run : field.runs)
        floors.push_back(floor_extent(field, run));
    sort_tall_blocks(blocks, floors);
    blocks.low.reserve(blocks.runs.size());
    blocks.high.reserve(blocks.runs.size());
    for (const uint32_t run : blocks.runs) {
        blocks.low.push_back(floors[run].low);
        blocks.high.push_back(floors[run].high);
    }
    return blocks;
}

// Converts a world position to {x, z} relative to the grid's corner [cell].
struct ToGridXz {
    Lattice lattice;
    Grid grid;
    F64x2 operator()(DVec3 world) const {
        const F64x2 at = (F64x2{world.x, world.z} - F64x2{lattice.origin.x, lattice.origin.z}) / lattice.cell_size;
        return at - F64x2{double(grid.x0), double(grid.z0)};
    }
};
using ChunkXz = ChunkVertices<F64x2, ToGridXz>;

// A triangle to rasterize. Its bounding box contains cell centres in rows first_row .. end_row - 1.
struct DrawnTriangle {
    uint32_t index;
    int32_t first_row, end_row;
};

// The triangles of a chunk that affect a marked cell.
struct SelectedTriangles {
    std::vector<DrawnTriangle> drawn;
    std::vector<BoxedTriangle> near_points;  // triangles whose bounding boxes touch a cell with kMarkPoint
};

// Returns the bitwise OR of the marks in a box.
uint8_t marks_in(const CellMarks& marks, const CellBox& box) {
    const auto marks_of_row = [&marks](int32_t z) { return marks.marks.data() + size_t(z) * size_t(marks.width); };
    // A box of at most two by two cells consists of its corners.
    const uint8_t* const first_row = marks_of_row(box.first_z);
    const uint8_t* const last_row = marks_of_row(box.last_z);
    uint8_t found = first_row[box.first_x] | first_row[box.last_x] | last_row[box.first_x] | last_row[box.last_x];
    if (box.last_x - box.first_x <= 1 && box.last_z - box.first_z <= 1) return found;
    for (int32_t z = box.first_z; z <= box.last_z && found != kAllMarks; ++z) {
        const uint8_t* const row = marks_of_row(z);
        uint64_t cells = 0;
        for (int32_t x = box.first_x; x <= box.last_x; x += 8) {
            const int count = std::min(box.last_x + 1 - x, 8);
            cells |= load<uint64_t>(row + x) & (~uint64_t{0} >> (64 - 8 * count));
        }
        for (const int half : {32, 16, 8})
            cells |= cells >> half;
        found |= uint8_t(cells);
    }
    return found;
}

void select_triangles(const GroundTriangles& source, const CellMarks& marks, ItemRange chunk, ChunkXz& vertices,
                      SelectedTriangles& out) {
    constexpr double kSlack = 2 * kOnTriangle;
    const F64x2 size{double(marks.width), double(marks.depth)}, inside = size - kSlack, zero{};
    out.drawn.clear(), out.near_points.clear();
    vertices.load(chunk.begin, chunk.end);
    std::array<F64x2, 3> scratch;
    for (size_t i = chunk.begin; i < chunk.end; ++i) {
        if (source.areas[i] == kNullArea) continue;
        const auto [a, b, c] = vertices.of(i, scratch);
        const F64x2 low = least(*a, *b, *c) - kSlack, high = greatest(*a, *b, *c) + kSlack;
        if (any(I64x2(low >= size) | I64x2(high < zero))) continue;
        // In half cells, rounded down. The centre of cell x is at 2 x + 1.
        const I32x2 from = __builtin_convertvector(2 * greatest(low, zero), I32x2);
        const I32x2 to = __builtin_convertvector(2 * least(high, inside), I32x2);
        const I32x2 first = (from + 1) >> 1, end = (to + 1) >> 1;
        const CellBox box{from[0] >> 1, to[0] >> 1, from[1] >> 1, to[1] >> 1};
        const uint8_t found = marks_in(marks, box);
        if (found & kMarkPoint) out.near_points.push_back({uint32_t(i), box});
        if ((found & kMarkPatch) && first[0] < end[0] && first[1] < end[1])
            out.drawn.push_back({uint32_t(i), first[1], end[1]});
    }
}

// The result, and the data for finding the spans in a row.
struct DrawTarget {
    const CompactHeightfield& field;
    const RunBlocks& blocks;
    ExactGround& out;
};

// Floor heights from `low` to `high`, inclusive [vx].
struct FloorRange {
    uint16_t low = 0, high = 0;
    bool overlaps(uint16_t lowest, uint16_t highest) const { return (lowest <= high) & (highest >= low); }
    // Tests kLanes pairs of a lowest and a highest floor.
    bool overlaps_any(const uint16_t* lowest, const uint16_t* highest) const {
        return any(U16x8(load<U16x8>(lowest) <= high) & U16x8(load<U16x8>(highest) >= low));
    }
};

// Returns the floors whose ground_range contains a height from `lowest` to `highest` [vx]. If there is none, high < low.
FloorRange floors_of_heights(double lowest, double highest, int32_t walkable_climb) {
    // Clamp, because a height far from all floors could overflow int32_t.
    const auto clamp = [&](double y) { return std::clamp(y, -3.0 - walkable_climb, kMaxHeight + 1.0); };
    const int32_t low = int32_t(std::ceil(clamp(lowest) - kFloorRounding));
    const int32_t high = floor_to<int32_t>(clamp(highest)) + depth_below_floor(walkable_climb);
    if (low > UINT16_MAX || high < 0) return {1, 0};
    return {uint16_t(std::max(low, 0)), uint16_t(std::min(high, int32_t{UINT16_MAX}))};
}

// Open spans first .. first + count - 1, in consecutive cells of one row.
struct SpanRange {
    uint32_t first = 0, count = 0;
};

// Draws a horizontal triangle at height y into spans whose floors are in `floors`.
void draw_level(const DrawTarget& target, const FloorRange& floors, float y, const SpanRange& spans) {
    const int32_t low = floors.low, high = floors.high;
    const auto [first, count] = spans;
    const uint16_t* const floor = target.field.floor.data() + first;
    float* const ground = target.out.of_span.data() + first;
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const I32x4 here = __builtin_convertvector(load<U16x4>(floor + k), I32x4);
        const F32x4 before = load<F32x4>(ground + k);
        const I32x4 is_kept = (here < low) | (here > high) | I32x4(before >= y);
        store(ground + k, is_kept ? before : splat<F32x4>(y));
    }
    for (; k < count; ++k) {
        const bool is_kept = floor[k] < low || floor[k] > high || ground[k] >= y;
        if (!is_kept) ground[k] = y;
    }
}

// Draws a triangle into spans, starting in cell x. Ignores heights outside the ground_range of a floor.
void draw_sloped(const DrawTarget& target, const HeightTriangle& t, const SpanRange& spans, int32_t x, double centre_z) {
    const auto [first, count] = spans;
    float* const ground = target.out.of_span.data() + first;
    for (uint32_t k = 0; k < count; ++k) {
        const double y = plane_height(t, x + int32_t(k) + 0.5, centre_z);
        const HeightRange range = ground_range(target.field, target.out.ceilings, first + k);
        if (y < range.lowest || y > range.highest) continue;
        const auto rounded = float(round_height(y));
        if (!(ground[k] >= rounded)) ground[k] = rounded;
    }
}

// Restricts the range begin .. end - 1 of the entries of a block to those whose floors can be in `floors`.
[[gnu::noinline]] void keep_near_runs(const RunBlocks& blocks, size_t block, const FloorRange& floors, uint32_t& begin,
                                      uint32_t& end) {
    if (!blocks.is_tall(block)) return;
    const auto highest = blocks.highest.begin(), low = blocks.low.begin();
    const auto is_below = [&](uint16_t floor) { return floor < floors.low; };
    const auto is_not_above = [&](uint16_t floor) { return floor <= floors.high; };
    begin = uint32_t(std::partition_point(highest + begin, highest + end, is_below) - highest);
    end = uint32_t(std::partition_point(low + begin, low + end, is_not_above) - low);
}

// Calls visit(run) for every run of row z that overlaps the cells and has a floor in `floors`. May visit a few other runs near
// these cells.
template <class Visit>
void visit_runs(const DrawTarget& target, int32_t z, CellRange cells, const FloorRange& floors, Visit visit) {
    const RunBlocks& blocks = target.blocks;
    const size_t row = size_t(z) * blocks.per_row;
    const uint32_t first = uint32_t(cells.begin) / kRunBlock, last = uint32_t(cells.end - 1) / kRunBlock;
    for (uint32_t b = first; b <= last; ++b) {
        uint32_t i = blocks.first[row + b], block_end = blocks.first[row + b + 1];
        if (!blocks.highest.empty()) keep_near_runs(blocks, row + b, floors, i, block_end);
        for (uint32_t next = i; i < block_end; i = next) {
            next = std::min(i + kLanes, block_end);
            if (next - i == kLanes && !floors.overlaps_any(&blocks.low[i], &blocks.high[i])) continue;
            for (uint32_t k = i; k < next; ++k) {
                if (!floors.overlaps(blocks.low[k], blocks.high[k])) continue;
                const Run& run = target.field.runs[blocks.runs[k]];
                if (b == first || uint32_t(run.x0) >= b * kRunBlock) visit(run);  // only in the first block that lists the run
            }
        }
    }
}

// Returns the cells of the grid whose centres are inside a triangle, in the row with its centre at z. Empty if begin >= end.
CellRange cells_in_row(const HeightTriangle& t, double z, int32_t width) {
    // {begin, 1 - end}, before rounding up. The centre of cell x is at x + 0.5.
    const F64x2 ends = row_ends(t, z) - F64x2{0.5, -0.5};
    const F64x2 in_grid = least(greatest(ends, F64x2{0, 1.0 - width}), splat<F64x2>(double(width)));
    const F64x2 down = __builtin_convertvector(__builtin_convertvector(in_grid, I32x2), F64x2);
    const F64x2 up = down + F64x2(I64x2(down < in_grid) & I64x2(splat<F64x2>(1.0)));
    return {int32_t(up[0]), 1 - int32_t(up[1])};
}

// Draws the rows first_row .. end_row - 1 of a triangle.
void draw_triangle(const DrawTarget& target, const HeightTriangle& t, int32_t first_row, int32_t end_row) {
    const bool is_level = t.slope_x == 0 && t.slope_z == 0;
    const FloorRange floors = floors_of_heights(t.min_y, t.max_y, target.field.walkable_climb);
    const auto level_y = float(round_height(t.y));
    const int32_t width = target.field.grid.width;
    double centre = first_row + 0.5;
    // Rounding can place the centres of the first and the last row outside the triangle.
    if (centre < t.min_z - kOnTriangle) ++first_row, ++centre;
    if (end_row - 0.5 > t.max_z + kOnTriangle) --end_row;
    for (int32_t z = first_row; z < end_row; ++z, ++centre) {
        const CellRange cells = cells_in_row(t, centre, width);
        if (cells.begin >= cells.end) continue;
        visit_runs(target, z, cells, floors, [&](const Run& run) {
            const int32_t x = std::max(cells.begin, run.x0), x_end = std::min(cells.end, run.x0 + int32_t(run.length));
            if (x >= x_end) return;
            const SpanRange spans{run.first + uint32_t(x - run.x0), uint32_t(x_end - x)};
            if (is_level && target.out.ceilings.empty()) {
                draw_level(target, floors, level_y, spans);
            } else {
                draw_sloped(target, t, spans, x, centre);
            }
        });
    }
}

void draw_rows(const DrawTarget& target, const GroundTriangles& source, std::span<const SelectedTriangles> chunks,
               const ItemRange& rows) {
    HeightTriangle t;
    for (const SelectedTriangles& chunk : chunks) {
        for (const DrawnTriangle& drawn : chunk.drawn) {
            const int32_t first = std::max(drawn.first_row, int32_t(rows.begin)),
                          end = std::min(drawn.end_row, int32_t(rows.end));
            if (first >= end) continue;
            if (prepare_height_triangle(height_corners(source, target.field.grid, drawn.index), t))
                draw_triangle(target, t, first, end);
        }
    }
}

}  // namespace

CellMarks uniform_marks(const Grid& grid, uint8_t mark) {
    return {grid.width, grid.depth, std::vector<uint8_t>(cell_count(grid) + kMarkPadding, mark),
            (mark & kMarkPoint) != 0 ? size_t(cell_count(grid)) : 0};
}

void mark_point(CellMarks& marks, LatticePoint point) {
    const int32_t x = std::clamp(point.x / kDetailScale, 0, marks.width - 1);
    const int32_t z = std::clamp(point.z / kDetailScale, 0, marks.depth - 1);
    marks.marks[size_t(z) * size_t(marks.width) + size_t(x)] |= kMarkPoint;
    ++marks.points;
}

void mark_row(CellMarks& marks, int32_t z, int32_t begin, int32_t end) {
    if (z < 0 || z >= marks.depth) return;
    uint8_t* const row = marks.marks.data() + size_t(z) * size_t(marks.width);
    for (int32_t x = std::max(begin, 0); x < std::min(end, marks.width); ++x)
        row[x] |= kMarkPatch;
}

ExactGround compute_exact_ground(const GroundTriangles& source, const CompactHeightfield& field, const CellMarks& marks,
                                 Workers* workers) {
    ExactGround out;
    resize_prepared(out.of_span, field.span_count(), kNoGround);
    out.ceilings = ceilings_below(field);
    const RunBlocks blocks = list_run_blocks(field);
    const DrawTarget target{field, blocks, out};
    const size_t threads = workers ? workers->count() : 1, depth = size_t(field.grid.depth);
    const size_t triangles = source.soup.size(), bands = part_count(workers, depth, kLeastBandRows);
    std::vector<SelectedTriangles> chunks(threads > 1 ? threads * kChunksPerThread : 1);
    std::vector<ChunkXz> vertices(threads, ChunkXz(source.soup, {source.lattice, field.grid}));
    std::vector<std::vector<BoxedTriangle>> near_points;
    for (size_t begin = 0; begin < triangles; begin += chunks.size() * kChunk) {
        for_each_part(workers, chunks.size(), [&](size_t k, unsigned worker) {
            const size_t first = std::min(begin + k * kChunk, triangles);
            select_triangles(source, marks, {first, std::min(first + kChunk, triangles)}, vertices[worker], chunks[k]);
        });
        for_each_part(workers, bands,
                      [&](size_t band, unsigned) { draw_rows(target, source, chunks, part_range(depth, bands, band)); });
        for (const SelectedTriangles& chunk : chunks)
            if (!chunk.near_points.empty()) near_points.emplace_back(chunk.near_points);
    }
    out.near_points = bin_triangles(source, field.grid, near_points, marks.points);
    return out;
}

}  // namespace navspan
