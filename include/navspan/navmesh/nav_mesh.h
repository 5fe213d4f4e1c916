#pragma once

/// \file
/// The navigation mesh: an immutable snapshot that all queries read.
///
/// Given `const NavMesh& mesh`:
/// \code
/// [[maybe_unused]] uint32_t walls = 0;
/// for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
///     const NavTile& tile = *mesh.tiles[t];
///     for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
///         if (!twin_of(mesh, EdgeRef{t, e}).valid()) ++walls;  // also finds the twin in another tile
///     }
/// }
/// \endcode
///
/// Guarantees: queries never modify a mesh, so any number of threads may read it. link_tiles is deterministic: equal tiles give
/// an equal mesh. Throws nothing but std::bad_alloc.
///
/// Caveats: a PolygonRef, an EdgeRef and a link index are valid only for the snapshot they came from. Do not modify a mesh; the
/// derived fields would no longer match.

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

/// Refers to a polygon of a mesh. Valid only for the snapshot it came from.
struct PolygonRef {
    uint32_t tile = kNoIndex;  ///< slot in NavMesh::tiles
    uint32_t polygon = 0;      ///< index in NavTile::polygons
    /// True if it refers to a polygon.
    bool valid() const { return tile != kNoIndex; }
    /// Memberwise comparison.
    friend auto operator<=>(const PolygonRef&, const PolygonRef&) = default;
};

/// Refers to a half-edge of a mesh, or to an off-mesh link (see kLinkTile). Valid only for the snapshot it came from.
struct EdgeRef {
    uint32_t tile = kNoIndex;  ///< slot in NavMesh::tiles
    uint32_t edge = 0;         ///< index in NavTile::half_edges
    /// True if it refers to a half-edge or a link.
    bool valid() const { return tile != kNoIndex; }
    /// Memberwise comparison.
    friend auto operator<=>(const EdgeRef&, const EdgeRef&) = default;
};

/// A named kind of ground.
struct NavArea {
    std::string name;    ///< not empty, unique
    uint8_t id = 0;      ///< 1..63, unique
    uint16_t flags = 1;  ///< flags of its polygons
    double cost = 1;     ///< cost factor on the length walked on it, 0..1e6
    /// Memberwise comparison.
    friend bool operator==(const NavArea&, const NavArea&) = default;
};

/// The agent that the mesh was baked for.
struct NavAgent {
    double radius = 0,  ///< [wu]
        height = 0,     ///< [wu]
        max_climb = 0,  ///< highest step [wu]
        max_slope = 0;  ///< steepest slope [deg]
    /// Memberwise comparison.
    friend bool operator==(const NavAgent&, const NavAgent&) = default;
};

/// A connected component of the polygon graph, regardless of filters. An off-mesh link connects its ends in both directions.
struct Island {
    PolygonRef first;            ///< its lowest polygon; islands are ordered by it
    uint32_t polygon_count = 0;  ///< number of polygons
    double area = 0;             ///< seen from above [wu^2]
    DVec3 min,           ///< lower corner of the bounding box, relative to the mesh's first tile (corner, height 0) [wu]
        max;             ///< upper corner of the bounding box [wu]
    uint64_t areas = 0;  ///< bit i is set if it has polygons of area i
    /// Memberwise comparison.
    friend bool operator==(const Island&, const Island&) = default;
};

/// Metadata of a mesh: everything but its geometry.
struct NavMeshInfo {
    std::string tool_version;     ///< "navspan 0.1.0"
    std::string config;           ///< the config it was baked with, as JSON text
    NavAgent agent;               ///< the agent it was baked for
    std::string agent_name = {};  ///< name of the agent, in a file with meshes for several agents; may be empty
    std::vector<NavArea> areas;   ///< the areas table; contains the areas of all polygons
    /// Memberwise comparison.
    friend bool operator==(const NavMeshInfo&, const NavMeshInfo&) = default;
};

