// Finds the tiles that obstacles can change.
//
// In: obstacles, and the rectangle of the tiles that may change.
// Out: the tiles of the rectangle whose windows touch an obstacle.
// Idea: A triangle of an obstacle can change the tiles whose windows (tile and halo) touch the triangle's bounding box. A
// bitmap collects the tiles of an obstacle inside the rectangle.
// Source: own method.
// Weak cases: A long slanted triangle marks all tiles under its bounding box.

#include "bake/live/obstacle_tiles.h"

#include <cmath>
#include <string>

#include "bake/field/mark_volumes.h"
#include "bake/live/obstacle.h"
#include "bake/world/tile_plan.h"
#include "core/floor_div.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

constexpr uint64_t kMaxObstacleTiles = 1 << 20;  // limit on the tiles in the bounding rectangle of one obstacle

// Converts an offset from the origin to a cell index. NaN and offsets beyond the lattice are clamped to its border.
int32_t clamped_cell(double offset, double cell_size) {
    constexpr double kMost = kMaxLattice;
    return int32_t(std::floor(std::min(std::max(-kMost, offset / cell_size), kMost)));
}

// Appends two flat triangles that cover the bounding rectangle of a volume.
void add_outline(const AreaVolume& volume, TriangleSoup& soup) {
    const VolumeBounds r = volume_bounds(volume);
    append_triangle(soup, {{{r.x0, 0, r.z0}, {r.x1, 0, r.z0}, {r.x1, 0, r.z1}}}, kNullArea);
    append_triangle(soup, {{{r.x0, 0, r.z0}, {r.x1, 0, r.z1}, {r.x0, 0, r.z1}}}, kNullArea);
}

Status add_tiles(const TriangleSoup& soup, const VoxelConfig& config, const TileRectangle& level,
                 std::vector<TileWindow>& tiles) {
    std::vector<TileRectangle> parts;
    TileRectangle all;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const TileRectangle part = tiles_of_triangle(soup, i, config).clip(level);
        if (part.is_empty()) continue;
        parts.push_back(part);
        all = all.join(part);
    }
    if (all.is_empty()) return Done{};
    const uint64_t width = all.width(), depth = all.depth();
    if (width > kMaxObstacleTiles || depth > kMaxObstacleTiles || width * depth > kMaxObstacleTiles) {
        return Error{ErrorKind::failed, "an obstacle covers " + std::to_string(width) + " x " + std::to_string(depth) +
                                            " tiles, and the limit is 2^20 tiles; make it smaller, or raise tiles.size"};
    }
    std::vector<bool> touched(width * depth);
    for (const TileRectangle& part : parts) {
        for (int64_t z = part.z0; z <= part.z1; ++z) {
            const auto row = touched.begin() + std::ptrdiff_t(uint64_t(z - all.z0) * width);
            std::fill(row + (int64_t{part.x0} - all.x0), row + (int64_t{part.x1} - all.x0) + 1, true);
        }
    }
    for (uint64_t i = 0; i < touched.size(); ++i) {
        if (!touched[i]) continue;
        const auto x = int32_t(all.x0 + int64_t(i % width)), z = int32_t(all.z0 + int64_t(i / width));
        tiles.push_back({.tile_x = x,
                         .tile_z = z,
                         .x0 = x * config.tile_size,
                         .z0 = z * config.tile_size,
                         .size = config.tile_size,
                         .halo = halo_cells(config)});
    }
    return Done{};
}

}  // namespace

TileRectangle limits_of_obstacles(std::span<const std::shared_ptr<const TileSource>> sources) {
    TileRectangle all;
    for (const auto& source : sources) {
        const TileWindow& w = source->window;
        all = all.join({w.tile_x - 1, w.tile_z - 1, w.tile_x + 1, w.tile_z + 1});
    }
    return all;
}

TileRectangle tiles_of_triangle(const TriangleSoup& soup, size_t triangle, const VoxelConfig& config) {
    const auto& [a, b, c] = triangle_corners(soup, triangle);
    const DVec3 origin = config.lattice.origin;
    const double cell = config.lattice.cell_size;
    const int32_t margin = halo_cells(config) + 1;
    const auto first = [&](double low) { return floor_div(clamped_cell(low, cell) - margin, config.tile_size); };
    const auto last = [&](double high) { return floor_div(clamped_cell(high, cell) + margin, config.tile_size); };
    return {first(std::min({a.x, b.x, c.x}) - origin.x), first(std::min({a.z, b.z, c.z}) - origin.z),
            last(std::max({a.x, b.x, c.x}) - origin.x), last(std::max({a.z, b.z, c.z}) - origin.z)};
}

Result<std::vector<TileWindow>> tiles_of_obstacles(std::span<const Obstacle> obstacles, const VoxelConfig& config,
                                                   const TileRectangle& level) {
    std::vector<TileWindow> tiles;
    for (const Obstacle& obstacle : obstacles) {
        TriangleSoup soup = obstacle_triangles(std::span(&obstacle, 1)).soup;
        if (const auto* volume = std::get_if<AreaVolume>(&obstacle)) add_outline(*volume, soup);
        if (Status s = add_tiles(soup, config, level, tiles); !s) return s.error();
    }
    std::sort(tiles.begin(), tiles.end(), is_tile_before);
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    return tiles;
}

}  // namespace navspan
