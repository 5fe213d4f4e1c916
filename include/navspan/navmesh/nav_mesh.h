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
/// Caveats: a PolygonRef, an EdgeRef and a link index are valid only for the snapshot they came from. All functions check such
/// references. If a reference names no polygon of the mesh, they return an error, an empty result or a special value, for
/// example NaN. Objects such as SurfacePoint and AgentCorridor also store the revision of their snapshot. Functions that take
/// such an object return an error for any other snapshot of a LiveMesh. All other meshes have revision 0, so use an object only
/// with the mesh that it came from. Do not modify a mesh, because its derived fields would no longer match.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/core/lists.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/search_index.h"
#include "navspan/navmesh/surface_tree.h"

namespace navspan {

/// Value of SurfacePoint::revision that has_point accepts for every mesh. Turns off the detection of older snapshots.
constexpr uint32_t kAnyRevision = kNoIndex;
/// Default of SurfacePoint::revision, which has_point accepts for no mesh. No mesh has this revision.
constexpr uint32_t kNoRevision = kNoIndex - 1;

/// Refers to a polygon of a mesh. Valid only for the snapshot it came from.
struct PolygonRef {
    uint32_t tile = kNoIndex;  ///< index in NavMesh::tiles
    uint32_t polygon = 0;      ///< index in NavTile::polygons
    /// False if the reference is default-constructed, that is, refers to no polygon.
    bool valid() const { return tile != kNoIndex; }
    /// Memberwise comparison.
    friend auto operator<=>(const PolygonRef&, const PolygonRef&) = default;
};

/// Refers to a half-edge of a mesh, or to an off-mesh link. Valid only for the snapshot it came from.
struct EdgeRef {
    uint32_t tile = kNoIndex;  ///< index in NavMesh::tiles; kLinkTile for a link
    uint32_t edge = 0;         ///< index in NavTile::half_edges; for a link, index in NavMesh::links
    /// False if the reference is default-constructed, that is, refers to no half-edge and no link.
    bool valid() const { return tile != kNoIndex; }
    /// Memberwise comparison.
    friend auto operator<=>(const EdgeRef&, const EdgeRef&) = default;
};

/// A named kind of ground.
struct NavArea {
    std::string name;    ///< not empty, unique
    uint8_t id = 0;      ///< 1..63, unique
    uint16_t flags = 1;  ///< flags of the area's polygons, for query filters
    double cost = 1;     ///< cost per unit of length walked on the area, 0..1e6
    /// Memberwise comparison.
    friend bool operator==(const NavArea&, const NavArea&) = default;
};

/// Returns the area with a name, or null if there is none. \p areas is a vector or span of NavArea or AreaConfig.
template <class Areas>
const typename Areas::value_type* find_area(const Areas& areas, std::string_view name) {
    for (const auto& area : areas) {
        if (area.name == name) return &area;
    }
    return nullptr;
}

/// A connected component of the polygon graph, regardless of filters. An off-mesh link counts as a connection in both
/// directions.
struct Island {
    PolygonRef first;            ///< the island's polygon with the smallest PolygonRef; islands are ordered by this field
    uint32_t polygon_count = 0;  ///< number of polygons
    double area = 0;             ///< area seen from above [wu^2]
    /// Minimum corner of the bounding box [wu], relative to the local origin of the mesh's first tile (see island_bounds).
    DVec3 min,
        max;             ///< maximum corner of the bounding box [wu], relative to the same point
    uint64_t areas = 0;  ///< bit i is set if the island has polygons of area i
    /// Memberwise comparison.
    friend bool operator==(const Island&, const Island&) = default;
};

/// Metadata of a mesh.
struct NavMeshInfo {
    std::string tool_version;     ///< program that baked the mesh, for example "navspan 0.2.0"
    std::string config;           ///< config of the bake, as JSON text
    NavAgent agent;               ///< agent that the mesh was baked for
    std::string agent_name = {};  ///< name of the agent; may be empty. Identifies the mesh in a file with several meshes
    std::vector<NavArea> areas;   ///< areas table; has an entry for each area that a polygon uses
    /// Memberwise comparison.
    friend bool operator==(const NavMeshInfo&, const NavMeshInfo&) = default;
};

/// A one-way connection that is not walked on the surface: a jump, a ladder, a teleporter. Searches treat it as a directed edge
/// of the polygon graph. A two-way connection is stored as two links.
struct OffMeshLink {
    PolygonRef from,       ///< polygon at the start
        to;                ///< polygon at the end
    DVec3 start,           ///< point on the surface of `from` [wu]
        end;               ///< point on the surface of `to` [wu]
    double cost = 0;       ///< cost of taking the link [wu], >= 0; multiplied by the filter's cost of its area
    uint16_t flags = 1;    ///< flags for query filters
    uint8_t area = 1;      ///< area id 1..63
    uint32_t user_id = 0;  ///< id chosen by the game, 0: none; need not be unique; both links of a two-way connection share it
    double radius = 0;     ///< distance from an end within which agents can take the link [wu]; 0: unknown; see find_path
    /// Memberwise comparison.
    friend bool operator==(const OffMeshLink&, const OffMeshLink&) = default;
};

/// Summary of the polygons of one area, or of the off-mesh links of one area.
struct AreaSummary {
    uint16_t any_flags = 0;                                       ///< flags that at least one of the polygons or links has
    uint16_t all_flags = 0xffff;                                  ///< flags that all of the polygons or links have
    double cost_ratio = std::numeric_limits<double>::infinity();  ///< links only: minimum of cost / horizontal distance
    /// Memberwise comparison.
    friend bool operator==(const AreaSummary&, const AreaSummary&) = default;
};
/// One AreaSummary per area id.
using AreaUses = std::array<AreaSummary, 64>;

/// All data that a search reads about a half-edge, in one record. Half-edges are numbered over the whole mesh (edge_index).
struct SearchEdge {
    LatticePoint start;             ///< start point on the world's lattice
    uint32_t twin = kNoIndex;       ///< half-edge of the neighbour polygon along the same edge; kNoIndex at a wall
    uint32_t first = 0,             ///< first half-edge of the polygon that owns this half-edge
        end = 0;                    ///< one past the last half-edge of that polygon
    uint32_t block = 0;             ///< block that contains the half-edge; 0: no block, or no block-cut tree
    uint32_t only_exit = kNoIndex;  ///< the polygon's other half-edge in this block if there is exactly one, else kNoIndex
    uint16_t flags = 0;             ///< flags of the polygon
    uint8_t area = 0;               ///< area id of the polygon
    /// Whether paths may turn at `start`. 0: never. 1 or 3: with any filter. 2: with some filters.
    uint8_t corner = 0;
    /// Memberwise comparison.
    friend bool operator==(const SearchEdge&, const SearchEdge&) = default;
};

/// Returns a mask: bit i is 1 if the areas table contains area id i. Ignores ids above 63.
inline uint64_t known_areas(const NavMeshInfo& info) {
    uint64_t known = 0;
    for (const NavArea& area : info.areas)
        known |= area.id < 64 ? uint64_t{1} << area.id : 0;
    return known;
}

/// An immutable snapshot of a navigation mesh. Copies share the tiles, and any number of threads may read a mesh. Made by
/// link_tiles, parse_nav_mesh and other functions that return a mesh. Do not modify it.
struct NavMesh {
    NavMeshInfo info;                      ///< metadata
    SharedList<NavTile> tiles;             ///< ordered by (tile_z, tile_x); all have the same lattice
    SharedList<SurfaceTree> surfaces;      ///< search tree over each tile's surface; not stored in files
    PackedLists<EdgeRef> seams;            ///< for each tile: twins of its seam edges; invalid: no twin
    PackedLists<uint32_t> polygon_island;  ///< for each tile: island of each polygon, as an index in `islands`
    std::vector<Island> islands;           ///< connected components, ordered by their first polygon
    std::vector<OffMeshLink> links;        ///< ordered by (from, to, start, end), then by the other fields
    BlockCutTree blocks;                   ///< block-cut tree: lets searches skip parts of the mesh; may be empty
    LandmarkTable landmarks;               ///< distances that give lower bounds for exact searches; may be empty
    HubIndex hubs;                         ///< labels that answer exact queries without a search; may be empty
    /// Number of this snapshot of a LiveMesh, unique in this process. 0: not a snapshot of a LiveMesh. Not stored in files.
    uint32_t revision = 0;
    // The following fields are derived from the fields above.
    std::vector<uint32_t> link_offset;     ///< index of the first link of each polygon; polygons + 1 entries; empty: no links
    std::vector<uint32_t> polygon_offset;  ///< exclusive prefix sum of the polygon counts of the tiles; tiles + 1 entries
    std::vector<uint32_t> edge_offset;     ///< edge_index of each tile's first half-edge; ascending; tiles + 1 entries
    AreaUses polygon_summary;              ///< summary of the polygons of each area
    AreaUses link_summary;                 ///< summary of the links of each area
    std::vector<SearchEdge> search_edges;  ///< for each edge_index: the half-edge, in the form that searches read
    /// For each edge_index: representative half-edge of the fan (see LandmarkTable); kNoIndex for unused indices.
    std::vector<uint32_t> fans;

