// The last stage: packs polygons, heights and generated links for queries.
//
// In: the polygon mesh (lattice points, neighbours) and its detail mesh (heights in voxels). For links: the generated links.
// Out: a tile. Heights are in world units, relative to TileFrame::y0; x and z stay integers.
// Idea: Each corner of a polygon becomes a half-edge with its own lattice point, so a search reads only one array. The twin of
// a half-edge is found among the edges of the neighbour polygon. Links are stored in the tile in which they start.
// Source: own method.
// Weak cases: none known.

#include "bake/world/nav_tile.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "navmesh/mesh/index_tile.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan {
namespace {

Status validate_extent(const Grid& grid) {
    const auto too_far = [](int64_t low, int64_t size) { return low < -kMaxLattice || low + size > kMaxLattice; };
    if (grid.width > kMaxTileExtent || grid.depth > kMaxTileExtent) {
        return Error{ErrorKind::failed, "the level is " + std::to_string(grid.width) + " x " + std::to_string(grid.depth) +
                                            " cells, more than the " + std::to_string(kMaxTileExtent) +
                                            " one tile can hold; raise voxels.cell_size"};
    }
    if (too_far(grid.x0, grid.width) || too_far(grid.z0, grid.depth) || too_far(grid.y0, 0)) {
        return Error{ErrorKind::failed,
                     "the level lies more than 2^29 cells from the origin; move it or raise voxels.cell_size"};
    }
    return Done{};
}

std::array<uint16_t, 64> flags_by_area(std::span<const AreaConfig> areas) {
    std::array<uint16_t, 64> flags;
    flags.fill(1);
    for (const AreaConfig& area : areas)
        flags[area.id & 63] = area.flags;
    return flags;
}

void add_polygons(const PolyMesh& mesh, const DetailMesh& detail, const std::array<uint16_t, 64>& flags, NavTile& tile) {
    tile.polygons.reserve(mesh.polygons.size());
    tile.half_edges.reserve(mesh.indices.size());
    for (size_t p = 0; p < mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& from = mesh.polygons[p];
        const DetailPart& part = detail.parts[p];
        NavPolygon to;
        to.first_edge = uint32_t(tile.half_edges.size());
        to.edge_count = from.count;
        to.area = from.area;
        to.flags = flags[from.area & 63];
        to.first_detail_vertex = uint32_t(tile.detail_vertices.size());
        to.detail_vertex_count = part.vertex_count;
        to.first_detail_triangle = uint32_t(tile.detail_triangles.size());
        to.detail_triangle_count = part.triangle_count;
        tile.polygons.push_back(to);
        for (const uint32_t v : polygon_indices(mesh, from)) {
            tile.half_edges.push_back({mesh.vertices[v].x, mesh.vertices[v].z, v, kNoIndex});
        }
        for (uint32_t i = 0; i < part.vertex_count; ++i) {
            const DetailVertex& v = detail.vertices[part.first_vertex + i];
            tile.detail_vertices.push_back({v.x, v.z, float(double(v.y) * tile.frame.height_quantum)});
        }
        for (uint32_t i = 0; i < part.triangle_count; ++i) {
            const auto& t = detail.triangles[part.first_triangle + i];
            tile.detail_triangles.push_back({t[0], t[1], t[2]});
        }
    }
}

// Returns the edge of polygon q from vertex b to vertex a that has polygon p as its neighbour.
uint32_t find_twin(const PolyMesh& mesh, const NavTile& tile, uint32_t p, uint32_t q, uint32_t a, uint32_t b) {
    const PolyMeshPolygon& other = mesh.polygons[q];
    const uint32_t* const indices = mesh.indices.data() + other.first;
    for (uint32_t i = 0; i < other.count; ++i) {
        const uint32_t end = indices[i + 1 == other.count ? 0 : i + 1];
        if (indices[i] == b && end == a && mesh.neighbours[other.first + i] == p) return tile.polygons[q].first_edge + i;
    }
    assert(!"neighbours in a PolyMesh are mutual");
    return kNoIndex;
}

void set_twins(const PolyMesh& mesh, NavTile& tile) {
    for (uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        const std::span<const uint32_t> indices = polygon_indices(mesh, mesh.polygons[p]);
        const std::span<const uint32_t> neighbours = polygon_neighbours(mesh, mesh.polygons[p]);
        for (uint32_t i = 0; i < indices.size(); ++i) {
            if (neighbours[i] == kNoIndex) continue;
            const uint32_t end = indices[i + 1 == indices.size() ? 0 : i + 1];
            tile.half_edges[tile.polygons[p].first_edge + i].twin = find_twin(mesh, tile, p, neighbours[i], indices[i], end);
        }
    }
}

// Upper bound on the distance between the floor of a border cell and the simplified ground [wu].
double link_snap_radius(const VoxelConfig& voxels) {
    const double aside = (voxels.contour_max_error + 1) * voxels.lattice.cell_size;
    const double below = (voxels.detail_max_error + voxels.walkable_climb + 2) * voxels.lattice.cell_height;
    return std::sqrt(aside * aside + below * below);
}

}  // namespace

