// Converts an entry of a tile cache to bytes and back.
//
// In: a key, the bytes of a tile, and the notes of the tile (other results of the tile's bake).
// Out: an entry. Conversely, the tile and the notes of an entry.
// Idea: A checksum of the key, the tile and the notes detects entries that are incomplete or damaged. The key in the header
// detects renamed files.
// Source: own method.
// Weak cases: none known.

#include "navmesh/file/cache_entry.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "navmesh/file/tile_bytes.h"

namespace navspan {
namespace {

constexpr char kCacheMagic[8] = {'N', 'A', 'V', 'C', 'A', 'C', 'H', 'E'};
constexpr uint64_t kCacheVersion = 1;

}  // namespace

CacheEntryHeader cache_entry_header(Hash128 key, std::span<const std::byte> tile, std::span<const std::byte> notes) {
    Hasher128 hasher;
    hasher.add(key);
    hasher.add(tile);
    hasher.add(notes);
    CacheEntryHeader header{.version = kCacheVersion,
                            .key = key,
                            .tile_bytes = tile.size(),
                            .notes_bytes = notes.size(),
                            .checksum = hasher.finish()};
    std::copy(std::begin(kCacheMagic), std::end(kCacheMagic), header.magic);
    return header;
}

std::optional<CacheEntryContent> parse_cache_entry(std::span<const std::byte> bytes, Hash128 key) {
    CacheEntryHeader header;
    if (bytes.size() < sizeof(header)) return {};
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof(header));
    const std::span<const std::byte> body = bytes.subspan(sizeof(header));
    if (header.tile_bytes > body.size()) return {};
    const auto tile = body.first(header.tile_bytes), notes = body.subspan(header.tile_bytes);
    const CacheEntryHeader wanted = cache_entry_header(key, tile, notes);
    if (std::memcmp(&header, &wanted, sizeof(header)) != 0) return {};
    Result<NavTile> parsed = parse_tile(tile);
    if (!parsed) return {};
    return CacheEntryContent{*std::move(parsed), {notes.begin(), notes.end()}};
}

}  // namespace navspan
