#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "navspan/bake/bake_tile.h"
#include "navspan/bake/tile_cache.h"
#include "navspan/core/file.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// What the finished mesh keeps of the config: the agent and the areas table. A tile with a polygon of an area that is not in
/// the table is refused by link_tiles.
/// @param config_json   the config as text, kept word for word
/// @param tool_version  "navspan 0.1.0"
NavMeshInfo nav_mesh_info(const BakeConfig& config, std::string config_json, std::string tool_version);

/// What watches the bake of one mesh and hears of it; nothing of it shows in the result.
struct MeshWatch {
    /// Gives each tile the probe that watches its bake, or null; without tiles the window is null. Asked for all tiles in order
    /// before any is baked. Probes must live until the bake returns; those of different tiles may be called at the same time.
    std::function<BakeProbe*(const TileWindow* window, size_t tiles)> probe = nullptr;
    Warnings* warnings = nullptr;                 ///< if not null, gets what linking warns of: "link_lost", "seed_lost", ...
    std::vector<PrunedIsland>* pruned = nullptr;  ///< if not null, gets the islands that the config does not keep
    UnplacedLinks* unplaced = nullptr;            ///< if not null, gets the drops and jumps found that the mesh has not
    /// What is kept beside the i-th tile asked for, just baked. May be called by several threads at once.
    std::function<std::vector<std::byte>(size_t i)> notes = nullptr;
    /// Takes the notes of the i-th tile, which the cache had; false: they are no good, the tile is baked. Called like `notes`.
    std::function<bool(size_t i, std::span<const std::byte> notes)> reused = nullptr;
};

/// How a world is baked; nothing of it shows in the result.
struct BakeOptions {
    unsigned threads = 1;  ///< 0: all the machine has
    /// What bake_nav_file may take of memory [byte], 0: all; see bake_memory.h. Fewer threads are used where that is needed.
    double max_memory = 0;
    std::function<void()> before_link = nullptr;  ///< called once all tiles are baked
    TileCache* cache = nullptr;                   ///< where tiles are found that need not be baked, and kept; null: none
    bool rebake = false;                          ///< bake tiles that the cache has, too
    MeshWatch watch = {};                         ///< of the mesh, where there is one agent
};

/// Bakes all of a world: plans tiles (config.tiles.size; 0 is one tile), bakes each, links them. The only function that knows
/// that several tiles exist. The result is the same for any number of threads.
/// @param config  of one agent
/// Errors as bake_tile and link_tiles; of several failing tiles the lowest one's, with its place before it.
Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options = {});

/// A level's file, complete but for closing it and putting it in its place.
struct BakedFile {
    PendingFile file;
    std::vector<NavFileFacts> facts;  ///< of each mesh
};

/// The same for a world whose mesh is not to be in memory: writes what serialize_nav_mesh gives of that mesh, byte for byte,
/// beside the path. Baked tiles wait in a temporary file in the same folder, as large as the result.
/// Errors besides: the disk is full, the path is a device, options.max_memory is too little.
Result<BakedFile> bake_nav_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                const std::filesystem::path& path, const BakeOptions& options = {});

/// One agent's part in a bake for several.
struct AgentBake {
    BakeConfig config;  ///< of this agent: see configs_of_agents; but for the agent all of a bake have the same
    NavMeshInfo info;
    MeshWatch watch = {};
};

/// Bakes a mesh for each agent, in their order: what bake_nav_mesh gives each of them, byte for byte. Tile by tile solid voxels
/// are made once for all agents that share agent.max_slope and, in voxels, agent.max_climb; what else voxelising depends on is
/// the same for all. options.watch is not used. Errors as bake_nav_mesh.
Result<std::vector<NavMesh>> bake_agents(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                         const BakeOptions& options = {});

/// The same for meshes that are not to be in memory: writes what serialize_nav_meshes gives of them. Errors as bake_nav_file.
Result<BakedFile> bake_agents_to_file(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                      const std::filesystem::path& path, const BakeOptions& options = {});

}  // namespace navspan
