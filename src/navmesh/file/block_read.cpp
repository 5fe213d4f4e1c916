// Converts blocks of the .nav format into arrays. The bytes are untrusted.

#include "navmesh/file/block_read.h"

#include <algorithm>

#include "navspan/core/hash.h"

namespace navspan {
namespace {

using std::to_string;

}  // namespace

Result<BlockBytes> open_block(std::span<const std::byte> bytes, BlockKind kind, std::string name) {
    if (bytes.size() < sizeof(BlockHeader)) return damaged(name + " is too short");
    const auto header = record_at<BlockHeader>(bytes, 0);
    if (header.kind != uint32_t(kind)) return damaged(name + " is missing");
    if (header.size != bytes.size()) return damaged(name + " has the wrong size");
    if (header.section_count > (bytes.size() - sizeof(BlockHeader)) / sizeof(SectionEntry)) {
        return damaged(name + " has more sections than fit into it");
    }
    BlockBytes block{bytes, {}, std::move(name)};
    const size_t table_end = sizeof(BlockHeader) + header.section_count * sizeof(SectionEntry);
    for (size_t i = 0; i < header.section_count; ++i) {
        const auto entry = record_at<SectionEntry>(bytes, sizeof(BlockHeader) + i * sizeof(SectionEntry));
        if (entry.offset % kSectionAlignment || entry.offset < table_end || entry.offset > bytes.size() ||
            entry.size > bytes.size() - entry.offset) {
            return damaged(block.name + ": section " + to_string(entry.type) + " is out of range");
        }
        block.sections.push_back(entry);
    }
    return block;
}

Result<BlockBytes> open_level(std::span<const std::byte> level) {
    if (level.size() < sizeof(FileHeader)) return damaged("it is too short");
    return open_block(level.subspan(sizeof(FileHeader)), BlockKind::meshes, "the directory of meshes");
}

Result<std::span<const std::byte>> find_section(const BlockBytes& block, SectionType type, size_t element_size) {
    const SectionEntry* found = nullptr;
    const auto who = [&](const char* problem) {
        return damaged(block.name + ": section " + to_string(uint32_t(type)) + problem);
    };
    for (const SectionEntry& entry : block.sections) {
        if (entry.type != uint32_t(type)) continue;
        if (found) return who(" exists twice");
        found = &entry;
    }
    if (!found) return who(" is missing");
    if (found->element_size != element_size || found->size % element_size) return who(" has elements of the wrong size");
    return block.bytes.subspan(found->offset, found->size);
}

bool has_section(const BlockBytes& block, SectionType type) {
    return std::any_of(block.sections.begin(), block.sections.end(),
                       [type](const SectionEntry& entry) { return entry.type == uint32_t(type); });
}

Status read_text(const BlockBytes& block, SectionType type, std::string& out) {
    const Result<std::span<const std::byte>> section = find_section(block, type, 1);
    if (!section) return section.error();
    out.assign(reinterpret_cast<const char*>(section->data()), section->size());
    return Done{};
}

Result<NavTile> read_tile_block(std::span<const std::byte> bytes, const std::string& name) {
    const Result<BlockBytes> block = open_block(bytes, BlockKind::tile, name);
    if (!block) return block.error();
    NavTile tile;
    FrameRecord f;
    TilePositionRecord place;
    if (Status s = read_record(*block, SectionType::frame, f); !s) return s.error();
    if (Status s = read_record(*block, SectionType::tile_position, place); !s) return s.error();
    if (Status s = read_array(*block, SectionType::polygons, tile.polygons); !s) return s.error();
    if (Status s = read_array(*block, SectionType::half_edges, tile.half_edges); !s) return s.error();
    if (Status s = read_array(*block, SectionType::edge_polygon, tile.edge_polygon); !s) return s.error();
    if (Status s = read_array(*block, SectionType::vertex_heights, tile.vertex_y); !s) return s.error();
    if (Status s = read_array(*block, SectionType::detail_vertices, tile.detail_vertices); !s) return s.error();
    if (Status s = read_array(*block, SectionType::detail_triangles, tile.detail_triangles); !s) return s.error();
    if (Status s = read_array(*block, SectionType::bvh, tile.bvh); !s) return s.error();
    if (has_section(*block, SectionType::border_steps)) {
        if (Status s = read_array(*block, SectionType::border_steps, tile.border.steps); !s) return s.error();
        if (Status s = read_array(*block, SectionType::border_cells, tile.border.polygon_cells); !s) return s.error();
    }
    if (has_section(*block, SectionType::tile_links)) {
        if (Status s = read_array(*block, SectionType::tile_links, tile.links); !s) return s.error();
    }
    tile.frame = {f.origin, f.quantum, f.height_quantum, f.x0, f.z0, f.y0};
    tile.tile_x = place.tile_x;
    tile.tile_z = place.tile_z;
    tile.width = place.width;
    tile.depth = place.depth;
    tile.seam_edges = uint32_t(std::count_if(tile.half_edges.begin(), tile.half_edges.end(), is_seam_edge));
    return tile;
}

uint64_t checksum_excluding(std::span<const std::byte> bytes, size_t at) {
    const std::byte none[8] = {};
    return hash_bytes(bytes.subspan(at + 8), hash_bytes(none, hash_bytes(bytes.first(at))));
}

}  // namespace navspan
