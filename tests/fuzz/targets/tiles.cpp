// Fuzz targets for the readers of single baked tiles: cache entries, shards and tile notes.

#include <algorithm>
#include <array>
#include <cstring>

#include "bake/world/shard.h"
#include "core/simd.h"
#include "fuzz/targets/sections.h"
#include "fuzz/targets/stored_input.h"
#include "fuzz/targets/target.h"
#include "io/report/tile_notes.h"
#include "navmesh/file/cache_entry.h"
#include "navmesh/file/tile_bytes.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/worlds/tile_worlds.h"

namespace navspan::fuzz {
namespace {

constexpr Hash128 kKey{0x0123456789abcdef, 0xfedcba9876543210};

void run_cache_entry(Input input) {
    const std::optional<CacheEntryContent> entry = parse_cache_entry(input, kKey);
    if (!entry) return;
    const Bytes tile = serialize_tile(entry->tile);
    const Result<NavTile> again = parse_tile(tile);
    require(again.ok(), again ? "" : "a written tile cannot be read: " + again.error().message);
    require(serialize_tile(*again) == tile, "a written tile changes when it is read");
    // Linking may accept or refuse the tile, but must not read out of bounds.
    NavMeshInfo info = nav_mesh_info(BakeConfig{}, "{}", "test");
    info.agent = entry->tile.agent;
    const Result<NavMesh> mesh = link_tiles({entry->tile}, info);
    if (!mesh) return require_one_line(mesh.error().message);
    const Status valid = validate_nav_mesh(*mesh);
    require(valid.ok(), valid ? "" : "a linked mesh is not valid: " + valid.error().message);
}

Bytes cache_entry(Input tile, Input notes) {
    const CacheEntryHeader header = cache_entry_header(kKey, tile, notes);
    Bytes entry(sizeof(header));
    std::memcpy(entry.data(), &header, sizeof(header));
    entry.insert(entry.end(), tile.begin(), tile.end());
    entry.insert(entry.end(), notes.begin(), notes.end());
    return entry;
}

void mutate_cache_entry(Bytes& input, MutationTools& tools) {
    CacheEntryHeader header;
    if (input.size() < sizeof(header) || tools.random.chance(0.02)) return tools.change(input, tools.most_bytes);
    std::memcpy(static_cast<void*>(&header), input.data(), sizeof(header));
    const Input body = Input(input).subspan(sizeof(header));
    const auto split = body.begin() + ptrdiff_t(std::min<uint64_t>(header.tile_bytes, body.size()));
    Bytes tile(body.begin(), split), notes(split, body.end());
    if (notes.empty() || tools.random.chance(0.97)) {
        mutate_nav(tile, tools);
    } else {
        tools.change(notes, notes.size());
    }
    input = cache_entry(tile, notes);
}

BakeConfig tiles_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.25};
    config.tiles.size = 8;
    config.agent.radius = 0.5;
    support::enable_jumps(config);
    return config;
}

// Builds two floors, with drops from the upper floor to the lower floor.
TriangleSoup tiles_soup() {
    TriangleSoup soup;
    support::add_box(soup, {8, -1, 0}, {12, 2, 4}, kDefaultArea);
    support::add_box(soup, {1, -1, 1}, {12, 0, 6}, kDefaultArea);
    return soup;
}

BakedShard baked_shard(uint32_t shards) {
    const BakeConfig config = tiles_config();
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const std::array<AgentBake, 1> agents{{{config, info}}};
    return *bake_shard(tiles_soup(), agents, info, {.shard = 1, .shards = shards});
}

std::vector<Bytes> cache_entry_seeds() {
    std::vector<Bytes> seeds;
    for (const ShardTile& tile : baked_shard(1).tiles)
        seeds.push_back(cache_entry(tile.bytes, bytes_of("{}")));
    return seeds;
}

void run_shard(Input input) {
    const StoredInput file(input);
    const Result<ShardFile> shard = ShardFile::open(file.path());
    if (!shard) return require_one_line(shard.error().message);
    for (uint32_t i = 0; i < shard_tile_count(shard->info()); ++i) {
        const Result<ShardTile> tile = shard->read_tile(i);
        if (!tile) require_one_line(tile.error().message);
    }
    const std::array<std::string, 2> twice{file.path(), file.path()};
    const Result<std::vector<ShardFile>> world = open_shards(twice);
    if (!world) return require_one_line(world.error().message);
    const BakeConfig config = tiles_config();
    const std::array<AgentBake, 1> agents{{{config, nav_mesh_info(config, "{}", "test")}}};
    const Result<std::vector<NavMesh>> meshes = merge_shards(*world, agents);
    if (!meshes) return require_one_line(meshes.error().message);
    for (const NavMesh& mesh : *meshes) {
        const Status valid = validate_nav_mesh(mesh);
        require(valid.ok(), valid ? "" : "a merged mesh is not valid: " + valid.error().message);
    }
}

