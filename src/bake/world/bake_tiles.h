#pragma once

// Many tiles for one or many agents on many threads: what baking a world and baking a shard of one share. Not public.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bake/world/tile_plan.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Agents whose solid voxels are the same: all that voxelising depends on besides the level and the lattice.
struct VoxelGroup {
    double max_slope = 0;         ///< [deg]
    int32_t walkable_climb = 0;   ///< [vx]
    int32_t walkable_height = 0;  ///< of the tallest [vx]
    size_t plan = 0;              ///< of the one that sees farthest
    size_t agents = 0;            ///< how many they are
};

/// One agent's part in a world.
struct WorldAgent {
    const AgentBake* bake = nullptr;
    VoxelConfig voxels;
    size_t plan = 0;     ///< which of the world's plans is its own
    size_t sharers = 0;  ///< which of the world's sharers it belongs to
};

/// A world for one or several agents: the tiles that each of them has, planned by itself as if it were alone.
struct AgentWorld {
    const TriangleSoup& soup;
    std::vector<WorldAgent> agents;
    std::vector<VoxelGroup> sharers;
    std::vector<TilePlan> plans;                ///< one for each halo, the widest first; none: one tile without neighbours
    std::vector<std::vector<uint32_t>> number;  ///< for each plan: of the tiles of the first, their numbers in it or kNoIndex

    /// Of all agents together.
    size_t tiles() const { return plans.empty() ? 1 : plans[0].tiles.size(); }
    size_t tiles(size_t agent) const { return plans.empty() ? 1 : plans[agents[agent].plan].tiles.size(); }
};

/// @param agents      must live as long as the world
/// @param max_memory  as in BakeOptions
/// Errors as of to_voxels and plan_tiles.
Result<AgentWorld> plan_world(const TriangleSoup& soup, std::span<const AgentBake> agents, double max_memory);

/// One agent's tile, finished.
struct AgentTile {
    size_t i = 0;  ///< which of the tiles asked for that the agent has
    NavTile tile;
    std::vector<std::byte> notes;  ///< what watch.notes gave for it, or what was kept with it
};

/// A tile is finished for all agents; called by several threads at once, each tile once.
/// @param i      which of the tiles asked for
/// @param tiles  for each agent; nothing: the agent does not have this tile
using TileSink = std::function<Status(size_t i, std::vector<std::optional<AgentTile>> tiles)>;

/// Finds or bakes these tiles of a world (numbers of the first plan, ascending; without plans 0), in any order. Of several
/// failing tiles the lowest one's error, with its place before it; those after it are then not begun.
Status bake_tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, const TileSink& sink);

/// Lowers options.threads to what options.max_memory allows, see memory.h.
/// @param shards  every so many-th tile is baked and left unlinked; 0: all are, and linked
/// Error (failed): not even one thread may.
Status fit_into_memory(const AgentWorld& world, BakeOptions& options, uint32_t shards = 0);

}  // namespace navspan
