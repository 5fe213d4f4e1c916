#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/chunk_vertices.h"
#include "bake/voxelize/triangle.h"
#include "bake/voxelize/units.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// Converts a world position to a corner in lattice units.
struct ToTriangleCorner {
    LatticeUnits units;
    TriangleCorner operator()(DVec3 world) const {
        const DVec3 p = units(world);
        return {F64x2{p.x, p.y}, p.z};
    }
};
using ChunkCorners = ChunkVertices<TriangleCorner, ToTriangleCorner>;

/// A triangle in the queue of a band.
struct QueuedTriangle {
    enum class Kind : uint8_t {
        uniform,  // small; covers the same heights in each touched cell
        in_two,   // must be cut by TriangleCutter::cut_in_two
        small,    // touches at most three columns and three rows; must be cut by SmallTriangles
        general,  // must be cut by TriangleCutter::cut
    };
    Kind kind;
    uint8_t touched;   // uniform: mask of the touched cells in a block of 2 x 2 cells (see touched_cells); else 0
    uint8_t row;       // uniform: first row of the block, relative to the band; else 0
    uint8_t area;      // area id of the upper side of the triangle
    uint32_t index;    // uniform: first column of the block; else index of the triangle
    uint32_t heights;  // uniform: lower 32 bits of the QueuedInterval; else 0
};

/// The triangles of each band of rows, in input order.
class BandQueues {
public:
    /// @param triangles  expected number of triangles
    BandQueues(const Grid& grid, size_t triangles);

    int32_t band_count() const { return int32_t(queues_.size()); }
    int32_t rows_per_band() const { return 1 << row_bits_; }
    /// Upper bound on the number of queued triangles: each storage block counts as full.
    size_t size() const { return blocks_.size() * kBlock; }
    /// Estimated number of cells that a triangle covers, seen from above, summed over the triangles.
    double covered_cells() const { return covered_cells_; }

    /// Queues the triangles [begin, end), which must be loaded in `corners`. @param areas  area ids of all triangles
    void add(const ChunkCorners& corners, std::span<const uint8_t> areas, size_t begin, size_t end);
    bool is_empty(int32_t band) const { return queues_[size_t(band)].size == 0; }
    /// Calls visit(triangles) for each block of triangles of a band.
    template <class Visit>
    void for_each_block(int32_t band, Visit visit) const {
        const Queue& queue = queues_[size_t(band)];
        for (uint32_t block = queue.first, left = queue.size; left > 0; block = blocks_[block].next) {
            const uint32_t count = least(left, kBlock);
            visit(std::span<const QueuedTriangle>(blocks_[block].triangles, count));
            left -= count;
        }
    }
    /// Removes all triangles.
    void clear();

    static constexpr uint32_t kBlock = 32;  ///< number of triangles in a block

private:
    struct QueueBlock {
        QueueBlock() {}  // leaves the triangles uninitialized
        QueuedTriangle triangles[kBlock];
        uint32_t next;  // next block of the same band
    };
    struct Queue {
        uint32_t first = 0, last = 0;  // first and last block of the band
        uint32_t size = 0;
    };

    void push(int32_t band, const QueuedTriangle& triangle);
    void add_uniform(const TriangleBox& box, uint32_t touched, uint8_t area);

    GridBounds bounds_;
    int32_t row_bits_;  // log2 of the number of rows per band
    std::vector<Queue> queues_;
    std::vector<QueueBlock> blocks_;
    double covered_cells_ = 0;
};

}  // namespace navspan
