#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// The bytes of a baked tile that is not linked yet, as used in temporary files, caches and shards. Numbers are little-endian.
// The bytes depend only on the tile. docs/file-format.md describes the layout.

constexpr uint32_t kTileBytesVersion = 1;

/// Returns the bytes of a tile, including its border records and generated links.
std::vector<std::byte> serialize_tile(const NavTile& tile);

/// Reads a tile: parse_tile(serialize_tile(tile)) == tile. Accepts untrusted bytes: the result has passed validate_tile,
/// validate_border and validate_tile_links. Error (input): the bytes are not a tile, have another version, are truncated or
/// modified, or break an invariant. The header has the layout of a .nav file's header, so repair_nav_checksum can repair the
/// checksum.
Result<NavTile> parse_tile(std::span<const std::byte> bytes);

}  // namespace navspan
