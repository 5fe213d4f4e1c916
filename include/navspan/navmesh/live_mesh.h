#pragma once

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

// A mesh whose tiles can be replaced, added and removed while others read it. Linking changes tiles: they get vertices where
// their neighbours have some, and lose what is too small together with its neighbours. So a live mesh keeps each tile as it was
// baked beside the snapshot in which they are linked. A change links only the tiles around the changed ones; the others are
// shared with the snapshot before, and the result is what link_tiles would make of all tiles.

/// Where a tile is in the tile directory.
struct TilePlace {
    int32_t tile_x = 0, tile_z = 0;
    friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

/// How a live mesh is linked.
struct LiveMeshParams {
    uint64_t min_island_cells = 0;  ///< islands on the borders of tiles with fewer cells are dropped, as by link_tiles
    bool blocks = true;       ///< find the block-cut tree of every snapshot; without one changes are faster, searches slower
    double link_reach = 0.5;  ///< how far the ground may be from the end of an off-mesh link that says no radius [wu], >= 0
    friend bool operator==(const LiveMeshParams&, const LiveMeshParams&) = default;
};

/// A part of a tile: polygons that are joined inside it.
struct TilePart {
    uint64_t cells = 0;      ///< that its regions had
    bool open = false;       ///< reaches a seam
    bool uncounted = false;  ///< nobody counted its cells: it is never dropped
    bool dropped = false;    ///< too small together with what it is joined to
    friend bool operator==(const TilePart&, const TilePart&) = default;
};

/// A pair of parts of two tiles that meet on the seam between them.
struct PartJoin {
    uint32_t own = 0, other = 0;
    friend auto operator<=>(const PartJoin&, const PartJoin&) = default;
};

/// A tile as it was baked, and what of it decides about others.
struct LiveTile {
    std::shared_ptr<const NavTile> baked;  ///< with its border, linked to nothing
    std::vector<uint32_t> polygon_part;    ///< per polygon: index into parts
    std::vector<TilePart> parts;
    std::array<std::vector<PartJoin>, 2> joins;  ///< with the next tile in x, and in z; ascending
};

/// A snapshot, and what it takes to make the next one. Cheap to copy, never changed: readers hold `mesh`, which stays as it is.
struct LiveMesh {
    LiveMeshParams params;
    std::shared_ptr<const NavMesh> mesh;                 ///< what queries read
    std::vector<std::shared_ptr<const LiveTile>> tiles;  ///< by (tile_z, tile_x); also those without polygons
    std::vector<OffMeshLink> links;                      ///< as asked for: mesh has those of them whose ends find ground
};

/// What is to become of a world.
struct TileChanges {
    std::vector<NavTile> put;       ///< as bake_tile gives them: each replaces the tile at its place, or is added
    std::vector<TilePlace> remove;  ///< tiles that go
};

/// What a change came to.
struct TileChangeCounts {
    uint32_t replaced = 0, added = 0, removed = 0;
    uint32_t relinked = 0;      ///< tiles of the new snapshot that are not those of the old one
    uint32_t shared = 0;        ///< tiles of the new snapshot that are
    uint32_t links_placed = 0;  ///< off-mesh links that the new snapshot has
    uint32_t links_lost = 0;    ///< off-mesh links asked for that have no ground at one of their ends now
    friend bool operator==(const TileChangeCounts&, const TileChangeCounts&) = default;
};

/// A live mesh of tiles as bake_tile gives them. Its snapshot equals link_tiles of the tiles that have polygons, or of the
/// first one when none has any, with the links that could be placed.
/// @param links  off-mesh links to place: their polygons are found by their ends, within their radius (0: link_reach); their
///               cost may be kCostIsLength
/// Error (failed): as link_tiles; tiles with borders that do not lie on one grid of equal squares; a border that does not fit
/// its tile.
Result<LiveMesh> make_live_mesh(std::vector<NavTile> tiles, NavMeshInfo info, const LiveMeshParams& params,
                                std::vector<OffMeshLink> links = {});

/// The live mesh after a change: equal to make_live_mesh of all tiles that are there then. Work grows with the number of
/// changed tiles, but for what is found over the whole mesh: islands, blocks (if wanted) and the corners of shortest paths.
/// Landmarks are not carried over. Links are placed again: one whose ground comes back comes back.
/// Error (failed): as make_live_mesh; one place twice in a change; a tile to remove that is not there.
Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts = nullptr);

/// The same tiles with other off-mesh links.
Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts = nullptr);

// A live mesh as a .nav file: the level as always, and beside it what it takes to change it (the kept tiles of
// docs/file-format.md). Readers of levels skip that part; it about doubles the file.

/// The bytes of a level file that can be changed after it is loaded. Landmarks are not written: a change would drop them.
std::vector<std::byte> serialize_live_mesh(const LiveMesh& live);

/// Reads it back. Trusts nothing, as parse_nav_mesh; the kept tiles must be those of the mesh. Error (input): also when it is a
/// level without kept tiles.
Result<LiveMesh> parse_live_mesh(std::span<const std::byte> bytes);

/// Reads a file; errors name the path.
Result<LiveMesh> read_live_mesh(const std::filesystem::path& path);

}  // namespace navspan
