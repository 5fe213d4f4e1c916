// Links tiles into one mesh.
//
// In: finished tiles in any order.
// Out: a mesh whose slots are ordered by (tile_z, tile_x).
// Idea: If the tiles have border records (see plan.cpp), their edges are cut so that the tiles meet along whole edges.
// Otherwise, two seam edges on the same lattice segment are joined if their heights differ by at most the agent's climb.
// Pairs with the smallest height difference are joined first. Then off-mesh links are placed, and islands and blocks are
// found over the whole mesh.
// Source: own method; Mononen, Detour (2009), for linking tiles by height.
// Weak cases: Without border records, floors closer together than the agent's climb may be joined wrongly.

#include "navmesh/seams/link_tiles.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/group_by_count.h"
#include "core/parallel.h"
#include "navmesh/graph/islands.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/trusted.h"
#include "navmesh/seams/plan.h"
#include "navmesh/validate/linked.h"
#include "navmesh/validate/tile.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

// An edge on a seam. Its ends are ordered by x, then z.
struct OrderedSeamEdge {
    LatticePoint low, high;
    double y_low = 0, y_high = 0;  // heights of low and high, relative to the lattice's origin [wu]
    bool forward = false;          // true: the half-edge runs from low to high
    EdgeRef ref;
    uint32_t number = 0;  // index among the seam edges of the tile

    auto place() const { return std::tuple(low.x, low.z, high.x, high.z); }
};

struct Match {
    double difference = 0;
    uint32_t a = 0, b = 0;
};

std::vector<OrderedSeamEdge> collect_seam_edges(const NavMesh& mesh) {
    std::vector<OrderedSeamEdge> edges;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        if (!tile.seam_edges) continue;
        const double base = tile.frame.height_quantum * tile.frame.y0;
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!is_seam_edge(tile.half_edges[e])) continue;
            const uint32_t seam = tile.half_edges[e].twin & ~kSeamBit;
            const uint32_t n = trusted::next_edge(tile, e);
            const LatticePoint from = trusted::lattice_point(tile, e), to = trusted::lattice_point(tile, n);
            const double y_from = base + double(tile.vertex_y[tile.half_edges[e].vertex]);
            const double y_to = base + double(tile.vertex_y[tile.half_edges[n].vertex]);
            const bool forward = std::tuple(from.x, from.z) < std::tuple(to.x, to.z);
            edges.push_back(forward ? OrderedSeamEdge{from, to, y_from, y_to, true, {t, e}, seam}
                                    : OrderedSeamEdge{to, from, y_to, y_from, false, {t, e}, seam});
        }
    }
    return edges;
}

using SeamTwins = std::vector<std::vector<EdgeRef>>;  // for each tile: the twins of its seam edges

// Joins the edges on one lattice segment in pairs, smallest height difference first.
void join_segment(std::span<const OrderedSeamEdge> edges, double max_climb, SeamTwins& twins, std::vector<Match>& matches) {
    matches.clear();
    for (uint32_t a = 0; a < edges.size(); ++a) {
        for (uint32_t b = 0; b < edges.size(); ++b) {
            if (!edges[a].forward || edges[b].forward || edges[a].ref.tile == edges[b].ref.tile) continue;
            const double difference =
                std::max(std::fabs(edges[a].y_low - edges[b].y_low), std::fabs(edges[a].y_high - edges[b].y_high));
            if (difference <= max_climb) matches.push_back({difference, a, b});
        }
    }
    std::sort(matches.begin(), matches.end(), [](const Match& l, const Match& r) {
        return std::tie(l.difference, l.a, l.b) < std::tie(r.difference, r.a, r.b);
    });
    for (const Match& match : matches) {
        const OrderedSeamEdge &a = edges[match.a], &b = edges[match.b];
        EdgeRef& twin_a = twins[a.ref.tile][a.number];
        EdgeRef& twin_b = twins[b.ref.tile][b.number];
        if (twin_a.valid() || twin_b.valid()) continue;
        twin_a = b.ref;
        twin_b = a.ref;
    }
}