/// A one-way connection that is not walked on the surface: a jump, a ladder, a teleporter. It is an edge of the polygon graph.
/// A two-way connection is stored as two links.
struct OffMeshLink {
    PolygonRef from,       ///< polygon at the start
        to;                ///< polygon at the end
    DVec3 start,           ///< point on the surface of `from` [wu]
        end;               ///< point on the surface of `to` [wu]
    double cost = 0;       ///< cost of taking it; multiplied by the filter's cost of its area [wu], >= 0
    uint16_t flags = 1;    ///< flags for query filters, as of a polygon
    uint8_t area = 1;      ///< area id 1..63
    uint32_t user_id = 0;  ///< id given by the game, shared by both links of a two-way connection; 0: none; need not be unique
    double radius = 0;     ///< distance from an end at which an agent can take it [wu]; 0: not given; queries ignore it
    /// Memberwise comparison.
    friend bool operator==(const OffMeshLink&, const OffMeshLink&) = default;
};

/// Summary of the polygons of one area, or of the off-mesh links of one area.
struct AreaSummary {
    uint16_t any_flags = 0;                                       ///< flags that at least one of them has
    uint16_t all_flags = 0xffff;                                  ///< flags that all of them have
    double cost_ratio = std::numeric_limits<double>::infinity();  ///< links only: minimum of cost divided by the straight-line
                                                                  ///< length seen from above
    /// Memberwise comparison.
    friend bool operator==(const AreaSummary&, const AreaSummary&) = default;
};
/// An AreaSummary per area id.
using AreaUses = std::array<AreaSummary, 64>;

/// All data that a search reads of a half-edge, in one record. Half-edges are numbered over the whole mesh.
struct SearchEdge {
    LatticePoint start;             ///< start point on the world's lattice
    uint32_t twin = kNoIndex;       ///< the opposite half-edge, of the neighbour polygon; kNoIndex at a wall
    uint32_t first = 0,             ///< first half-edge of its polygon
        end = 0;                    ///< one past the last half-edge of its polygon
    uint32_t block = 0;             ///< its block in the block-cut tree; 0 if there is no tree
    uint32_t only_exit = kNoIndex;  ///< the other edge of its polygon in the same block if there is exactly one, else kNoIndex
    uint16_t flags = 0;             ///< flags of its polygon
    uint8_t area = 0;               ///< area id of its polygon
    uint8_t corner = 0;             ///< bits that say if shortest paths may turn at its start; see corners.h
    /// Memberwise comparison.
    friend bool operator==(const SearchEdge&, const SearchEdge&) = default;
};

/// Returns a bit set: bit i is set if the areas table has area i.
inline uint64_t known_areas(const NavMeshInfo& info) {
    uint64_t known = 0;
    for (const NavArea& area : info.areas)
        known |= uint64_t{1} << area.id;
    return known;
}

/// An immutable snapshot of a navigation mesh. Cheap to copy; any number of threads may read it. Made by link_tiles,
/// parse_nav_mesh and other functions that return a mesh. Do not modify it.
struct NavMesh {
    NavMeshInfo info;                                          ///< metadata
    std::vector<std::shared_ptr<const NavTile>> tiles;         ///< by slot, ordered by (tile_z, tile_x); all on one lattice
    std::vector<std::shared_ptr<const SurfaceTree>> surfaces;  ///< per slot: finds points on the tile's surface; not in files
    std::vector<std::vector<EdgeRef>> seams;            ///< per slot, per seam edge: its twin; invalid at the world's border
    std::vector<std::vector<uint32_t>> polygon_island;  ///< per slot, per polygon: index into islands
    std::vector<Island> islands;                        ///< connected components, ordered by their first polygon
    std::vector<OffMeshLink> links;                     ///< ordered by (from, to, start, end), then by the other fields
    BlockCutTree blocks;                                ///< lets searches skip parts of the mesh; may be empty
    LandmarkTable landmarks;                            ///< lower bounds for exact searches; may be empty
    // derived from the above
    std::vector<uint32_t> link_offset;     ///< prefix sum of links per polygon, polygons + 1 entries; empty without links
    std::vector<uint32_t> polygon_offset;  ///< prefix sum of polygons per slot, tiles + 1 entries
    std::vector<uint32_t> edge_offset;     ///< prefix sum of half-edges per slot, tiles + 1 entries
    AreaUses polygon_summary;              ///< summary of the polygons of each area
    AreaUses link_summary;                 ///< summary of the links of each area
    std::vector<SearchEdge> search_edges;  ///< the half-edges as searches read them
    std::vector<uint32_t> fans;            ///< per half-edge: representative half-edge of the fan of polygons at its start; see
                                           ///< corners.h

