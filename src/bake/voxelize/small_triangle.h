#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bake/voxelize/chunk_vertices.h"
#include "bake/voxelize/soup_view.h"
#include "bake/voxelize/triangle.h"
#include "bake/voxelize/units.h"
#include "core/simd.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// A corner of a triangle at the position cell + fraction, measured from the minimum corner of a grid. Lanes: {x, y, z, z}
/// [cell, vx, cell, cell]. `fraction` is exact. `cell` is exact if its absolute value is at most 2^24.
struct GridCorner {
    F32x4 cell, fraction;
};

/// Converts a world position to a GridCorner. The position and the grid must be less than kMaxLattice cells and height steps
/// away from the origin of the lattice.
class ToGridCorner {
public:
    ToGridCorner(const Lattice& lattice, const Grid& grid)
        : origin_xy_{lattice.origin.x, lattice.origin.y},
          origin_z_{lattice.origin.z, lattice.origin.z},
          size_xy_{lattice.cell_size, lattice.cell_height},
          size_z_{lattice.cell_size, lattice.cell_size},
          bias_{kBias + uint32_t(grid.x0), kBias + uint32_t(grid.y0), kBias + uint32_t(grid.z0), kBias + uint32_t(grid.z0)} {}

    GridCorner operator()(const DVec3& p) const {
        // As in LatticeUnits, adding 1.5 * 2^52 rounds to a whole multiple of the unit 2^-20. The low bits of the sum are this
        // multiple: first the fraction, then the cell, plus kBias.
        constexpr double kUnits = 0x1p20, kRound = 0x1.8p52;
        const auto xy = U64x2((F64x2{p.x, p.y} - origin_xy_) / size_xy_ * kUnits + kRound),
                   z = U64x2((F64x2{p.z, p.z} - origin_z_) / size_z_ * kUnits + kRound);
        const auto lower = [](U64x2 a, U64x2 b) { return __builtin_shufflevector(U32x4(a), U32x4(b), 0, 2, 4, 6); };
        const auto cell = I32x4(lower(xy >> 20, z >> 20) - bias_), fraction = I32x4(lower(xy, z) & 0xfffffu);
        return {__builtin_convertvector(cell, F32x4), __builtin_convertvector(fraction, F32x4) * 0x1p-20f};
    }

private:
    static constexpr uint32_t kBias = 1u << 31;
    F64x2 origin_xy_, origin_z_;  // origin of the lattice [wu]
    F64x2 size_xy_, size_z_;      // size of a voxel [wu]
    U32x4 bias_;                  // kBias plus the corner of the grid
};

/// A triangle in single precision, relative to the minimum corner of its bounding box, rounded down. Lanes: {x, y, z, unused}
/// [cell, vx, cell, -]. Exact if `size` is less than 16 and `base` at most 2^24.
struct FloatTriangle {
    F32x4 base;  // first cell and step of the box, relative to the grid
    F32x4 size;  // extent of the box beyond `base`
    std::array<F32x4, 3> corners;
};

/// The corners of consecutive triangles, relative to a grid or to a triangle.
class ChunkCorners {
public:
    ChunkCorners(const SoupView& soup, const Lattice& lattice, const Grid& grid)
        : soup_(soup), units_(lattice), in_grid_(soup, ToGridCorner(lattice, grid)), grid_(grid) {}

    /// Loads triangles [begin, end). Discards the triangles loaded before.
    void load(size_t begin, size_t end) { in_grid_.load(begin, end); }

    /// Returns a loaded triangle in single precision.
    FloatTriangle float_triangle(size_t triangle) const {
        std::array<GridCorner, 3> scratch;
        const auto [a, b, c] = in_grid_.of(triangle, scratch);
        const F32x4 base = least(a->cell, b->cell, c->cell);
        const auto from_base = [base](const GridCorner* p) { return (p->cell - base) + p->fraction; };
        const std::array<F32x4, 3> corners{from_base(a), from_base(b), from_base(c)};
        return {base, greatest(corners[0], corners[1], corners[2]), corners};
    }

