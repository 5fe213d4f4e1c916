// Converts a tile to bytes and back.
//
// In: a tile that is not linked yet.
// Out: a header and the block of the tile. The parser accepts untrusted bytes and checks every invariant of a tile.
// Idea: The block is the same as in level files, with additional sections for border records and generated links.
// Source: own method.
// Weak cases: none known.

#include "navmesh/file/tile_bytes.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "navmesh/file/block_read.h"
#include "navmesh/file/block_write.h"
#include "navmesh/validate/tile.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

constexpr char kTileMagic[8] = {'N', 'A', 'V', 'T', 'I', 'L', 'E', '\n'};

Status validate_header(std::span<const std::byte> bytes) {
    const size_t known = std::min(bytes.size(), sizeof(kTileMagic));
    if (known == 0 || std::memcmp(bytes.data(), kTileMagic, known) != 0) return input_error("not a baked tile");
    if (bytes.size() < sizeof(FileHeader)) return input_error("a baked tile is cut short");
    const auto header = record_at<FileHeader>(bytes, 0);
    if (header.version != kTileBytesVersion) {
        return input_error("a baked tile has version " + std::to_string(header.version) + ", this program reads version " +
                           std::to_string(kTileBytesVersion));
    }
    if (header.size != bytes.size()) {
        return input_error("a baked tile is cut short or too long: " + std::to_string(bytes.size()) + " bytes instead of " +
                           std::to_string(header.size));
    }
    if (checksum_excluding(bytes, offsetof(FileHeader, checksum)) != header.checksum) {
        return input_error("a baked tile is damaged: the checksum does not match");
    }
    return Done{};
}

}  // namespace

std::vector<std::byte> serialize_tile(const NavTile& tile) {
    const Bytes block = tile_block(tile, true);
    FileHeader header;
    std::copy(std::begin(kTileMagic), std::end(kTileMagic), header.magic);
    header.version = kTileBytesVersion;
    Bytes bytes(sizeof(header) + block.size());
    put_record(bytes, 0, header);
    put(bytes, sizeof(header), block);
    repair_nav_checksum(bytes);
    return bytes;
}

Result<NavTile> parse_tile(std::span<const std::byte> bytes) {
    if (Status s = validate_header(bytes); !s) return s.error();
    Result<NavTile> tile = read_tile_block(bytes.subspan(sizeof(FileHeader)), "a baked tile");
    if (!tile) return tile.error();
    Status valid = validate_tile(*tile);
    if (valid) valid = validate_border(*tile);
    if (valid) valid = validate_tile_links(*tile);
    if (!valid) return input_error("a baked tile is damaged: " + valid.error().message);
    return tile;
}

}  // namespace navspan
