// Writes a .nav file in parts.
//
// In: meshes, tile by tile and section by section.
// Out: the bytes that docs/file-format.md describes, in a file with random access.
// Idea: The header, the section tables and the tile directory have known sizes. Their contents are known only at the end, so
// space is reserved and filled in later. The checksum also covers the header, so the whole file is read back at the end.
// Source: own method.
// Weak cases: The whole file is read once more to compute the checksum.

#include "navmesh/file/writer.h"

#include <algorithm>
#include <cassert>

#include "navmesh/file/block_write.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

// Numbers of sections. Every mesh has the plain sections; links, the block-cut tree and the hub index add further sections. An
// agent name and landmarks take one section each. The section table always has space for links, because links are placed only
// after the tiles are written.
constexpr uint32_t kPlainSections = 10, kLinkSections = 1, kBlockSections = 5, kHubSections = 10;

uint64_t table_size(uint64_t sections) {
    return align_section(sizeof(BlockHeader) + sections * sizeof(SectionEntry));
}

}  // namespace

NavFileWriter::NavFileWriter(ByteFile& file, uint32_t mesh_count) : file_(file), mesh_count_(mesh_count) {
    end_ = sizeof(FileHeader);
    write(Bytes(table_size(mesh_count)));
}

void NavFileWriter::write_at(uint64_t offset, std::span<const std::byte> bytes) {
    if (status_) status_ = file_.write_at(offset, bytes);
}

void NavFileWriter::write(std::span<const std::byte> bytes) {
    write_at(end_, bytes);
    end_ += bytes.size();
}

void NavFileWriter::pad_section() {
    const std::byte zeros[kSectionAlignment] = {};
    write(std::span(zeros).first(align_section(end_) - end_));
}

void NavFileWriter::begin_section(SectionType type, uint32_t element_size) {
    sections_.push_back({uint32_t(type), element_size, end_ - mesh_begin_, 0});
}

void NavFileWriter::end_section() {
    sections_.back().size = end_ - mesh_begin_ - sections_.back().offset;
    pad_section();
}

void NavFileWriter::begin_mesh(const NavMeshInfo& info, const MeshSections& sections) {
    mesh_begin_ = end_;
    sections_.clear();
    directory_.clear();
    tile_count_ = sections.tiles;
    const bool named = !info.agent_name.empty();
    write(Bytes(table_size(named + kPlainSections + kLinkSections + (sections.blocks ? kBlockSections : 0) +
                           sections.landmarks + (sections.hubs ? kHubSections : 0))));
    std::vector<AreaRecord> areas;
    std::string names;
    for (const NavArea& area : info.areas) {
        areas.push_back({area.cost, area.flags, area.id, uint8_t(area.name.size()), uint32_t(names.size())});
        names += area.name;
    }
    const auto add_text = [&](SectionType type, const std::string& text) {
        add_section(type, std::span(text.data(), text.size()));
    };
    if (named) add_text(SectionType::agent_name, info.agent_name);
    add_section(SectionType::agent, one(info.agent));
    add_text(SectionType::tool_version, info.tool_version);
    add_text(SectionType::config, info.config);
    add_section(SectionType::areas, std::span<const AreaRecord>(areas));
    add_text(SectionType::area_names, names);
    directory_at_ = end_;
    add_section(SectionType::tile_directory, std::span<const TileEntry>(std::vector<TileEntry>(tile_count_)));
    tiles_begin_ = end_;
    begin_section(SectionType::tiles, 1);
    if (tile_count_ == 0) end_section();
}

void NavFileWriter::add_tile(const NavTile& tile) {
    const Bytes block = tile_block(tile);
    directory_.push_back({tile.tile_x, tile.tile_z, end_ - tiles_begin_, block.size()});
    write(block);
    if (directory_.size() == tile_count_) end_section();
}

void NavFileWriter::add_islands(std::span<const Island> islands) {
    begin_section(SectionType::islands, sizeof(IslandRecord));
    for (const Island& i : islands) {
        const IslandRecord record{i.first.tile, i.first.polygon, i.polygon_count, 0, i.area, i.min, i.max, i.areas};
        append(one(record));
    }
    end_section();
}

void NavFileWriter::add_links(std::span<const OffMeshLink> links) {
    if (links.empty()) return;
    begin_section(SectionType::links, sizeof(LinkRecord));
    for (const OffMeshLink& link : links)
        append(one(link_record(link)));
    end_section();
}

void NavFileWriter::write_block(uint64_t begin, BlockKind kind, std::span<const SectionEntry> table) {
    write_at(begin, std::as_bytes(one(BlockHeader{end_ - begin, uint32_t(table.size()), uint32_t(kind)})));
    write_at(begin + sizeof(BlockHeader), std::as_bytes(table));
}

void NavFileWriter::end_mesh() {
    assert(directory_.size() == tile_count_);
    write_at(directory_at_, std::as_bytes(std::span(directory_)));
    write_block(mesh_begin_, BlockKind::mesh, sections_);
    meshes_.push_back({uint32_t(SectionType::mesh), 1, mesh_begin_ - sizeof(FileHeader), end_ - mesh_begin_});
}

Result<uint64_t> NavFileWriter::checksum() const {
    uint64_t hash = hash_bytes({});
    Bytes piece(size_t{1} << 16);
    for (uint64_t at = 0; at < end_; at += piece.size()) {
        const std::span<std::byte> part = std::span(piece).first(std::min<uint64_t>(piece.size(), end_ - at));
        if (const Status read = file_.read_at(at, part); !read) return read.error();
        hash = hash_bytes(part, hash);
    }
    return hash;
}

Result<uint64_t> NavFileWriter::finish() {
    assert(meshes_.size() == mesh_count_);
    write_block(sizeof(FileHeader), BlockKind::meshes, meshes_);
    FileHeader header;
    std::copy(std::begin(kNavMagic), std::end(kNavMagic), header.magic);
    header.version = kNavFormatVersion;
    header.mesh_count = mesh_count_;
    header.size = end_;
    write_at(0, std::as_bytes(one(header)));
    if (!status_) return status_.error();
    const Result<uint64_t> hash = checksum();
    if (!hash) return hash.error();
    header.checksum = *hash;
    write_at(0, std::as_bytes(one(header)));
    if (!status_) return status_.error();
    return end_;
}

}  // namespace navspan
