// A world baked in parts by processes that know nothing of each other.
//
// In: all of a world's triangles, the config, and which shard of how many is wanted. Out: the finished tiles of that shard; and
// from all shards the mesh that a single bake gives. Every process plans the same tiles and takes every N-th of them, so
// neighbours, which cost about the same, go to different shards and all have about as much to do. Tiles are pure, so a shard
// that was lost is baked again anywhere, and one that was baked twice is the same twice.

#include "navspan/bake/bake_shard.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bake_tiles.h"
#include "navspan/bake/island_rules.h"
#include "navspan/bake/tile_key.h"
#include "navspan/bake/wanted_links.h"
#include "navspan/core/byte_file.h"
#include "navspan/navmesh/link_tiles.h"
#include "navspan/navmesh/link_to_file.h"
#include "navspan/navmesh/tile_bytes.h"
#include "navspan/navmesh/tile_store.h"

namespace navspan {
namespace {

Hash128 settings_hash(const NavMeshInfo& info) {
    Hasher128 hasher;
    hasher.add(kBakeRevision);
    hasher.add(std::as_bytes(std::span(info.config)));
    return hasher.finish();
}

// Tiles of another revision may be other tiles.
Status check_revision(std::span<const ShardFile> shards) {
    const ShardInfo& shard = shards[0].info();
    NavMeshInfo info;
    info.config = shard.config;
    if (shard.settings == settings_hash(info)) return Done{};
    return Error{ErrorKind::input, shards[0].path().string() +
                                       ": was baked by a version that bakes otherwise (bake revision): bake the shards again"};
}

Error damaged(const ShardFile& file, const ShardTile& tile, const std::string& what) {
    return Error{ErrorKind::input, file.path().string() + ": damaged: tile (" + std::to_string(tile.tile_x) + ", " +
                                       std::to_string(tile.tile_z) + "): " + what};
}

// The tiles of a world where its shards are.
class ShardStore : public TileStore {
public:
    explicit ShardStore(std::span<const ShardFile> shards) : shards_(shards) {}
    uint32_t tiles() const { return shards_[0].info().world_tiles; }
    const ShardFile& file_of(size_t slot) const { return shards_[slot % shards_.size()]; }
    Result<ShardTile> read(size_t slot) const { return file_of(slot).read_tile(uint32_t(slot / shards_.size())); }

    Status put(size_t, NavTile) override { return Error{ErrorKind::failed, "shards cannot be written to"}; }
    Result<NavTile> get(size_t slot) const override {
        const Result<ShardTile> stored = read(slot);
        if (!stored) return stored.error();
        Result<NavTile> tile = parse_tile(stored->bytes);
        if (!tile) return damaged(file_of(slot), *stored, tile.error().message);
        return tile;
    }

private:
    std::span<const ShardFile> shards_;
};

// those of tiles with polygons, but at least one
Result<std::vector<uint32_t>> slots_to_link(const ShardStore& store, const TakeNotes& notes) {
    std::vector<uint32_t> slots;
    for (uint32_t t = 0; t < store.tiles(); ++t) {
        const Result<ShardTile> stored = store.read(t);
        if (!stored) return stored.error();
        const Result<NavTile> tile = parse_tile(stored->bytes);
        if (!tile) return damaged(store.file_of(t), *stored, tile.error().message);
        if (notes && !notes(stored->notes)) return damaged(store.file_of(t), *stored, "its notes cannot be read");
        if (!tile->polygons.empty()) slots.push_back(t);
    }
    if (store.tiles() == 0) return Error{ErrorKind::input, store.file_of(0).path().string() + ": a world without tiles"};
    if (slots.empty()) slots.push_back(0);
    return slots;
}

// A shard's part of a world.
struct ShardPlan {
    TilePlan tiles;               // of the world
    std::vector<size_t> numbers;  // of the shard's tiles
    ShardInfo info;
    const TileWindow& window(size_t i) const { return tiles.tiles[numbers[i]]; }
};

Result<ShardPlan> plan_shard(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info, ShardNumber number,
                             double max_memory) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return Error{ErrorKind::usage, "shards need tiles: set tiles.size (--tile-size)"};
    Result<TilePlan> tiles = plan_tiles(soup, *voxels, max_memory);
    if (!tiles) return tiles.error();
    ShardPlan plan{*std::move(tiles), {}, {}};
    plan.info = {.shard = number.shard,
                 .shards = number.shards,
                 .world_tiles = uint32_t(plan.tiles.tiles.size()),
                 .level = soup_hash(soup),
                 .settings = settings_hash(info),
                 .config = info.config,
                 .tool_version = info.tool_version};
    for (size_t t = number.shard - 1; t < plan.tiles.tiles.size(); t += number.shards)
        plan.numbers.push_back(t);
    return plan;
}

// A baked tile in the temporary file: its bytes, then its notes.
struct WaitingTile {
    uint64_t offset = 0, tile_bytes = 0, notes_bytes = 0;
};

}  // namespace

