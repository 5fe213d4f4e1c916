// Reads meshes from bytes.
//
// In: any bytes.
// Out: the meshes, or an error message of one line.
// Idea: Before a section is copied, block_read.h checks that the section lies inside its block and contains only whole
// elements. Afterwards, validate_nav_mesh checks the values. Landmarks and hub labels are read and checked last, because
// their checks need data that are derived from the valid mesh. Sections of unknown types are skipped.
// Source: own method.
// Weak cases: The bytes of the file and the meshes are in memory at the same time.

#include <cstring>
#include <string>

#include "navmesh/file/block_read.h"
#include "navmesh/file/shard_file.h"
#include "navmesh/graph/hub_index.h"
#include "navmesh/graph/islands.h"
#include "navmesh/graph/landmark_table.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

using std::to_string;
using ByteSpan = std::span<const std::byte>;

Status read_info(const BlockBytes& block, NavMeshInfo& info) {
    std::vector<AreaRecord> areas;
    std::string names;
    if (has_section(block, SectionType::agent_name)) {
        if (Status s = read_text(block, SectionType::agent_name, info.agent_name); !s) return s;
    }
    if (Status s = read_record(block, SectionType::agent, info.agent); !s) return s;
    if (Status s = read_text(block, SectionType::tool_version, info.tool_version); !s) return s;
    if (Status s = read_text(block, SectionType::config, info.config); !s) return s;
    if (Status s = read_array(block, SectionType::areas, areas); !s) return s;
    if (Status s = read_text(block, SectionType::area_names, names); !s) return s;
    for (const AreaRecord& area : areas) {
        if (area.name_offset > names.size() || area.name_length > names.size() - area.name_offset) {
            return damaged(block.name + ": the name of area " + to_string(area.id) + " is out of range");
        }
        info.areas.push_back({names.substr(area.name_offset, area.name_length), area.id, area.flags, area.cost});
    }
    return Done{};
}

Status read_tiles(const BlockBytes& block, NavMesh& mesh) {
    std::vector<TileEntry> directory;
    if (Status s = read_array(block, SectionType::tile_directory, directory); !s) return s;
    const Result<ByteSpan> tiles = find_section(block, SectionType::tiles, 1);
    if (!tiles) return tiles.error();
    uint64_t used = 0;
    for (const TileEntry& entry : directory) {
        const std::string name = tile_name(entry);
        // Tiles must follow each other without gaps or overlaps. Otherwise many entries of a small file could refer to the same
        // large tile and exhaust the memory.
        if (entry.offset != used || entry.size > tiles->size() - entry.offset || entry.size % kSectionAlignment) {
            return damaged(name + " is out of range");
        }
        used += entry.size;
        Result<NavTile> tile = read_tile_block(tiles->subspan(entry.offset, entry.size), name);
        if (!tile) return tile.error();
        if (tile->tile_x != entry.tile_x || tile->tile_z != entry.tile_z)
            return damaged(name + " does not have the coordinates that the directory lists");
        mesh.tiles.push_back(std::make_shared<const NavTile>(std::move(*tile)));
    }
    if (used != tiles->size()) return damaged(block.name + ": there are bytes after its tiles");
    return Done{};
}

// Reads seams and islands. The file stores the twins of all seam edges in one array, and the islands of all polygons in
// another. In NavMesh, each slot has its own arrays.
Status read_seams(const BlockBytes& block, NavMesh& mesh) {
    std::vector<EdgeRef> seams;
    std::vector<uint32_t> polygon_islands;
    std::vector<IslandRecord> islands;
    if (Status s = read_array(block, SectionType::seams, seams); !s) return s;
    if (Status s = read_array(block, SectionType::polygon_islands, polygon_islands); !s) return s;
    if (Status s = read_array(block, SectionType::islands, islands); !s) return s;
    size_t seam = 0, polygon = 0;
    for (const auto& tile : mesh.tiles) {
        if (tile->seam_edges > seams.size() - seam || tile->polygons.size() > polygon_islands.size() - polygon) {
            return damaged(block.name + ": there are fewer seams or islands than tiles need");
        }
        mesh.seams.push_back(std::span(seams).subspan(seam, tile->seam_edges));
        seam += tile->seam_edges;
        mesh.polygon_island.push_back(std::span(polygon_islands).subspan(polygon, tile->polygons.size()));
        polygon += tile->polygons.size();
    }
    if (seam != seams.size() || polygon != polygon_islands.size()) {
        return damaged(block.name + ": there are more seams or islands than tiles need");
    }
    for (const IslandRecord& i : islands) {
        mesh.islands.push_back({{i.tile, i.polygon}, i.polygon_count, i.area, i.min, i.max, i.areas});
    }
    return Done{};
}

