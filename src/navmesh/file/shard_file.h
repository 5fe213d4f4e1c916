#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/byte_file.h"
#include "navspan/core/hash.h"
#include "navspan/core/result.h"

namespace navspan {

// A shard: every N-th tile of a world, baked but not linked, with what it takes to tell which others it belongs to.
// Little-endian; the bytes depend on nothing but the content. docs/file-format.md gives the layout.

constexpr uint32_t kShardVersion = 1;

/// What the shards of one world have in common, and which of them this is.
struct ShardInfo {
    uint32_t shard = 1, shards = 1;  ///< 1 <= shard <= shards
    uint32_t world_tiles = 0;        ///< tiles of the world; this shard has those with number % shards == shard - 1
    Hash128 level;                   ///< of all triangles
    Hash128 settings;                ///< of everything else that a tile depends on
    std::string config;              ///< what the finished mesh keeps of it, word for word
    std::string tool_version;
    friend bool operator==(const ShardInfo&, const ShardInfo&) = default;
};

/// How many tiles this shard of a world has.
uint32_t shard_tile_count(const ShardInfo& info);

/// A tile of a shard.
struct ShardTile {
    int32_t tile_x = 0, tile_z = 0;
    std::vector<std::byte> bytes;  ///< serialize_tile
    std::vector<std::byte> notes;  ///< whatever else there is to know of the tile's bake
    friend bool operator==(const ShardTile&, const ShardTile&) = default;
};

/// Gives tile 0 .. shard_tile_count of a shard, in the order of their numbers.
using ShardTileSource = std::function<Result<ShardTile>(size_t index)>;

/// Writes a shard into an empty file, with one tile in memory at a time; gives the file's size. Errors as of both.
Result<uint64_t> write_shard(const ShardInfo& info, const ShardTileSource& tile, ByteFile& file);

/// The bytes of a shard's file. @param tiles  all tiles of the shard, in the order of their numbers
std::vector<std::byte> serialize_shard(const ShardInfo& info, std::span<const ShardTile> tiles);

/// True for the first bytes of such a file.
bool is_shard(std::span<const std::byte> bytes);

/// A shard's file: what it is like is in memory, its tiles are read when asked for.
class ShardFile {
public:
    /// Opens a file and tests everything but the tiles themselves. Error (input) naming the file: not a shard, another version,
    /// cut short, changed.
    static Result<ShardFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return path_; }
    const ShardInfo& info() const { return info_; }
    /// A hash of all of it.
    Hash128 content() const { return content_; }
    /// Reads the tile with this number in the shard, 0 .. shard_tile_count. The file is open only meanwhile. Error (input): it
    /// was changed.
    Result<ShardTile> read_tile(uint32_t index) const;

private:
    struct Entry {
        uint32_t number = 0;  // in the world
        int32_t tile_x = 0, tile_z = 0;
        uint32_t reserved = 0;
        uint64_t offset = 0, tile_bytes = 0, notes_bytes = 0;
        Hash128 checksum;
    };
    friend Result<uint64_t> write_shard(const ShardInfo& info, const ShardTileSource& tile, ByteFile& file);
    Status read_directory(std::span<const std::byte> header, std::span<const std::byte> tail);

    std::filesystem::path path_;
    ShardInfo info_;
    Hash128 content_;
    std::vector<Entry> entries_;
};

/// Puts shards into order: one file for each, repeated ones left out. Error (input) naming the file or the number: shards of
/// different worlds, two that differ, one that is missing.
Result<std::vector<ShardFile>> complete_shards(std::vector<ShardFile> files);

/// Opens files and puts them into order. Errors as of both.
Result<std::vector<ShardFile>> open_shards(std::span<const std::string> paths);

}  // namespace navspan
