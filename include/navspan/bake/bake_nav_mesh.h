#pragma once

/// \file
/// Bakes triangles into a navigation mesh: in memory or directly into a file, for one agent or several, on threads, with a
/// cache.
///
/// In memory:
/// \code
/// TriangleSoup soup;  // usually from load_scene (io/scene.h)
/// soup.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
/// soup.triangles = {{0, 1, 2}, {0, 2, 3}};
/// soup.areas = {kDefaultArea, kDefaultArea};
/// soup.group_of = {0, 0};
/// soup.groups = {{.object = "ground", .material = {}, .group = {}}};
/// BakeConfig config;
/// config.agent.radius = 0.4;
/// config.tiles.size = 48;
/// const NavMeshInfo info = nav_mesh_info(config, "{}", "my game 1.0");
/// const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info, {.threads = 0});
/// if (!mesh) return;  // mesh.error().message names the tile and what to change
/// \endcode
///
/// Into a file, with limited memory and with a cache of tiles, given `const TriangleSoup& soup` and `const BakeConfig& config`:
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
/// Guarantees: the result depends on soup and config only; threads, cache, memory limit and probes do not change a byte. A file
/// is byte-identical to the serialized mesh. Throws no exception of its own; std::bad_alloc may pass through.
///
/// Caveats: triangle areas must be set before the bake (apply_area_rules). A level without walkable ground gives a mesh without
/// polygons, not an error. bake_nav_file needs temporary disk space of about the size of the result.

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

/// Returns the metadata of a mesh: the agent and the areas table of the config, and two texts that are stored verbatim.
/// \p config_json is the config as JSON text, \p tool_version the name and version of the program, such as "navspan 0.1.0".
/// link_tiles rejects a tile with an area that is not in the table.
NavMeshInfo nav_mesh_info(const BakeConfig& config, std::string config_json, std::string tool_version);

/// Observers of the bake of one mesh. They do not change the result.
struct MeshObserver {
    /// Returns the probe that observes the bake of a tile, or null. Called for all tiles in order before the first tile is
    /// baked. `window` is null if the level is baked as one tile; `tiles` is the number of tiles. Probes must live until the
    /// bake returns; probes of different tiles may be called concurrently.
    std::function<BakeProbe*(const TileWindow* window, size_t tiles)> probe = nullptr;
    Warnings* warnings = nullptr;                 ///< if not null, receives warnings of linking: "link_lost", "seed_lost", ...
    std::vector<PrunedIsland>* pruned = nullptr;  ///< if not null, receives the islands that the config removes
    UnplacedLinks* unplaced = nullptr;            ///< if not null, receives the counts of drops and jumps that were omitted
    /// Returns notes to store in the cache with tile i, which was just baked. May be called by several threads concurrently.
    std::function<std::vector<std::byte>(size_t i)> notes = nullptr;
    /// Receives the notes of tile i, which was found in the cache. If it returns false, the tile is baked. May be called by
    /// several threads concurrently.
    std::function<bool(size_t i, std::span<const std::byte> notes)> reused = nullptr;
};

/// How a level is baked. The options do not change the result.
struct BakeOptions {
    unsigned threads = 1;  ///< number of threads; 0: as many as the machine has
    /// Memory limit of bake_nav_file and bake_agents_to_file [byte]; 0: no limit. They use fewer threads if necessary.
    double max_memory = 0;
    std::function<void()> before_link = nullptr;  ///< called when all tiles are baked
    TileCache* cache = nullptr;                   ///< reuses and stores tiles; null: no cache
    bool rebake = false;                          ///< true: bake tiles even if the cache has them
    MeshObserver watch = {};                      ///< observers; used if there is one agent
};

/// Bakes a level for one agent: plans the tiles (config.tiles.size; 0: one tile), bakes each tile, and links them.
/// Precondition: the config has one agent (see configs_of_agents). Errors as bake_tile and link_tiles; if several tiles fail,
/// the error of the lowest one, with the name of the tile in the message.
Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options = {});

/// A level file that is written but not closed and not renamed to its path yet.
struct BakedFile {
    PendingFile file;                   ///< call close, then put_in_place
    std::vector<NavFileSummary> facts;  ///< per mesh
};

/// Bakes a level as bake_nav_mesh does, but writes the bytes of serialize_nav_mesh to a file next to \p path and never holds
/// the whole mesh in memory. Baked tiles are kept in a temporary file in the same folder, which is about as large as the
/// result. Errors as bake_nav_mesh; also (failed): the disk is full, \p path is a device, options.max_memory is too small.
Result<BakedFile> bake_nav_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                const std::filesystem::path& path, const BakeOptions& options = {});

/// One agent of a bake for several agents.
struct AgentBake {
    BakeConfig config;        ///< config of this agent (see configs_of_agents); all but the agent is the same for all agents
    NavMeshInfo info;         ///< metadata of the mesh
    MeshObserver watch = {};  ///< observers
};

/// Bakes a mesh for each agent, in the order of \p agents. Each mesh equals that of bake_nav_mesh, byte for byte. Agents with
/// the same max_slope and the same max_climb in voxels share the solid voxels of a tile. options.watch is ignored. Errors as
/// bake_nav_mesh.
Result<std::vector<NavMesh>> bake_agents(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                         const BakeOptions& options = {});

/// Bakes a mesh for each agent and writes the bytes of serialize_nav_meshes to a file, as bake_nav_file does. Errors as
/// bake_nav_file.
Result<BakedFile> bake_agents_to_file(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                      const std::filesystem::path& path, const BakeOptions& options = {});

}  // namespace navspan
