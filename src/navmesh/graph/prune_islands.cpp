// Removes islands that are not needed: roofs, ground outside of walls, unreachable ledges.
//
// In: a linked mesh and rules.
// Out: the mesh without the islands that break a rule.
// Idea: An island is a maximal set of polygons that are connected by edges and off-mesh links. Removing whole islands never
// removes a neighbour of a remaining polygon. The remaining polygons, edges and vertices of each tile keep their order, both
// here and in link_to_file.cpp. A mesh linked in memory and a mesh linked to a file are therefore equal after pruning.
// Source: own method.
// Weak cases: none known.

#include "navspan/navmesh/prune_islands.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "core/text.h"
#include "navmesh/graph/filter_polygons.h"
#include "navmesh/graph/islands.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/index_tile.h"

namespace navspan {
namespace {

// Appends a polygon with its edges and surface. The twins and vertices of the appended edges still have their old numbers.
void copy_polygon(const NavTile& from, uint32_t p, FilteredTile& to) {
    NavPolygon polygon = from.polygons[p];
    NavTile& tile = to.tile;
    to.polygon[p] = uint32_t(tile.polygons.size());
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        to.edge[e] = uint32_t(tile.half_edges.size());
        tile.half_edges.push_back(from.half_edges[e]);
    }
    const auto vertices = from.detail_vertices.begin() + polygon.first_detail_vertex;
    const auto triangles = from.detail_triangles.begin() + polygon.first_detail_triangle;
    polygon.first_edge = to.edge[polygon.first_edge];
    polygon.first_detail_vertex = uint32_t(tile.detail_vertices.size());
    polygon.first_detail_triangle = uint32_t(tile.detail_triangles.size());
    tile.detail_vertices.insert(tile.detail_vertices.end(), vertices, vertices + polygon.detail_vertex_count);
    tile.detail_triangles.insert(tile.detail_triangles.end(), triangles, triangles + polygon.detail_triangle_count);
    tile.polygons.push_back(polygon);
}

// Returns the twins of the remaining seam edges of each tile, in the order of the edges.
PackedLists<EdgeRef> reduce_seams(const NavMesh& mesh, const std::vector<FilteredTile>& reduced) {
    PackedLists<EdgeRef> seams;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        std::vector<EdgeRef> twins;
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!is_seam_edge(tile.half_edges[e]) || reduced[t].edge[e] == kNoIndex) continue;
            const EdgeRef across = twin_of(mesh, {t, e});
            twins.push_back(across.valid() ? EdgeRef{across.tile, reduced[across.tile].edge[across.edge]} : EdgeRef{});
        }
        seams.push_back(twins);
    }
    return seams;
}

void warn_lost_seeds(const IslandRules& rules, std::span<const OffMeshLink> placed, Warnings* warnings) {
    std::vector<bool> found(rules.seeds.size());
    for (const OffMeshLink& seed : placed) {
        if (seed.user_id - 1 < found.size()) found[seed.user_id - 1] = true;
    }
    for (size_t i = 0; warnings && i < found.size(); ++i) {
        if (found[i]) continue;
        const DVec3 at = rules.seeds[i];
        warnings->push_back({"seed_lost",
                             "island_seeds[" + std::to_string(i) + "]: there is no walkable ground within " +
                                 number_text(rules.seed_reach) + " of (" + number_text(at.x) + ", " + number_text(at.y) + ", " +
                                 number_text(at.z) + "); move it onto the ground",
                             at});
    }
}

// For each island, returns true if the island satisfies all rules.
std::vector<bool> apply_rules(std::span<const Island> islands, std::span<const uint32_t> seed_islands,
                              const IslandRules& rules) {
    std::vector<bool> keep(islands.size(), rules.seeds.empty());
    for (const uint32_t island : seed_islands) {
        if (island < keep.size()) keep[island] = true;
    }
    std::vector<uint32_t> left;
    for (uint32_t i = 0; i < islands.size(); ++i) {
        keep[i] = keep[i] && !(islands[i].area < rules.min_area);
        if (keep[i]) left.push_back(i);
    }
    if (rules.keep_largest == 0 || left.size() <= rules.keep_largest) return keep;
    std::stable_sort(left.begin(), left.end(), [&](uint32_t a, uint32_t b) { return islands[a].area > islands[b].area; });
    for (size_t i = rules.keep_largest; i < left.size(); ++i)
        keep[left[i]] = false;
    return keep;
}

}  // namespace