// Updates the size and all checksums of a shard whose bytes were edited. docs/file-format.md describes the layout.
void repair_shard_checksums(Bytes& shard) {
    constexpr size_t kHeaderBytes = 128, kEntryBytes = 56;
    if (shard.size() < kHeaderBytes) return;
    const auto put = [&](size_t offset, const auto& value) { store(shard.data() + offset, value); };
    const auto number = [&](size_t offset) { return load<uint64_t>(shard.data() + offset); };
    const auto hash_of = [](Input a, Input b) {
        Hasher128 hasher;
        hasher.add(a);
        hasher.add(b);
        return hasher.finish();
    };
    const Input bytes(shard);
    put(64, uint64_t{shard.size()});
    const size_t directory = std::min<uint64_t>(number(72), shard.size());
    const size_t entries = std::min<size_t>(uint32_t(number(24)), (shard.size() - directory) / kEntryBytes);
    for (size_t entry = directory; entry < directory + entries * kEntryBytes; entry += kEntryBytes) {
        const uint64_t offset = number(entry + 16), tile = number(entry + 24), notes = number(entry + 32);
        if (offset > bytes.size() || tile > bytes.size() - offset || notes > bytes.size() - offset - tile) continue;
        put(entry + 40, hash_of(bytes.subspan(offset, tile), bytes.subspan(offset + tile, notes)));
    }
    put(96, Hash128{});
    put(96, hash_of(bytes.first(kHeaderBytes), bytes.subspan(directory)));
}

std::vector<Bytes> shard_seeds() {
    std::vector<Bytes> seeds;
    for (const uint32_t shards : {1u, 2u}) {
        const BakedShard baked = baked_shard(shards);
        seeds.push_back(serialize_shard(baked.info, baked.tiles));
        Bytes repaired = seeds.back();
        repair_shard_checksums(repaired);
        require(repaired == seeds.back(), "repairing the checksums changes an intact shard");
    }
    return seeds;
}

// Changes one tile of a shard with mutate_nav, or any bytes of the shard. Then repairs the checksums.
void mutate_shard(Bytes& input, MutationTools& tools) {
    const StoredInput file(input);
    const Result<ShardFile> shard = ShardFile::open(file.path());
    const uint32_t count = shard ? shard_tile_count(shard->info()) : 0;
    std::vector<ShardTile> tiles;
    for (uint32_t i = 0; i < count; ++i) {
        Result<ShardTile> tile = shard->read_tile(i);
        if (tile) tiles.push_back(*std::move(tile));
    }
    if (tiles.empty() || tiles.size() < count || tools.random.chance(0.3)) {
        mutate_words(input, tools);
        if (!tools.random.chance(0.05)) repair_shard_checksums(input);
        return;
    }
    ShardTile& tile = tiles[tools.random.next() % tiles.size()];
    mutate_nav(tile.bytes, tools);
    input = serialize_shard(shard->info(), tiles);
}

void run_notes(Input input) {
    BakeReport report;
    if (const Status read = read_tile_notes(input, report); !read) return require_one_line(read.error().message);
    const Bytes notes = tile_notes(report);
    BakeReport again;
    require(read_tile_notes(notes, again).ok() && tile_notes(again) == notes, "written notes change when they are read");
}

std::vector<Bytes> notes_seeds() {
    BakeReport report;
    report.funnel.spans = 7;
    report.funnel.area = 1.5;
    report.warnings = {{"code", "a message", DVec3{1, 2, 3}}, {"other", "another", {}}};
    return {tile_notes(report)};
}

constexpr std::array kTileTargets{
    Target{"cache_entry", run_cache_entry, cache_entry_seeds, mutate_cache_entry},
    Target{"shard", run_shard, shard_seeds, mutate_shard},
    Target{"notes", run_notes, notes_seeds},
};

}  // namespace

std::span<const Target> tile_targets() {
    return kTileTargets;
}

}  // namespace navspan::fuzz
