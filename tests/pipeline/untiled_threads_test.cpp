// Tests that an untiled bake has the same bytes for any number of threads.

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using Bytes = std::vector<std::byte>;

// Records whether the same thread calls the probe before every stage.
struct CallerProbe : BakeProbe {
    std::thread::id thread;
    bool same = true;
    void before(Stage stage) override {
        if (stage == Stage::mark_walkable) thread = std::this_thread::get_id();
        same = same && thread == std::this_thread::get_id();
    }
};

Bytes untiled_bytes(const TriangleSoup& soup, const BakeConfig& config, unsigned threads) {
    CallerProbe probe;
    const BakeOptions options{
        .threads = threads,
        .observer = {.probe = [&](const TileWindow*, size_t) -> BakeProbe* { return &probe; }},
    };
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options);
    EXPECT_TRUE(mesh.ok());
    EXPECT_TRUE(probe.same) << "the probe is called by one thread";
    return mesh.ok() ? serialize_nav_mesh(*mesh) : Bytes{};
}

TEST(UntiledThreads, BytesDoNotDependOnTheNumberOfThreads) {
    BakeConfig config;
    config.voxels = {.cell_size = 0.06, .cell_height = 0.1};  // enough cells that the stages use several threads
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        if (kind.name != "storeys" && kind.name != "terrain_grid" && kind.name != "props" && kind.name != "maze") continue;
        const TriangleSoup soup = bench::generate_level(kind, {.side = 24, .cell = 0.3}, 3);
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            for (const RegionMethod method :
                 {RegionMethod::sheets, RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
                config.profile = profile;
                config.regions.method = method;
                const Bytes one = untiled_bytes(soup, config, 1);
                for (const unsigned threads : {2u, 3u, 8u}) {
                    if (support::kSanitized && threads != 3) continue;
                    EXPECT_TRUE(untiled_bytes(soup, config, threads) == one)
                        << kind.name << ", method " << int(method) << ", " << threads << " threads";
                }
            }
        }
    }
}

TEST(UntiledThreads, LowGapsAndHighClimbsDoNotDependOnTheNumberOfThreads) {
    BakeConfig config;
    config.voxels = {.cell_size = 0.06, .cell_height = 0.1};
    config.filters.low_height = false;
    config.agent.max_climb = 1.95;  // nearly the height of the agent
    const auto kinds = bench::level_kinds();
    const TriangleSoup soup = bench::generate_level(kinds[4], {.side = 24, .cell = 0.3}, 3);
    const Bytes one = untiled_bytes(soup, config, 1);
    for (const unsigned threads : {2u, 3u, 8u})
        EXPECT_TRUE(untiled_bytes(soup, config, threads) == one) << threads << " threads";
}

}  // namespace
}  // namespace navspan