    /// Number of polygons of all tiles.
    uint32_t polygon_count() const { return polygon_offset.empty() ? 0 : polygon_offset.back(); }
    /// Number of half-edges of all tiles.
    uint32_t edge_count() const { return edge_offset.empty() ? 0 : edge_offset.back(); }
};

/// The tile of a polygon. Precondition: \p ref is valid.
inline const NavTile& tile_of(const NavMesh& mesh, PolygonRef ref) {
    return *mesh.tiles[ref.tile];
}
/// The polygon that \p ref refers to. Precondition: \p ref is valid.
inline const NavPolygon& polygon_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.tiles[ref.tile]->polygons[ref.polygon];
}
/// Index of the island that contains a polygon. A path between two polygons of one island exists if the filter admits enough
/// polygons and no one-way link on it leads in the wrong direction.
inline uint32_t island_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_island[ref.tile][ref.polygon];
}

/// The twin of a half-edge: the same edge as part of the polygon on the other side. Invalid at a wall.
inline EdgeRef twin_of(const NavMesh& mesh, EdgeRef edge) {
    const uint32_t twin = mesh.tiles[edge.tile]->half_edges[edge.edge].twin;
    if (twin == kNoIndex) return {};
    if (twin & kSeamBit) return mesh.seams[edge.tile][twin & ~kSeamBit];
    return {edge.tile, twin};
}
/// The polygon that a half-edge belongs to.
inline PolygonRef polygon_at(const NavMesh& mesh, EdgeRef edge) {
    return {edge.tile, mesh.tiles[edge.tile]->edge_polygon[edge.edge]};
}

/// Index of a half-edge over the whole mesh.
inline uint32_t edge_index(const NavMesh& mesh, EdgeRef edge) {
    return mesh.edge_offset[edge.tile] + edge.edge;
}
/// The half-edge with an index over the whole mesh; inverse of edge_index.
EdgeRef edge_ref(const NavMesh& mesh, uint32_t index);

/// Index of a polygon over the whole mesh.
inline uint32_t polygon_index(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_offset[ref.tile] + ref.polygon;
}
/// The polygon with an index over the whole mesh; inverse of polygon_index.
PolygonRef polygon_ref(const NavMesh& mesh, uint32_t index);

/// The off-mesh links that start in a polygon.
inline std::span<const OffMeshLink> links_from(const NavMesh& mesh, PolygonRef ref) {
    if (mesh.link_offset.empty()) return {};
    const uint32_t i = polygon_index(mesh, ref);
    return {mesh.links.data() + mesh.link_offset[i], mesh.link_offset[i + 1] - mesh.link_offset[i]};
}

/// Value of EdgeRef::tile in a corridor's portal that is an off-mesh link; EdgeRef::edge is then an index into NavMesh::links.
constexpr uint32_t kLinkTile = 0xfffffffeu;
/// True if a portal is an off-mesh link.
inline bool is_link(EdgeRef edge) {
    return edge.tile == kLinkTile;
}

/// Computes the bounding box of an island in world coordinates [wu].
void island_bounds(const NavMesh& mesh, const Island& island, DVec3& min, DVec3& max);

/// Links tiles into a mesh: connects the edges on their seams, computes islands and the block-cut tree, and places generated
/// links. Tiles with a TileBorder are first made to share whole edges: a tile gets a vertex wherever its neighbour has one.
/// link_tiles.h declares a version with parameters.
///
/// Error (failed): tiles have different lattices, two tiles have the same position, polygons or edges exceed 32 bits, or a tile
/// breaks an invariant of validate_tile.
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info);

/// Tests the invariants of a mesh that queries rely on, in addition to validate_tile: one lattice; seam twins are mutual and
/// have equal end points; the areas table is valid and complete; off-mesh links lie on the surfaces they connect; islands and
/// blocks equal newly computed ones. Error (input): the first broken invariant and its position.
Status validate_nav_mesh(const NavMesh& mesh);
/// Tests the metadata of a mesh: its agent, areas and texts. Error (input): the first broken invariant.
Status validate_info(const NavMeshInfo& info);
/// Tests that the areas table contains the areas of all polygons of a tile. Error (input).
Status validate_areas(const NavTile& tile, const NavMeshInfo& info);

}  // namespace navspan
