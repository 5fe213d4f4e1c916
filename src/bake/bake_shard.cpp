// A world baked in parts by processes that know nothing of each other.
//
// In: all of a world's triangles, the config, and which shard of how many is wanted. Out: the finished tiles of that shard; and
// from all shards the mesh that a single bake gives. Every process plans the same tiles and takes every N-th of them, so
// neighbours, which cost about the same, go to different shards and all have about as much to do. Tiles are pure, so a shard
// that was lost is baked again anywhere, and one that was baked twice is the same twice.

#include "navspan/bake/bake_shard.h"

#include <string>
#include <utility>

#include "bake_tiles.h"
#include "navspan/bake/tile_key.h"
#include "navspan/navmesh/tile_bytes.h"

namespace navspan {
namespace {

Hash128 settings_hash(const NavMeshInfo& info) {
    Hasher128 hasher;
    hasher.add(kBakeRevision);
    hasher.add(std::as_bytes(std::span(info.config)));
    return hasher.finish();
}

Error damaged(const ShardFile& file, const ShardTile& tile, const std::string& what) {
    return Error{ErrorKind::input, file.path().string() + ": damaged: tile (" + std::to_string(tile.tile_x) + ", " +
                                       std::to_string(tile.tile_z) + "): " + what};
}

}  // namespace

Result<BakedShard> bake_shard(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info, ShardNumber number,
                              const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return Error{ErrorKind::usage, "shards need tiles: set tiles.size (--tile-size)"};
    const Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();

    BakedShard shard;
    shard.info = {.shard = number.shard,
                  .shards = number.shards,
                  .world_tiles = uint32_t(plan->tiles.size()),
                  .level = soup_hash(soup),
                  .settings = settings_hash(info),
                  .config = info.config,
                  .tool_version = info.tool_version};
    std::vector<size_t> numbers;
    for (size_t t = number.shard - 1; t < plan->tiles.size(); t += number.shards)
        numbers.push_back(t);
    shard.tiles.resize(numbers.size());
    const TileSink sink = [&](size_t i, NavTile tile, std::vector<std::byte> notes) -> Status {
        const TileWindow& window = plan->tiles[numbers[i]];
        shard.tiles[i] = {window.tile_x, window.tile_z, serialize_tile(tile), std::move(notes)};
        return Done{};
    };
    if (const Status baked = bake_tiles(soup, config, *plan, numbers, options, sink); !baked) return baked.error();
    return shard;
}

Result<NavMesh> merge_shards(std::span<const ShardFile> shards, const BakeConfig& config, NavMeshInfo info,
                             const std::function<bool(std::span<const std::byte>)>& notes) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    std::vector<NavTile> tiles;
    for (uint32_t t = 0; t < shards[0].info().world_tiles; ++t) {
        const ShardFile& file = shards[t % shards.size()];
        const Result<ShardTile> stored = file.read_tile(uint32_t(t / shards.size()));
        if (!stored) return stored.error();
        Result<NavTile> tile = parse_tile(stored->bytes);
        if (!tile) return damaged(file, *stored, tile.error().message);
        if (notes && !notes(stored->notes)) return damaged(file, *stored, "its notes cannot be read");
        tiles.push_back(*std::move(tile));
    }
    drop_empty_tiles(tiles);
    return link_tiles(std::move(tiles), std::move(info), voxels->min_region_area);
}

}  // namespace navspan
