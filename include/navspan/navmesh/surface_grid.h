#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"

namespace navspan {

struct SurfaceTriangle;

constexpr size_t kMaxCellTriangles = 32;  ///< where more are near, a cell of the grid has no list

/// Square cells over a tile as seen from above, each with the triangles of the surface on it or within `margin` of it: what
/// finds the surface near a point on or close to it in one step.
struct SurfaceGrid {
    double x = 0, z = 0;              ///< corner, from the tile's corner [lattice]
    double side = 1;                  ///< of a cell [lattice], > 0
    double margin = 0;                ///< [cell]
    uint32_t width = 0, depth = 0;    ///< number of cells in x and z
    std::vector<uint32_t> first;      ///< cells + 1, by rows: where a cell's triangles begin
    std::vector<uint32_t> triangles;  ///< of the cells, ascending; a single kNoIndex where more are near than it may hold
    friend bool operator==(const SurfaceGrid&, const SurfaceGrid&) = default;
};

/// What is near a point seen from above.
struct NearTriangles {
    std::span<const uint32_t> triangles;  ///< ascending, at most kMaxCellTriangles
    double radius = -1;                   ///< all others are farther away than this, seen from above [lattice]; < 0: not known
};

/// Of a point from the tile's corner [lattice].
inline NearTriangles near_triangles(const SurfaceGrid& grid, double x, double z) {
    const double u = (x - grid.x) / grid.side, v = (z - grid.z) / grid.side;
    if (!(u >= 0 && v >= 0 && u < grid.width && v < grid.depth)) return {};
    const auto cell_x = uint32_t(u), cell_z = uint32_t(v);
    const size_t cell = size_t{cell_z} * grid.width + cell_x;
    const uint32_t first = grid.first[cell], count = grid.first[cell + 1] - first;
    if (count == 1 && grid.triangles[first] == kNoIndex) return {};
    const double from_side_x = std::min(u - cell_x, cell_x + 1 - u), from_side_z = std::min(v - cell_z, cell_z + 1 - v);
    return {{grid.triangles.data() + first, count}, (std::min(from_side_x, from_side_z) + grid.margin) * grid.side};
}

/// Lays a grid over triangles, with twice as many cells as triangles; fewer where long triangles would be on too many.
/// Deterministic.
SurfaceGrid build_surface_grid(std::span<const SurfaceTriangle> triangles);

}  // namespace navspan
