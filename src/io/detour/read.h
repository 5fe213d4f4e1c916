#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/detour/tile.h"
#include "navspan/core/result.h"
#include "navspan/io/detour_file.h"

namespace navspan {

/// A set of tiles as it is in the file.
struct DetourSet {
    DetourSetHeader header;
    DetourRefs refs = DetourRefs::bits32;
    std::vector<DetourTile> tiles;
};

/// "tile 3 (1, -2)": its number in the file, its place.
std::string detour_tile_name(const DetourSet& set, size_t tile);

/// Cuts the bytes of a set into its tiles' arrays. Afterwards every index and range in them is sound and every number finite;
/// nothing is said about shapes. Links and trees are not read. Error (input): what is wrong, and in which tile.
Result<DetourSet> read_detour_set(std::span<const std::byte> bytes);

}  // namespace navspan
