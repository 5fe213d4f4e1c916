#pragma once

/// \file
/// A mesh whose tiles can be replaced, added and removed while other threads query it.
///
/// Given `const LiveMesh& live` and `const NavTile& tile` (baked by bake_tile):
/// \code
/// const std::shared_ptr<const NavMesh> before = live.mesh;  // readers may keep this snapshot
/// TileChanges changes;
/// changes.put.push_back(tile);
/// TileChangeCounts counts;
/// const Result<LiveMesh> changed = change_tiles(live, std::move(changes), &counts);
/// if (!changed) return;  // live is unchanged
/// const std::shared_ptr<const NavMesh> after = changed->mesh;
/// \endcode
///
/// Linking modifies tiles: a tile gets a vertex wherever its neighbour has one on the seam, and small islands are removed. A
/// LiveMesh therefore keeps each tile as it was baked in addition to the linked snapshot. A change relinks only the tiles
/// around the changed tiles and shares all others with the previous snapshot.
///
/// Guarantees: a snapshot equals link_tiles of all current tiles, whatever the sequence of changes was. Snapshots are
/// immutable, so any number of threads may read them. Throws nothing but std::bad_alloc.
///
/// Caveats: a change drops landmarks. The file of a live mesh is about twice as large as the file of its snapshot.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Position of a tile in the tile directory.
struct TilePosition {
    int32_t tile_x = 0,  ///< column of tiles
        tile_z = 0;      ///< row of tiles
    /// Memberwise comparison.
    friend bool operator==(const TilePosition&, const TilePosition&) = default;
};

/// How a live mesh is linked.
struct LiveMeshParams {
    uint64_t min_island_cells = 0;  ///< islands at tile borders with fewer cells are removed, as by link_tiles
    bool blocks = true;       ///< compute the block-cut tree of every snapshot; without it changes are faster, searches slower
    double link_reach = 0.5;  ///< largest distance from the end of an off-mesh link without a radius to the ground [wu], >= 0
    /// Memberwise comparison.
    friend bool operator==(const LiveMeshParams&, const LiveMeshParams&) = default;
};

/// A connected component of the polygons of one tile.
struct TileComponent {
    uint64_t cells = 0;      ///< number of cells of its regions
    bool open = false;       ///< true if it reaches a seam
    bool uncounted = false;  ///< true if the tile has no cell counts; the part is then never removed
    bool dropped = false;    ///< true if it is too small, together with the parts of other tiles that it is connected to
    /// Memberwise comparison.
    friend bool operator==(const TileComponent&, const TileComponent&) = default;
};

/// Two parts of adjacent tiles that meet on their seam.
struct ComponentLink {
    uint32_t own = 0,  ///< part of this tile
        other = 0;     ///< part of the adjacent tile
    /// Memberwise comparison.
    friend auto operator<=>(const ComponentLink&, const ComponentLink&) = default;
};

/// A tile as it was baked, with the data that linking its neighbours needs.
struct LiveTile {
    std::shared_ptr<const NavTile> baked;             ///< the tile with its border records, not linked
    std::vector<uint32_t> polygon_part;               ///< per polygon: index into parts
    std::vector<TileComponent> parts;                 ///< connected components of the tile
    std::array<std::vector<ComponentLink>, 2> joins;  ///< joins with the next tile in x, and in z; ascending
};

/// A snapshot, and the data needed to make the next one. Immutable and cheap to copy.
struct LiveMesh {
    LiveMeshParams params;                               ///< how it is linked
    std::shared_ptr<const NavMesh> mesh;                 ///< the snapshot that queries read
    std::vector<std::shared_ptr<const LiveTile>> tiles;  ///< ordered by (tile_z, tile_x); includes tiles without polygons
    std::vector<OffMeshLink> links;                      ///< all requested links; mesh has those whose ends are near ground
};

/// The tiles that a change replaces, adds and removes.
struct TileChanges {
    std::vector<NavTile> put;          ///< tiles from bake_tile; each replaces the tile at its position or is added
    std::vector<TilePosition> remove;  ///< positions of tiles to remove
};

/// Counts of a change.
struct TileChangeCounts {
    uint32_t replaced = 0,      ///< tiles replaced
        added = 0,              ///< tiles added
        removed = 0;            ///< tiles removed
    uint32_t relinked = 0;      ///< tiles of the new snapshot that it does not share with the old one
    uint32_t shared = 0;        ///< tiles of the new snapshot that it shares with the old one
    uint32_t links_placed = 0;  ///< off-mesh links of the new snapshot
    uint32_t links_lost = 0;    ///< requested off-mesh links without ground at one of their ends
    /// Memberwise comparison.
    friend bool operator==(const TileChangeCounts&, const TileChangeCounts&) = default;
};

/// Makes a live mesh of tiles from bake_tile. Its snapshot equals link_tiles of all tiles with polygons, plus the links that
/// could be placed. If no tile has polygons, the snapshot has the first tile only.
///
/// \p links are the requested off-mesh links. Each end is placed on the nearest ground within the link's radius (if 0:
/// link_reach). The cost may be kCostIsLength.
///
/// Error (failed): as link_tiles; also if the tiles with borders are not equal squares on one grid, or a border does not match
/// its tile.
Result<LiveMesh> make_live_mesh(std::vector<NavTile> tiles, NavMeshInfo info, const LiveMeshParams& params,
                                std::vector<OffMeshLink> links = {});

/// Returns the live mesh after a change. It equals make_live_mesh of the tiles after the change. If \p counts is not null, it
/// receives the counts of the change.
///
/// The time grows with the number of changed tiles, except for three tasks that visit the whole mesh: finding islands, the
/// block-cut tree (if params.blocks) and the corners of shortest paths. Landmarks are dropped. All requested links are placed
/// again, so a lost link returns when its ground returns.
///
/// Error (failed): as make_live_mesh; a position occurs twice in a change; a tile to remove does not exist.
Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts = nullptr);

/// Returns a live mesh with the same tiles and other requested off-mesh links. Errors as make_live_mesh.
Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts = nullptr);

// File format: a live mesh is stored as a .nav file (nav_file.h) with one additional section, described under "kept tiles" in
// docs/file-format.md. Readers of levels skip this section. It about doubles the size of the file.

/// Returns the bytes of a level file whose tiles can be replaced after loading. Landmarks are not written, because a change
/// drops them.
std::vector<std::byte> serialize_live_mesh(const LiveMesh& live);

/// Reads the bytes written by serialize_live_mesh. Validates everything, as parse_nav_mesh does, and tests that the kept tiles
/// are those of the mesh. Error (input): as parse_nav_mesh; also if the file has no kept tiles.
Result<LiveMesh> parse_live_mesh(std::span<const std::byte> bytes);

/// Reads a file of serialize_live_mesh. Error (input): as parse_live_mesh, with the path in the message.
Result<LiveMesh> read_live_mesh(const std::filesystem::path& path);

}  // namespace navspan
