// Estimates the memory of a bake.
//
// Idea: The memory of a tile while it is baked was measured on levels of several kinds, in bytes per column, span and triangle.
// The constants below are upper bounds on all measured values. The number of spans is estimated as if no spans were merged: it
// is the sum of the cells that each triangle covers. The cells of a triangle are estimated from its area and the length of its
// outline, seen from above. Linking needs memory for tile borders and for polygons. The number of polygons is estimated from
// the area of the ground; the estimate is high for open ground.
// Weak cases: Many small triangles in one cell, and floors that are not walkable, need less memory than estimated.

#include "bake/world/memory.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/parallel.h"
#include "core/text.h"

namespace navspan {
namespace {

constexpr double kProgram = 9e6;             // memory of the program before the bake [byte]
constexpr double kBytesPerColumn = 12;       // memory while a tile is baked, per column of the tile and its halo [byte]
constexpr double kBytesPerSpan = 24;         // memory while a tile is baked, per span [byte]
constexpr double kBytesPerTriangle = 500;    // memory while a tile is baked, per triangle in its window [byte]
constexpr double kBytesPerHelper = 16e6;     // memory of each further thread that shares the work on one tile [byte]
constexpr double kBytesPerTile = 2500;       // border data of a tile for linking [byte]
constexpr double kBytesPerPlannedTile = 30;  // window of a tile in the plan [byte]
constexpr double kBytesPerBakedTile = 100;   // per tile: entry in the baking order, file position, error state [byte]
constexpr double kBytesPerBakedSpan = 4;     // polygons and heights of a finished tile, per span [byte]
constexpr double kBakedTileOverhead = 4000;
constexpr double kBytesPerGroundCell = 0.4;  // polygons: 60 bytes each, at most one per 150 cells [byte]

// Estimates how many cells a triangle fills, seen from above.
double cells_of(const TriangleSoup& soup, size_t triangle, double cell_size) {
    const auto [a, b, c] = triangle_corners(soup, triangle);
    const auto length = [](double x, double z) { return std::sqrt(x * x + z * z); };
    const double area = std::fabs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x)) / 2;
    const double outline = length(b.x - a.x, b.z - a.z) + length(c.x - b.x, c.z - b.z) + length(a.x - c.x, a.z - c.z);
    return area / (cell_size * cell_size) + outline / (2 * cell_size) + 1;
}

double tile_bytes(double columns, double spans, double triangles) {
    return kBytesPerColumn * columns + kBytesPerSpan * spans + kBytesPerTriangle * triangles;
}

double finished_bytes(double spans) {
    return kBakedTileOverhead + kBytesPerBakedSpan * spans;
}

// The number of columns in the bounding box of all triangles.
double world_columns(const TriangleSoup& soup, double cell_size) {
    if (soup.vertices.empty()) return 0;
    DVec3 low = soup.vertices[0], high = low;
    for (const DVec3& v : soup.vertices) {
        low = {std::min(low.x, v.x), 0, std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), 0, std::max(high.z, v.z)};
    }
    return ((high.x - low.x) / cell_size + 1) * ((high.z - low.z) / cell_size + 1);
}

}  // namespace

double BakeMemory::with_threads(unsigned threads) const {
    return level + plan + std::max(tile * threads, link);
}

BakeMemory estimate_bake_memory(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards) {
    const double cell = config.lattice.cell_size;
    const auto triangles = double(soup.triangles.size());
    BakeMemory memory;
    memory.level = kProgram + double(soup.vertices.size()) * sizeof(DVec3) + triangles * (sizeof(soup.triangles[0]) + 5);
    double spans = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i)
        spans += cells_of(soup, i, cell);
    memory.link = kBytesPerGroundCell * spans;
    if (!plan) {
        memory.tile = tile_bytes(world_columns(soup, cell), spans, triangles);
        memory.finished = finished_bytes(spans);
        return memory;
    }
    memory.listed = kBytesPerBakedTile / std::max(shards, 1u) * double(plan->tiles.size());
    memory.plan =
        double(plan->triangles.size()) * sizeof(uint32_t) + kBytesPerPlannedTile * double(plan->tiles.size()) + memory.listed;
    memory.link = shards ? 0 : memory.link + kBytesPerTile * double(plan->tiles.size());
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        const TileWindow& window = plan->tiles[t];
        const double side = double(window.size) + 2.0 * window.halo, columns = side * side;
        double seen = 0;
        // a triangle cannot cover more columns than the tile has
        for (const uint32_t i : plan->seen_by(t))
            seen += std::min(columns, cells_of(soup, i, cell));
        memory.tile = std::max(memory.tile, tile_bytes(columns, seen, double(plan->seen_by(t).size())));
        memory.finished = std::max(memory.finished, finished_bytes(seen));
    }
    return memory;
}

Result<unsigned> threads_within(const BakeMemory& memory, double most, unsigned wanted, bool in_tiles) {
    const auto needed = [&](unsigned threads) {
        return in_tiles ? memory.with_threads(threads) : memory.with_threads(1) + kBytesPerHelper * (threads - 1);
    };
    for (unsigned threads = thread_count(wanted); threads >= 1; --threads) {
        if (needed(threads) <= most) return threads;
    }
    // suggest the setting that reduces the largest part
    const bool by_tiles = in_tiles && std::max(memory.plan, memory.link) > std::max(memory.level, memory.tile);
    const char* remedy = by_tiles                  ? "allow more memory, or raise tiles.size"
                         : memory.level > most / 2 ? "allow more memory, or bake the level in parts"
                         : in_tiles                ? "allow more memory, or lower tiles.size"
                                                   : "allow more memory, or set tiles.size";
    const std::string plan = in_tiles ? megabytes_text(memory.plan) + " for the list of tiles, " : "";
    return Error{ErrorKind::failed, "the bake may take " + megabytes_text(most) + " of memory but needs about " +
                                        megabytes_text(memory.with_threads(1)) + ": " + megabytes_text(memory.level) +
                                        " for the program and the level's triangles, " + plan + megabytes_text(memory.tile) +
                                        (in_tiles ? " for the largest tile, " : " for its voxels, ") +
                                        megabytes_text(memory.link) + " for linking; " + remedy};
}

}  // namespace navspan
