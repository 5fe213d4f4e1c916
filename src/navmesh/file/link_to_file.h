#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/tile_store.h"
#include "navspan/core/byte_file.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

struct LinkToFile {
    std::span<const uint32_t> slots;              ///< of the store, ordered by (tile_z, tile_x); at least one
    uint64_t min_island_cells = 0;                ///< as in link_tiles
    unsigned threads = 1;                         ///< 0: all the machine has; shows nowhere in the bytes
    std::span<const WantedLink> links = {};       ///< as in LinkParams
    Warnings* warnings = nullptr;                 ///< as in LinkParams
    const IslandRules* islands = nullptr;         ///< as in LinkParams; every tile is then read once more
    std::vector<PrunedIsland>* pruned = nullptr;  ///< as in LinkParams
    UnplacedLinks* unplaced = nullptr;            ///< as in LinkParams
    bool all_islands = false;                     ///< as in LinkParams
};

/// Writes what serialize_nav_mesh(link_tiles(...)) gives, byte for byte, into an empty file, with a few tiles in memory at a
/// time. Besides it holds what is on the tiles' borders, and about 60 bytes a polygon for the graph that islands and blocks are
/// found in. Every tile is read from the store twice. Tiles with edges on seams must know their borders (NavTile::border).
/// Errors as of link_tiles, the store and the file.
Result<NavFileFacts> link_tiles_to_file(const TileStore& store, const LinkToFile& link, const NavMeshInfo& info,
                                        ByteFile& file);

/// One of the meshes of a file.
struct MeshToFile {
    const TileStore* store = nullptr;
    LinkToFile link;
    const NavMeshInfo* info = nullptr;
};

/// The same for a file with several meshes, one after the other: what serialize_nav_meshes gives of them. The facts of each say
/// how large the whole file is.
Result<std::vector<NavFileFacts>> link_meshes_to_file(std::span<const MeshToFile> meshes, ByteFile& file);

}  // namespace navspan
