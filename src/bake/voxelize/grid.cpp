// The grid of a triangle soup: its bounds in cells and height steps, snapped outwards to the world lattice.
//
// In: triangles in world units. For a tile, also its window.
// Out: the smallest rectangle that contains all cells that rasterization can touch, and the lowest height step. An error if the
// grid is too large.
// Idea: The bounds of the triangles are rounded exactly as in rasterization (units.h). The grid of a tile is its window. Its
// height range covers only the parts of triangles near the window. A large window is cropped to the bounds of the triangles.
// Source: own method.
// Weak cases: One distant triangle makes the grid of an untiled bake large.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <sstream>

#include "bake/voxelize/memory_estimate.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/units.h"
#include "core/clip_ring.h"
#include "core/memory.h"
#include "core/simd.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kMaxIndex = kMaxLattice;  // limit of lattice coordinates [cell or vx]
constexpr double kMinBytesPerCell = 4;     // lower bound on the peak memory of a bake [byte/cell]
constexpr size_t kSmallGrid = 1 << 20;     // grids up to this size are not cropped [cell]

// Bounds of the triangles [cell, vx, cell].
struct SoupBounds {
    DVec3 low, high;
    bool wall_at_high_x = false, wall_at_high_z = false;  // true if a triangle lies in the plane of the upper bound
    double covered = 0;                                   // number of cells that the triangles cover, as in BakeSize
};

// Returns the bounds of the triangles in lattice units, and whether a wall lies on the upper bound in x or z. The conversion is
// monotonic, so only the ends of the bounds are converted, and triangles so thin that they may be walls.
SoupBounds bounds_of(const SoupView& soup, const Lattice& lattice) {
    F64x2 low{kUnbounded, kUnbounded}, high{-kUnbounded, -kUnbounded};  // {x, y}
    double low_z = kUnbounded, high_z = -kUnbounded;
    double last_wall_x = -kUnbounded, last_wall_z = -kUnbounded;  // farthest wall on each axis [cell]
    double doubled_area = 0;
    const LatticeUnits units(lattice);
    const double thin = lattice.cell_size * 0x1p-18;  // larger than any rounding error of an extent [wu]
    for (size_t t = 0; t < soup.size(); ++t) {
        const auto& [i, j, k] = soup.triangle(t);
        const DVec3 &a = soup.vertex(i), &b = soup.vertex(j), &c = soup.vertex(k);
        const F64x2 a_xy = load<F64x2>(&a), b_xy = load<F64x2>(&b), c_xy = load<F64x2>(&c);
        const F64x2 min = least(a_xy, b_xy, c_xy), max = greatest(a_xy, b_xy, c_xy);
        const double min_z = least(a.z, b.z, c.z), max_z = greatest(a.z, b.z, c.z);
        low = least(low, min);
        high = greatest(high, max);
        low_z = least(low_z, min_z);
        high_z = greatest(high_z, max_z);
        doubled_area += doubled_area_xz(a, b, c);
        if (max[0] - min[0] > thin && max_z - min_z > thin) continue;
        const DVec3 from = units({min[0], min[1], min_z}), to = units({max[0], max[1], max_z});
        if (from.x == to.x) last_wall_x = std::max(last_wall_x, to.x);
        if (from.z == to.z) last_wall_z = std::max(last_wall_z, to.z);
    }
    SoupBounds bounds;
    if (soup.size() == 0) return bounds;
    bounds.low = units({low[0], low[1], low_z});
    bounds.high = units({high[0], high[1], high_z});
    bounds.wall_at_high_x = last_wall_x == bounds.high.x;
    bounds.wall_at_high_z = last_wall_z == bounds.high.z;
    bounds.covered = cells_of_area(doubled_area, lattice);
    return bounds;
}

struct SoupHeights {
    double low = kUnbounded, high = -kUnbounded;
};

// A line of constant x or z [cell]. `sign` is 1 if the grid is at lower coordinates, else -1.
struct ClipLine {
    double DVec3::*axis;
    double at, sign;
};

// Keeps the part of a ring on the grid's side of a line. `scratch` is reused between calls.
void clip_at_line(std::vector<DVec3>& ring, const ClipLine& line, std::vector<DVec3>& scratch) {
    const auto crossing = [&line](const DVec3& a, const DVec3& b, double) {
        DVec3 p = a + (b - a) * ((line.at - a.*line.axis) / (b.*line.axis - a.*line.axis));
        p.*line.axis = line.at;
        return p;
    };
    scratch.clear();
    clip_ring(
        std::span<const DVec3>(ring), [&line](const DVec3& p) { return line.sign * (p.*line.axis - line.at); }, crossing,
        [&scratch](const DVec3& p) { scratch.push_back(p); });
    std::swap(ring, scratch);
}

