// Validation of untrusted meshes before they are queried.
//
// In: a mesh whose tiles and linked arrays have arbitrary contents.
// Out: success, or the first broken invariant and its location.
// Idea: First checks each tile on its own, then the whole mesh. All tiles must have the same lattice and different positions.
// Seam twins must refer to each other and have the same lattice points. Polygons must have known areas. Off-mesh links must
// end on the surfaces that they join. Counts, islands and blocks must be equal to recomputed ones.
// Source: own method.
// Weak cases: Some wrong distances of landmarks and hub labels pass (landmark_table.cpp, hub_index.cpp).

#include "navspan/navmesh/nav_mesh.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/parallel.h"
#include "navmesh/graph/hub_index.h"
#include "navmesh/graph/islands.h"
#include "navmesh/graph/landmark_table.h"
#include "navmesh/graph/link_values.h"
#include "navmesh/mesh/agent_name.h"
#include "navmesh/mesh/same_lattice.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/mesh/trusted.h"
#include "navmesh/validate/linked.h"
#include "navmesh/validate/tile.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

using std::to_string;

LatticePoint end_point(const NavMesh& mesh, EdgeRef edge) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    return trusted::lattice_point(tile, trusted::next_edge(tile, edge.edge));
}

Status validate_seams(const NavMesh& mesh) {
    if (mesh.seams.size() != mesh.tiles.size()) return input_error("the number of seam lists is not the number of tiles");
    for (size_t t = 0; t < mesh.tiles.size(); ++t) {
        if (mesh.seams[t].size() != mesh.tiles[t]->seam_edges) {
            return input_error(tile_name(*mesh.tiles[t]) + " has a different number of seam edges than its seam list");
        }
    }
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        if (!tile.seam_edges) continue;
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!is_seam_edge(tile.half_edges[e])) continue;
            const EdgeRef twin = twin_of(mesh, {t, e});
            if (!twin.valid()) continue;
            const auto who = [&](const char* problem) {
                return input_error(tile_name(tile) + ": seam edge " + to_string(e) + problem);
            };
            if (twin.tile >= mesh.tiles.size() || twin.tile == t || twin.edge >= mesh.tiles[twin.tile]->half_edges.size()) {
                return who(" has a twin that does not exist");
            }
            if (!is_seam_edge(mesh.tiles[twin.tile]->half_edges[twin.edge]) || twin_of(mesh, twin) != EdgeRef{t, e}) {
                return who(" is not the twin of its twin");
            }
            if (trusted::lattice_point(tile, e) != end_point(mesh, twin)) return who(" and its twin have different end points");
        }
    }
    return Done{};
}

// True if two lists of islands differ only in the rounding errors of Island::area.
bool are_same_islands(const std::vector<Island>& islands, const std::vector<Island>& others) {
    return std::equal(islands.begin(), islands.end(), others.begin(), others.end(), [](const Island& a, const Island& b) {
        Island rounded = b;
        if (std::fabs(a.area - b.area) <= 1e-9 * a.area) rounded.area = a.area;
        return a == rounded;
    });
}

// True if each tile has at least as many edge indices as half-edges. After changes of a live mesh, a tile can have more.
bool has_valid_edge_offsets(const NavMesh& mesh) {
    const std::vector<uint32_t>& offset = mesh.edge_offset;
    if (offset.size() != mesh.tiles.size() + 1 || offset[0] != 0) return false;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        if (offset[t + 1] < offset[t] || offset[t + 1] - offset[t] < mesh.tiles[t]->half_edges.size()) return false;
    }
    return true;
}

// Recomputes the derived data from tiles, seams and links, and checks that the mesh contains the same data.
Status validate_derived(const NavMesh& mesh) {
    NavMesh fresh;
    fresh.tiles = mesh.tiles;
    fresh.seams = mesh.seams;
    fresh.links = mesh.links;
    if (Status s = update_mesh_counts(fresh); !s) return s;
    if (fresh.polygon_offset != mesh.polygon_offset || !has_valid_edge_offsets(mesh) || fresh.link_offset != mesh.link_offset ||
        fresh.polygon_summary != mesh.polygon_summary || fresh.link_summary != mesh.link_summary) {
        return input_error("the counts of polygons, edges or links are wrong");
    }
    find_islands(fresh);
    if (fresh.polygon_island != mesh.polygon_island || !are_same_islands(fresh.islands, mesh.islands)) {
        return input_error("the islands are not the connected components of the mesh");
    }
    fresh.edge_offset = mesh.edge_offset;
    if (!mesh.blocks.empty() && build_block_cut_tree(fresh) != mesh.blocks) {
        return input_error("the block-cut tree does not match the mesh");
    }
    return Done{};
}

}  // namespace

