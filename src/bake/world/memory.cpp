// Estimates the memory of a bake.
//
// In: triangles, the config and, if the bake is tiled, the tile plan.
// Out: the memory of each phase of the bake, and the number of threads for which a given memory is sufficient.
// Idea: Each tile has a simple upper bound on its memory. The tiles with the largest bounds are estimated from a sample of
// their rows (memory_estimate.cpp). The largest ratio of estimate to bound scales the bounds of all other tiles. The memory for
// linking depends on the number of tiles and the area of the ground.
// Source: own method.
// Weak cases: In tiled bakes, overlapping triangles count several times in the estimates for linking and finished tiles.

#include "bake/world/memory.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bake/voxelize/memory_estimate.h"
#include "bake/voxelize/rasterize.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/text.h"

namespace navspan {
namespace {

constexpr double kProgram = 9e6;             // memory of the program before the bake [byte]
constexpr double kBytesPerHelper = 16e6;     // memory of each further thread that shares the work on one tile [byte]
constexpr double kBytesPerTile = 2500;       // border data of a tile for linking [byte]
constexpr double kBytesPerPlannedTile = 30;  // window of a tile in the plan [byte]
constexpr double kBytesPerBakedTile = 100;   // file position, error state and baking-order slot of a tile [byte]
constexpr double kBytesPerBakedSpan = 4;     // polygons and heights of a finished tile, per span [byte]
constexpr double kBakedTileOverhead = 4000;
constexpr double kBytesPerGroundCell = 0.4;  // polygons: 60 bytes each, at most one per 150 cells [byte]

// Estimates how many cells a triangle fills, seen from above.
double cells_of(const TriangleSoup& soup, size_t triangle, double cell_size) {
    const auto [a, b, c] = triangle_corners(soup, triangle);
    const auto length = [](double x, double z) { return std::sqrt(x * x + z * z); };
    const double area = doubled_area_xz(a, b, c) / 2;
    const double outline = length(b.x - a.x, b.z - a.z) + length(c.x - b.x, c.z - b.z) + length(a.x - c.x, a.z - c.z);
    return area / (cell_size * cell_size) + outline / (2 * cell_size) + 1;
}

double finished_bytes(double spans) {
    return kBakedTileOverhead + kBytesPerBakedSpan * spans;
}

// Returns the memory [byte] of all finished tiles of a bake or shard.
double all_finished_bytes(double tiles, double spans, uint32_t shards) {
    return (kBakedTileOverhead * tiles + kBytesPerBakedSpan * spans) / std::max(shards, 1u);
}

// Measures triangles on a grid. Without a grid, all counts are 0, because the bake fails before it needs memory. If the columns
// of the grid alone need more memory than the machine has, the numbers of spans are 0: to sample such long rows takes too long.
BakeSize bake_size(const SoupView& soup, const VoxelConfig& config, const Result<Grid>& grid) {
    if (!grid) return {};
    const BakeSize columns{.columns = double(cell_count(*grid)), .width = double(grid->width)};
    if (bake_bytes(columns) >= memory_limit_bytes()) return columns;
    BakeSize size = sample_bake_size(soup, config.lattice, *grid, {config.max_slope, config.walkable_height});
    size.exact_heights = config.heights == HeightSource::triangles;
    return size;
}

// Upper bound on the memory of a tile [byte].
struct TileBound {
    double bytes = 0;
    size_t tile = 0;
};

// Estimates the memory of the largest tile. Only samples the tiles with the largest bounds. For other tiles, multiplies the
// bound by the largest ratio of memory to bound in the sample.
double largest_tile_bytes(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan& plan,
                          std::vector<TileBound> bounds) {
    constexpr size_t kSampledTiles = 8;
    const size_t sampled = std::min(bounds.size(), kSampledTiles);
    std::partial_sort(bounds.begin(), bounds.begin() + std::ptrdiff_t(sampled), bounds.end(),
                      [](const TileBound& a, const TileBound& b) { return a.bytes > b.bytes; });
    double most = 0, share = 0;
    for (size_t k = 0; k < bounds.size(); ++k) {
        double bytes = share * bounds[k].bytes;
        if (k < sampled) {
            const SoupView part = tile_view(soup, plan, bounds[k].tile);
            const Result<Grid> grid = cropped_tile_grid(part, config.lattice, plan.tiles[bounds[k].tile],
                                                        config.walkable_height, GridMemory::unlimited);
            bytes = bake_bytes(bake_size(part, config, grid));
            share = std::max(share, bytes / bounds[k].bytes);
        }
        most = std::max(most, bytes);
    }
    return most;
}

// Upper bound on the size of a bake. All triangles count as distinct, and each covered cell as a span.
// @param rows  sum of the numbers of rows that the triangles overlap
// @param cells  number of cells that the triangles cover; each triangle counts separately
BakeSize most_for(double columns, double width, double triangles, double rows, double cells) {
    return {.columns = columns,
            .width = width,
            .solid = cells,
            .open = cells,
            .triangles = triangles,
            .distinct = triangles,
            .rows = rows,
            .covered = cells,
            .exact_heights = true};
}

// Upper bound on the size of a bake: each triangle counts for every cell of its bounding box.
BakeSize size_at_most(const TriangleSoup& soup, double cell_size) {
    if (soup.triangles.empty()) return {};
    const auto span = [cell_size](double low, double high) { return (high - low) / cell_size + 2; };
    DVec3 low = triangle_corners(soup, 0)[0], high = low;
    double cells = 0, rows = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto [a, b, c] = triangle_corners(soup, i);
        const DVec3 least = min_of(min_of(a, b), c), most = max_of(max_of(a, b), c);
        cells += span(least.x, most.x) * span(least.z, most.z);
        rows += span(least.z, most.z);
        low = min_of(low, least);
        high = max_of(high, most);
    }
    const double width = span(low.x, high.x), triangles = double(soup.triangles.size());
    return most_for(width * span(low.z, high.z), width, triangles, rows, cells);
}

double window_side(const TileWindow& window) {
    return double(window.size) + 2.0 * window.halo;
}

// Returns the memory that depends only on the numbers of triangles and tiles.
BakeMemory memory_of_lists(const TriangleSoup& soup, const TilePlan* plan, uint32_t shards) {
    const auto triangles = double(soup.triangles.size());
    BakeMemory memory;
    memory.level = kProgram + double(soup.vertices.size()) * sizeof(DVec3) + triangles * (sizeof(soup.triangles[0]) + 5);
    if (!plan) return memory;
    const auto tiles = double(plan->tiles.size());
    memory.listed = kBytesPerBakedTile / std::max(shards, 1u) * tiles;
    memory.plan = double(plan->triangles.size()) * sizeof(uint32_t) + kBytesPerPlannedTile * tiles + memory.listed;
    if (!shards) memory.link = kBytesPerTile * tiles;
    return memory;
}

// Suggests the setting that reduces the largest part of the memory.
const char* remedy_for_memory(const BakeMemory& memory, bool in_tiles) {
    const double largest = std::max({memory.level, memory.tile, memory.link, in_tiles ? memory.plan : 0, memory.kept});
    if (largest == memory.level) return "bake the level in parts";
    if (largest == memory.link || largest == memory.kept) return "raise voxels.cell_size, or bake the level in parts";
    if (!in_tiles)
        return "set tiles.size (--suggest prints a value), raise voxels.cell_size, or check the level for stray vertices";
    return largest == memory.plan ? "raise tiles.size" : "lower tiles.size";
}

}  // namespace

