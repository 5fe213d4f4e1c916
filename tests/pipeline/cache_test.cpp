// Tests that a bake with a cache and a bake in shards give the same bytes as a plain bake. If the level changes, only the
// affected tiles may be baked again.

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
#include "bake/world/shard.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;
using support::Random;
using support::TemporaryFolder;
using Bytes = std::vector<std::byte>;

BakeConfig tiled_config() {
    BakeConfig config;
    config.voxels.cell_size = 0.6;
    config.tiles.size = 12;
    return config;
}

NavMeshInfo info_of(const BakeConfig& config) {
    return nav_mesh_info(config, "{}", "test");
}

struct WorkProbe : BakeProbe {
    explicit WorkProbe(std::atomic<int>& stages) : stages_(stages) {}
    void before(Stage) override { ++stages_; }
    std::atomic<int>& stages_;
};

using TileXZ = std::pair<int32_t, int32_t>;
struct CachedBake {
    Bytes bytes;
    int stages = 0;          // number of stages that ran
    std::set<TileXZ> baked;  // coordinates of the baked tiles
    TileCacheCounts counts;
};

CachedBake bake_cached(const TriangleSoup& soup, const BakeConfig& config, const fs::path& folder, unsigned threads = 2) {
    Result<TileCache> cache = TileCache::open({folder, 0});
    EXPECT_TRUE(cache.ok());
    std::atomic<int> stages{0};
    std::deque<WorkProbe> probes;
    std::vector<TileXZ> tiles;
    std::set<size_t> reused;
    std::mutex mutex;
    const BakeOptions options{.threads = threads,
                              .cache = &*cache,
                              .observer = {.probe =
                                               [&](const TileWindow* window, size_t) {
                                                   tiles.push_back(window ? TileXZ{window->tile_x, window->tile_z} : TileXZ{});
                                                   return &probes.emplace_back(stages);
                                               },
                                           .notes = [](size_t i) { return Bytes(i % 3); },
                                           .reused =
                                               [&](size_t i, std::span<const std::byte> notes) {
                                                   const std::lock_guard lock(mutex);
                                                   reused.insert(i);
                                                   return notes.size() < 3;
                                               }}};
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info_of(config), options);
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    CachedBake result{.bytes = serialize_nav_mesh(*mesh), .stages = stages, .baked = {}, .counts = cache->counts()};
    for (size_t i = 0; i < tiles.size(); ++i) {
        if (!reused.contains(i)) result.baked.insert(tiles[i]);
    }
    return result;
}

Bytes bake_fresh(const TriangleSoup& soup, const BakeConfig& config) {
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info_of(config));
    EXPECT_TRUE(mesh.ok());
    return serialize_nav_mesh(*mesh);
}

TEST(Cache, ASecondBakeOfAnUnchangedSceneDoesNoStageWork) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        const TriangleSoup soup = support::soup_of(scene);
        for (const double size : {12.0, 0.0}) {
            const TemporaryFolder folder;
            BakeConfig config = tiled_config();
            config.tiles.size = size;
            const CachedBake first = bake_cached(soup, config, folder.path()),
                             second = bake_cached(soup, config, folder.path());
            EXPECT_GT(first.stages, 0);
            EXPECT_EQ(second.stages, 0) << scene.name;
            EXPECT_EQ(second.counts.found, first.counts.missing);
            EXPECT_EQ(first.bytes, bake_fresh(soup, config)) << scene.name;
            EXPECT_EQ(second.bytes, first.bytes) << scene.name;
        }
    }
}

void add_roof(TriangleSoup& soup, DVec3 corner, double side) {
    const auto first = uint32_t(soup.vertices.size());
    for (const DVec3 way : {DVec3{0, 0, 0}, DVec3{0, 0, side}, DVec3{side, 0, side}, DVec3{side, 0, 0}})
        soup.vertices.push_back(corner + way);
    for (const uint32_t k : {1u, 2u}) {
        soup.triangles.push_back({first, first + k, first + k + 1});
        soup.areas.push_back(kDefaultArea);
        soup.group_of.push_back(0);
    }
}

