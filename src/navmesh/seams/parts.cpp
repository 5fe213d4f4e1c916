// The connected parts of a tile's polygons: a flood over twins inside the tile, from the lowest polygon not reached yet.

#include "navmesh/seams/plan.h"

namespace navspan {

TileParts find_tile_parts(const NavTile& tile) {
    TileParts parts;
    parts.of.assign(tile.polygons.size(), kNoIndex);
    std::vector<uint32_t> stack;
    std::vector<uint8_t> is_open;  // per part, in the order found
    for (uint32_t first = 0; first < tile.polygons.size(); ++first) {
        if (parts.of[first] != kNoIndex) continue;
        stack.assign(1, first);
        parts.of[first] = parts.count;
        is_open.push_back(0);
        while (!stack.empty()) {
            const uint32_t p = stack.back();
            stack.pop_back();
            for (const HalfEdge& edge : polygon_edges(tile, p)) {
                if (edge.twin == kNoIndex) continue;
                if (edge.twin & kSeamBit) {
                    is_open.back() = 1;
                    continue;
                }
                const uint32_t q = tile.edge_polygon[edge.twin];
                if (parts.of[q] != kNoIndex) continue;
                parts.of[q] = parts.count;
                stack.push_back(q);
            }
        }
        parts.open += is_open.back();
        ++parts.count;
    }
    // those that reach a seam come first
    std::vector<uint32_t> number;
    uint32_t open = 0, closed = parts.open;
    for (const uint8_t reaches : is_open)
        number.push_back(reaches ? open++ : closed++);
    for (uint32_t& part : parts.of)
        part = number[part];
    return parts;
}

}  // namespace navspan