Result<BakedShard> bake_shard(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info, ShardNumber number,
                              const BakeOptions& options) {
    const Result<ShardPlan> plan = plan_shard(soup, config, info, number, options.max_memory);
    if (!plan) return plan.error();
    BakedShard shard{plan->info, std::vector<ShardTile>(plan->numbers.size())};
    const TileSink sink = [&](size_t i, NavTile tile, std::vector<std::byte> notes) -> Status {
        const TileWindow& window = plan->window(i);
        shard.tiles[i] = {window.tile_x, window.tile_z, serialize_tile(tile), std::move(notes)};
        return Done{};
    };
    if (const Status baked = bake_tiles(soup, config, plan->tiles, plan->numbers, options, sink); !baked) return baked.error();
    return shard;
}

Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options) {
    const Result<ShardPlan> plan = plan_shard(soup, config, info, number, options.max_memory);
    if (!plan) return plan.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(soup, config, &plan->tiles, run, number.shards); !fits) return fits.error();
    Result<DiskFile> waiting = DiskFile::create_nameless(folder_of(path));
    if (!waiting) return waiting.error();
    std::vector<WaitingTile> places(plan->numbers.size());
    std::mutex placing;
    uint64_t end = 0;
    const TileSink sink = [&](size_t i, NavTile tile, std::vector<std::byte> notes) -> Status {
        const std::vector<std::byte> bytes = serialize_tile(tile);
        {
            const std::lock_guard lock(placing);
            places[i] = {end, bytes.size(), notes.size()};
            end += bytes.size() + notes.size();
        }
        const Status written = waiting->write_at(places[i].offset, bytes);
        return written ? waiting->write_at(places[i].offset + bytes.size(), notes) : written;
    };
    if (const Status baked = bake_tiles(soup, config, plan->tiles, plan->numbers, run, sink); !baked) return baked.error();

    const ShardTileSource source = [&](size_t i) -> Result<ShardTile> {
        const WaitingTile& place = places[i];
        ShardTile tile{plan->window(i).tile_x, plan->window(i).tile_z, {}, {}};
        tile.bytes.resize(place.tile_bytes);
        tile.notes.resize(place.notes_bytes);
        if (const Status s = waiting->read_at(place.offset, tile.bytes); !s) return s.error();
        if (const Status s = waiting->read_at(place.offset + place.tile_bytes, tile.notes); !s) return s.error();
        return tile;
    };
    Result<PendingFile> file = PendingFile::create(path);
    if (!file) return file.error();
    const Result<uint64_t> size = write_shard(plan->info, source, file->bytes());
    if (!size) return size.error();
    return BakedShardFile{*std::move(file), *size};
}

Result<NavMesh> merge_shards(std::span<const ShardFile> shards, const BakeConfig& config, const NavMeshInfo& info,
                             unsigned threads, const TakeNotes& notes, Warnings* warnings, std::vector<PrunedIsland>* pruned) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (const Status same = check_revision(shards); !same) return same.error();
    const ShardStore store(shards);
    const Result<std::vector<uint32_t>> slots = slots_to_link(store, notes);
    if (!slots) return slots.error();
    std::vector<NavTile> tiles;
    for (const uint32_t slot : *slots) {
        Result<NavTile> tile = store.get(slot);
        if (!tile) return tile.error();
        tiles.push_back(*std::move(tile));
    }
    const std::vector<WantedLink> links = wanted_links(config);
    const IslandRules islands = island_rules(config);
    return link_tiles(std::move(tiles), info, LinkParams{voxels->min_region_area, threads, links, warnings, &islands, pruned});
}

Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, const BakeConfig& config, const NavMeshInfo& info,
                                       const std::filesystem::path& path, unsigned threads, const TakeNotes& notes,
                                       Warnings* warnings, std::vector<PrunedIsland>* pruned) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (const Status same = check_revision(shards); !same) return same.error();
    const ShardStore store(shards);
    const Result<std::vector<uint32_t>> slots = slots_to_link(store, notes);
    if (!slots) return slots.error();
    Result<PendingFile> file = PendingFile::create(path);
    if (!file) return file.error();
    const std::vector<WantedLink> links = wanted_links(config);
    const IslandRules islands = island_rules(config);
    const LinkToFile how{*slots, voxels->min_region_area, threads, links, warnings, &islands, pruned};
    Result<NavFileFacts> facts = link_tiles_to_file(store, how, info, file->bytes());
    if (!facts) return facts.error();
    return BakedFile{*std::move(file), *std::move(facts)};
}

}  // namespace navspan
