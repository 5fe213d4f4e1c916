#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// The bytes of an entry in a tile cache: a header, the bytes of the tile (tile_bytes.h), then its notes. The notes are the
// other results of the tile's bake.

/// Header of an entry.
struct CacheEntryHeader {
    char magic[8] = {};
    uint64_t version = 0;
    Hash128 key;
    uint64_t tile_bytes = 0, notes_bytes = 0;
    Hash128 checksum;  ///< hash of the key, the tile and the notes
};
static_assert(sizeof(CacheEntryHeader) == 64);

/// Returns the header of the entry that stores a tile and its notes under a key.
/// @param tile  from serialize_tile
CacheEntryHeader cache_entry_header(Hash128 key, std::span<const std::byte> tile, std::span<const std::byte> notes);

/// The content of an entry.
struct CacheEntryContent {
    NavTile tile;
    std::vector<std::byte> notes;
};

/// Reads an entry. Accepts untrusted bytes. Returns nothing if the entry is damaged or has another key.
std::optional<CacheEntryContent> parse_cache_entry(std::span<const std::byte> bytes, Hash128 key);

}  // namespace navspan
