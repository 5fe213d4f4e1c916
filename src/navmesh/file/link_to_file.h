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
    std::span<const uint32_t> slots;  ///< of the store, ordered by (tile_z, tile_x); at least one
    const NavMeshInfo* info = nullptr;
    LinkParams link;  ///< with rules for islands every tile is read once more
};

/// Writes what serialize_nav_meshes gives of link_tiles(...) for each mesh, byte for byte, into an empty file, with a few tiles
/// in memory at a time. Besides it holds what is on the tiles' borders, and about 60 bytes a polygon for the graph that islands
/// and blocks are found in. Every tile is read from the store twice. Tiles with edges on seams must know their borders
/// (NavTile::border). The facts of each mesh say how large the whole file is. Errors as of link_tiles, the store and the file.
Result<std::vector<NavFileSummary>> write_linked_meshes(std::span<const MeshFileInput> meshes, ByteFile& file);

}  // namespace navspan
