#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/triangle.h"
#include "bake/voxelize/units.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// The corners of consecutive triangles in lattice units. If triangles share vertices, each vertex is converted once.
class ChunkCorners {
public:
    ChunkCorners(const TriangleSoup& soup, const Lattice& lattice) : soup_(soup), units_(lattice) {}

    /// Loads the corners of triangles [begin, end) and drops all others.
    void load(size_t begin, size_t end);
    /// Returns the corners of a loaded triangle. The result may point into `scratch`.
    CornerPointers of(size_t triangle, std::array<TriangleCorner, 3>& scratch) const {
        const auto& t = soup_.triangles[triangle];
        if (!corners_.empty())
            return {&corners_[t[0] - first_vertex_], &corners_[t[1] - first_vertex_], &corners_[t[2] - first_vertex_]};
        scratch = {corner_at(t[0]), corner_at(t[1]), corner_at(t[2])};
        return {&scratch[0], &scratch[1], &scratch[2]};
    }

private:
    TriangleCorner corner_at(uint32_t vertex) const {
        const DVec3 p = units_(soup_.vertices[vertex]);
        return {F64x2{p.x, p.y}, p.z};
    }

    const TriangleSoup& soup_;
    LatticeUnits units_;
    std::vector<TriangleCorner> corners_;  // of the vertices from first_vertex_ on; empty if triangles share few vertices
    uint32_t first_vertex_ = 0;
};

/// A triangle that waits to be added to a band of rows.
struct QueuedTriangle {
    enum class Kind : uint8_t {
        uniform,  // small, and covers the same interval in each touched cell
        in_two,   // must be cut by TriangleCutter::cut_in_two
        general,  // must be cut by TriangleCutter::cut
    };
    Kind kind;
    uint8_t touched;   // only for uniform entries: mask of the touched cells, see touched_cells
    uint8_t row;       // uniform: row of the first touched cell, relative to the band
    uint8_t area;      // area id of its upper side
    uint32_t index;    // uniform: column of the first touched cell; otherwise: index of the triangle
    uint32_t heights;  // uniform: the lower 32 bits of its QueuedInterval
};

/// The triangles of each band of rows, in input order.
class BandQueues {
public:
    /// @param triangles  expected number of triangles
    BandQueues(const Grid& grid, size_t triangles);

    int32_t band_count() const { return int32_t(queues_.size()); }
    int32_t rows_per_band() const { return 1 << row_bits_; }
    /// Upper bound on the number of queued triangles, summed over the bands: counts whole blocks.
    size_t size() const { return blocks_.size() * kBlock; }
    /// Estimated number of covered cells, seen from above, summed over the triangles.
    double covered_cells() const { return covered_cells_; }

    /// Queues loaded triangles [begin, end). @param areas  area ids of all triangles
    void add(const ChunkCorners& corners, std::span<const uint8_t> areas, size_t begin, size_t end);
    bool is_empty(int32_t band) const { return queues_[size_t(band)].size == 0; }
    /// Calls visit(triangle) for each triangle of a band.
    template <class Visit>
    void for_each(int32_t band, Visit visit) const {
        const Queue& queue = queues_[size_t(band)];
        for (uint32_t block = queue.first, left = queue.size; left > 0; block = blocks_[block].next) {
            const uint32_t count = least(left, kBlock);
            for (uint32_t k = 0; k < count; ++k)
                visit(blocks_[block].triangles[k]);
            left -= count;
        }
    }
    /// Removes all triangles.
    void clear();

private:
    static constexpr uint32_t kBlock = 32;
    struct QueueBlock {
        QueueBlock() {}  // leaves the triangles uninitialised
        QueuedTriangle triangles[kBlock];
        uint32_t next;  // next block of the same band
    };
    struct Queue {
        uint32_t first = 0, last = 0;  // blocks
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
