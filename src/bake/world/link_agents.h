#pragma once

// The last step of every bake: the tiles of one agent or several become meshes, or the file that holds them. Not public.

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navmesh/file/tile_store.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan {

/// One agent's baked tiles.
struct TilesToLink {
    const AgentBake* agent = nullptr;
    TileStore* store = nullptr;
    std::vector<uint32_t> slots = {};  ///< of the store, ordered by (tile_z, tile_x); at least one
    uint64_t min_island_cells = 0;     ///< islands with fewer cells are dropped
    bool all_islands = false;          ///< no tile dropped an island for its size
};

/// @param threads  0: all the machine has
/// Errors as of the stores and of link_tiles.
Result<std::vector<NavMesh>> link_agents(std::span<const TilesToLink> agents, unsigned threads);

/// Writes the same meshes beside the path, with a few tiles in memory at a time. Errors besides: as of PendingFile.
Result<BakedFile> link_agents_to_file(std::span<const TilesToLink> agents, unsigned threads, const std::filesystem::path& path);

}  // namespace navspan
