#pragma once

// Bakes tiles for one or several agents on several threads. Not public.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bake/config/check_soup.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A group of agents that share solid voxels.
struct VoxelGroup {
    double max_slope = 0;         ///< maximum slope of walkable triangles [deg]
    int32_t walkable_climb = 0;   ///< maximum climb [vx]
    int32_t walkable_height = 0;  ///< largest walkable_height of the agents in the group [vx]
    size_t plan = 0;              ///< index of the plan with the widest halo in the group
    size_t agents = 0;            ///< number of agents in the group
};

/// One agent of a world.
struct WorldAgent {
    const AgentBake* bake = nullptr;
    VoxelConfig voxels;
    size_t plan = 0;         ///< index of its plan in AgentWorld::plans
    size_t voxel_group = 0;  ///< index of its group in AgentWorld::voxel_groups
};

/// A world for one or several agents. Each agent has the same tiles as if it were baked alone.
struct AgentWorld {
    CheckedSoup soup;
    std::vector<WorldAgent> agents;
    std::vector<VoxelGroup> voxel_groups;
    std::vector<TilePlan> plans;  ///< one per halo width, widest first; empty if the level is baked as one tile
    /// Indexed by [plan][tile of plans[0]]: number of the same tile in the plan, or kNoIndex.
    std::vector<std::vector<uint32_t>> tile_number;

    /// Number of tiles that at least one agent has.
    size_t tiles() const { return plans.empty() ? 1 : plans[0].tiles.size(); }
    size_t tiles(size_t agent) const { return plans.empty() ? 1 : plans[agents[agent].plan].tiles.size(); }
};

/// Plans the tiles of a world. Errors: those of to_voxels, CheckedSoup::make and plan_tiles. Error (usage): \p agents is empty.
/// @param soup     must outlive the world
/// @param agents   must outlive the world
/// @param options  limit the memory of the tiles' lists of triangles
Result<AgentWorld> plan_world(const TriangleSoup& soup, std::span<const AgentBake> agents, const BakeOptions& options);

/// Appends level_warnings to observer.warnings of the first agent that has such a list. Does nothing if
/// options.warns_about_level is false.
void add_level_warnings(const TriangleSoup& soup, std::span<const AgentBake> agents, const BakeOptions& options);

/// A finished tile of one agent.
struct AgentTile {
    size_t i = 0;  ///< index of the tile among the requested tiles of this agent
    NavTile tile;
    std::vector<std::byte> notes;  ///< result of observer.notes, or the notes from the cache
};

/// Receives a tile that is finished for all agents. Called once for each tile, possibly concurrently.
/// @param i      index of the tile in the list of requested tiles
/// @param tiles  one entry for each agent: its tile, or nullopt if the agent does not have this tile
using TileSink = std::function<Status(size_t i, std::vector<std::optional<AgentTile>> tiles)>;

/// Bakes the requested tiles of a world, or finds them in the cache, in any order. After a tile has failed, no tile with a
/// higher number is started. Returns the error of the failed tile with the lowest number. The message names the tile if there
/// are plans, and the agent if there are several agents.
/// @param numbers  numbers of the requested tiles in plans[0], ascending; {0} if there are no plans
Status bake_tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, const TileSink& sink);

/// Location of the result of a bake.
enum class BakeResult : uint8_t {
    file,    ///< in a file that is written tile by tile
    memory,  ///< in memory
};

/// Lowers options.threads until the estimated memory of the bake is at most options.max_memory (see memory.h).
/// @param shards  0: all tiles are baked and linked; n > 0: only every n-th tile is baked, and nothing is linked
/// Error (failed): the memory is too small for one thread.
Status fit_into_memory(const AgentWorld& world, BakeOptions& options, BakeResult result, uint32_t shards = 0);

}  // namespace navspan
