// Serializes meshes to bytes in memory. writer.cpp defines the layout.

#include <cstring>

#include "navmesh/file/block_read.h"
#include "navmesh/file/block_write.h"
#include "navmesh/file/layout.h"
#include "navmesh/file/writer.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

// Returns BlockCutTree::edge_block without the values of unused edge indices.
std::vector<uint32_t> edge_blocks_in_file(const NavMesh& mesh) {
    std::vector<uint32_t> blocks;
    blocks.reserve(mesh.blocks.edge_block.size());
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const auto first = mesh.blocks.edge_block.begin() + mesh.edge_offset[t];
        blocks.insert(blocks.end(), first, first + ptrdiff_t(mesh.tiles[t]->half_edges.size()));
    }
    return blocks;
}

// Returns HubIndex::vertex_edge, renumbered so that no edge index is unused.
std::vector<uint32_t> hub_vertices_in_file(const NavMesh& mesh) {
    std::vector<uint32_t> offset{0};
    for (const NavTile* tile : mesh.tiles)
        offset.push_back(offset.back() + uint32_t(tile->half_edges.size()));
    std::vector<uint32_t> vertices = mesh.hubs.vertex_edge;
    for (uint32_t& vertex : vertices) {
        const EdgeRef edge = edge_ref(mesh, vertex);  // invalid if the vertex is an end of a link
        vertex = edge.valid() ? offset[edge.tile] + edge.edge : vertex - mesh.edge_count() + offset.back();
    }
    return vertices;
}

void write_mesh(NavFileWriter& file, const NavMesh& mesh) {
    file.begin_mesh(mesh.info, {.tiles = uint32_t(mesh.tiles.size()),
                                .blocks = !mesh.blocks.empty(),
                                .landmarks = !mesh.landmarks.empty(),
                                .hubs = !mesh.hubs.empty()});
    for (const auto& tile : mesh.tiles)
        file.add_tile(*tile);
    file.begin_section(SectionType::seams, sizeof(EdgeRef));
    // Write the same bytes for all invalid references, so that equal meshes have equal bytes.
    for (const EdgeRef twin : mesh.seams.all())
        file.append(one(twin.valid() ? twin : EdgeRef{kNoIndex, kNoIndex}));
    file.end_section();
    file.add_section(SectionType::polygon_islands, std::span(mesh.polygon_island.all()));
    file.add_islands(mesh.islands);
    file.add_links(mesh.links);
    if (!mesh.blocks.empty()) {
        const std::vector<uint32_t> edge_blocks = edge_blocks_in_file(mesh);
        file.add_section(SectionType::edge_blocks, std::span<const uint32_t>(edge_blocks));
        file.add_section(SectionType::link_blocks, std::span(mesh.blocks.link_block));
        file.add_section(SectionType::polygon_blocks, std::span(mesh.blocks.polygon_block));
        file.add_section(SectionType::block_parents, std::span(mesh.blocks.block_parent));
        file.add_section(SectionType::block_depths, std::span(mesh.blocks.block_depth));
    }
    if (!mesh.landmarks.empty()) file.add_section(SectionType::landmarks, std::span(mesh.landmarks.distance));
    if (!mesh.hubs.empty()) {
        const std::vector<uint32_t> vertices = hub_vertices_in_file(mesh);
        file.add_section(SectionType::hub_vertices, std::span<const uint32_t>(vertices));
        file.add_section(SectionType::hub_label_offsets, std::span(mesh.hubs.label_offset));
        file.add_section(SectionType::hub_labels, std::span(mesh.hubs.labels));
        file.add_section(SectionType::hub_polygons, std::span(mesh.hubs.polygons));
        file.add_section(SectionType::hub_cones, std::span(mesh.hubs.cones));
        file.add_section(SectionType::hub_regions, std::span(mesh.hubs.regions));
        file.add_section(SectionType::hub_points, std::span(mesh.hubs.points));
        file.add_section(SectionType::hub_groups, std::span(mesh.hubs.groups));
        file.add_section(SectionType::hub_via_vertices, std::span(mesh.hubs.via_vertex));
        file.add_section(SectionType::hub_via_distances, std::span(mesh.hubs.via_distance));
    }
    file.end_mesh();
}

template <class... Lists>
size_t bytes_of(const Lists&... lists) {
    return (std::span(lists).size_bytes() + ...);
}

// Upper bound on the size of the file without hubs [byte].
size_t estimated_bytes(std::span<const NavMesh> meshes) {
    constexpr size_t kPerBlock = 8192;  // tables and padding of a block
    size_t bytes = kPerBlock;
    for (const NavMesh& mesh : meshes) {
        const BlockCutTree& blocks = mesh.blocks;
        bytes += kPerBlock + mesh.info.config.size() + bytes_of(mesh.seams.all(), mesh.polygon_island.all()) +
                 mesh.islands.size() * sizeof(IslandRecord) + mesh.links.size() * sizeof(LinkRecord) +
                 bytes_of(blocks.edge_block, blocks.link_block, blocks.polygon_block, blocks.block_parent, blocks.block_depth) +
                 bytes_of(mesh.landmarks.distance);
        for (const auto& tile : mesh.tiles) {
            bytes += kPerBlock + bytes_of(tile->polygons, tile->half_edges, tile->edge_polygon, tile->vertex_y,
                                          tile->detail_vertices, tile->detail_triangles, tile->bvh);
        }
    }
    return bytes;
}

}  // namespace

std::vector<std::byte> serialize_nav_meshes(std::span<const NavMesh> meshes) {
    MemoryFile memory;
    memory.bytes.reserve(estimated_bytes(meshes));  // growing would copy the bytes and take up to three times their size
    NavFileWriter file(memory, uint32_t(meshes.size()));
    for (const NavMesh& mesh : meshes)
        write_mesh(file, mesh);
    (void)file.finish();  // writing to memory cannot fail
    return std::move(memory.bytes);
}

std::vector<std::byte> serialize_nav_mesh(const NavMesh& mesh) {
    return serialize_nav_meshes(std::span(&mesh, 1));
}

void repair_nav_checksum(std::span<std::byte> bytes) {
    if (bytes.size() < sizeof(FileHeader)) return;
    const uint64_t size = bytes.size();
    std::memcpy(bytes.data() + offsetof(FileHeader, size), &size, sizeof(size));
    const uint64_t checksum = checksum_excluding(bytes, offsetof(FileHeader, checksum));
    std::memcpy(bytes.data() + offsetof(FileHeader, checksum), &checksum, sizeof(checksum));
}

NavFileSummary summarize_nav_file(const NavMesh& mesh, uint64_t bytes) {
    NavFileSummary facts;
    facts.bytes = bytes;
    facts.polygons = mesh.polygon_count();
    facts.links = mesh.links.size();
    facts.islands = mesh.islands;
    for (const auto& tile : mesh.tiles)
        facts.vertices += tile->vertex_y.size();
    if (!mesh.tiles.empty()) facts.frame = mesh.tiles[0]->frame;
    return facts;
}

double total_area(std::span<const Island> islands) {
    double area = 0;
    for (const Island& island : islands)
        area += island.area;
    return area;
}

}  // namespace navspan
