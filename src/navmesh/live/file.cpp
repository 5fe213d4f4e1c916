// Serialization of live meshes.
//
// In: a live mesh.
// Out: the file of its snapshot, with the block-cut tree, but without landmarks and hub labels. An additional section contains
// the baked tiles, the requested links, and the link parameters.
// Idea: Reading builds the snapshot again from the baked tiles. If the result differs from the snapshot in the file, the file
// is damaged.
// Source: own method.
// Weak cases: A reader must link all tiles again. This takes longer than reading a file with a linked mesh.

#include <algorithm>
#include <utility>

#include "navmesh/file/block_read.h"
#include "navmesh/file/block_write.h"
#include "navmesh/file/tile_bytes.h"
#include "navmesh/graph/islands.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

constexpr auto kKeptBlock = BlockKind(4);
constexpr auto kKept = SectionType(2);
constexpr auto kKeptParams = SectionType(64);
constexpr auto kKeptLinks = SectionType(65);
constexpr auto kKeptSizes = SectionType(66);
constexpr auto kKeptTiles = SectionType(67);

struct KeptParams {
    uint64_t min_island_cells = 0;
    double link_reach = 0;
    uint32_t blocks = 0, reserved = 0;
};
static_assert(sizeof(KeptParams) == 24);

Bytes kept_block(const LiveMesh& live) {
    const KeptParams params{live.params.min_island_cells, live.params.link_reach, live.params.blocks, 0};
    std::vector<LinkRecord> links;
    for (OffMeshLink link : live.links) {
        link.from = link.to = {};  // reading places the links again, which finds the polygons
        links.push_back(link_record(link));
    }
    std::vector<uint64_t> sizes;
    Bytes tiles;
    for (const auto& tile : live.tiles) {
        const Bytes bytes = serialize_tile(*tile->baked);
        sizes.push_back(bytes.size());
        tiles.insert(tiles.end(), bytes.begin(), bytes.end());
    }
    BlockWriter block(kKeptBlock);
    block.add(kKeptParams, one(params));
    block.add(kKeptLinks, std::span<const LinkRecord>(links));
    block.add(kKeptSizes, std::span<const uint64_t>(sizes));
    block.add_block(kKeptTiles, tiles);
    return block.finish();
}

Status read_tiles(const BlockBytes& block, std::vector<NavTile>& tiles) {
    std::vector<uint64_t> sizes;
    if (Status s = read_array(block, kKeptSizes, sizes); !s) return s;
    const auto bytes = find_section(block, kKeptTiles, 1);
    if (!bytes) return bytes.error();
    uint64_t at = 0;
    for (const uint64_t size : sizes) {
        if (size > bytes->size() - at) return damaged(block.name + " holds fewer tiles than it lists");
        Result<NavTile> tile = parse_tile(bytes->subspan(at, size));
        if (!tile) return damaged(block.name + ": " + tile.error().message);
        tiles.push_back(*std::move(tile));
        at += size;
    }
    if (at != bytes->size()) return damaged(block.name + " holds more tiles than it lists");
    return Done{};
}

Result<LiveMesh> read_kept(const BlockBytes& block, const NavMesh& mesh) {
    KeptParams params;
    std::vector<LinkRecord> records;
    std::vector<NavTile> tiles;
    if (Status s = read_record(block, kKeptParams, params); !s) return s.error();
    if (Status s = read_array(block, kKeptLinks, records); !s) return s.error();
    if (Status s = read_tiles(block, tiles); !s) return s.error();
    if (params.blocks > 1) return damaged(block.name + " has invalid settings");
    std::vector<OffMeshLink> links;
    for (const LinkRecord& l : records)
        links.push_back(to_off_mesh_link(l));
    Result<LiveMesh> live = make_live_mesh(
        std::move(tiles), mesh.info,
        {.min_island_cells = params.min_island_cells, .blocks = params.blocks == 1, .link_reach = params.link_reach},
        std::move(links));
    if (!live) return damaged(block.name + ": " + live.error().message);
    return live;
}

}  // namespace

std::vector<std::byte> serialize_live_mesh(const LiveMesh& live) {
    if (!live.mesh) return {};
    NavMesh mesh = mesh_of_same_tiles(*live.mesh);
    mesh.polygon_island = live.mesh->polygon_island;
    mesh.islands = live.mesh->islands;
    mesh.links = live.mesh->links;
    mesh.blocks = live.mesh->blocks.empty() ? build_block_cut_tree(mesh) : live.mesh->blocks;
    return with_level_section(serialize_nav_mesh(mesh), kKept, kept_block(live));
}

bool has_kept_tiles(std::span<const std::byte> bytes) {
    const Result<BlockBytes> root = open_level(bytes);
    return root && has_section(*root, kKept);
}

Result<LiveMesh> parse_live_mesh(std::span<const std::byte> bytes) {
    Result<NavMesh> mesh = parse_nav_mesh(bytes);
    if (!mesh) return mesh.error();
    const Result<BlockBytes> root = open_level(bytes);
    if (!root) return root.error();
    if (!has_section(*root, kKept)) {
        return Error{ErrorKind::input,
                     "the level was written without its baked tiles, so it cannot be changed; bake it with "
                     "--keep-tiles"};
    }
    const Result<std::span<const std::byte>> section = find_section(*root, kKept, 1);
    if (!section) return section.error();
    const Result<BlockBytes> kept = open_block(*section, kKeptBlock, "the kept tiles");
    if (!kept) return kept.error();
    Result<LiveMesh> live = read_kept(*kept, *mesh);
    if (!live) return live.error();
    mesh->landmarks = {};
    mesh->hubs = {};
    if (mesh->blocks.empty()) mesh->blocks = build_block_cut_tree(*mesh);
    // validate_nav_mesh accepts rounding errors of Island::area.
    for (size_t i = 0; i < std::min(mesh->islands.size(), live->mesh->islands.size()); ++i)
        mesh->islands[i].area = live->mesh->islands[i].area;
    if (serialize_nav_mesh(*live->mesh) != serialize_nav_mesh(*mesh)) return damaged("the kept tiles do not match the mesh");
    return live;
}

Result<LiveMesh> read_live_mesh(const std::filesystem::path& path) {
    return parse_file(path, parse_live_mesh);
}

}  // namespace navspan
