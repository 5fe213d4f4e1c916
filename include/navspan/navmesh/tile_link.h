#pragma once

#include <compare>
#include <cstdint>

namespace navspan {

/// A drop or jump that a tile found from itself to other ground, which may lie in another tile. Becomes off-mesh links once
/// tiles are linked. Its ends are the middles of cells: world x = frame.origin.x + quantum * (frame.x0 + x + 1/2), z alike.
struct TileLink {
    int32_t x = 0, y = 0, z = 0;              ///< cell and floor of the start, from the tile's corner [lattice]
    int32_t end_x = 0, end_y = 0, end_z = 0;  ///< the same of the landing; may lie outside the tile
    float reach = 0;                          ///< how far the ground may be from an end [wu]
    uint16_t flags = 1;                       ///< for query filters
    uint8_t area = 1;                         ///< area id 1..63
    uint8_t two_way = 0;                      ///< 1: it may be jumped back
    friend auto operator<=>(const TileLink&, const TileLink&) = default;
};

}  // namespace navspan
