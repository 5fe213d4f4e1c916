#include "support/bakes/methods.h"

#include <cstdint>
#include <functional>
#include <utility>

#include "bake/world/nav_tile.h"
#include "bake/world/shard.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/io/scene.h"
#include "navspan/navmesh/nav_file.h"
#include "support/scenes/scenes.h"
#include "support/text/run_program.h"

namespace navspan::support {
namespace {

class Baker {
public:
    Baker(const TriangleSoup& soup, const BakeConfig& config) : soup_(soup), config_(config) {}

    std::vector<BakedLevel> run() {
        in_memory("in memory", {.threads = 1});
        in_memory("again", {.threads = 1});
        in_memory("on three threads", {.threads = 3});
        into_file("tile by tile", {.threads = 2});
        Result<TileCache> cache = TileCache::open({folder_.path() / "cache", 0});
        if (!cache) return fail(cache.error());
        in_memory("with an empty cache", {.threads = 2, .cache = &*cache});
        in_memory("from the cache", {.threads = 2, .cache = &*cache});
        into_file("from the cache tile by tile", {.threads = 1, .cache = &*cache});
        if (config_.tiles.size > 0) from_shards();
        return std::move(levels_);
    }

private:
    BakeOptions watched(BakeOptions options, BakedLevel& level) const {
        options.observer.warnings = &level.warnings;
        options.observer.pruned = &level.pruned;
        return options;
    }

    AgentBake watched(BakedLevel& level) const {
        return {config_, info_, {.warnings = &level.warnings, .pruned = &level.pruned}};
    }

    std::vector<BakedLevel> fail(const Error& error) {
        levels_.push_back({.method = "setting up", .error = error.message, .bytes = {}, .warnings = {}, .pruned = {}});
        return std::move(levels_);
    }

    void add(const std::string& method, const std::function<Result<std::vector<std::byte>>(BakedLevel&)>& bake) {
        BakedLevel level;
        level.method = method;
        Result<std::vector<std::byte>> bytes = bake(level);
        if (bytes) level.bytes = *std::move(bytes);
        if (!bytes) level.error = bytes.error().message;
        levels_.push_back(std::move(level));
    }

    static Result<std::vector<std::byte>> bytes_of(const Result<NavMesh>& mesh) {
        if (!mesh) return mesh.error();
        return serialize_nav_mesh(*mesh);
    }

    static Result<std::vector<std::byte>> bytes_of(Result<BakedFile> file, const std::string& path) {
        if (!file) return file.error();
        if (const Status closed = file->file.close(); !closed) return closed.error();
        if (const Status kept = file->file.put_in_place(); !kept) return kept.error();
        return read_file(path);
    }

    void in_memory(const std::string& method, const BakeOptions& options) {
        add(method, [&](BakedLevel& level) { return bytes_of(bake_nav_mesh(soup_, config_, info_, watched(options, level))); });
    }

    void into_file(const std::string& method, const BakeOptions& options) {
        const std::string path = folder_ / "level.nav";
        add(method, [&](BakedLevel& level) {
            return bytes_of(bake_nav_file(soup_, config_, info_, path, watched(options, level)), path);
        });
    }

    Result<std::vector<ShardFile>> bake_shards() const {
        std::vector<std::string> paths;
        for (uint32_t k = 1; k <= 3; ++k) {
            paths.push_back(folder_ / ("shard" + std::to_string(k)));
            const AgentBake agent{config_, info_};
            Result<BakedShardFile> shard = bake_shard_file(soup_, std::span(&agent, 1), info_, {k, 3}, paths.back());
            if (!shard) return shard.error();
            if (const Status closed = shard->file.close(); !closed) return closed.error();
            if (const Status kept = shard->file.put_in_place(); !kept) return kept.error();
        }
        return open_shards(paths);
    }

    void from_shards() {
        const Result<std::vector<ShardFile>> shards = bake_shards();
        if (!shards) {
            (void)fail(shards.error());
            return;
        }
        // merge_shards does not read the triangles, so it cannot add the warnings of level_warnings. navbake adds them when it
        // bakes a shard.
        const Warnings judged = level_warnings(soup_, config_);
        add("from shards", [&](BakedLevel& level) {
            level.warnings = judged;
            const AgentBake agent = watched(level);
            const Result<std::vector<NavMesh>> meshes = merge_shards(*shards, std::span(&agent, 1), 2);
            return meshes ? bytes_of(meshes->front()) : meshes.error();
        });
        const std::string path = folder_ / "merged.nav";
        add("from shards tile by tile", [&](BakedLevel& level) {
            level.warnings = judged;
            const AgentBake agent = watched(level);
            return bytes_of(merge_shards_to_file(*shards, std::span(&agent, 1), path, 2), path);
        });
    }

    const TriangleSoup& soup_;
    const BakeConfig& config_;
    const NavMeshInfo info_ = nav_mesh_info(config_, "{}", "test");
    const TemporaryFolder folder_;
    std::vector<BakedLevel> levels_;
};

}  // namespace

NavMesh baked_scene(const std::string& path, double tile_size) {
    BakeConfig config;
    config.tiles.size = tile_size;
    return bake_nav_mesh(load_scene(path), config, nav_mesh_info(config, "", "test")).value();
}

std::vector<BakedLevel> bake_every_way(const TriangleSoup& soup, const BakeConfig& config) {
    return Baker(soup, config).run();
}

std::string difference(const BakedLevel& first, const BakedLevel& other) {
    const auto lines = [](const Warnings& warnings) {
        std::string text;
        for (const Warning& warning : warnings)
            text += warning.code + ": " + warning.message + "\n";
        return text;
    };
    if (!other.error.empty()) return other.method + ": " + other.error;
    if (other.bytes != first.bytes) return other.method + ": other bytes";
    if (other.pruned != first.pruned) return other.method + ": other islands are pruned";
    if (lines(other.warnings) != lines(first.warnings)) return other.method + ": other warnings";
    return "";
}

}  // namespace navspan::support