TEST(Cache, MovingAnObjectRebakesOnlyAffectedTiles) {
    TriangleSoup soup = support::soup_of({"courtyard", support::courtyard_obj()});
    const size_t first = soup.triangles.size();
    add_roof(soup, {20, 1, 20}, 4);
    const BakeConfig config = tiled_config();
    const Result<VoxelConfig> voxels = to_voxels(config);
    const TemporaryFolder folder;
    bake_cached(soup, config, folder.path());
    const auto reach = [&](const TriangleSoup& world) {
        std::set<TileXZ> tiles;
        const Result<TilePlan> plan = plan_tiles(world, *voxels);
        for (size_t t = 0; t < plan->tiles.size(); ++t) {
            for (uint32_t k = plan->first[t]; k < plan->first[t + 1]; ++k) {
                if (plan->triangles[k] >= first) tiles.insert({plan->tiles[t].tile_x, plan->tiles[t].tile_z});
            }
        }
        return tiles;
    };
    for (const DVec3 way : {DVec3{3, 0, 1}, DVec3{-200, 0, 50}, DVec3{0, -40, 0}, DVec3{0, 30, 0}}) {
        TriangleSoup moved = soup;
        for (size_t v = moved.vertices.size() - 4; v < moved.vertices.size(); ++v)
            moved.vertices[v] = moved.vertices[v] + way;
        const CachedBake after = bake_cached(moved, config, folder.path());
        std::set<TileXZ> touched = reach(soup);
        touched.merge(reach(moved));
        for (const TileXZ& tile : after.baked)
            EXPECT_TRUE(touched.contains(tile)) << tile.first << ' ' << tile.second;
        EXPECT_GT(after.counts.found, after.counts.missing);
        EXPECT_EQ(after.bytes, bake_fresh(moved, config));
        // Undo the change. All tiles must still be in the cache.
        EXPECT_EQ(bake_cached(soup, config, folder.path()).stages, 0);
    }
}

TEST(Cache, RandomChangesGiveTheBytesOfAFreshBake) {
    Random random(11);
    TriangleSoup soup = support::soup_of({"field", support::field_obj()});
    BakeConfig config = tiled_config();
    const TemporaryFolder folder;
    for (int round = 0; round < 8; ++round) {
        const auto triangle = size_t(random.between(0, int32_t(soup.triangles.size()) - 1));
        if (random.chance(0.3)) {
            soup.triangles.erase(soup.triangles.begin() + ptrdiff_t(triangle));
            soup.areas.erase(soup.areas.begin() + ptrdiff_t(triangle));
            soup.group_of.erase(soup.group_of.begin() + ptrdiff_t(triangle));
        } else {
            soup.vertices[soup.triangles[triangle][0]].y += random.real(-2, 2);
        }
        if (random.chance(0.3)) config.agent.radius = random.real(0.3, 0.9);
        EXPECT_EQ(bake_cached(soup, config, folder.path()).bytes, bake_fresh(soup, config)) << "round " << round;
    }
}

TEST(Cache, DamagedEntriesAreRebaked) {
    const TriangleSoup soup = support::soup_of({"maze", support::maze_obj()});
    const BakeConfig config = tiled_config();
    const TemporaryFolder folder;
    const CachedBake first = bake_cached(soup, config, folder.path());
    Random random(2);
    uint64_t damaged = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
        if (!entry.is_regular_file() || random.chance(0.5)) continue;
        std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(random.between(0, int32_t(entry.file_size()) - 4));
        file.write("ouch", 4);
        ++damaged;
    }
    const CachedBake second = bake_cached(soup, config, folder.path());
    EXPECT_EQ(second.bytes, first.bytes);
    EXPECT_EQ(second.counts.damaged, damaged);
    EXPECT_EQ(second.baked.size(), damaged);
    EXPECT_EQ(bake_cached(soup, config, folder.path()).stages, 0) << "they are whole again";
}

Result<BakedShard> bake_one_shard(const TriangleSoup& soup, const BakeConfig& config, ShardNumber number,
                                  const BakeOptions& options = {}) {
    const AgentBake agent{config, info_of(config), options.observer};
    return bake_shard(soup, std::span(&agent, 1), agent.info, number, options);
}