// Returns the height range [vx] of the triangles inside the grid, with a margin of one cell for rounding.
SoupHeights heights_within(const SoupView& soup, const Lattice& lattice, const Grid& grid) {
    SoupHeights heights;
    const LatticeUnits units(lattice);
    const double low_x = double(grid.x0) - 1, high_x = double(grid.x0) + grid.width + 1;
    const double low_z = double(grid.z0) - 1, high_z = double(grid.z0) + grid.depth + 1;
    const auto inside = [&](const DVec3& p) { return p.x >= low_x && p.x <= high_x && p.z >= low_z && p.z <= high_z; };
    const std::array<ClipLine, 4> lines{
        {{&DVec3::x, low_x, -1}, {&DVec3::x, high_x, 1}, {&DVec3::z, low_z, -1}, {&DVec3::z, high_z, 1}}};
    constexpr double kClipMargin = 0x1p-10;  // more than the rounding error of clipping a sloped triangle [vx]
    // Triangles between these heights [wu] cannot extend `heights`.
    double known_low = kUnbounded, known_high = -kUnbounded;
    std::vector<DVec3> ring, scratch;
    for (size_t i = 0; i < soup.size(); ++i) {
        const auto& t = soup.triangle(i);
        // Most triangles lie within the height range of the earlier triangles and need no clipping.
        const double a = soup.vertex(t[0]).y, b = soup.vertex(t[1]).y, c = soup.vertex(t[2]).y;
        const double least_y = least(a, b, c), most_y = greatest(a, b, c);
        if (least_y >= known_low && most_y <= known_high) continue;
        const double low = units({0, least_y, 0}).y, high = units({0, most_y, 0}).y;
        const double spare = low == high ? 0 : kClipMargin;
        if (low - kClipMargin >= heights.low) known_low = least(known_low, least_y);
        if (high + kClipMargin <= heights.high) known_high = greatest(known_high, most_y);
        if (low - spare >= heights.low && high + spare <= heights.high) continue;

        ring.assign({units(soup.vertex(t[0])), units(soup.vertex(t[1])), units(soup.vertex(t[2]))});
        if (!std::all_of(ring.begin(), ring.end(), inside)) {
            for (const ClipLine& line : lines)
                clip_at_line(ring, line, scratch);
        }
        for (const DVec3& p : ring) {
            heights.low = std::min(heights.low, p.y);
            heights.high = std::max(heights.high, p.y);
        }
    }
    return heights;
}

// Returns the index after the last cell that [low, high] touches, always greater than floor(low). A wall exactly in the lattice
// plane at `high` belongs to the cells after the plane.
double end_of(double low, double high, bool wall_at_high) {
    return wall_at_high || low == high ? std::floor(high) + 1 : std::ceil(high);
}

// Returns a lower bound on the memory of a bake [byte]: half of the estimate, because the estimate can be up to twice the
// memory. The first estimate assumes that no spans merge. If half of it reaches the memory limit, samples rows for a better
// estimate.
double min_bake_bytes(const SoupView& soup, const Lattice& lattice, const Grid& grid, int32_t headroom, double covered) {
    BakeSize size{.columns = double(cell_count(grid)),
                  .width = double(grid.width),
                  .solid = covered,
                  .open = covered,
                  .triangles = double(soup.size()),
                  .covered = covered};
    if (bake_bytes(size) / 2 >= memory_limit_bytes()) size = sample_bake_size(soup, lattice, grid, {90, headroom});
    return bake_bytes(size) / 2;
}

Error too_far(const SoupBounds& bounds) {
    std::ostringstream text;
    text << "the level reaches lattice cells " << bounds.low.x << ".." << bounds.high.x << " in x and " << bounds.low.z << ".."
         << bounds.high.z
         << " in z, but cell numbers are limited to 2^29 around the origin; raise voxels.cell_size, or check the "
         << "input's scale for stray vertices";
    return {ErrorKind::failed, text.str()};
}

Error too_high(double steps, const Lattice& lattice) {
    std::ostringstream text;
    text.precision(15);
    text << "the level is " << steps << " height steps tall with an agent on top, and the limit is " << kMaxHeight
         << "; raise voxels.cell_height (now " << lattice.cell_height << ") to "
         << lattice.cell_height * std::ceil(steps / kMaxHeight * 1000) / 1000
         << " or more, or check the input for stray vertices";
    return {ErrorKind::failed, text.str()};
}

Error too_wide(double cells, const Lattice& lattice) {
    std::ostringstream text;
    text.precision(15);
    text << "the grid would be " << cells << " cells long, and the limit is " << kMaxTileExtent
         << "; raise voxels.cell_size (now " << lattice.cell_size << "), or check the input's scale for stray vertices";
    return {ErrorKind::failed, text.str()};
}

