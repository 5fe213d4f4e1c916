#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// A finished tile that is not linked yet, as bytes: what waits on the disk between baking and linking, what caches and parts
// of a bake hold. Little-endian; the bytes depend on nothing but the tile. docs/file-format.md gives the layout.

constexpr uint32_t kTileBytesVersion = 1;

/// The bytes of a tile, border records and found links included.
std::vector<std::byte> serialize_tile(const NavTile& tile);

/// Reads a tile back: parse_tile(serialize_tile(tile)) == tile. Trusts nothing: what it gives has passed validate_tile,
/// validate_border and validate_tile_links. Error (input): not such bytes, another version, cut short, changed, or a law
/// broken. The header is laid out as that of a .nav file: repair_nav_checksum repairs it, too.
Result<NavTile> parse_tile(std::span<const std::byte> bytes);

}  // namespace navspan
