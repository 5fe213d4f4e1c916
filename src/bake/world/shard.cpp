// Bakes a world in parts (shards), in processes that do not communicate.
//
// In: all triangles of a world, the config, and the number of the shard.
// Out: the finished tiles of that shard. Linking the tiles of all shards gives the same mesh as a single bake.
// Idea: Every process plans the same tiles and bakes every N-th of them. A lost shard can be baked again on any machine, with
// the same bytes. A shard contains its tiles for all agents, so each tile is voxelized once.
// Source: own method.
// Weak cases: Shards cost different amounts if expensive tiles are exactly N tiles apart.

#include "bake/world/shard.h"

#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/config/wanted_links.h"
#include "bake/world/bake_tiles.h"
#include "bake/world/link_agents.h"
#include "bake/world/tile_key.h"
#include "navmesh/file/tile_bytes.h"
#include "navmesh/file/tile_store.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/seams/link_tiles.h"
#include "navspan/core/byte_file.h"

namespace navspan {
namespace {

Hash128 settings_hash(const NavMeshInfo& info) {
    Hasher128 hasher;
    hasher.add(kBakeRevision);
    hasher.add(std::as_bytes(std::span(info.config)));
    return hasher.finish();
}

// Returns an error if the shards were baked with another bake revision.
Status check_revision(std::span<const ShardFile> shards) {
    const ShardInfo& shard = shards[0].info();
    NavMeshInfo info;
    info.config = shard.config;
    if (shard.settings == settings_hash(info)) return Done{};
    return Error{ErrorKind::input, shards[0].path().string() + ": was baked with another bake revision; bake the shards again"};
}

Error damaged_tile(const ShardFile& file, const ShardTile& tile, const std::string& what) {
    return Error{ErrorKind::input, file.path().string() + ": damaged: " + tile_name(tile) + ": " + what};
}

// Joins the agents' parts of one tile: their sizes, then their bytes. A single part is returned unchanged.
std::vector<std::byte> join_parts(std::span<const std::vector<std::byte>> parts) {
    if (parts.size() == 1) return parts[0];
    std::vector<std::byte> joined;
    const auto append = [&](std::span<const std::byte> bytes) { joined.insert(joined.end(), bytes.begin(), bytes.end()); };
    for (const auto& part : parts) {
        const uint64_t size = part.size();
        append(std::as_bytes(std::span(&size, 1)));
    }
    for (const auto& part : parts)
        append(part);
    return joined;
}

// Returns one agent's part of joined bytes, or nullopt if the bytes are invalid.
std::optional<std::span<const std::byte>> agent_part(std::span<const std::byte> joined, size_t agent, size_t agents) {
    if (agents == 1) return joined;
    if (joined.size() / sizeof(uint64_t) < agents) return std::nullopt;
    uint64_t at = agents * sizeof(uint64_t);
    for (size_t a = 0; a < agents; ++a) {
        uint64_t size = 0;
        std::memcpy(&size, joined.data() + a * sizeof(size), sizeof(size));
        if (size > joined.size() - at) return std::nullopt;
        if (a == agent) return joined.subspan(at, size);
        at += size;
    }
    return std::nullopt;
}

// The tiles of one agent in the shards of a world.
class ShardStore : public TileStore {
public:
    ShardStore(std::span<const ShardFile> shards, size_t agent, size_t agents)
        : shards_(shards), agent_(agent), agents_(agents) {}
    uint32_t tiles() const { return shards_[0].info().world_tiles; }
    bool has_several_agents() const { return agents_ > 1; }
    const ShardFile& file_of(size_t slot) const { return shards_[slot % shards_.size()]; }
    /// Reads one tile of the agent. The bytes are empty if the agent does not have the tile.
    Result<ShardTile> read(size_t slot) const {
        Result<ShardTile> stored = file_of(slot).read_tile(uint32_t(slot / shards_.size()));
        if (!stored) return stored;
        const auto bytes = agent_part(stored->bytes, agent_, agents_), notes = agent_part(stored->notes, agent_, agents_);
        if (!bytes || !notes) return damaged_tile(file_of(slot), *stored, "its number of agents is wrong");
        return ShardTile{stored->tile_x, stored->tile_z, {bytes->begin(), bytes->end()}, {notes->begin(), notes->end()}};
    }