std::vector<LinkRequest> seed_links(const IslandRules& rules) {
    std::vector<LinkRequest> links;
    for (const DVec3& seed : rules.seeds) {
        LinkRequest& wanted = links.emplace_back();
        wanted.link.start = wanted.link.end = seed;
        wanted.link.user_id = uint32_t(links.size());
        wanted.reach = rules.seed_reach;
    }
    return links;
}

std::vector<bool> choose_islands(std::span<const Island> islands, const TileFrame& base, const PlacedSeeds& seeds,
                                 const IslandRules& rules, std::vector<PrunedIsland>* pruned, Warnings* warnings) {
    warn_lost_seeds(rules, seeds.links, warnings);
    const std::vector<bool> keep = apply_rules(islands, seeds.islands, rules);
    const DVec3 corner = to_world(base, {});
    for (size_t i = 0; pruned && i < keep.size(); ++i) {
        const Island& island = islands[i];
        if (!keep[i]) pruned->push_back({island.polygon_count, island.area, corner + island.min, corner + island.max});
    }
    return keep;
}

FilteredTile filter_polygons(const NavTile& tile, const std::vector<bool>& keep) {
    FilteredTile reduced;
    NavTile& out = reduced.tile;
    out.frame = tile.frame;
    out.tile_x = tile.tile_x, out.tile_z = tile.tile_z, out.width = tile.width, out.depth = tile.depth;
    reduced.polygon.assign(tile.polygons.size(), kNoIndex);
    reduced.edge.assign(tile.half_edges.size(), kNoIndex);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        if (keep[p]) copy_polygon(tile, p, reduced);
    }
    out.vertex_y = tile.vertex_y;
    for (HalfEdge& edge : out.half_edges) {
        if (edge.twin != kNoIndex && !is_seam_edge(edge)) edge.twin = reduced.edge[edge.twin];
    }
    number_vertices(out);
    index_tile(out);
    return reduced;
}

Result<NavMesh> prune_islands(const NavMesh& mesh, const IslandRules& rules, std::vector<PrunedIsland>* pruned,
                              Warnings* warnings) {
    if (std::isnan(rules.min_area)) return Error{ErrorKind::usage, "min_area is not a number; give a number [wu^2]"};
    if (!(rules.seed_reach >= 0)) return Error{ErrorKind::usage, "seed_reach is out of range; give a number from 0 [wu]"};
    PlacedSeeds seeds{place_links(mesh, seed_links(rules), nullptr), {}};
    for (const OffMeshLink& seed : seeds.links)
        seeds.islands.push_back(island_of(mesh, seed.from));
    const TileFrame base = mesh.tiles.empty() ? TileFrame{} : mesh.tiles[0]->frame;
    const std::vector<bool> keep = choose_islands(mesh.islands, base, seeds, rules, pruned, warnings);
    if (std::find(keep.begin(), keep.end(), false) == keep.end()) return mesh;
    NavMesh out;
    out.info = mesh.info;
    std::vector<FilteredTile> reduced;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        std::vector<bool> polygons;
        for (const uint32_t island : mesh.polygon_island[t])
            polygons.push_back(keep[island]);
        reduced.push_back(filter_polygons(*mesh.tiles[t], polygons));
    }
    out.seams = reduce_seams(mesh, reduced);
    for (OffMeshLink link : mesh.links) {
        if (!keep[island_of(mesh, link.from)]) continue;
        link.from.polygon = reduced[link.from.tile].polygon[link.from.polygon];
        link.to.polygon = reduced[link.to.tile].polygon[link.to.polygon];
        out.links.push_back(link);
    }
    for (FilteredTile& tile : reduced) {
        out.tiles.push_back(std::make_shared<const NavTile>(std::move(tile.tile)));
        out.surfaces.push_back(std::make_shared<const SurfaceTree>(build_surface_tree(*out.tiles.back())));
    }
    if (Status s = update_mesh_counts(out); !s) return s.error();
    find_islands(out);
    out.blocks = build_block_cut_tree(out);
    index_search_edges(out);
    return out;
}

}  // namespace navspan
