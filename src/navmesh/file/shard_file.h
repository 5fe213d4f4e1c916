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

// A shard contains every N-th tile of a world, baked but not linked, and hashes that identify the world. Numbers are
// little-endian. The bytes depend only on the content. docs/file-format.md describes the layout.

constexpr uint32_t kShardVersion = 1;

/// The properties that all shards of a world have in common, and the number of this shard.
struct ShardInfo {
    uint32_t shard = 1, shards = 1;  ///< 1 <= shard <= shards
    uint32_t world_tiles = 0;  ///< number of tiles in the world; this shard has the tiles with number % shards == shard - 1
    Hash128 level;             ///< hash of all triangles
    Hash128 settings;          ///< hash of all other input of a tile
    std::string config;        ///< config text to store in the merged mesh
    std::string tool_version;
    friend bool operator==(const ShardInfo&, const ShardInfo&) = default;
};

/// Returns the number of tiles of a shard.
uint32_t shard_tile_count(const ShardInfo& info);

/// A tile of a shard.
struct ShardTile {
    int32_t tile_x = 0, tile_z = 0;
    std::vector<std::byte> bytes;  ///< from serialize_tile
    std::vector<std::byte> notes;  ///< other results of the tile's bake
    friend bool operator==(const ShardTile&, const ShardTile&) = default;
};

/// Returns tile `index` (0 .. shard_tile_count - 1) of a shard. Called with ascending indices.
using ShardTileSource = std::function<Result<ShardTile>(size_t index)>;

/// Writes a shard to an empty file. Only one tile is in memory at a time. Returns the size of the file [byte]. Errors: those of
/// `tile` and `file`.
Result<uint64_t> write_shard(const ShardInfo& info, const ShardTileSource& tile, ByteFile& file);

/// Returns the bytes of a shard file. @param tiles  all tiles of the shard, in the order of their numbers
std::vector<std::byte> serialize_shard(const ShardInfo& info, std::span<const ShardTile> tiles);

/// True if a file that starts with these bytes is a shard.
bool is_shard(std::span<const std::byte> bytes);

/// An open shard. Its directory is in memory; tiles are read on demand.
class ShardFile {
public:
    /// Opens a file and checks everything except the tiles. Error (input), with the file name: the file cannot be read, is not
    /// a shard, has another version, is truncated, or was modified.
    static Result<ShardFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return path_; }
    const ShardInfo& info() const { return info_; }
    /// Returns the hash of the header, the directory and the texts. The directory contains the hashes of the tiles, so this
    /// hash identifies the content of the file.
    Hash128 content() const { return content_; }
    /// Reads tile `index` (0 .. shard_tile_count - 1) of the shard. The file is open only during the call. Error (input): the
    /// file cannot be read, or the tile was modified since the file was written.
    Result<ShardTile> read_tile(uint32_t index) const;

private:
    struct DirectoryEntry {
        uint32_t number = 0;  // number of the tile in the world
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
    std::vector<DirectoryEntry> entries_;
};

/// Orders the shards of a world by number and removes duplicates. Error (input): the list is empty, files belong to different
/// worlds, two different files contain the same shard, or a shard is missing. The message names the files or missing shards.
Result<std::vector<ShardFile>> complete_shards(std::vector<ShardFile> files);

/// Opens shard files and passes them to complete_shards. Errors: those of ShardFile::open and complete_shards.
Result<std::vector<ShardFile>> open_shards(std::span<const std::string> paths);

}  // namespace navspan