    Status put(size_t, NavTile) override { return Error{ErrorKind::failed, "shards cannot be written to"}; }
    Result<NavTile> get(size_t slot) const override {
        const Result<ShardTile> stored = read(slot);
        if (!stored) return stored.error();
        Result<NavTile> tile = parse_tile(stored->bytes);
        if (!tile) return damaged_tile(file_of(slot), *stored, tile.error().message);
        return tile;
    }

private:
    std::span<const ShardFile> shards_;
    size_t agent_, agents_;
};

// Returns the slots of the agent's tiles that have polygons. If there are none, returns the slot of its first tile.
Result<std::vector<uint32_t>> slots_to_link(const ShardStore& store, const MeshObserver& observer) {
    std::vector<uint32_t> slots;
    std::optional<uint32_t> first;
    size_t count = 0;
    for (uint32_t t = 0; t < store.tiles(); ++t) {
        const Result<ShardTile> stored = store.read(t);
        if (!stored) return stored.error();
        if (stored->bytes.empty() && store.has_several_agents()) continue;
        const Result<NavTile> tile = parse_tile(stored->bytes);
        if (!tile) return damaged_tile(store.file_of(t), *stored, tile.error().message);
        if (observer.reused && !observer.reused(count++, stored->notes)) {
            return damaged_tile(store.file_of(t), *stored, "its notes cannot be read");
        }
        if (!first) first = t;
        if (!tile->polygons.empty()) slots.push_back(t);
    }
    if (!first) return Error{ErrorKind::input, store.file_of(0).path().string() + ": the world has no tiles"};
    if (slots.empty()) slots.push_back(*first);
    return slots;
}

// Returns the tiles of all agents. The result points into `stores`.
Result<std::vector<TilesToLink>> tiles_of_shards(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                                 std::vector<ShardStore>& stores) {
    if (const Status same = check_revision(shards); !same) return same.error();
    for (size_t a = 0; a < agents.size(); ++a)
        stores.emplace_back(shards, a, agents.size());
    std::vector<TilesToLink> tiles;
    for (size_t a = 0; a < agents.size(); ++a) {
        const Result<VoxelConfig> voxels = to_voxels(agents[a].config);
        if (!voxels) return voxels.error();
        Result<std::vector<uint32_t>> slots = slots_to_link(stores[a], agents[a].observer);
        if (!slots) return slots.error();
        tiles.push_back(tiles_to_link(agents[a], *voxels, stores[a], *std::move(slots)));
    }
    return tiles;
}

struct ShardPlan {
    AgentWorld world;
    std::vector<size_t> numbers;  // indices of the shard's tiles in world.plans[0]
    ShardInfo info;
    const TileWindow& window(size_t i) const { return world.plans[0].tiles[numbers[i]]; }
};

Result<ShardPlan> plan_shard(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                             ShardNumber number, const BakeOptions& options) {
    Result<AgentWorld> world = plan_world(soup, agents, options);
    if (!world) return world.error();
    if (world->agents[0].voxels.tile_size == 0) {
        return Error{ErrorKind::usage, "shards need tiles; set tiles.size (--suggest prints a value)"};
    }
    if (world->plans.empty()) world->plans.emplace_back();  // a level without triangles has no plan
    ShardPlan plan{*std::move(world), {}, {}};
    const size_t tiles = plan.world.plans[0].tiles.size();
    plan.info = {.shard = number.shard,
                 .shards = number.shards,
                 .world_tiles = uint32_t(tiles),
                 .level = soup_hash(*plan.world.soup),
                 .settings = settings_hash(info),
                 .config = info.config,
                 .tool_version = info.tool_version};
    for (size_t t = number.shard - 1; t < tiles; t += number.shards)
        plan.numbers.push_back(t);
    return plan;
}

// Packs the tiles of all agents at one position into one tile of the shard.
ShardTile shard_tile(const TileWindow& window, std::span<const std::optional<AgentTile>> tiles) {
    std::vector<std::vector<std::byte>> bytes(tiles.size()), notes(tiles.size());
    for (size_t a = 0; a < tiles.size(); ++a) {
        if (!tiles[a]) continue;
        bytes[a] = serialize_tile(tiles[a]->tile);
        notes[a] = tiles[a]->notes;
    }
    return {window.tile_x, window.tile_z, join_parts(bytes), join_parts(notes)};
}

// Location of a baked tile in the temporary file: its bytes, then its notes.
struct StoredTile {
    uint64_t offset = 0, tile_bytes = 0, notes_bytes = 0;
};

}  // namespace

Result<BakedShard> bake_shard(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                              ShardNumber number, const BakeOptions& options) {
    const Result<ShardPlan> plan = plan_shard(soup, agents, info, number, options);
    if (!plan) return plan.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(plan->world, run, BakeResult::memory, number.shards); !fits) return fits.error();
    BakedShard shard{plan->info, std::vector<ShardTile>(plan->numbers.size())};
    const TileSink sink = [&](size_t i, std::vector<std::optional<AgentTile>> tiles) -> Status {
        shard.tiles[i] = shard_tile(plan->window(i), tiles);
        return Done{};
    };
    if (const Status baked = bake_tiles(plan->world, plan->numbers, run, sink); !baked) return baked.error();
    return shard;
}