    /// Writes a loaded triangle to `exact`, without rounding. It is not returned, because a copy would wait for the recent
    /// stores of the members.
    void get_exact(size_t triangle, BasedTriangle& exact) const {
        std::array<GridCorner, 3> scratch;
        const auto in_grid = in_grid_.of(triangle, scratch);
        const auto [a, b, c] = in_grid;
        const F32x4 base = least(a->cell, b->cell, c->cell), last = greatest(a->cell, b->cell, c->cell);
        if (any(greatest(last, -base) >= kFar)) return get_far(triangle, exact);
        const I32x4 corner = ints(base);
        exact.x = corner[0], exact.y = corner[1], exact.z = corner[2];
        for (size_t k = 0; k < 3; ++k) {
            const F32x4 cell = in_grid[k]->cell - base, fraction = in_grid[k]->fraction;
            const F64x2 z = upper_doubles(cell) + upper_doubles(fraction);
            exact.corners[k].at = lower_doubles(cell) + lower_doubles(fraction);
            exact.corners[k].z = z[0];
        }
    }

    static constexpr float kFar = 0x1p23f;  ///< from here on, a cell may be inexact in GridCorner

private:
    void get_far(size_t triangle, BasedTriangle& exact) const;

    SoupView soup_;
    LatticeUnits units_;
    ChunkVertices<GridCorner, ToGridCorner> in_grid_;
    Grid grid_;
};

/// Turns four vectors {x, y, z, unused} into vectors of x, of y and of z.
inline std::array<F32x4, 3> transposed(F32x4 a, F32x4 b, F32x4 c, F32x4 d) {
    const auto xy_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), xy_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const auto z_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7), z_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return {__builtin_shufflevector(xy_ab, xy_cd, 0, 1, 4, 5), __builtin_shufflevector(xy_ab, xy_cd, 2, 3, 6, 7),
            __builtin_shufflevector(z_ab, z_cd, 0, 1, 4, 5)};
}

/// A triangle in the queue of a band of rows.
struct QueuedTriangle {
    enum class Kind : uint8_t {
        uniform,  // covers the same heights in each touched cell
        small,    // must be cut by SmallTriangles
        general,  // must be cut by TriangleCutter
    };
    QueuedTriangle() {}  // uninitialized
    QueuedTriangle(uint32_t tag_and_area, uint32_t index_or_column, uint32_t interval)
        : tag(tag_and_area), index(index_or_column), heights(interval) {}
    static constexpr uint32_t tag_of(Kind kind, uint32_t touched = 0, uint32_t row = 0) {
        return uint32_t(kind) | touched << 8 | row << 16;
    }

    Kind kind() const { return Kind{uint8_t(tag)}; }
    uint32_t touched() const { return tag >> 8 & 0xff; }  // uniform: mask of the touched cells, bit 2 * row + column; else 0
    uint32_t row() const { return tag >> 16 & 0xff; }     // uniform: first row, relative to the band; else 0
    uint8_t area() const { return uint8_t(tag >> 24); }   // area id of the upper side of the triangle

    uint32_t tag;      // kind, touched, row and area, 8 bits each, from the lowest bits
    uint32_t index;    // uniform: first column; else index of the triangle
    uint32_t heights;  // uniform: lower 32 bits of the QueuedInterval; else unused
};

/// How four triangles are queued. Entry k belongs to triangle k.
struct FourQueued {
    std::array<uint32_t, 4> tag, index, heights;   ///< members of QueuedTriangle; the area is 0
    std::array<int32_t, 4> first_band, last_band;  ///< bands of the touched rows; last_band < first_band: outside the grid
};

/// Finds small triangles inside a grid. Small: the box lies in at most three columns and three rows, and in at most 15 voxels
/// of height. For such triangles, the corners of FloatTriangle are exact, and cut_four_triangles knows its rounding errors.
/// Inside the grid: the triangle can only touch cells and heights of the grid. The grid has at most 2^22 rows and columns.
class SmallTriangleFinder {
public:
    /// @param row_bits  log2 of the number of rows per band
    SmallTriangleFinder(const Grid& grid, int32_t row_bits);
    /// @param first  index of the first triangle
    FourQueued find(const std::array<FloatTriangle, 4>& triangles, uint32_t first) const;

private:
    std::array<float, 3> extent_;  // size of the grid, {x, y, z}
    std::array<float, 3> last_;    // last lattice line or step before the end of the grid, {x, y, z}
    int32_t row_bits_;
};

}  // namespace navspan
