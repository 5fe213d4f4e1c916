#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navmesh/file/shard_file.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan {

/// Which part of a world's tiles is meant.
struct ShardNumber {
    uint32_t shard = 1;   ///< 1..shards
    uint32_t shards = 1;  ///< >= 1
};

struct BakedShard {
    ShardInfo info;
    std::vector<ShardTile> tiles;
};

/// Bakes every shards-th tile of a world, beginning with the shard-th, without linking them: the tiles of all agents. Shards
/// need nothing of each other.
/// @param info  what the finished file will say of itself, the same for all shards; its config is that of all agents
/// Errors as bake_agents; usage where the config does not cut the level into tiles.
Result<BakedShard> bake_shard(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                              ShardNumber number, const BakeOptions& options = {});

/// A shard's file, complete but for closing it and putting it in its place.
struct BakedShardFile {
    PendingFile file;
    uint64_t bytes = 0;  ///< its size
};

/// The same for a shard that is not to be in memory: writes what serialize_shard gives, byte for byte, beside the path. Baked
/// tiles wait in a temporary file in the same folder, as large as the result. Errors besides: as bake_nav_file.
Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options = {});

/// Links the tiles of all shards of a world: what bake_agents gives for it, byte for byte.
/// @param shards   as complete_shards gives them
/// @param agents   those of the config in the shards' info, all of them, in their order. Of a watch `reused` is called for each
///                 tile of the agent, in order; if it returns false, the shard is damaged. `probe` and `notes` are not used.
/// @param threads  that link, 0: all the machine has
/// Error (input) naming the file: a shard is damaged; else as link_tiles.
Result<std::vector<NavMesh>> merge_shards(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                          unsigned threads = 1);

/// The same as bake_agents_to_file, with one tile in memory at a time. Every shard is read three times for each agent.
Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                       const std::filesystem::path& path, unsigned threads = 1);

}  // namespace navspan
