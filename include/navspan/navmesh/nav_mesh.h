#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/search_index.h"
#include "navspan/navmesh/surface_tree.h"

namespace navspan {

/// A polygon of a mesh. Valid for the snapshot it came from.
struct PolygonRef {
    uint32_t tile = kNoIndex;  ///< slot in NavMesh::tiles
    uint32_t polygon = 0;      ///< index in that tile
    bool valid() const { return tile != kNoIndex; }
    friend auto operator<=>(const PolygonRef&, const PolygonRef&) = default;
};

/// A half-edge of a mesh.
struct EdgeRef {
    uint32_t tile = kNoIndex;  ///< slot in NavMesh::tiles
    uint32_t edge = 0;         ///< index in that tile
    bool valid() const { return tile != kNoIndex; }
    friend auto operator<=>(const EdgeRef&, const EdgeRef&) = default;
};

/// A named kind of ground.
struct NavArea {
    std::string name;    ///< not empty, unique
    uint8_t id = 0;      ///< 1..63, unique
    uint16_t flags = 1;  ///< what its polygons were given
    double cost = 1;     ///< factor on the length walked on it, >= 0
    friend bool operator==(const NavArea&, const NavArea&) = default;
};

/// Who the mesh was baked for [wu], [deg].
struct NavAgent {
    double radius = 0, height = 0, max_climb = 0, max_slope = 0;
    friend bool operator==(const NavAgent&, const NavAgent&) = default;
};

/// A connected component of the polygons, whatever filters say; an off-mesh link joins its ends whichever way it leads.
struct Island {
    PolygonRef first;  ///< its lowest polygon; islands are ordered by it
    uint32_t polygon_count = 0;
    double area = 0;     ///< seen from above [wu^2]
    DVec3 min, max;      ///< box around its surface, from the corner and height 0 of the mesh's first tile [wu]
    uint64_t areas = 0;  ///< bit id: it has polygons of this area
    friend bool operator==(const Island&, const Island&) = default;
};

/// What a bake says about a mesh besides its geometry.
struct NavMeshInfo {
    std::string tool_version;  ///< "navspan 0.1.0"
    std::string config;        ///< the config it was baked with, as JSON text
    NavAgent agent;
    std::string agent_name = {};  ///< in a file with a mesh for each of several agents, which this one is; may be empty
    std::vector<NavArea> areas;
    friend bool operator==(const NavMeshInfo&, const NavMeshInfo&) = default;
};

/// A one-way connection that is not walked on the surface: a jump, a ladder, a teleporter. An ordinary edge of the graph of
/// polygons; a two-way one is two of these.
struct OffMeshLink {
    PolygonRef from, to;   ///< polygons at its ends
    DVec3 start, end;      ///< on their surfaces [wu]
    double cost = 0;       ///< what taking it costs, times the filter's cost of its area [wu], >= 0
    uint16_t flags = 1;    ///< for query filters, as a polygon's
    uint8_t area = 1;      ///< area id 1..63
    uint32_t user_id = 0;  ///< what the game calls it, shared by the two of a two-way link; 0: nothing; need not be unique
    double radius = 0;     ///< how near an end an agent must be to take it, for whoever asks; 0: not said; queries do not [wu]
    friend bool operator==(const OffMeshLink&, const OffMeshLink&) = default;
};

/// What the polygons of one area, or the off-mesh links of one area, have in common.
struct AreaUse {
    uint16_t any_flags = 0;                                       ///< flags that at least one of them has
    uint16_t all_flags = 0xffff;                                  ///< flags that every one of them has
    double cost_ratio = std::numeric_limits<double>::infinity();  ///< of links: the least cost per length of the straight line
                                                                  ///< between the ends, seen from above
    friend bool operator==(const AreaUse&, const AreaUse&) = default;
};
using AreaUses = std::array<AreaUse, 64>;  ///< by area id

/// A half-edge as searches take it: all they ask about it side by side, half-edges numbered over the whole mesh.
struct SearchEdge {
    LatticePoint start;           ///< on the world's lattice
    uint32_t twin = kNoIndex;     ///< the same edge of the neighbour polygon; kNoIndex at a wall
    uint32_t first = 0, end = 0;  ///< the half-edges of its polygon: first .. end
    uint32_t block = 0;           ///< its block in the block-cut tree; 0 where there is no tree
    uint32_t onward = kNoIndex;   ///< the only other edge of its polygon in the same block, or kNoIndex
    uint16_t flags = 0;           ///< of its polygon
    uint8_t area = 0;             ///< of its polygon
    uint8_t corner = 0;           ///< whether shortest paths may turn where it starts; see corners.h
    friend bool operator==(const SearchEdge&, const SearchEdge&) = default;
};

/// Bit id: the areas table has this area.
inline uint64_t known_areas(const NavMeshInfo& info) {
    uint64_t known = 0;
    for (const NavArea& area : info.areas)
        known |= uint64_t{1} << area.id;
    return known;
}

/// An immutable snapshot of a navmesh: cheap to copy, safe to read from any number of threads. Make one with link_tiles or
/// parse_nav_mesh; never change one.
struct NavMesh {
    NavMeshInfo info;
    std::vector<std::shared_ptr<const NavTile>> tiles;         ///< by slot, ordered by (tile_z, tile_x); all share one lattice
    std::vector<std::shared_ptr<const SurfaceTree>> surfaces;  ///< per slot: finds the tile's surface; not in files
    std::vector<std::vector<EdgeRef>> seams;            ///< per slot, per seam edge: its twin, or invalid at the world's end
    std::vector<std::vector<uint32_t>> polygon_island;  ///< per slot, per polygon: index into islands
    std::vector<Island> islands;
    std::vector<OffMeshLink> links;  ///< ordered by (from, to, start, end), then by the rest
    BlockCutTree blocks;             ///< which parts a path passes through; may be empty
    LandmarkTable landmarks;         ///< distances that steer the search for shortest paths; may be empty
    // derived from the above
    std::vector<uint32_t> link_base;       ///< polygons + 1: number of links of the polygons before; empty without links
    std::vector<uint32_t> polygon_base;    ///< tiles + 1: number of polygons in the slots before
    std::vector<uint32_t> edge_base;       ///< tiles + 1: number of half-edges in the slots before
    AreaUses polygon_use;                  ///< of polygons
    AreaUses link_use;                     ///< of links
    std::vector<SearchEdge> search_edges;  ///< the half-edges as searches take them
    std::vector<uint32_t> fans;            ///< per half-edge: the fan of polygons where it starts, by the number of a half-edge
                                           ///< that stands for it; see corners.h

