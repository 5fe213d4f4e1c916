#pragma once

// The last step of a bake: links the tiles of each agent into a mesh, in memory or in one level file. Not public.

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navmesh/file/tile_store.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/result.h"

namespace navspan {

struct TilesToLink {
    const AgentBake* agent = nullptr;
    TileStore* store = nullptr;
    std::vector<uint32_t> slots = {};  ///< slots in the store, ordered by (tile_z, tile_x); at least one
    uint64_t min_island_cells = 0;     ///< islands with fewer cells are removed
    bool all_islands = false;          ///< true if the bake of the tiles has not removed small islands
};

/// Returns the tiles of one agent. The result points to `agent` and `store`.
/// @param slots  see TilesToLink
TilesToLink tiles_to_link(const AgentBake& agent, const VoxelConfig& voxels, TileStore& store, std::vector<uint32_t> slots);

/// Links the tiles of each agent into a mesh. Moves the tiles out of the stores. Errors: those of the tile stores and of
/// link_tiles.
/// @param threads  0: all hardware threads
Result<std::vector<NavMesh>> link_agents(std::span<const TilesToLink> agents, unsigned threads);

/// Like link_agents, but writes to a file next to `path` and keeps only a few tiles in memory. Errors: those of link_agents and
/// of PendingFile.
Result<BakedFile> link_agents_to_file(std::span<const TilesToLink> agents, unsigned threads, const std::filesystem::path& path);

}  // namespace navspan
