#pragma once

/// \file
/// Bakes triangles into navigation meshes, in memory or into a file, for one or several agents.
///
/// In memory:
/// \code
/// TriangleSoup soup;  // usually from load_scene (io/scene.h)
/// soup.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
/// soup.triangles = {{0, 1, 2}, {0, 2, 3}};
/// BakeConfig config;
/// config.agent.radius = 0.4;
/// config.tiles.size = 48;
/// const NavMeshInfo info = nav_mesh_info(config, "{}", "my game 1.0");
/// const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info, {.threads = 0});
/// if (!mesh) return;  // mesh.error().message names the tile and what to change
/// \endcode
///
/// Into a file, with limited memory and a cache, given `const TriangleSoup& soup` and `const BakeConfig& config`:
/// \code
/// Result<TileCache> cache = TileCache::open({.folder = "cache", .max_bytes = uint64_t{1} << 30});
/// if (!cache) return;
/// const NavMeshInfo info = nav_mesh_info(config, "{}", "my game 1.0");
/// const BakeOptions options{.threads = 0, .max_memory = 2e9, .cache = &*cache};
/// Result<BakedFile> baked = bake_nav_file(soup, config, info, "level.nav", options);
/// if (!baked) return;
/// if (!baked->file.close() || !baked->file.put_in_place()) return;
/// \endcode
///
/// For several agents, given `const TriangleSoup& soup`:
/// \code
/// BakeConfig config;
/// config.agents = {{.radius = 0.4, .name = "human"}, {.radius = 1.2, .height = 3, .name = "ogre"}};
/// std::vector<AgentBake> bakes;
/// for (const BakeConfig& one : configs_of_agents(config)) {
///     bakes.push_back({one, nav_mesh_info(one, "{}", "my game 1.0"), {}});
/// }
/// const Result<std::vector<NavMesh>> meshes = bake_agents(soup, bakes, {.threads = 0});
/// if (!meshes) return;
/// \endcode
///
/// Guarantees: the result depends only on the soup, the config and the metadata (NavMeshInfo). The number of threads, the cache
/// and the memory limit do not change the bytes. The library itself throws nothing but std::bad_alloc.
///
/// Caveats: if the soup has no areas, all triangles get the area "ground". To set areas, call apply_area_rules first. A level
/// without walkable ground gives a mesh without polygons, not an error.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/bake_tile.h"
#include "navspan/bake/tile_cache.h"
#include "navspan/core/file.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Returns the metadata of a mesh: the agent and the areas of the config, and two texts. \p config_json is the config as JSON
/// text. \p tool_version names the program and its version, such as "navspan 0.2.0".
NavMeshInfo nav_mesh_info(const BakeConfig& config, std::string config_json, std::string tool_version);

/// Callbacks and output pointers of one mesh. They do not change the result.
struct MeshObserver {
    /// Returns the probe for one tile, or null. Called for all tiles, in tile order, before the first tile is baked. `window`
    /// is null if the whole level is one tile. The probes must live until the bake returns. Several threads may call probes of
    /// different tiles at the same time.
    std::function<BakeProbe*(const TileWindow* window, size_t tiles)> probe = nullptr;
    /// If not null, receives warnings. Codes of linking: "link_lost", "found_links_lost", "seed_lost". Codes of level_warnings:
    /// "level_too_large", "level_too_small", "lies_on_its_side", "faces_down". In a bake for several agents, level_warnings
    /// runs once, and only the first observer whose `warnings` is not null receives its warnings.
    Warnings* warnings = nullptr;
    std::vector<PrunedIsland>* pruned = nullptr;  ///< if not null, receives the islands that the config removed
    UnplacedLinks* unplaced = nullptr;            ///< if not null, receives the number of omitted drops and jumps, by reason
    /// Called after tile i was baked. Returns notes (bytes that the caller defines), which the cache stores with the tile.
    /// Several threads may call this function at the same time.
    std::function<std::vector<std::byte>(size_t i)> notes = nullptr;
    /// Called after tile i was found in the cache. `notes` are the notes that the cache stores with the tile. Return true to
    /// use the cached tile, false to bake the tile again. Several threads may call this function at the same time.
    std::function<bool(size_t i, std::span<const std::byte> notes)> reused = nullptr;
};

/// Options of a bake. They do not change the result.
struct BakeOptions {
    unsigned threads = 1;  ///< number of threads; 0: one per hardware thread
    /// Limit for the estimated memory of a bake [byte]; 0: no limit. A bake uses fewer threads if necessary. The estimate does
    /// not include the linked mesh. Error (failed): a bake with one thread needs more than the limit. Error (usage): NaN or
    /// negative.
    double max_memory = 0;
    /// Setting that the error message advises to raise. Empty: no advice.
    std::string memory_setting = "BakeOptions::max_memory";
    bool warns_about_level = true;                ///< false: does not call level_warnings
    std::function<void()> before_link = nullptr;  ///< called after all tiles are baked, before linking
    TileCache* cache = nullptr;                   ///< cache of tiles to read and write; null: no cache
    bool rebake = false;                          ///< true: bake a tile even if the cache contains it
    MeshObserver observer = {};                   ///< observers of the mesh; ignored if several agents are baked
};

/// Bakes a level for one agent: bakes each tile of side config.tiles.size (0: one tile) and links the tiles. Same errors as
/// bake_tile and link_tiles; the message names the tile.
Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options = {});

/// A complete level file that is not at its final path yet.
struct BakedFile {
    PendingFile file;                   ///< the open file; the caller must call close, then put_in_place
    std::vector<NavFileSummary> facts;  ///< one summary for each mesh
};

/// Bakes a level as bake_nav_mesh does. Writes a temporary file in the folder of \p path. Its bytes are those
/// that serialize_nav_mesh would return. A second temporary file in the same folder holds the baked tiles; it is about as large
/// as the result. Memory therefore never holds the whole mesh. Same errors as bake_nav_mesh. Error (failed): the disk is
/// full, \p path is a device, or options.max_memory is too small.
Result<BakedFile> bake_nav_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                const std::filesystem::path& path, const BakeOptions& options = {});

/// Input for one agent of a bake for several agents.
struct AgentBake {
    BakeConfig config;           ///< config of this agent (see configs_of_agents); only `agent` may differ
    NavMeshInfo info;            ///< metadata of the mesh
    MeshObserver observer = {};  ///< observers of the bake of this mesh
};

/// Bakes a mesh for each agent, in the order of \p agents. Each mesh is byte-identical to the result of bake_nav_mesh. Agents
/// with equal max_slope and equal max_climb (in voxels) share the voxelization. Ignores options.observer. Same errors as
/// bake_nav_mesh.
Result<std::vector<NavMesh>> bake_agents(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                         const BakeOptions& options = {});

/// Bakes a mesh for each agent, as bake_agents does. Writes a temporary file in the folder of \p path, with the bytes that
/// serialize_nav_meshes would return. Same errors as bake_nav_file.
Result<BakedFile> bake_agents_to_file(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                      const std::filesystem::path& path, const BakeOptions& options = {});

}  // namespace navspan
