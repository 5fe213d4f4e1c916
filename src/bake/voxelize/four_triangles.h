#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bake/voxelize/band_queues.h"
#include "bake/voxelize/columns.h"
#include "bake/voxelize/triangle.h"
#include "core/simd.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The cells that four small triangles cover, and their heights. Lane k of each vector belongs to triangle k.
struct FourTriangleCells {
    static constexpr size_t kSide = 3;  ///< maximum number of rows and of columns

    int32_t columns, rows;                     ///< size of the block of cells
    std::array<U32x4, kSide * kSide> heights;  ///< lower half of each QueuedInterval; index columns * row + column
    std::array<I32x4, kSide> first, last;      ///< first and last covered column of each row; last < first: none
    I32x4 uncertain;                           ///< 0 if rounding errors cannot change the result
};

/// Four small triangles (GridBounds::kThreeCells), which are cut into cells together.
class FourTriangles {
public:
    /// Sets a triangle. @param bottom  lowest step of the grid [vx]
    void set(size_t lane, const TriangleBox& box, const CornerPointers& corners, int32_t bottom);

    /// Computes the cells of the four triangles. @param in_four  true if all boxes lie in at most two columns and two rows
    void cut(bool in_four, FourTriangleCells& cells) const;

private:
    std::array<std::array<F32x4, 3>, 4> corners_{};  // [triangle][corner]: {x, y, z, 0}, relative to the lattice corner
    std::array<uint32_t, 4> lowest_{};               // lower half of RowTriangle::lowest of each triangle
};

/// Faster version of TriangleCutter::cut for the small triangles of a block.
class SmallTriangles {
public:
    /// Cuts all triangles of the kind `small`.
    void cut(std::span<const QueuedTriangle> block, const ChunkCorners& chunk, const Grid& grid);

    /// Adds the intervals of the i-th small triangle of the block to the rows of a band. Returns false if the general method
    /// must be used.
    bool add(size_t i, uint8_t area, RowRange band, std::span<RowColumns> rows) const {
        const Position position = positions_[i];
        const FourTriangleCells& cells = cells_[position.group];
        const size_t lane = position.lane;
        if (cells.uncertain[lane] != 0) return false;
        for (int32_t r = 0; r < cells.rows; ++r) {
            const int32_t row = position.row - band.first + r;
            if (row < 0 || row >= band.end - band.first) continue;
            for (int32_t c = cells.first[size_t(r)][lane]; c <= cells.last[size_t(r)][lane]; ++c) {
                const uint64_t heights = cells.heights[size_t(r * cells.columns + c)][lane];
                rows[size_t(row)].add(size_t(position.column + c), heights | uint64_t{area} << 32);
            }
        }
        return true;
    }

private:
    struct Position {
        int32_t column, row;   // first cell of the triangle's box
        uint32_t group, lane;  // index in cells_, and lane within this entry
    };
    std::array<Position, BandQueues::kBlock> positions_;
    // One group of each size can have fewer than four triangles.
    std::array<FourTriangleCells, BandQueues::kBlock / 4 + 2> cells_;
    std::array<FourTriangles, 2> four_;  // [1]: triangles in at most two columns and two rows
};

}  // namespace navspan