    uint32_t polygon_count() const { return polygon_base.empty() ? 0 : polygon_base.back(); }
    uint32_t edge_count() const { return edge_base.empty() ? 0 : edge_base.back(); }
};

inline const NavTile& tile_of(const NavMesh& mesh, PolygonRef ref) {
    return *mesh.tiles[ref.tile];
}
inline const NavPolygon& polygon_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.tiles[ref.tile]->polygons[ref.polygon];
}
inline uint32_t island_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_island[ref.tile][ref.polygon];
}

/// The same edge seen from the polygon across it; invalid at a wall.
inline EdgeRef twin_of(const NavMesh& mesh, EdgeRef edge) {
    const uint32_t twin = mesh.tiles[edge.tile]->half_edges[edge.edge].twin;
    if (twin == kNoIndex) return {};
    if (twin & kSeamBit) return mesh.seams[edge.tile][twin & ~kSeamBit];
    return {edge.tile, twin};
}
inline PolygonRef polygon_at(const NavMesh& mesh, EdgeRef edge) {
    return {edge.tile, mesh.tiles[edge.tile]->edge_polygon[edge.edge]};
}

/// A half-edge's number over the whole mesh, and back.
inline uint32_t edge_index(const NavMesh& mesh, EdgeRef edge) {
    return mesh.edge_base[edge.tile] + edge.edge;
}
EdgeRef edge_ref(const NavMesh& mesh, uint32_t index);

/// A polygon's number over the whole mesh, and back.
inline uint32_t polygon_index(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_base[ref.tile] + ref.polygon;
}
PolygonRef polygon_ref(const NavMesh& mesh, uint32_t index);

/// The off-mesh links that leave a polygon.
inline std::span<const OffMeshLink> links_from(const NavMesh& mesh, PolygonRef ref) {
    if (mesh.link_base.empty()) return {};
    const uint32_t i = polygon_index(mesh, ref);
    return {mesh.links.data() + mesh.link_base[i], mesh.link_base[i + 1] - mesh.link_base[i]};
}

/// A crossing of a corridor that is an off-mesh link: {kLinkTile, index into NavMesh::links}.
constexpr uint32_t kLinkTile = 0xfffffffeu;
inline bool is_link(EdgeRef edge) {
    return edge.tile == kLinkTile;
}

/// The box around an island in the world [wu].
void island_bounds(const NavMesh& mesh, const Island& island, DVec3& min, DVec3& max);

/// True when two polygons are on one island: there is a way between them if the filter admits enough and no link on it leads
/// the other way only.
inline bool is_connected(const NavMesh& mesh, PolygonRef a, PolygonRef b) {
    return island_of(mesh, a) == island_of(mesh, b);
}

/// The one global step: puts tiles side by side into a mesh, joins the edges on their seams, finds the islands and the blocks.
/// Error (failed): tiles of different lattices, two for one place, more polygons or edges than 32 bits count, or a tile that
/// breaks a law of validate_tile.
/// Tiles with a TileBorder are made to meet along whole edges first: they get a vertex where their neighbour has one.
/// link_tiles.h has the form with parameters.
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info);

/// Tests what queries rely on beyond single tiles: one lattice, seam twins mutual and on the same points, areas table sound and
/// complete, off-mesh links on the surfaces they join, islands and blocks as they are found afresh. Error (input): the first
/// law broken, and where.
Status validate_nav_mesh(const NavMesh& mesh);
/// Parts of it: what is said about a mesh besides its geometry; that a tile's areas occur there.
Status validate_info(const NavMeshInfo& info);
Status validate_areas(const NavTile& tile, const NavMeshInfo& info);

}  // namespace navspan