Status read_links(const BlockBytes& block, NavMesh& mesh) {
    if (!has_section(block, SectionType::links)) return Done{};
    std::vector<LinkRecord> links;
    if (Status s = read_array(block, SectionType::links, links); !s) return s;
    for (const LinkRecord& l : links)
        mesh.links.push_back(to_off_mesh_link(l));
    return Done{};
}

Status read_blocks(const BlockBytes& block, BlockCutTree& tree) {
    if (!has_section(block, SectionType::block_parents)) return Done{};
    if (Status s = read_array(block, SectionType::edge_blocks, tree.edge_block); !s) return s;
    if (Status s = read_array(block, SectionType::link_blocks, tree.link_block); !s) return s;
    if (Status s = read_array(block, SectionType::polygon_blocks, tree.polygon_block); !s) return s;
    if (Status s = read_array(block, SectionType::block_parents, tree.block_parent); !s) return s;
    if (Status s = read_array(block, SectionType::block_depths, tree.block_depth); !s) return s;
    if (tree.empty()) return damaged(block.name + ": its blocks are empty");
    return Done{};
}

// Reads the landmark distances. Each landmark has one distance for each fan. Must run after index_search_edges, because
// count_fans needs NavMesh::fans.
Status read_landmarks(const BlockBytes& block, NavMesh& mesh) {
    if (!has_section(block, SectionType::landmarks)) return Done{};
    LandmarkTable& table = mesh.landmarks;
    if (Status s = read_array(block, SectionType::landmarks, table.distance); !s) return s;
    const uint32_t fans = count_fans(mesh);
    table.count = fans ? uint32_t(table.distance.size() / fans) : 0;
    Status valid = index_landmarks(mesh);
    if (valid) valid = validate_landmarks(mesh);
    if (!valid) return damaged(block.name + ": " + valid.error().message);
    return Done{};
}

// Reads the hub index. Must run after index_search_edges, because index_hubs needs NavMesh::search_edges.
Status read_hubs(const BlockBytes& block, NavMesh& mesh) {
    if (!has_section(block, SectionType::hub_vertices)) return Done{};
    HubIndex& hubs = mesh.hubs;
    if (Status s = read_array(block, SectionType::hub_vertices, hubs.vertex_edge); !s) return s;
    if (Status s = read_array(block, SectionType::hub_label_offsets, hubs.label_offset); !s) return s;
    if (Status s = read_array(block, SectionType::hub_labels, hubs.labels); !s) return s;
    if (Status s = read_array(block, SectionType::hub_polygons, hubs.polygons); !s) return s;
    if (Status s = read_array(block, SectionType::hub_cones, hubs.cones); !s) return s;
    if (Status s = read_array(block, SectionType::hub_regions, hubs.regions); !s) return s;
    if (Status s = read_array(block, SectionType::hub_points, hubs.points); !s) return s;
    if (Status s = read_array(block, SectionType::hub_groups, hubs.groups); !s) return s;
    if (Status s = read_array(block, SectionType::hub_via_vertices, hubs.via_vertex); !s) return s;
    if (Status s = read_array(block, SectionType::hub_via_distances, hubs.via_distance); !s) return s;
    if (hubs.empty()) return damaged(block.name + ": its hub index is empty");
    if (Status s = index_hubs(mesh); !s) return damaged(block.name + ": " + s.error().message);
    return Done{};
}