    /// Number of polygons in all tiles.
    uint32_t polygon_count() const { return polygon_offset.empty() ? 0 : polygon_offset.back(); }
    /// One more than the largest possible edge_index. This is the number of half-edges in all tiles, except that some indices
    /// are unused in a snapshot after a change of a LiveMesh.
    uint32_t edge_count() const { return edge_offset.empty() ? 0 : edge_offset.back(); }
};

/// True if the mesh has the polygon that \p ref names. False for a default-constructed reference. A reference of an older
/// snapshot may name another polygon of this mesh, which this function cannot detect (see has_point, navmesh/nearest.h).
/// repair_corridor (query/agent_corridor.h) replaces the references of a corridor by references of a newer snapshot.
inline bool has_polygon(const NavMesh& mesh, PolygonRef ref) {
    return ref.tile < mesh.tiles.size() && ref.polygon < mesh.tiles[ref.tile]->polygons.size();
}
/// True if the mesh has the half-edge that \p edge names.
inline bool has_edge(const NavMesh& mesh, EdgeRef edge) {
    return edge.tile < mesh.tiles.size() && edge.edge < mesh.tiles[edge.tile]->half_edges.size();
}

/// A tile without content: the result of tile_of for an invalid reference.
const NavTile& empty_tile();
/// A polygon without content: the result of polygon_of for an invalid reference.
const NavPolygon& empty_polygon();

// For a reference that the mesh does not have, each function below returns an empty or invalid result.

/// The tile of a polygon; empty_tile() if the mesh has no such tile.
inline const NavTile& tile_of(const NavMesh& mesh, PolygonRef ref) {
    return ref.tile < mesh.tiles.size() ? *mesh.tiles[ref.tile] : empty_tile();
}
/// The polygon that \p ref refers to; empty_polygon() if the mesh has no such polygon.
inline const NavPolygon& polygon_of(const NavMesh& mesh, PolygonRef ref) {
    return has_polygon(mesh, ref) ? mesh.tiles[ref.tile]->polygons[ref.polygon] : empty_polygon();
}
/// Index of the island that contains a polygon; kNoIndex if the mesh has no such polygon. If two polygons are on one island, a
/// path between them exists, unless the filter or the direction of a one-way link blocks every path.
inline uint32_t island_of(const NavMesh& mesh, PolygonRef ref) {
    return has_polygon(mesh, ref) ? mesh.polygon_island[ref.tile][ref.polygon] : kNoIndex;
}

/// The twin of a half-edge: the half-edge of the neighbour polygon along the same edge. Invalid at a wall, or if the mesh has
/// no such half-edge.
inline EdgeRef twin_of(const NavMesh& mesh, EdgeRef edge) {
    if (!has_edge(mesh, edge)) return {};
    const uint32_t twin = mesh.tiles[edge.tile]->half_edges[edge.edge].twin;
    if (twin == kNoIndex) return {};
    if (twin & kSeamBit) return mesh.seams[edge.tile][twin & ~kSeamBit];
    return {edge.tile, twin};
}
/// The polygon that owns a half-edge. Invalid if the mesh has no such half-edge.
inline PolygonRef polygon_at(const NavMesh& mesh, EdgeRef edge) {
    if (!has_edge(mesh, edge)) return {};
    return {edge.tile, mesh.tiles[edge.tile]->edge_polygon[edge.edge]};
}

/// Returns the index of a half-edge in a numbering over all tiles, from 0 to edge_count() - 1. The numbers of a tile are
/// consecutive, and the tiles follow in order. After a change of a LiveMesh, the indices after the last half-edge of a tile can
/// be unused. Returns kNoIndex if the mesh has no such half-edge.
inline uint32_t edge_index(const NavMesh& mesh, EdgeRef edge) {
    return has_edge(mesh, edge) ? mesh.edge_offset[edge.tile] + edge.edge : kNoIndex;
}
/// Returns the half-edge with index \p index in the numbering over all tiles. Inverse of edge_index. Returns an invalid
/// reference if \p index is unused or not below edge_count().
EdgeRef edge_ref(const NavMesh& mesh, uint32_t index);

/// Returns the index of a polygon in a numbering over all tiles, from 0 to polygon_count() - 1. Returns kNoIndex if the mesh
/// has no such polygon.
inline uint32_t polygon_index(const NavMesh& mesh, PolygonRef ref) {
    return has_polygon(mesh, ref) ? mesh.polygon_offset[ref.tile] + ref.polygon : kNoIndex;
}
/// Returns the polygon with index \p index in the numbering over all tiles. Inverse of polygon_index. Returns an invalid
/// reference if \p index is not below polygon_count().
PolygonRef polygon_ref(const NavMesh& mesh, uint32_t index);

/// The off-mesh links that start in a polygon. None if the mesh has no such polygon.
inline std::span<const OffMeshLink> links_from(const NavMesh& mesh, PolygonRef ref) {
    if (mesh.link_offset.empty() || !has_polygon(mesh, ref)) return {};
    const uint32_t i = polygon_index(mesh, ref);
    return {mesh.links.data() + mesh.link_offset[i], mesh.link_offset[i + 1] - mesh.link_offset[i]};
}

/// Value of EdgeRef::tile if the EdgeRef refers to an off-mesh link. EdgeRef::edge is then an index in NavMesh::links.
constexpr uint32_t kLinkTile = 0xfffffffeu;
/// True if \p edge refers to an off-mesh link.
inline bool is_link(EdgeRef edge) {
    return edge.tile == kLinkTile;
}

/// Computes the bounding box of an island in world coordinates [wu].
void island_bounds(const NavMesh& mesh, const Island& island, DVec3& min, DVec3& max);

/// Links tiles into a mesh: connects the edges on their seams, places generated links, and computes islands and the block-cut
/// tree. If tiles have a TileBorder, link_tiles first adds vertices on their seams: a tile gets a vertex wherever its
/// neighbour has a vertex. Adjacent tiles then share whole edges.
///
/// Error (failed):
///   - Tiles have different lattices, or two tiles have the same position.
///   - The number of polygons or half-edges exceeds 32 bits.
///   - A tile breaks an invariant of validate_tile, or its border or generated links are inconsistent.
///   - A tile uses an area that is missing from the areas table.
///   - The metadata is faulty (see validate_info).
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info);

/// Tests all invariants of a mesh that queries rely on. Error (input): the first broken invariant and its position. Invariants:
///   - Each tile passes validate_tile, and all tiles have one lattice.
///   - Seam twins are mutual and have equal end points.
///   - The areas table is valid and complete.
///   - The ends of off-mesh links lie on the surfaces of their polygons.
///   - The stored islands and blocks equal newly computed islands and blocks.
///   - The landmarks and the hub index are valid.
Status validate_nav_mesh(const NavMesh& mesh);
/// Tests the metadata of a mesh: its agent, areas and texts. Error (input): the first broken invariant.
Status validate_info(const NavMeshInfo& info);

}  // namespace navspan
