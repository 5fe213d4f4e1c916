#pragma once

// Data about all tiles of a live mesh, in arrays that a change copies in runs. Not public.

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/live/spares.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

/// A connected component of the polygons of one baked tile.
struct TileComponent {
    uint64_t cells = 0;      ///< number of cells of the component's regions [cell]
    bool open = false;       ///< true if the component reaches a seam
    bool uncounted = false;  ///< true if the tile has no cell counts; the component is then never removed
    bool dropped = false;    ///< true if the component was removed because its island has too few cells
};

/// A group of components that are connected across seams.
struct ComponentGroup {
    uint64_t cells = 0;      ///< number of cells of all components [cell]
    uint32_t count = 0;      ///< number of components
    uint32_t open = 0;       ///< number of components with TileComponent::open
    uint32_t uncounted = 0;  ///< number of components with TileComponent::uncounted
    bool dropped = false;    ///< TileComponent::dropped of all components
};

/// Two components of adjacent tiles that are connected across the seam.
struct ComponentPair {
    uint32_t own = 0;    ///< index of the component of this tile
    uint32_t other = 0;  ///< index of the component of the adjacent tile
    friend auto operator<=>(const ComponentPair&, const ComponentPair&) = default;
};

/// A component of a linked tile: a component of the baked tile that is not dropped.
struct LinkedComponent {
    uint32_t number = 0;    ///< index of the component of the baked tile
    uint32_t first = 0;     ///< first polygon of the component
    TilePolygons polygons;  ///< all polygons of the component
    uint32_t island = 0;    ///< island of the component, as an index in NavMesh::islands
};

/// The flags of the polygons of one area.
struct AreaFlags {
    uint8_t area = 0;
    uint16_t any = 0, all = 0xffff;
    friend bool operator==(const AreaFlags&, const AreaFlags&) = default;
};

/// Facts about a linked tile. The counts and islands of a snapshot are computed from the digests of its tiles, without a
/// traversal of the polygon graph.
struct TileDigest {
    std::vector<LinkedComponent> components;  ///< ordered by first polygon
    std::vector<uint32_t> polygon_component;  ///< for each polygon: index in `components`
    std::vector<AreaFlags> areas;             ///< ordered by first polygon
};

/// Position and ground of a baked tile.
struct TileSite {
    TilePosition position;
    int32_t x0 = 0, z0 = 0, y0 = 0;  ///< as in TileFrame
    bool has_polygons = false;       ///< false if the baked tile has no polygons
    bool has_seams = false;          ///< false if the baked tile has no seam edges
    GroundBox ground;                ///< ground_box of the tile
    GroundBox jumps;                 ///< the ground on which the ends of the tile's drops and jumps may be placed
    /// True if the tile has drops or jumps.
    bool has_jumps() const { return jumps.x0 <= jumps.x1; }
};
/// Returns the site of a tile.
TileSite site_of(const NavTile& baked);

struct Spares;

/// The tables have a row for each element of LiveMesh::tiles, unless stated otherwise. Rows of tiles that a change does not
/// touch are equal before and after the change.
struct LiveTables {
    std::vector<TileSite> sites;
    PackedLists<TileComponent> components;                      ///< the components of the baked tile
    std::array<PackedLists<ComponentPair>, 2> component_pairs;  ///< to the next tile: [0] in x, [1] in z; ascending
    PackedLists<LinkedComponent> linked;                        ///< TileDigest::components
    SharedList<std::vector<uint32_t>> polygon_component;        ///< TileDigest::polygon_component
    PackedLists<AreaFlags> areas;                               ///< TileDigest::areas
    PackedLists<uint32_t> component_group;                      ///< for each component: index in `groups`
    std::vector<ComponentGroup> groups;                         ///< may contain groups without components
    std::vector<double> doubled_areas;                          ///< for each island of the mesh: twice its area [quantum^2]
    uint32_t tiles_with_jumps = 0;                              ///< number of tiles with drops or jumps
    uint64_t min_island_cells = 0;                 ///< LiveMeshParams::min_island_cells, by which components were dropped
    double link_reach = 0;                         ///< LiveMeshParams::link_reach, with which requested links were placed
    std::vector<uint32_t> slots;                   ///< for each tile of the mesh: index in LiveMesh::tiles; ascending
    std::shared_ptr<const SnapshotLayout> layout;  ///< layout of the snapshot; null if no change can reuse its arrays
    std::shared_ptr<Spares> spares;                ///< shared by all snapshots of a live mesh

    /// Returns the index in NavMesh::tiles of a tile of the live mesh. If the mesh does not contain the tile, returns the index
    /// of the next tile that it contains.
    uint32_t slot_at(uint32_t tile) const {
        return uint32_t(std::lower_bound(slots.begin(), slots.end(), tile) - slots.begin());
    }
};

/// The object pools of a live mesh.
struct Spares {
    SparePool<NavMesh> meshes;
    SparePool<LiveTables> tables;  ///< LiveTables::spares is null
};

/// Copies some lists. @param numbers  indices of the lists, ascending
template <class T>
void copy_lists(PackedLists<T>& to, const PackedLists<T>& from, std::span<const uint32_t> numbers) {
    std::vector<std::span<const T>> lists;
    for (const uint32_t i : numbers)
        lists.push_back(from[i]);
    to.replace(numbers, lists);
}
/// Copies the rows of some tiles, and the data about their groups and islands. @param tiles  indices in LiveMesh::tiles,
/// ascending
void copy_rows(LiveTables& to, const LiveTables& from, std::span<const uint32_t> tiles);

inline TilePosition position_of(const NavTile& tile) {
    return {tile.tile_x, tile.tile_z};
}

/// Returns the index of the first tile that does not precede a position. @param first  index at which the search starts
uint32_t first_tile_from(std::span<const TileSite> sites, TilePosition position, uint32_t first = 0);

/// Returns the index of the tile at a position, or kNoIndex if there is none.
uint32_t find_tile(std::span<const TileSite> sites, TilePosition position);

/// Returns the indices of the tiles at some positions and of their neighbours, ascending.
std::vector<uint32_t> tiles_around(std::span<const TileSite> sites, std::span<const TilePosition> positions);

}  // namespace navspan
