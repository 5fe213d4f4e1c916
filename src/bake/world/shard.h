#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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

/// Bakes every shards-th tile of a world, beginning with the shard-th, without linking them. Shards need nothing of each other.
/// @param info  what the finished mesh will say of itself, the same for all shards
/// Errors as bake_nav_mesh; usage where the config does not cut the level into tiles.
Result<BakedShard> bake_shard(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info, ShardNumber number,
                              const BakeOptions& options = {});

/// A shard's file, complete but for closing it and putting it in its place.
struct BakedShardFile {
    PendingFile file;
    uint64_t bytes = 0;  ///< its size
};

/// The same for a shard that is not to be in memory: writes what serialize_shard gives, byte for byte, beside the path. Baked
/// tiles wait in a temporary file in the same folder, as large as the result. Errors besides: as bake_nav_file.
Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options = {});

/// Takes what is kept beside a tile; false: it is no good.
using TakeNotes = std::function<bool(std::span<const std::byte> notes)>;

/// Links the tiles of all shards of a world: what bake_nav_mesh gives for it, byte for byte.
/// @param shards  as complete_shards gives them
/// @param config  the config in their info
/// @param threads  that link, 0: all the machine has
/// @param notes   if any, called for each tile of the world, in order
/// @param warnings  if not null, gets what linking warns of
/// @param pruned    if not null, gets the islands that the config does not keep
/// Error (input) naming the file: a shard is damaged; else as link_tiles.
Result<NavMesh> merge_shards(std::span<const ShardFile> shards, const BakeConfig& config, const NavMeshInfo& info,
                             unsigned threads = 1, const TakeNotes& notes = nullptr, Warnings* warnings = nullptr,
                             std::vector<PrunedIsland>* pruned = nullptr);

/// The same as bake_nav_file, with one tile in memory at a time. Every shard is read three times.
Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, const BakeConfig& config, const NavMeshInfo& info,
                                       const std::filesystem::path& path, unsigned threads = 1,
                                       const TakeNotes& notes = nullptr, Warnings* warnings = nullptr,
                                       std::vector<PrunedIsland>* pruned = nullptr);

// The same for several agents: a shard has its tiles for all of them, and a mesh comes for each.

/// @param info  as above; its config is that of all agents
Result<BakedShard> bake_shard(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                              ShardNumber number, const BakeOptions& options = {});
Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options = {});

/// One agent's mesh of the shards; as the parameters of merge_shards above.
struct AgentMerge {
    BakeConfig config;
    NavMeshInfo info;
    TakeNotes notes = nullptr;
    Warnings* warnings = nullptr;
    std::vector<PrunedIsland>* pruned = nullptr;
    UnplacedLinks* unplaced = nullptr;  ///< as in MeshWatch
};

/// @param agents  those of the config in the shards' info, all of them, in their order
Result<std::vector<NavMesh>> merge_shards(std::span<const ShardFile> shards, std::span<const AgentMerge> agents,
                                          unsigned threads = 1);
/// Every shard is read three times for each agent.
Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, std::span<const AgentMerge> agents,
                                       const std::filesystem::path& path, unsigned threads = 1);

}  // namespace navspan