Result<std::vector<ShardFile>> bake_shards(const TriangleSoup& soup, const BakeConfig& config, uint32_t count,
                                           const TemporaryFolder& folder) {
    std::vector<ShardFile> files;
    for (uint32_t k = count; k >= 1; --k) {
        const BakeOptions options{.threads = k % 3, .observer = {.notes = [](size_t) { return Bytes(1); }}};
        const Result<BakedShard> shard = bake_one_shard(soup, config, {k, count}, options);
        if (!shard) return shard.error();
        const fs::path path = folder / std::to_string(k);
        const Bytes bytes = serialize_shard(shard->info, shard->tiles);
        std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
        Result<ShardFile> file = ShardFile::open(path);
        if (!file) return file.error();
        files.push_back(*std::move(file));
    }
    return complete_shards(std::move(files));
}

TEST(Shards, MergeEqualsASingleBake) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        const TriangleSoup soup = support::soup_of(scene);
        const BakeConfig config = tiled_config();
        const Bytes whole = bake_fresh(soup, config);
        const uint32_t world = uint32_t(plan_tiles(soup, *to_voxels(config))->tiles.size());
        for (const uint32_t count : {3u, world + 2}) {
            const TemporaryFolder folder;
            const Result<std::vector<ShardFile>> shards = bake_shards(soup, config, count, folder);
            ASSERT_TRUE(shards.ok()) << shards.error().message;
            uint32_t noted = 0;
            const auto note = [&](size_t i, std::span<const std::byte> notes) { return i == noted++ && notes.size() == 1; };
            const AgentBake agent{config, info_of(config), {.reused = note}};
            const Result<std::vector<NavMesh>> meshes = merge_shards(*shards, std::span(&agent, 1), 2);
            ASSERT_TRUE(meshes.ok()) << meshes.error().message;
            EXPECT_EQ(serialize_nav_mesh(meshes->front()), whole) << scene.name << ", shards: " << count;
            EXPECT_EQ(noted, world);
        }
    }
}

TEST(Shards, RefusesShardsOfAnotherBakeRevision) {
    const TriangleSoup soup = support::soup_of({"maze", support::maze_obj()});
    const BakeConfig config = tiled_config();
    Result<BakedShard> shard = bake_one_shard(soup, config, {1, 1});
    ASSERT_TRUE(shard.ok());
    shard->info.settings = Hash128{};
    const Bytes bytes = serialize_shard(shard->info, shard->tiles);
    const TemporaryFolder folder;
    const fs::path path = folder / "old";
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    std::vector<ShardFile> files;
    files.push_back(*ShardFile::open(path));
    const AgentBake agent{config, info_of(config)};
    const Result<std::vector<NavMesh>> meshes = merge_shards(files, std::span(&agent, 1));
    ASSERT_FALSE(meshes.ok());
    EXPECT_EQ(meshes.error().message, path.string() + ": was baked with another bake revision; bake the shards again");
}

TEST(Shards, StreamedShardsHaveTheSameBytes) {
    const TriangleSoup soup = support::soup_of({"maze", support::maze_obj()});
    const BakeConfig config = tiled_config();
    const TemporaryFolder folder;
    for (const uint32_t k : {1u, 3u}) {
        const BakeOptions options{.threads = k, .observer = {.notes = [](size_t i) { return Bytes(i % 4); }}};
        const Result<BakedShard> shard = bake_one_shard(soup, config, {k, 3}, options);
        const AgentBake agent{config, info_of(config), options.observer};
        Result<BakedShardFile> file =
            bake_shard_file(soup, std::span(&agent, 1), agent.info, {k, 3}, folder / "shard", options);
        ASSERT_TRUE(shard.ok() && file.ok());
        ASSERT_TRUE(file->file.close().ok() && file->file.put_in_place().ok());
        const Result<Bytes> bytes = read_file(folder / "shard");
        ASSERT_TRUE(bytes.ok());
        EXPECT_TRUE(*bytes == serialize_shard(shard->info, shard->tiles));
        EXPECT_EQ(file->bytes, bytes->size());
    }
}

TEST(Shards, RequireTiles) {
    const TriangleSoup soup = support::soup_of({"maze", support::maze_obj()});
    const BakeConfig config;
    const Result<BakedShard> shard = bake_one_shard(soup, config, {1, 2});
    ASSERT_FALSE(shard.ok());
    EXPECT_EQ(shard.error().kind, ErrorKind::usage);
    EXPECT_EQ(shard.error().message, "shards need tiles; set tiles.size (--suggest prints a value)");
}

}  // namespace
}  // namespace navspan