double BakeMemory::with_threads(unsigned threads) const {
    return level + plan + kept + std::max(tile * threads, link);
}

BakeMemory estimate_bake_memory(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards) {
    BakeMemory memory = memory_of_lists(soup, plan, shards);
    if (!plan) {
        const BakeSize size =
            bake_size(soup, config, grid_of(soup, config.lattice, config.walkable_height, GridMemory::unlimited));
        memory.tile = bake_bytes(size);
        memory.link = kBytesPerGroundCell * size.solid;
        memory.finished = memory.all_finished = finished_bytes(size.solid);
        return memory;
    }
    std::vector<double> cells(soup.triangles.size());
    for (size_t i = 0; i < cells.size(); ++i)
        cells[i] = cells_of(soup, i, config.lattice.cell_size);
    const double ground = std::accumulate(cells.begin(), cells.end(), 0.0);
    if (!shards) memory.link += kBytesPerGroundCell * ground;
    memory.all_finished = all_finished_bytes(double(plan->tiles.size()), ground, shards);
    std::vector<TileBound> bounds;
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        const double side = window_side(plan->tiles[t]), columns = side * side;
        double seen = 0;
        for (const uint32_t i : plan->seen_by(t))
            seen += std::min(columns, cells[i]);
        const auto triangles = double(plan->seen_by(t).size());
        bounds.push_back({bake_bytes(most_for(columns, side, triangles, triangles * side, seen)), t});
        memory.finished = std::max(memory.finished, finished_bytes(seen));
    }
    memory.tile = largest_tile_bytes(soup, config, *plan, std::move(bounds));
    return memory;
}

BakeMemory bake_memory_at_most(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards) {
    BakeMemory memory = memory_of_lists(soup, plan, shards);
    BakeSize size = size_at_most(soup, config.lattice.cell_size);
    if (plan && !plan->tiles.empty()) {
        size.width = window_side(plan->tiles.front());
        size.columns = size.width * size.width;
    }
    memory.tile = bake_bytes(size);
    if (!shards) memory.link += kBytesPerGroundCell * size.solid;
    memory.finished = finished_bytes(size.solid);
    memory.all_finished = all_finished_bytes(plan ? double(plan->tiles.size()) : 1, size.solid, shards);
    return memory;
}

Result<unsigned> threads_within(const BakeMemory& memory, double most, unsigned wanted, bool in_tiles) {
    const auto needed = [&](unsigned threads) {
        return in_tiles ? memory.with_threads(threads) : memory.with_threads(1) + kBytesPerHelper * (threads - 1);
    };
    for (unsigned threads = thread_count(wanted); threads >= 1; --threads) {
        if (needed(threads) <= most) return threads;
    }
    const std::string plan = in_tiles ? bytes_text(memory.plan) + " for the list of tiles, " : "";
    const std::string kept = memory.kept > 0 ? bytes_text(memory.kept) + " for finished tiles, " : "";
    return Error{ErrorKind::failed, "the bake may take " + bytes_text(most) + " of memory but needs about " +
                                        bytes_text(memory.with_threads(1)) + ": " + bytes_text(memory.level) +
                                        " for the program and the level's triangles, " + plan + bytes_text(memory.tile) +
                                        (in_tiles ? " for the largest tile, " : " for its voxels, ") + kept +
                                        bytes_text(memory.link) + " for linking; " + remedy_for_memory(memory, in_tiles)};
}

}  // namespace navspan
