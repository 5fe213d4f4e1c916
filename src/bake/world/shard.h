#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navmesh/file/shard_file.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/result.h"

namespace navspan {

/// Selects one shard of a world.
struct ShardNumber {
    uint32_t shard = 1;   ///< number of the shard, 1..shards
    uint32_t shards = 1;  ///< total number of shards, >= 1
};

struct BakedShard {
    ShardInfo info;
    std::vector<ShardTile> tiles;
};

/// Bakes one shard of a world for all agents, without linking. Of n shards, shard k contains tiles k, k + n, k + 2 n, ...,
/// counted from 1.
/// @param info  metadata of the finished file, equal for all shards; info.config contains all agents
/// Errors: those of bake_agents. Error (usage): the config does not cut the level into tiles.
Result<BakedShard> bake_shard(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                              ShardNumber number, const BakeOptions& options = {});

/// The complete file of a shard, before it is closed and renamed to its path.
struct BakedShardFile {
    PendingFile file;
    uint64_t bytes = 0;  ///< size of the file
};

/// Like bake_shard, but writes the bytes of serialize_shard to a file next to \p path. Stores baked tiles in a temporary file
/// in the same folder; this file becomes as large as the result. Errors: those of bake_shard and bake_nav_file.
Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options = {});

/// Links the tiles of all shards of a world. The meshes equal those of bake_agents, byte for byte.
/// @param shards   as returned by complete_shards
/// @param agents   all agents of the config in the shards' info, in the same order. `observer.reused` is called for each tile
/// of the agent, in order, with the notes of the tile. If it returns false, the merge fails (damaged shard). `observer.probe`
/// and `observer.notes` are not used.
/// @param threads  number of threads for linking; 0: all hardware threads
/// Error (input): a shard is damaged or was baked with another bake revision; the message names the file. Other errors: those
/// of link_tiles.
Result<std::vector<NavMesh>> merge_shards(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                          unsigned threads = 1);

/// Like merge_shards, but writes a file and keeps only a few tiles in memory. Reads each shard three times per agent, or five
/// times if the config has rules for islands.
Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                       const std::filesystem::path& path, unsigned threads = 1);

}  // namespace navspan