Result<NavTile> build_nav_tile(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice,
                               std::span<const AreaConfig> areas) {
    assert(detail.parts.size() == mesh.polygons.size() && detail.vertex_y.size() == mesh.vertices.size());
    if (Status s = validate_extent(mesh.grid); !s) return s.error();
    NavTile tile;
    tile.frame = {lattice.origin, lattice.cell_size, lattice.cell_height, mesh.grid.x0, mesh.grid.z0, mesh.grid.y0};
    tile.width = mesh.grid.width;
    tile.depth = mesh.grid.depth;
    tile.vertex_y.reserve(detail.vertex_y.size());
    for (const float y : detail.vertex_y)
        tile.vertex_y.push_back(float(double(y) * lattice.cell_height));
    add_polygons(mesh, detail, flags_by_area(areas), tile);
    set_twins(mesh, tile);
    index_tile(tile);
    return tile;
}

CellRectangle own_cells(const Grid& grid, const TileWindow* window) {
    if (!window) return {0, 0, grid.width, grid.depth};
    return {window->halo, window->halo, window->halo + window->size, window->halo + window->size};
}

// Stores the ends of a link as cell centres. Linking later finds the polygons within link_snap_radius of these ends.
void add_tile_links(NavTile& tile, std::span<const GeneratedLink> links, const Grid& grid, const VoxelConfig& voxels,
                    const BakeConfig& config) {
    if (links.empty() || tile.polygons.empty()) return;
    const AreaConfig &drop = *find_area(config.areas, config.links.drop_area),
                     &jump = *find_area(config.areas, config.links.jump_area);
    const int32_t dx = grid.x0 - tile.frame.x0, dy = grid.y0 - tile.frame.y0, dz = grid.z0 - tile.frame.z0;
    const float reach = float(link_snap_radius(voxels));
    tile.links.reserve(links.size());
    for (const GeneratedLink& link : links) {
        const AreaConfig& area = link.drop && !link.two_way ? drop : jump;
        tile.links.push_back({.x = link.x + dx,
                              .y = link.y + dy,
                              .z = link.z + dz,
                              .end_x = link.end_x + dx,
                              .end_y = link.end_y + dy,
                              .end_z = link.end_z + dz,
                              .reach = reach,
                              .flags = area.flags,
                              .area = area.id,
                              .two_way = link.two_way});
    }
    std::sort(tile.links.begin(), tile.links.end());
}

NavMeshInfo nav_mesh_info(const BakeConfig& config, std::string config_json, std::string tool_version) {
    NavMeshInfo info;
    info.tool_version = std::move(tool_version);
    info.config = std::move(config_json);
    info.agent_name = config.agent.name;
    info.agent = nav_agent(config);
    for (const AreaConfig& area : config.areas)
        info.areas.push_back({area.name, area.id, area.flags, area.cost});
    return info;
}

}  // namespace navspan
