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
/// Linking modifies tiles. A tile gets a vertex wherever its neighbour has a vertex on the seam, and small islands are removed.
/// A LiveMesh therefore keeps each tile as it was baked, in addition to the linked snapshot. A change relinks only the tiles
/// around the changed tiles. All other tiles are shared with the previous snapshot.
///
/// Guarantees: a snapshot depends only on the current tiles, links and parameters. Exception: NavMesh::revision, the block-cut
/// tree and the unused indices of half-edges (edge_index) also depend on the sequence of changes. Snapshots are immutable, so
/// any number of threads may read them. Throws nothing but std::bad_alloc.
///
/// Caveats: a change drops landmarks, hub labels and, by default, the block-cut tree. step_hubs (query/landmarks.h) computes
/// hub labels again, in time slices. The file of a live mesh is about twice as large as the file of its snapshot. If
/// params.blocks is false, a live mesh reuses the arrays of destroyed snapshots. It keeps up to two sets of arrays in memory,
/// and make_live_mesh makes two sets for the first changes. A set takes about 45 bytes per half-edge, 1 kB per tile and 100
/// bytes per off-mesh link.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "navspan/core/lists.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Position of a tile in the tile directory.
struct TilePosition {
    int32_t tile_x = 0,  ///< column of the tile
        tile_z = 0;      ///< row of the tile
    /// Memberwise comparison.
    friend bool operator==(const TilePosition&, const TilePosition&) = default;
};

/// Parameters of make_live_mesh.
struct LiveMeshParams {
    /// An island that reaches a tile border is removed if it has fewer cells than this [cell]. bake_nav_mesh does the same with
    /// regions.min_area.
    uint64_t min_island_cells = 0;
    /// true: every change computes the block-cut tree of the whole mesh again. false: changes drop the tree. Changes are then
    /// much faster, and searches are slower.
    bool blocks = false;
    double link_reach = 0.5;  ///< for off-mesh links that have no radius: largest distance of an end to the ground [wu], >= 0
    /// Memberwise comparison.
    friend bool operator==(const LiveMeshParams&, const LiveMeshParams&) = default;
};

/// A tile as it was baked. Linking modifies tiles, so that a live mesh needs the originals for further changes.
struct LiveTile {
    std::shared_ptr<const NavTile> baked;     ///< the tile as bake_tile returned it, not linked
    std::vector<uint32_t> polygon_component;  ///< for each polygon: its connected component within the tile, from 0
};

struct LiveTables;

/// A snapshot, with the data that is needed to compute the next snapshot after a change. Immutable. A copy
/// shares the tiles, and copies only the requested links.
struct LiveMesh {
    LiveMeshParams params;                     ///< parameters of linking
    std::shared_ptr<const NavMesh> mesh;       ///< the snapshot that queries read
    SharedList<LiveTile> tiles;                ///< ordered by (tile_z, tile_x); includes tiles without polygons
    std::vector<OffMeshLink> links;            ///< all requested links, including links that could not be placed
    uint32_t links_placed = 0;                 ///< number of requested links that are placed
    std::shared_ptr<const LiveTables> tables;  ///< internal data about all tiles
};

/// The tiles that a change replaces, adds and removes.
struct TileChanges {
    std::vector<NavTile> put;          ///< tiles made by bake_tile; each replaces the tile at its position or is added
    std::vector<TilePosition> remove;  ///< positions of tiles to remove
};

/// Statistics of a change.
struct TileChangeCounts {
    uint32_t replaced = 0,      ///< number of tiles replaced
        added = 0,              ///< number of tiles added
        removed = 0;            ///< number of tiles removed
    uint32_t relinked = 0;      ///< number of tiles of the new snapshot that are not shared with the old snapshot
    uint32_t shared = 0;        ///< number of tiles of the new snapshot that are shared with the old snapshot
    uint32_t links_placed = 0;  ///< number of requested off-mesh links that were placed; generated links do not count
    uint32_t links_lost = 0;    ///< number of requested off-mesh links with an end that has no ground
    /// Memberwise comparison.
    friend bool operator==(const TileChangeCounts&, const TileChangeCounts&) = default;
};

