// Builds a searchable graph from a grid of cells.
//
// In: walkable and closed cells, and the clearance that an agent needs around the centre of a cell.
// Out: the cells with enough clearance, and the neighbours of each cell.
// Idea: Computes the distance of each cell from the nearest closed cell of its row. The agent is a disc with the clearance as
// radius. The disc fits at a cell if the nearest closed cell of each row is far enough away. A diagonal step exists only if the
// disc fits at all four cells around the corner.
// Source: own method.
// Weak cases: The time per cell grows with the clearance.

#include "check/verify/cell_grid_search.h"

#include <algorithm>
#include <vector>

namespace navspan {
namespace {

// Returns each cell's distance from the nearest closed cell of its row [cell]. Cells outside the grid are closed.
std::vector<int32_t> row_distances(const CellGrid& grid, uint64_t admitted) {
    std::vector<int32_t> distance(grid.areas.size(), 0);
    for (int32_t z = 0; z < grid.depth; ++z) {
        int32_t* const row = distance.data() + size_t(z) * size_t(grid.width);
        for (int32_t x = 0; x < grid.width; ++x) {
            const uint8_t area = grid.area(x, z);
            const bool open = area != 0 && (admitted >> area & 1);
            row[x] = open ? (x > 0 ? row[x - 1] : 0) + 1 : 0;
        }
        for (int32_t x = grid.width - 1, next = 0; x >= 0; next = row[x--])
            row[x] = std::min(row[x], next + 1);
    }
    return distance;
}

// Tests if a disc around the centre of a cell covers no closed cell.
struct Clearance {
    const CellGrid& grid;
    std::vector<int32_t> distance;  // result of row_distances
    double diameter = 0;            // diameter of the disc [cell]

    // Horizontal distance from the centre of a cell in column x to the nearest closed cell of a row [half cell].
    int64_t across(int32_t x, int32_t row) const {
        const bool beyond = row < 0 || row >= grid.depth;
        const int64_t cells = beyond ? 0 : distance[size_t(row) * size_t(grid.width) + size_t(x)];
        return std::max<int64_t>(2 * cells - 1, 0);
    }
    bool fits(int32_t x, int32_t z) const {
        if (distance[size_t(z) * size_t(grid.width) + size_t(x)] == 0) return false;
        const double least = diameter * diameter;
        for (int32_t k = 0; k == 0 || 2 * double(k) - 1 < diameter; ++k) {
            const int64_t up = std::max(2 * k - 1, 0);
            for (const int32_t row : {z - k, z + k}) {
                const int64_t side = across(x, row);
                if (double(side * side + up * up) < least) return false;
            }
        }
        return true;
    }
};

}  // namespace

GridGraph grid_of_cells(const CellGrid& grid, double clearance, uint64_t admitted) {
    const Clearance room{grid, row_distances(grid, admitted), 2 * clearance};
    GridGraph graph;
    std::vector<uint32_t> number(grid.areas.size(), kNoIndex);
    for (int32_t z = 0; z < grid.depth; ++z) {
        for (int32_t x = 0; x < grid.width; ++x) {
            if (!room.fits(x, z)) continue;
            number[size_t(z) * size_t(grid.width) + size_t(x)] = graph.cell_count();
            graph.cells.push_back({z, x, 0});
        }
    }
    const auto cell_at = [&](int32_t x, int32_t z) {
        const bool inside = x >= 0 && z >= 0 && x < grid.width && z < grid.depth;
        return inside ? number[size_t(z) * size_t(grid.width) + size_t(x)] : kNoIndex;
    };
    graph.neighbours.resize(graph.cells.size());
    for (uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
        const GridCell& at = graph.cells[cell];
        for (size_t direction = 0; direction < 8; ++direction) {
            const int32_t x = at.x + kExitX[direction], z = at.z + kExitZ[direction];
            // A disc that fits at two adjacent cell centres fits at every point between them.
            const bool free = cell_at(x, at.z) != kNoIndex && cell_at(at.x, z) != kNoIndex;
            graph.neighbours[cell][direction] = free ? cell_at(x, z) : kNoIndex;
        }
    }
    return graph;
}

}  // namespace navspan
