#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// A finished tile that is not linked yet, as bytes: what waits on the disk between baking and linking, what caches and parts
// of a bake hold. Little-endian; the bytes depend on nothing but the tile.
//
// | bytes | | |
// |---|---|---|
// | 0  | 8 | magic `NAVTILE\n` |
// | 8  | 4 | version, 1 |
// | 12 | 4 | zero |
// | 16 | 8 | size of all of it |
// | 24 | 8 | checksum: FNV-1a, 64 bits, over all of it with these eight bytes zero |
// | 32 | 32 | zero |
// | 64 | .. | the block of the tile as in a level file (nav_file.h), with these sections more: |
//
// | in block | type | section | element |
// |---|---|---|---|
// | tile | 41 | of every seam edge in edge order, along the edge: floors on both sides | i32 own, across [lattice step] |
// | tile | 42 | cells of the region that each polygon is the first of, else 0; or nothing | u32 |
// | tile | 43 | drops and jumps found, missing where there are none | TileLink |
// (a TileLink: i32 x, y, z, end x, y, z [lattice], f32 reach [wu], u16 flags, u8 area, u8 two-way)

constexpr uint32_t kTileBytesVersion = 1;

/// The bytes of a tile, border records and found links included.
std::vector<std::byte> serialize_tile(const NavTile& tile);

/// Reads a tile back: parse_tile(serialize_tile(tile)) == tile. Trusts nothing: what it gives has passed validate_tile,
/// validate_border and validate_tile_links. Error (input): not such bytes, another version, cut short, changed, or a law
/// broken. The header is laid out as that of a .nav file: repair_nav_checksum repairs it, too.
Result<NavTile> parse_tile(std::span<const std::byte> bytes);

}  // namespace navspan