void join_seams(const NavMesh& mesh, SeamTwins& twins) {
    std::vector<OrderedSeamEdge> edges = collect_seam_edges(mesh);
    std::sort(edges.begin(), edges.end(), [](const OrderedSeamEdge& l, const OrderedSeamEdge& r) {
        return std::tuple(l.place(), l.ref.tile, l.ref.edge) < std::tuple(r.place(), r.ref.tile, r.ref.edge);
    });
    std::vector<Match> matches;
    for (size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        end = end_of_group(edges, begin, &OrderedSeamEdge::place);
        join_segment({edges.data() + begin, end - begin}, mesh.info.agent.max_climb, twins, matches);
    }
}

bool has_border(const NavTile& tile) {
    return !tile.border.steps.empty() || !tile.border.polygon_cells.empty();
}

uint32_t seam_number(const NavMesh& mesh, EdgeRef edge) {
    return mesh.tiles[edge.tile]->half_edges[edge.edge].twin & ~kSeamBit;
}

}  // namespace

Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info) {
    std::sort(tiles.begin(), tiles.end(), is_tile_before);
    // Validate the tiles here, because conform_seams checks only their border records. The call of link_tiles below runs
    // conform_seams first, and then validates only the resulting tiles.
    if (std::any_of(tiles.begin(), tiles.end(), has_border)) {
        std::vector<const NavTile*> all;
        for (const NavTile& tile : tiles)
            all.push_back(&tile);
        if (Status s = validate_each_tile(all, 1); !s) return Error{ErrorKind::failed, s.error().message};
    }
    return link_tiles(std::move(tiles), std::move(info), {});
}

Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info, const LinkTilesParams& params) {
    std::sort(tiles.begin(), tiles.end(), is_tile_before);
    std::vector<LinkRequest> links = params.links;
    for (NavTile& tile : tiles) {
        if (Status s = validate_tile_links(tile); !s) return Error{ErrorKind::failed, s.error().message};
        add_generated_links(tile, links);
        tile.links = {};
    }
    const bool with_borders = std::any_of(tiles.begin(), tiles.end(), has_border);
    std::vector<std::pair<EdgeRef, EdgeRef>> twins;
    if (with_borders) {
        Result<std::vector<std::pair<EdgeRef, EdgeRef>>> joined = conform_seams(tiles, params);
        if (!joined) return joined.error();
        twins = *std::move(joined);
    }
    NavMesh mesh;
    mesh.info = std::move(info);
    SeamTwins seams;
    for (NavTile& tile : tiles) {
        seams.emplace_back(tile.seam_edges);
        mesh.tiles.push_back(std::make_shared<const NavTile>(std::move(tile)));
    }
    if (Status s = validate_tiles(mesh, params.threads); !s) return Error{ErrorKind::failed, s.error().message};
    UnplacedLinks unplaced;
    mesh.links = place_links(mesh, links, params.warnings, &unplaced);
    warn_unplaced_links(unplaced, params.all_islands, params.warnings);
    if (params.unplaced) *params.unplaced = unplaced;
    if (Status s = update_mesh_counts(mesh); !s) return s.error();
    if (with_borders) {
        for (const auto& [a, b] : twins) {
            seams[a.tile][seam_number(mesh, a)] = b;
            seams[b.tile][seam_number(mesh, b)] = a;
        }
    } else {
        join_seams(mesh, seams);
    }
    for (const std::vector<EdgeRef>& of_tile : seams)
        mesh.seams.push_back(of_tile);
    find_islands(mesh);
    mesh.blocks = build_block_cut_tree(mesh);
    if (Status s = validate_seams_and_links(mesh); !s) return Error{ErrorKind::failed, s.error().message};
    index_search_edges(mesh);
    std::vector<std::shared_ptr<const SurfaceTree>> surfaces(mesh.tiles.size());
    parallel_for(mesh.tiles.size(), {.threads = params.threads}, [&](size_t t, unsigned) {
        surfaces[t] = std::make_shared<const SurfaceTree>(build_surface_tree(*mesh.tiles[t]));
    });
    for (auto& surface : surfaces)
        mesh.surfaces.push_back(std::move(surface));
    if (params.islands.keeps_all()) return mesh;
    return prune_islands(mesh, params.islands, params.pruned, params.warnings);
}

}  // namespace navspan
