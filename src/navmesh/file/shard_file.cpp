// Reads and writes shard files.
//
// In: every N-th tile of a world.
// Out: a shard file. Conversely, a complete set of shard files gives all tiles of the world.
// Idea: The directory of tiles and the texts (config and tool version) are checked when a file is opened. Each tile is checked
// when it is read. A file is identified by the hash of its header, directory and texts. The directory contains the hashes of
// the tiles. Files with different hashes of the bake's input (ShardInfo) belong to different worlds.
// Source: own method.
// Weak cases: none known.

#include "navmesh/file/shard_file.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/file_internal.h"
#include "core/memory.h"
#include "navmesh/file/block_read.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

constexpr char kShardMagic[8] = {'N', 'A', 'V', 'S', 'H', 'A', 'R', 'D'};

constexpr const char* kDamaged = "damaged: its directory does not match its checksum; bake the shard again";

struct Header {
    char magic[8] = {};
    uint32_t version = 0;
    uint32_t shard = 0, shards = 0, world_tiles = 0, tiles = 0, reserved = 0;
    Hash128 level, settings;
    uint64_t size = 0, directory = 0, config_bytes = 0, tool_bytes = 0;
    Hash128 checksum;
    uint64_t reserved_end[2] = {};
};
static_assert(sizeof(Header) == 128);

template <FileRecord T>
std::span<const std::byte> bytes_of(const T& record) {
    return std::as_bytes(std::span(&record, 1));
}
std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}
void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

Hash128 hash_of(std::span<const std::byte> a, std::span<const std::byte> b) {
    Hasher128 hasher;
    hasher.add(a);
    hasher.add(b);
    return hasher.finish();
}

Error bad(const std::filesystem::path& path, const std::string& what) {
    return input_error(path.string() + ": " + what);
}

Result<OpenFile> open_file(const std::filesystem::path& path) {
    std::error_code code;
    const bool folder = std::filesystem::is_directory(path, code);
    OpenFile file = folder ? nullptr : open_to_read(path);
    if (file) return file;
    return Error{ErrorKind::input, "cannot read " + path.string() + ": " + std::strerror(folder ? EISDIR : errno)};
}

// Reads a range of a file. Returns false if the range cannot be read completely.
bool read_at(std::FILE* file, uint64_t offset, std::span<std::byte> bytes) {
#if defined(_WIN32)
    if (_fseeki64(file, int64_t(offset), SEEK_SET) != 0) return false;
#else
    if (fseeko(file, off_t(offset), SEEK_SET) != 0) return false;
#endif
    return bytes.empty() || std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

// Checks the header of a file. @param start  first bytes of the file  @param size  size of the whole file [byte]
Status check_header(std::span<const std::byte> start, uint64_t size) {
    if (start.size() >= sizeof(kNavMagic) && std::memcmp(start.data(), kNavMagic, sizeof(kNavMagic)) == 0) {
        return input_error("a complete level, not a shard; give files that navbake --shard wrote");
    }
    if (!is_shard(start)) return input_error("not a shard of a level; give files that navbake --shard wrote");
    if (start.size() < sizeof(Header)) return input_error("cut short: only " + std::to_string(size) + " bytes of a shard");
    const auto header = record_at<Header>(start, 0);
    if (header.version != kShardVersion) {
        return input_error("shard format version " + std::to_string(header.version) + ", this program reads version " +
                           std::to_string(kShardVersion) + "; bake the shard again");
    }
    if (header.size != size) {
        return input_error((header.size > size ? "cut short: " : "longer than its header says: ") + std::to_string(size) +
                           " bytes instead of " + std::to_string(header.size));
    }
    if (header.directory < sizeof(Header) || header.directory > size) return input_error(kDamaged);
    return Done{};
}

}  // namespace

uint32_t shard_tile_count(const ShardInfo& info) {
    return info.shard > info.world_tiles ? 0 : (info.world_tiles - info.shard) / info.shards + 1;
}

Result<uint64_t> write_shard(const ShardInfo& info, const ShardTileSource& tile, ByteFile& file) {
    assert(info.shard >= 1 && info.shard <= info.shards);
    const uint32_t count = shard_tile_count(info);
    std::vector<std::byte> tail;
    uint64_t end = sizeof(Header);
    for (size_t i = 0; i < count; ++i) {
        const Result<ShardTile> next = tile(i);
        if (!next) return next.error();
        const ShardFile::DirectoryEntry entry{.number = uint32_t(info.shard - 1 + i * info.shards),
                                              .tile_x = next->tile_x,
                                              .tile_z = next->tile_z,
                                              .offset = end,
                                              .tile_bytes = next->bytes.size(),
                                              .notes_bytes = next->notes.size(),
                                              .checksum = hash_of(next->bytes, next->notes)};
        if (const Status s = file.write_at(end, next->bytes); !s) return s.error();
        if (const Status s = file.write_at(end + entry.tile_bytes, next->notes); !s) return s.error();
        end += entry.tile_bytes + entry.notes_bytes;
        append(tail, bytes_of(entry));
    }
    append(tail, bytes_of(info.config));
    append(tail, bytes_of(info.tool_version));
    Header header{.version = kShardVersion,
                  .shard = info.shard,
                  .shards = info.shards,
                  .world_tiles = info.world_tiles,
                  .tiles = count,
                  .level = info.level,
                  .settings = info.settings,
                  .size = end + tail.size(),
                  .directory = end,
                  .config_bytes = info.config.size(),
                  .tool_bytes = info.tool_version.size(),
                  .checksum = {}};
    std::copy(std::begin(kShardMagic), std::end(kShardMagic), header.magic);
    header.checksum = hash_of(bytes_of(header), tail);
    if (const Status s = file.write_at(end, tail); !s) return s.error();
    if (const Status s = file.write_at(0, bytes_of(header)); !s) return s.error();
    return header.size;
}

