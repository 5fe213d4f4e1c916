#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/detour/tile.h"
#include "navspan/core/result.h"
#include "navspan/io/detour_file.h"

namespace navspan {

/// A set of tiles as stored in the file.
struct DetourSet {
    DetourSetHeader header;
    DetourRefs refs = DetourRefs::bits32;
    std::vector<DetourTile> tiles;
};

/// Returns a tile's index in the file and its coordinates for messages: "tile 3 (1, -2)".
std::string detour_tile_name(const DetourSet& set, size_t tile);

/// Splits the bytes of a tile set into the arrays of its tiles. Skips links and trees. Checks all indices, ranges and numbers,
/// but not the shapes of polygons. Error (input): the bytes are invalid; the message names the tile.
Result<DetourSet> read_detour_set(std::span<const std::byte> bytes);

}  // namespace navspan