Error too_many(double width, double depth, double bytes, const Lattice& lattice) {
    std::ostringstream text;
    text.precision(15);
    text << "the grid would have " << width * depth << " cells (" << width << " x " << depth << ") and need "
         << std::ceil(bytes / 1e6) << " MB or more, but only " << std::floor(memory_limit_bytes() / 1e6)
         << " MB are available; raise voxels.cell_size (now " << lattice.cell_size
         << "), set tiles.size (--suggest prints a value), or check the input's scale for stray vertices";
    return {ErrorKind::failed, text.str()};
}

Error tile_too_large(const Grid& grid, double bytes, const Lattice& lattice) {
    std::ostringstream text;
    text.precision(15);
    text << "its grid would have " << grid.width << " x " << grid.depth << " cells and need " << std::ceil(bytes / 1e6)
         << " MB or more, but only " << std::floor(memory_limit_bytes() / 1e6)
         << " MB are available; lower tiles.size, or raise voxels.cell_size (now " << lattice.cell_size << ")";
    return {ErrorKind::failed, text.str()};
}

}  // namespace

Result<Grid> tile_grid(const SoupView& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom) {
    const int32_t side = window.size + 2 * window.halo;
    Grid grid{.x0 = window.x0 - window.halo, .z0 = window.z0 - window.halo, .width = side, .depth = side};
    const SoupHeights heights = heights_within(soup, lattice, grid);
    if (!(heights.low <= heights.high)) return grid;
    if (!(heights.low > -kMaxIndex && heights.high < kMaxIndex)) return too_far(bounds_of(soup, lattice));
    const double y0 = std::floor(heights.low);
    const double steps = std::max(std::ceil(heights.high), std::floor(heights.high) + 1) - y0 + headroom;
    if (!(steps <= kMaxHeight)) return too_high(steps, lattice);
    grid.y0 = int32_t(y0);
    return grid;
}

Result<Grid> cropped_tile_grid(const SoupView& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom,
                               GridMemory memory) {
    Result<Grid> grid = tile_grid(soup, lattice, window, headroom);
    if (!grid || cell_count(*grid) <= kSmallGrid) return grid;
    const SoupBounds bounds = bounds_of(soup, lattice);
    const auto crop = [](double low, double high, int32_t& first, int32_t& count) {
        const double end = double(first) + count;
        const double from = std::clamp(std::floor(low) - 1, double(first), end);
        const double to = std::clamp(std::floor(high) + 2, from, end);
        first = int32_t(from);
        count = int32_t(to - from);
    };
    crop(bounds.low.x, bounds.high.x, grid->x0, grid->width);
    crop(bounds.low.z, bounds.high.z, grid->z0, grid->depth);
    const double bytes = double(grid->width) * grid->depth * kMinBytesPerCell;
    if (memory == GridMemory::of_machine && !(bytes < memory_limit_bytes())) return tile_too_large(*grid, bytes, lattice);
    return grid;
}

Result<Grid> grid_of(const SoupView& soup, const Lattice& lattice, int32_t headroom, GridMemory memory) {
    if (soup.size() == 0) return Grid{};
    const SoupBounds bounds = bounds_of(soup, lattice);

    // If a coordinate is NaN, `near` is false.
    const bool near = bounds.low.x > -kMaxIndex && bounds.low.z > -kMaxIndex && bounds.low.y > -kMaxIndex &&
                      bounds.high.x < kMaxIndex && bounds.high.z < kMaxIndex;
    if (!near) return too_far(bounds);

    const double x0 = std::floor(bounds.low.x), z0 = std::floor(bounds.low.z), y0 = std::floor(bounds.low.y);
    const double width = end_of(bounds.low.x, bounds.high.x, bounds.wall_at_high_x) - x0;
    const double depth = end_of(bounds.low.z, bounds.high.z, bounds.wall_at_high_z) - z0;
    const double steps = std::max(std::ceil(bounds.high.y), std::floor(bounds.high.y) + 1) - y0 + headroom;
    if (!(steps <= kMaxHeight)) return too_high(steps, lattice);
    if (width > kMaxTileExtent || depth > kMaxTileExtent) return too_wide(std::max(width, depth), lattice);
    const Grid grid{.x0 = int32_t(x0), .z0 = int32_t(z0), .y0 = int32_t(y0), .width = int32_t(width), .depth = int32_t(depth)};
    if (memory == GridMemory::unlimited) return grid;
    const double bytes = width * depth * kMinBytesPerCell;
    if (!(bytes < memory_limit_bytes())) return too_many(width, depth, bytes, lattice);
    const double needed = min_bake_bytes(soup, lattice, grid, headroom, bounds.covered);
    if (!(needed < memory_limit_bytes())) return too_many(width, depth, needed, lattice);
    return grid;
}

}  // namespace navspan