/// Makes a live mesh from tiles made by bake_tile. The snapshot is the result of link_tiles for all tiles that have polygons,
/// without the islands that params.min_island_cells removes. The snapshot contains the requested off-mesh links that can be
/// placed. If no tile has polygons, the snapshot contains only the first tile.
///
/// \p links are the requested off-mesh links. Each end is placed on the nearest ground within the radius of the link, or within
/// params.link_reach if the radius is 0. The cost of a link may be kCostIsLength.
///
/// Error (failed): an error of link_tiles; a tile was baked for an agent other than info.agent; the tiles that have seam edges
/// do not lie on one grid of equal squares; the border data of a tile is missing or invalid; params.link_reach is negative or
/// NaN; or a requested link is faulty (see with_links; the polygons of the link are ignored).
Result<LiveMesh> make_live_mesh(std::vector<NavTile> tiles, NavMeshInfo info, const LiveMeshParams& params,
                                std::vector<OffMeshLink> links = {});

/// Returns the live mesh after a change. The result equals make_live_mesh of all tiles that exist after the change. If
/// \p counts is not null, it receives the statistics of the change.
///
/// The time is proportional to the number of changed tiles. A change reuses the arrays of a destroyed snapshot, and writes only
/// the entries of tiles that have changed since that snapshot. In addition, it copies a few numbers per tile (0.02
/// microseconds) and the off-mesh links (0.02 microseconds each). The following changes visit all tiles:
/// - A change that joins, splits, adds or removes islands, or that makes the bounding box of an island smaller, finds the
///   islands in tables of all tiles: 0.05 microseconds per tile.
/// - If readers keep all earlier snapshots, no arrays can be reused. The change copies those of the previous snapshot: about 45
///   bytes per half-edge and 1 kB per tile.
/// - A change that adds or removes a tile with polygons renumbers the half-edges of the mesh: 25 ms per million. The same
///   happens if a tile gets more half-edges than its reserve (a quarter of its half-edges, plus 16).
/// - If params.blocks is true, the block-cut tree and the search arrays of the whole mesh are computed again.
///
/// The result has no landmarks and no hub labels, and no block-cut tree if params.blocks is false. Links near the changed tiles
/// are placed again, so a link that had lost its ground is restored if the ground exists again.
///
/// Error (failed): an error of make_live_mesh; a position occurs twice in the change; or a tile to remove does not exist. Error
/// (usage): the live mesh is empty (default-constructed).
Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts = nullptr);

/// Returns a live mesh with the same tiles, in which \p links replace all requested off-mesh links. Same errors as
/// change_tiles.
Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts = nullptr);

// File format: a live mesh is stored as a .nav file (nav_file.h) with one additional section, described under "kept tiles" in
// docs/file-format.md. The section roughly doubles the size of the file. Functions that read a level without its kept tiles,
// such as parse_nav_mesh, skip this section.

/// Returns the bytes of a level file whose tiles can be replaced after loading. Landmarks and hub labels are not written,
/// because a change drops them. The block-cut tree is computed if the snapshot has none. Returns no bytes if the live mesh is
/// empty (default-constructed).
std::vector<std::byte> serialize_live_mesh(const LiveMesh& live);

/// True if the bytes are a level file with kept tiles. parse_live_mesh can read this file unless it is damaged.
bool has_kept_tiles(std::span<const std::byte> bytes);

/// Reads the bytes written by serialize_live_mesh. Validates everything, as parse_nav_mesh does, and tests that linking the
/// kept tiles gives the stored mesh. Error (input): an error of parse_nav_mesh, or the kept tiles are missing or damaged.
Result<LiveMesh> parse_live_mesh(std::span<const std::byte> bytes);

/// Reads a file that contains the bytes of serialize_live_mesh. Error (input): the file cannot be read, or an error of
/// parse_live_mesh. The message names the path.
Result<LiveMesh> read_live_mesh(const std::filesystem::path& path);

}  // namespace navspan
