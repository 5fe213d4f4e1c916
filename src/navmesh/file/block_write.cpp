// A block of the .nav format consists of a header, a table of sections, and the sections. Each section starts at a multiple of
// 64 bytes, and padding bytes are zero. The bytes of a block therefore depend only on its content.

#include "navmesh/file/block_write.h"

#include "navmesh/file/block_read.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {

Bytes BlockWriter::finish() const {
    uint64_t size = align_section(sizeof(BlockHeader) + sections_.size() * sizeof(SectionEntry));
    std::vector<SectionEntry> table;
    for (const Section& s : sections_) {
        table.push_back({uint32_t(s.type), s.element_size, size, s.bytes.size()});
        size = align_section(size + s.bytes.size());
    }
    Bytes bytes(size);
    put_record(bytes, 0, BlockHeader{size, uint32_t(sections_.size()), uint32_t(kind_)});
    for (size_t i = 0; i < table.size(); ++i) {
        put_record(bytes, sizeof(BlockHeader) + i * sizeof(SectionEntry), table[i]);
        put(bytes, table[i].offset, sections_[i].bytes);
    }
    return bytes;
}

Bytes with_level_section(std::span<const std::byte> level, SectionType type, const Bytes& block) {
    const Result<BlockBytes> root = open_level(level);
    BlockWriter meshes(BlockKind::meshes);
    for (const SectionEntry& entry : root->sections)
        meshes.add(SectionType(entry.type), root->bytes.subspan(entry.offset, entry.size));
    meshes.add_block(type, block);
    const Bytes body = meshes.finish();
    Bytes bytes(sizeof(FileHeader) + body.size());
    put(bytes, 0, level.first(sizeof(FileHeader)));
    put(bytes, sizeof(FileHeader), body);
    repair_nav_checksum(bytes);
    return bytes;
}

Bytes tile_block(const NavTile& tile, bool with_border) {
    const TileFrame& f = tile.frame;
    const FrameRecord frame{f.origin, f.quantum, f.height_quantum, f.x0, f.z0, f.y0, 0};
    const TilePositionRecord place{tile.tile_x, tile.tile_z, tile.width, tile.depth};
    BlockWriter block(BlockKind::tile);
    block.add(SectionType::frame, one(frame));
    block.add(SectionType::tile_position, one(place));
    block.add(SectionType::polygons, std::span(tile.polygons));
    block.add(SectionType::half_edges, std::span(tile.half_edges));
    block.add(SectionType::edge_polygon, std::span(tile.edge_polygon));
    block.add(SectionType::vertex_heights, std::span(tile.vertex_y));
    block.add(SectionType::detail_vertices, std::span(tile.detail_vertices));
    block.add(SectionType::detail_triangles, std::span(tile.detail_triangles));
    block.add(SectionType::bvh, std::span(tile.bvh));
    if (with_border) {
        block.add(SectionType::border_steps, std::span(tile.border.steps));
        block.add(SectionType::border_cells, std::span(tile.border.polygon_cells));
        if (!tile.links.empty()) block.add(SectionType::tile_links, std::span(tile.links));
    }
    return block.finish();
}

}  // namespace navspan
