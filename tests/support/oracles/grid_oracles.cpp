#include "support/oracles/grid_oracles.h"

#include <utility>

#include "navspan/core/hash.h"

namespace navspan::support {

std::vector<uint8_t> random_cells(uint64_t seed, int32_t width, int32_t depth, double walkable) {
    RandomSequence random{seed};
    std::vector<uint8_t> cells(size_t(width) * size_t(depth));
    for (uint8_t& cell : cells)
        cell = random.unit() < walkable;
    return cells;
}

GridGraph grid_of(const std::vector<uint8_t>& cells, int32_t width, int32_t depth) {
    const auto open = [&](int32_t x, int32_t z) {
        return x >= 0 && z >= 0 && x < width && z < depth && cells[size_t(z) * size_t(width) + size_t(x)] != 0;
    };
    GridGraph graph;
    std::vector<uint32_t> number(cells.size(), kNoIndex);
    for (int32_t z = 0; z < depth; ++z) {
        for (int32_t x = 0; x < width; ++x) {
            if (!open(x, z)) continue;
            number[size_t(z) * size_t(width) + size_t(x)] = graph.cell_count();
            graph.cells.push_back({z, x, 0});
        }
    }
    for (const GridCell& cell : graph.cells) {
        std::array<uint32_t, 8>& ways = graph.neighbours.emplace_back();
        for (size_t direction = 0; direction < 8; ++direction) {
            const int32_t x = cell.x + kExitX[direction], z = cell.z + kExitZ[direction];
            const bool free = open(x, z) && open(x, cell.z) && open(cell.x, z);
            ways[direction] = free ? number[size_t(z) * size_t(width) + size_t(x)] : kNoIndex;
        }
    }
    return graph;
}

std::vector<uint64_t> slow_costs(const GridGraph& graph, uint32_t from) {
    std::vector<uint64_t> cost(graph.cells.size(), kNoCost);
    cost[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
            if (cost[cell] == kNoCost) continue;
            for (size_t direction = 0; direction < 8; ++direction) {
                const uint32_t next = graph.neighbours[cell][direction];
                if (next == kNoIndex) continue;
                const uint64_t there = cost[cell] + (direction < 4 ? kStraightCost : kDiagonalCost);
                if (there >= cost[next]) continue;
                cost[next] = there;
                changed = true;
            }
        }
    }
    return cost;
}

CutGrid::CutGrid(GridGraph graph, int32_t width, int32_t depth, int32_t size)
    : whole(std::move(graph)), size_(size), columns_((width + size - 1) / size), rows_((depth + size - 1) / size) {}

Result<GridGraph> CutGrid::graph(size_t tile) {
    ++requests;
    GridGraph part;
    std::vector<uint32_t> number(whole.cells.size(), kNoIndex), own;
    for (uint32_t cell = 0; cell < whole.cell_count(); ++cell) {
        if (tile_at(whole.cells[cell].x, whole.cells[cell].z) != tile) continue;
        number[cell] = part.cell_count();
        part.cells.push_back(whole.cells[cell]);
        own.push_back(cell);
    }
    for (const uint32_t cell : own) {
        std::array<uint32_t, 8>& ways = part.neighbours.emplace_back();
        for (size_t direction = 0; direction < 8; ++direction) {
            const uint32_t next = whole.neighbours[cell][direction];
            ways[direction] = next == kNoIndex ? kNoIndex : number[next];
            if (next != kNoIndex && number[next] == kNoIndex)
                part.exits.push_back({number[cell], uint8_t(direction), whole.cells[next]});
        }
    }
    if (tile == tile_missing_exit) part.exits.erase(part.exits.begin());
    if (tile == tile_with_bad_exit) part.exits.push_back({part.cell_count() - 1, 7, {-1, -1, 0}});
    return part;
}

}  // namespace navspan::support
