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

/// Returns "tile 3 (1, -2)": index in the file and tile coordinates.
std::string detour_tile_name(const DetourSet& set, size_t tile);

/// Splits the bytes of a set into the arrays of its tiles. Every index, range and number is then valid; shapes are not checked.
/// Links and trees are not read. Error (input): what is wrong, and in which tile.
Result<DetourSet> read_detour_set(std::span<const std::byte> bytes);

}  // namespace navspan