Result<NavMesh> read_mesh(ByteSpan bytes, const std::string& name) {
    const Result<BlockBytes> block = open_block(bytes, BlockKind::mesh, name);
    if (!block) return block.error();
    NavMesh mesh;
    if (Status s = read_info(*block, mesh.info); !s) return s.error();
    if (Status s = read_tiles(*block, mesh); !s) return s.error();
    if (Status s = read_seams(*block, mesh); !s) return s.error();
    if (Status s = read_links(*block, mesh); !s) return s.error();
    if (Status s = read_blocks(*block, mesh.blocks); !s) return s.error();
    if (Status s = update_mesh_counts(mesh); !s) return damaged(s.error().message);
    if (Status s = validate_nav_mesh(mesh); !s) return damaged(name + ": " + s.error().message);
    index_search_edges(mesh);
    build_surface_trees(mesh);
    if (Status s = read_landmarks(*block, mesh); !s) return s.error();
    if (Status s = read_hubs(*block, mesh); !s) return s.error();
    return mesh;
}

Status validate_header(ByteSpan bytes, FileHeader& header) {
    if (bytes.empty()) return input_error("not a .nav file: it is empty");
    if (is_shard(bytes)) return input_error("a shard of a level, not a level; join all its shards with navbake merge");
    const size_t known = bytes.size() < sizeof(kNavMagic) ? bytes.size() : sizeof(kNavMagic);
    if (std::memcmp(bytes.data(), kNavMagic, known) != 0) return input_error("not a .nav file: it does not begin with NAVSPAN");
    if (bytes.size() < sizeof(FileHeader))
        return input_error("cut short: only " + to_string(bytes.size()) + " bytes of a .nav file");
    header = record_at<FileHeader>(bytes, 0);
    if (header.version != kNavFormatVersion) {
        return input_error(".nav format version " + to_string(header.version) + ", this program reads version " +
                           to_string(kNavFormatVersion) + "; bake the level again");
    }
    if (header.size != bytes.size()) {
        return input_error((header.size > bytes.size() ? "cut short: " : "longer than its header says: ") +
                           to_string(bytes.size()) + " bytes instead of " + to_string(header.size));
    }
    if (checksum_excluding(bytes, offsetof(FileHeader, checksum)) != header.checksum)
        return input_error("damaged .nav file: the checksum does not match; bake the level again");
    return Done{};
}

}  // namespace

Result<std::vector<NavMesh>> parse_nav_meshes(std::span<const std::byte> bytes) {
    FileHeader header;
    if (Status s = validate_header(bytes, header); !s) return s.error();
    const Result<BlockBytes> root = open_block(bytes.subspan(sizeof(FileHeader)), BlockKind::meshes, "the directory of meshes");
    if (!root) return root.error();
    std::vector<NavMesh> meshes;
    uint64_t end = 0;
    for (const SectionEntry& entry : root->sections) {
        if (entry.type != uint32_t(SectionType::mesh)) continue;
        if (entry.element_size != 1 || entry.offset < end) return damaged("its meshes overlap");
        end = entry.offset + entry.size;
        const std::string name = "mesh " + to_string(meshes.size());
        Result<NavMesh> mesh = read_mesh(root->bytes.subspan(entry.offset, entry.size), name);
        if (!mesh) return mesh.error();
        meshes.push_back(std::move(*mesh));
    }
    if (meshes.size() != header.mesh_count || meshes.empty()) return damaged("the number of meshes is wrong");
    return meshes;
}

Result<NavMesh> parse_nav_mesh(std::span<const std::byte> bytes) {
    Result<std::vector<NavMesh>> meshes = parse_nav_meshes(bytes);
    if (!meshes) return meshes.error();
    return std::move(meshes->front());
}

Result<NavMesh> read_nav_mesh(const std::filesystem::path& path) {
    return parse_file(path, parse_nav_mesh);
}

}  // namespace navspan
