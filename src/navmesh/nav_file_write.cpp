// A mesh as bytes.
//
// In: meshes. Out: the file that nav_file.h describes. Blocks are built from the inside out: the sections of every tile, the
// tiles as one section of their mesh, the meshes as sections of the file (nav_block_write.cpp).

#include <algorithm>
#include <cstring>

#include "nav_block_write.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

Bytes mesh_block(const NavMesh& mesh) {
    std::vector<AreaRecord> areas;
    std::string names;
    for (const NavArea& area : mesh.info.areas) {
        areas.push_back({area.cost, area.flags, area.id, uint8_t(area.name.size()), uint32_t(names.size())});
        names += area.name;
    }
    std::vector<TileEntry> directory;
    Bytes tiles;
    std::vector<EdgeRef> seams;
    std::vector<uint32_t> polygon_islands;
    for (size_t t = 0; t < mesh.tiles.size(); ++t) {
        const Bytes tile = tile_block(*mesh.tiles[t]);
        directory.push_back({mesh.tiles[t]->tile_x, mesh.tiles[t]->tile_z, tiles.size(), tile.size()});
        tiles.insert(tiles.end(), tile.begin(), tile.end());
        // every "none" is written alike
        for (const EdgeRef twin : mesh.seams[t])
            seams.push_back(twin.valid() ? twin : EdgeRef{kNoTile, kNoTwin});
        polygon_islands.insert(polygon_islands.end(), mesh.polygon_island[t].begin(), mesh.polygon_island[t].end());
    }
    std::vector<IslandRecord> islands;
    for (const Island& i : mesh.islands) {
        islands.push_back({i.first.tile, i.first.polygon, i.polygon_count, 0, i.area, i.min, i.max, i.areas});
    }
    std::vector<LinkRecord> links;
    for (const OffMeshLink& l : mesh.links)
        links.push_back({l.from, l.to, l.start, l.end, l.cost, l.flags, l.area, {}});

    BlockWriter block(BlockKind::mesh);
    block.add(SectionType::agent, one(mesh.info.agent));
    block.add_text(SectionType::tool_version, mesh.info.tool_version);
    block.add_text(SectionType::config, mesh.info.config);
    block.add(SectionType::areas, std::span<const AreaRecord>(areas));
    block.add_text(SectionType::area_names, names);
    block.add(SectionType::tile_directory, std::span<const TileEntry>(directory));
    block.add_block(SectionType::tiles, tiles);
    block.add(SectionType::seams, std::span<const EdgeRef>(seams));
    block.add(SectionType::polygon_islands, std::span<const uint32_t>(polygon_islands));
    block.add(SectionType::islands, std::span<const IslandRecord>(islands));
    if (!links.empty()) block.add(SectionType::links, std::span<const LinkRecord>(links));
    if (!mesh.blocks.empty()) {
        block.add(SectionType::edge_blocks, std::span(mesh.blocks.edge_block));
        block.add(SectionType::link_blocks, std::span(mesh.blocks.link_block));
        block.add(SectionType::polygon_blocks, std::span(mesh.blocks.polygon_block));
        block.add(SectionType::block_parents, std::span(mesh.blocks.block_parent));
        block.add(SectionType::block_depths, std::span(mesh.blocks.block_depth));
    }
    if (!mesh.landmarks.empty()) block.add(SectionType::landmarks, std::span(mesh.landmarks.distance));
    return block.finish();
}

}  // namespace

std::vector<std::byte> serialize_nav_meshes(std::span<const NavMesh> meshes) {
    std::vector<Bytes> blocks;
    for (const NavMesh& mesh : meshes)
        blocks.push_back(mesh_block(mesh));
    BlockWriter root(BlockKind::meshes);
    for (const Bytes& block : blocks)
        root.add_block(SectionType::mesh, block);
    const Bytes body = root.finish();

    FileHeader header;
    std::copy(std::begin(kNavMagic), std::end(kNavMagic), header.magic);
    header.version = kNavFormatVersion;
    header.mesh_count = uint32_t(meshes.size());
    Bytes bytes(sizeof(header) + body.size());
    put_record(bytes, 0, header);
    put(bytes, sizeof(header), body);
    repair_nav_checksum(bytes);
    return bytes;
}

std::vector<std::byte> serialize_nav_mesh(const NavMesh& mesh) {
    return serialize_nav_meshes(std::span(&mesh, 1));
}

void repair_nav_checksum(std::span<std::byte> bytes) {
    if (bytes.size() < sizeof(FileHeader)) return;
    const uint64_t size = bytes.size(), none = 0;
    std::memcpy(bytes.data() + offsetof(FileHeader, size), &size, sizeof(size));
    std::memcpy(bytes.data() + offsetof(FileHeader, checksum), &none, sizeof(none));
    const uint64_t checksum = hash_bytes(bytes);
    std::memcpy(bytes.data() + offsetof(FileHeader, checksum), &checksum, sizeof(checksum));
}

}  // namespace navspan