std::vector<std::byte> serialize_shard(const ShardInfo& info, std::span<const ShardTile> tiles) {
    assert(tiles.size() == shard_tile_count(info));
    MemoryFile file;
    const Result<uint64_t> written = write_shard(
        info, [&](size_t i) -> Result<ShardTile> { return tiles[i]; }, file);
    assert(written.ok());
    (void)written;
    return std::move(file.bytes);
}

bool is_shard(std::span<const std::byte> bytes) {
    return bytes.size() >= sizeof(kShardMagic) && std::memcmp(bytes.data(), kShardMagic, sizeof(kShardMagic)) == 0;
}

Result<ShardFile> ShardFile::open(const std::filesystem::path& path) {
    const Result<OpenFile> file = open_file(path);
    if (!file) return file.error();
    std::error_code code;
    const uint64_t size = std::filesystem::file_size(path, code);
    if (code) return bad(path, "its size is unknown; give a regular file");
    std::vector<std::byte> start(std::min<uint64_t>(size, sizeof(Header)));
    if (!read_at(file->get(), 0, start)) return bad(path, "cannot be read");
    if (const Status fine = check_header(start, size); !fine) return bad(path, fine.error().message);
    const uint64_t directory = record_at<Header>(start, 0).directory;
    std::vector<std::byte> tail(size_to_allocate(size - directory));
    if (!read_at(file->get(), directory, tail)) return bad(path, "cannot be read");

    ShardFile shard;
    shard.path_ = path;
    if (const Status fine = shard.read_directory(start, tail); !fine) return bad(path, fine.error().message);
    return shard;
}

// Checks and stores the header, the directory and the texts. @param start  the header  @param tail  all bytes after the tiles
Status ShardFile::read_directory(std::span<const std::byte> start, std::span<const std::byte> tail) {
    const Error damaged{ErrorKind::input, kDamaged};
    auto header = record_at<Header>(start, 0);
    const uint64_t directory_bytes = uint64_t{header.tiles} * sizeof(DirectoryEntry);
    if (tail.size() < directory_bytes) return damaged;
    const uint64_t text_bytes = tail.size() - directory_bytes;
    if (header.config_bytes > text_bytes || header.tool_bytes != text_bytes - header.config_bytes) return damaged;
    content_ = std::exchange(header.checksum, Hash128{});
    if (hash_of(bytes_of(header), tail) != content_) return damaged;

    const char* texts = reinterpret_cast<const char*>(tail.data() + directory_bytes);
    info_ = {.shard = header.shard,
             .shards = header.shards,
             .world_tiles = header.world_tiles,
             .level = header.level,
             .settings = header.settings,
             .config = std::string(texts, header.config_bytes),
             .tool_version = std::string(texts + header.config_bytes, header.tool_bytes)};
    if (header.shard < 1 || header.shard > header.shards || shard_tile_count(info_) != header.tiles) return damaged;
    entries_.resize(header.tiles);
    if (directory_bytes) std::memcpy(static_cast<void*>(entries_.data()), tail.data(), directory_bytes);
    uint64_t offset = sizeof(Header);
    for (uint32_t i = 0; i < header.tiles; ++i) {
        const DirectoryEntry& entry = entries_[i];
        const uint64_t room = header.directory - offset;
        const bool in_place = entry.number == header.shard - 1 + uint64_t{i} * header.shards && entry.offset == offset &&
                              entry.tile_bytes <= room && entry.notes_bytes <= room - entry.tile_bytes;
        if (!in_place) return damaged;
        offset += entry.tile_bytes + entry.notes_bytes;
    }
    if (offset != header.directory) return damaged;
    return Done{};
}

Result<ShardTile> ShardFile::read_tile(uint32_t index) const {
    const DirectoryEntry& entry = entries_[index];
    const Result<OpenFile> file = open_file(path_);
    if (!file) return file.error();
    ShardTile tile{.tile_x = entry.tile_x, .tile_z = entry.tile_z, .bytes = {}, .notes = {}};
    tile.bytes.resize(size_to_allocate(entry.tile_bytes));
    tile.notes.resize(size_to_allocate(entry.notes_bytes));
    if (!read_at(file->get(), entry.offset, tile.bytes) || !read_at(file->get(), entry.offset + entry.tile_bytes, tile.notes) ||
        hash_of(tile.bytes, tile.notes) != entry.checksum) {
        return bad(path_, "damaged: " + tile_name(entry) + " does not match its checksum; bake the shard again");
    }
    return tile;
}

}  // namespace navspan
