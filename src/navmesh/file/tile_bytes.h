#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// Serialized form of a baked tile that is not linked yet. Used by temporary files, caches and shards. Little-endian. The bytes
// depend only on the tile. docs/file-format.md describes the layout.

constexpr uint32_t kTileBytesVersion = 1;

/// Returns the bytes of a tile, with its border records and found links.
std::vector<std::byte> serialize_tile(const NavTile& tile);

/// Reads a tile: parse_tile(serialize_tile(tile)) == tile. Accepts untrusted bytes: the result has passed validate_tile,
/// validate_border and validate_tile_links. Error (input): not a tile, another version, truncated, modified, or an invariant is
/// broken. The header has the layout of a .nav file, so repair_nav_checksum works on it.
Result<NavTile> parse_tile(std::span<const std::byte> bytes);

}  // namespace navspan