Status validate_info(const NavMeshInfo& info) {
    for (const double v : {info.agent.radius, info.agent.height, info.agent.max_climb, info.agent.max_slope}) {
        if (!std::isfinite(v) || v < 0) return input_error("the agent has a size that is negative or not finite");
    }
    if (!info.agent_name.empty() && !is_agent_name(info.agent_name)) return input_error("the agent's name is not valid");
    std::set<std::string> names;
    std::set<uint8_t> ids;
    for (const NavArea& area : info.areas) {
        const std::string who = "area '" + area.name + "' ";
        if (area.name.empty()) return input_error("area " + to_string(area.id) + " has an empty name");
        if (area.name.size() > 255) {
            return input_error("area " + to_string(area.id) + " has a name of " + to_string(area.name.size()) +
                               " bytes; the limit is 255");
        }
        if (!names.insert(area.name).second) return input_error(who + "has the name of another area");
        if (area.id < 1 || area.id > 63 || !ids.insert(area.id).second)
            return input_error(who + "has an id that is out of range 1..63 or duplicate");
        if (!(area.cost >= 0 && area.cost <= kMaxCostFactor))
            return input_error(who + "has a cost that is not from 0 to 1000000");
    }
    return Done{};
}

Status validate_areas(const NavTile& tile, const NavMeshInfo& info) {
    const uint64_t known = known_areas(info);
    for (size_t p = 0; p < tile.polygons.size(); ++p) {
        const uint8_t area = tile.polygons[p].area;
        if (area < 64 && (known >> area & 1)) continue;
        return input_error(tile_name(tile) + ": polygon " + to_string(p) + " has area " + to_string(area) +
                           ", which is not in the areas table");
    }
    return Done{};
}

Status validate_each_tile(std::span<const NavTile* const> tiles, unsigned threads) {
    std::vector<Status> alone(tiles.size(), Done{});
    parallel_for(alone.size(), {.threads = threads}, [&](size_t t, unsigned) { alone[t] = validate_tile(*tiles[t]); });
    for (size_t t = 0; t < tiles.size(); ++t) {
        const NavTile& tile = *tiles[t];
        if (!alone[t]) return input_error(tile_name(tile) + ": " + alone[t].error().message);
        if (!have_same_lattice(tiles[0]->frame, tile.frame)) {
            return input_error(tile_name(tile) + " has a different lattice than the first tile");
        }
        if (t > 0 && !is_tile_before(*tiles[t - 1], tile)) {
            return input_error(tile_name(tile) + " is duplicated or out of order");
        }
    }
    return Done{};
}

Status validate_tiles(const NavMesh& mesh, unsigned threads) {
    if (Status s = validate_info(mesh.info); !s) return s;
    const std::vector<const NavTile*> tiles(mesh.tiles.begin(), mesh.tiles.end());
    if (Status s = validate_each_tile(tiles, threads); !s) return s;
    for (const auto& tile : mesh.tiles) {
        if (Status s = validate_areas(*tile, mesh.info); !s) return s;
    }
    return Done{};
}

Status validate_seams_and_links(const NavMesh& mesh) {
    if (Status s = validate_seams(mesh); !s) return s;
    return validate_links(mesh);
}

Status validate_nav_mesh(const NavMesh& mesh) {
    if (Status s = validate_tiles(mesh, 1); !s) return s;
    if (Status s = validate_seams_and_links(mesh); !s) return s;
    if (Status s = validate_derived(mesh); !s) return s;
    if (Status s = validate_landmarks(mesh); !s) return s;
    return validate_hubs(mesh);
}

}  // namespace navspan
