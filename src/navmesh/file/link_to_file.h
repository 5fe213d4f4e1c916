#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/tile_store.h"
#include "navmesh/seams/link_tiles.h"
#include "navspan/core/byte_file.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// One of the meshes of a file.
struct MeshFileInput {
    const TileStore* store = nullptr;
    std::span<const uint32_t> slots;  ///< slots of the store, ordered by (tile_z, tile_x); at least one
    const NavMeshInfo* info = nullptr;
    LinkTilesParams link;  ///< rules for islands are optional; with rules, every tile is read four times instead of twice
};

/// Writes meshes to an empty file. The bytes are the same as after linking with link_tiles(...) and serializing with
/// serialize_nav_meshes. Only a few tiles are in memory at a time. Additional memory: the tile borders, and about 60 bytes per
/// polygon for the graph. Every tile is read from the store twice, or four times if there are rules for islands. Tiles with
/// edges on seams must have border records (NavTile::border). The `bytes` of each summary is the size of the whole file.
/// Errors: those of link_tiles, the store and the file.
Result<std::vector<NavFileSummary>> write_linked_meshes(std::span<const MeshFileInput> meshes, ByteFile& file);

}  // namespace navspan
