// Inputs of the readers of files that navspan writes.

#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/shard.h"
#include "bench/readers.h"
#include "bench/tile_change.h"
#include "io/report/tile_notes.h"
#include "navbench/levels/growth.h"
#include "navmesh/file/cache_entry.h"
#include "navmesh/file/tile_bytes.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/run_program.h"
#include "support/worlds/tile_worlds.h"

#if defined(NAVSPAN_BENCH_BATCH)
#include "navquery/batch_line.h"
#endif

namespace navspan::bench {
namespace {

using Bytes = std::vector<std::byte>;

// A config that cuts pillared_floor into tiles of this size [wu].
BakeConfig tiled_config(double tile_size) {
    BakeConfig config = growth_config();
    config.tiles.size = tile_size;
    return config;
}

void grow_levels(size_t size, const MeasureReader& measure) {
    const auto side = int32_t(std::sqrt(double(size) / 25));
    const Result<TileChange> world = tile_change(side, ChangedLinks::requests);
    const NavMesh& mesh = *value_of(world).before.mesh;
    const Bytes level = serialize_nav_mesh(mesh);
    measure("read nav", level.size(), [&] {
        (void)value_of(parse_nav_mesh(level));
        return size_t{0};
    });
    const Result<DetourFile> set = detour_file(mesh, DetourRefs::bits32);
    const Bytes& bytes = value_of(set).bytes;
    measure("read detour set", bytes.size(), [&] {
        (void)value_of(parse_detour_file(bytes));
        return size_t{0};
    });
}

// Reads a live world with its voxels.
void grow_live_world(const TriangleSoup& soup, const MeasureReader& measure) {
    const BakeConfig config = tiled_config(8);
    const LiveWorldParams params{.keep_voxels = true};
    const Result<LiveWorld> world = make_live_world(soup, config, nav_mesh_info(config, "{}", "count"), params);
    const Result<Bytes> bytes = serialize_live_world(value_of(world));
    const auto reader = [&](const std::string&) -> Result<BakeConfig> { return config; };
    measure("read live world", value_of(bytes).size(), [&] {
        (void)value_of(parse_live_world(*bytes, reader));
        return size_t{0};
    });
}

void grow_shard(const TriangleSoup& soup, const MeasureReader& measure) {
    const BakeConfig config = tiled_config(8);
    const NavMeshInfo info = nav_mesh_info(config, "{}", "count");
    const std::vector<AgentBake> agents{{config, info}};
    const Result<BakedShard> baked = bake_shard(soup, agents, info, {.shard = 1, .shards = 1});
    const Bytes bytes = serialize_shard(value_of(baked).info, baked->tiles);
    const support::TemporaryFolder folder;
    const std::string path = folder / "a.shard";
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    measure("read shard", bytes.size(), [&] {
        const Result<ShardFile> shard = ShardFile::open(path);
        for (uint32_t i = 0; i < shard_tile_count(value_of(shard).info()); ++i)
            (void)value_of(shard->read_tile(i));
        return size_t{0};
    });
}

// Reads a cache entry, and a Detour file, with a single tile.
void grow_tile(const TriangleSoup& soup, const MeasureReader& measure) {
    const BakeConfig config = tiled_config(500);
    const std::vector<NavTile> tiles = support::bake_world_tiles(soup, config);
    Bytes tile;
    for (const NavTile& baked : tiles) {
        if (Bytes bytes = serialize_tile(baked); bytes.size() > tile.size()) tile = std::move(bytes);
    }
    const CacheEntryHeader header = cache_entry_header({1, 2}, tile, {});
    Bytes entry(sizeof(header));
    std::memcpy(entry.data(), &header, sizeof(header));
    entry.insert(entry.end(), tile.begin(), tile.end());
    measure("read cache entry", entry.size(), [&] {
        if (!parse_cache_entry(entry, {1, 2})) end_after_error({ErrorKind::failed, "the cache entry is damaged"});
        return size_t{0};
    });
    const Result<NavMesh> mesh = link_tiles(tiles, nav_mesh_info(config, "{}", "count"));
    const Result<DetourFile> set = detour_file(value_of(mesh), DetourRefs::bits32);
    const Bytes& bytes = value_of(set).bytes;
    measure("read detour tile", bytes.size(), [&] {
        (void)value_of(parse_detour_file(bytes));
        return size_t{0};
    });
}

void grow_notes(size_t size, const MeasureReader& measure) {
    BakeReport report;
    for (size_t i = 0; i < size / 8; ++i)
        report.warnings.push_back({"code", "message " + std::to_string(i), DVec3{1, 2, 3}});
    const Bytes notes = tile_notes(report);
    measure("read tile notes", notes.size(), [&] {
        BakeReport read;
        if (const Status done = read_tile_notes(notes, read); !done) end_after_error(done.error());
        return size_t{0};
    });
}

#if defined(NAVSPAN_BENCH_BATCH)
// Reads a line of a batch of queries, which has a long list and a long text that are copied to the answer.
void grow_batch_line(size_t size, const MeasureReader& measure) {
    const Result<TileChange> world = tile_change(2, ChangedLinks::none);
    const NavMesh& mesh = *value_of(world).before.mesh;
    const QueryFilter filter = default_filter(mesh);
    const tools::QueryOptions options;
    std::string line = R"({"from": [1, 0, 1], "to": [2, 0, 1], "id": [0)";
    for (size_t i = 0; i < size / 4; ++i)
        line += ",[7]";
    line += "], \"name\": \"" + std::string(size, 'a') + "\"}";
    measure("read batch line", line.size(), [&] {
        tools::LineScratch scratch;
        tools::LineAnswer answer;
        tools::answer_batch_line({options, mesh, filter}, {.number = 1, .text = line}, scratch, answer);
        if (!answer.error.empty()) end_after_error({ErrorKind::failed, answer.error});
        return answer.out.size();
    });
}
#endif

}  // namespace

void grow_level_readers(size_t size, const MeasureReader& measure) {
    grow_levels(size, measure);
    const TriangleSoup soup = pillared_floor(size / 4);
    grow_live_world(soup, measure);
    grow_shard(soup, measure);
    grow_tile(soup, measure);
    grow_notes(size, measure);
#if defined(NAVSPAN_BENCH_BATCH)
    grow_batch_line(size, measure);
#endif
}

}  // namespace navspan::bench