Result<BakedShardFile> bake_shard_file(const TriangleSoup& soup, std::span<const AgentBake> agents, const NavMeshInfo& info,
                                       ShardNumber number, const std::filesystem::path& path, const BakeOptions& options) {
    const Result<ShardPlan> plan = plan_shard(soup, agents, info, number, options);
    if (!plan) return plan.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(plan->world, run, BakeResult::file, number.shards); !fits) return fits.error();
    const Result<std::filesystem::path> folder = folder_of(path);
    if (!folder) return folder.error();
    Result<DiskFile> waiting = DiskFile::create_temporary(*folder);
    if (!waiting) return waiting.error();
    std::vector<StoredTile> records(plan->numbers.size());
    std::mutex placing;
    uint64_t end = 0;
    const TileSink sink = [&](size_t i, std::vector<std::optional<AgentTile>> tiles) -> Status {
        const ShardTile tile = shard_tile(plan->window(i), tiles);
        {
            const std::lock_guard lock(placing);
            records[i] = {end, tile.bytes.size(), tile.notes.size()};
            end += tile.bytes.size() + tile.notes.size();
        }
        const Status written = waiting->write_at(records[i].offset, tile.bytes);
        return written ? waiting->write_at(records[i].offset + tile.bytes.size(), tile.notes) : written;
    };
    if (const Status baked = bake_tiles(plan->world, plan->numbers, run, sink); !baked) return baked.error();

    const ShardTileSource source = [&](size_t i) -> Result<ShardTile> {
        const StoredTile& record = records[i];
        ShardTile tile{plan->window(i).tile_x, plan->window(i).tile_z, {}, {}};
        tile.bytes.resize(record.tile_bytes);
        tile.notes.resize(record.notes_bytes);
        if (const Status s = waiting->read_at(record.offset, tile.bytes); !s) return s.error();
        if (const Status s = waiting->read_at(record.offset + record.tile_bytes, tile.notes); !s) return s.error();
        return tile;
    };
    Result<PendingFile> file = PendingFile::create(path);
    if (!file) return file.error();
    const Result<uint64_t> size = write_shard(plan->info, source, file->bytes());
    if (!size) return size.error();
    return BakedShardFile{*std::move(file), *size};
}

Result<std::vector<NavMesh>> merge_shards(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                          unsigned threads) {
    std::vector<ShardStore> stores;
    const Result<std::vector<TilesToLink>> tiles = tiles_of_shards(shards, agents, stores);
    if (!tiles) return tiles.error();
    return link_agents(*tiles, threads);
}

Result<BakedFile> merge_shards_to_file(std::span<const ShardFile> shards, std::span<const AgentBake> agents,
                                       const std::filesystem::path& path, unsigned threads) {
    std::vector<ShardStore> stores;
    const Result<std::vector<TilesToLink>> tiles = tiles_of_shards(shards, agents, stores);
    if (!tiles) return tiles.error();
    return link_agents_to_file(*tiles, threads, path);
}

}  // namespace navspan
