#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bake/voxelize/band_queues.h"
#include "bake/voxelize/columns.h"
#include "bake/voxelize/small_triangle.h"
#include "bake/voxelize/triangle.h"
#include "core/simd.h"

namespace navspan {

/// One block of cells for each of four small triangles, and the heights of the triangle in each cell. Lane k of each vector
/// belongs to triangle k. The block of a triangle starts at the first cell of its bounding box.
struct FourTriangleCells {
    static constexpr size_t kSide = 3;  ///< maximum number of rows and of columns

    int32_t columns, rows;  ///< size of each block
    /// Lower half of the QueuedInterval of each cell. Index: columns * row + column.
    std::array<U32x4, kSide * kSide> heights;
    /// All bits are set if the triangle covers the cell; else 0, and `heights` is empty.
    std::array<U32x4, kSide * kSide> covered;
    I32x4 uncertain;  ///< 0 if rounding errors cannot change the result
};

/// Cuts four small triangles into cells. SmallTriangleFinder defines which triangles are small.
/// @param columns, rows  size of the blocks of cells: 2 or 3
void cut_four_triangles(const std::array<const FloatTriangle*, 4>& triangles, size_t columns, size_t rows,
                        FourTriangleCells& cells);

/// Faster version of TriangleCutter::cut for the small triangles of a block.
class SmallTriangles {
public:
    /// Cuts all triangles of the kind `small`.
    void cut(std::span<const QueuedTriangle> block, const ChunkCorners& corners);

    /// Adds the intervals of the i-th small triangle of the block to the rows of a band. Returns false if the general method
    /// must be used.
    bool add(size_t i, uint8_t area, RowRange band, std::span<RowColumns> rows) const {
        const Position position = positions_[i];
        const FourTriangleCells& cells = cells_[position.group];
        const size_t lane = position.lane;
        if (cells.uncertain[lane] != 0) return false;
        // Cells that are not covered get empty intervals. This is faster than a branch for each cell.
        for (int32_t r = 0, k = 0; r < cells.rows; ++r, k += cells.columns) {
            const int32_t row = position.row - band.first + r;
            if (row < 0 || row >= band.end - band.first) continue;
            const RowColumns::Writer writer = rows[size_t(row)].writer();
            const auto add_cell = [&](int32_t c) {
                const uint64_t upper = cells.covered[size_t(k + c)][lane] & uint32_t{area};
                writer.add(size_t(position.column + c), cells.heights[size_t(k + c)][lane] | upper << 32);
            };
            add_cell(0);
            add_cell(1);
            if (cells.columns == 3) add_cell(2);
        }
        return true;
    }

private:
    struct Position {
        int32_t column, row;   // first cell of the triangle's box
        uint32_t group, lane;  // index in cells_, and lane within this entry
    };
    static constexpr size_t kShapes = 4;  // sizes of the block of cells
    std::array<FloatTriangle, BandQueues::kBlock> triangles_;
    std::array<Position, BandQueues::kBlock> positions_;
    // One group of each shape can have fewer than four triangles.
    std::array<FourTriangleCells, BandQueues::kBlock / 4 + kShapes> cells_;
};

}  // namespace navspan
