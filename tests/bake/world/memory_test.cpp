#include "bake/world/memory.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "bake/world/bake_tiles.h"
#include "bake/world/nav_tile.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/text/random.h"

namespace navspan {
namespace {

// Builds a horizontal square of quads x quads quads.
// @param side  side of the whole square [wu]
TriangleSoup ground_of_quads(int quads, double side) {
    TriangleSoup soup;
    soup.groups.resize(1);
    const double step = side / quads;
    for (int j = 0; j <= quads; ++j) {
        for (int i = 0; i <= quads; ++i)
            soup.vertices.push_back({i * step, 0, j * step});
    }
    for (int j = 0; j < quads; ++j) {
        for (int i = 0; i < quads; ++i) {
            const auto a = uint32_t(j * (quads + 1) + i), b = a + 1, c = a + uint32_t(quads) + 1, d = c + 1;
            soup.triangles.insert(soup.triangles.end(), {{a, c, d}, {a, d, b}});
        }
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    return soup;
}

BakeMemory estimate(const TriangleSoup& soup, double tile_size) {
    BakeConfig config;
    config.tiles.size = tile_size;
    const VoxelConfig voxels = *to_voxels(config);
    if (tile_size == 0) return estimate_bake_memory(soup, voxels, nullptr);
    const Result<TilePlan> plan = plan_tiles(soup, voxels);
    return estimate_bake_memory(soup, voxels, &*plan);
}

TEST(BakeMemory, MemoryGrowsWithTileSizeAndStaysBelowTheWorld) {
    const TriangleSoup soup = ground_of_quads(40, 120);
    const BakeMemory whole = estimate(soup, 0), large = estimate(soup, 40), small = estimate(soup, 12);
    EXPECT_LT(small.tile, large.tile);
    EXPECT_LT(large.tile, whole.tile);
    // The level has 400 x 400 cells; a bake needs between 30 and 120 bytes per cell.
    EXPECT_GT(whole.tile, 160'000 * 30);
    EXPECT_LT(whole.tile, 160'000 * 120);
}

TEST(BakeMemory, TileMemoryDoesNotDependOnTheWorldSize) {
    const BakeMemory one = estimate(ground_of_quads(40, 120), 12), four = estimate(ground_of_quads(80, 240), 12);
    EXPECT_NEAR(four.tile, one.tile, 0.05 * one.tile);
    EXPECT_GT(four.level, one.level);
}

TEST(BakeMemory, ThreadCountIsReducedToFitTheLimit) {
    const BakeMemory memory{.level = 90e6, .plan = 10e6, .tile = 50e6, .link = 10e6};
    EXPECT_EQ(*threads_within(memory, 1e9, 3, true), 3u);
    EXPECT_EQ(*threads_within(memory, 249e6, 3, true), 2u);
    EXPECT_EQ(*threads_within(memory, 150e6, 3, true), 1u);
    EXPECT_EQ(*threads_within(memory, 150e6, 3, false), 1u);
    const Result<unsigned> refused = threads_within(memory, 149e6, 3, true);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::failed);
    EXPECT_EQ(refused.error().message,
              "the bake may take 143 MB of memory but needs about 144 MB: 86 MB for the program and the level's triangles, 10 "
              "MB for the list of tiles, 48 MB for the largest tile, 10 MB for linking; bake the level "
              "in parts");
    EXPECT_EQ(threads_within({.level = 10e6, .plan = 0, .tile = 50e6, .link = 1e6}, 30e6, 1, false).error().message,
              "the bake may take 29 MB of memory but needs about 58 MB: 10 MB for the program and the level's triangles, 48 MB "
              "for its voxels, 977 kB for linking; set tiles.size (--suggest prints a value), raise voxels.cell_size, or "
              "check the level for stray vertices");
}

TEST(BakeMemory, RefusesABakeOverTheLimitBeforeItStarts) {
    const TriangleSoup soup = ground_of_quads(10, 60);
    struct NeverAsked : BakeProbe {
        void before(Stage) override { ADD_FAILURE(); }
    } probe;
    const BakeConfig config;
    const BakeOptions options{.threads = 1,
                              .max_memory = 1e6,
                              .observer = {.probe = [&](const TileWindow*, size_t) -> BakeProbe* { return &probe; }}};
    const Result<BakedFile> baked = bake_nav_file(soup, config, nav_mesh_info(config, "{}", "test"), "never.nav", options);
    ASSERT_FALSE(baked.ok());
    EXPECT_EQ(baked.error().kind, ErrorKind::failed);
    const auto ends_with = [&](std::string setting, const std::string& end) {
        BakeOptions named = options;
        named.memory_setting = std::move(setting);
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        EXPECT_TRUE(bake_nav_file(soup, config, info, "never.nav", named).error().message.ends_with(end));
    };
    EXPECT_TRUE(baked.error().message.ends_with(", or allow more with BakeOptions::max_memory")) << baked.error().message;
    ends_with("--max-memory", ", or allow more with --max-memory");
    ends_with("", "for linking; bake the level in parts");
}

TEST(BakeMemory, OffMeshLinksCount) {
    const TriangleSoup soup = ground_of_quads(1, 12);
    AgentBake bake{.config = {}, .info = {}};
    BakeOptions options{.threads = 1, .max_memory = 50e6};
    ASSERT_TRUE(fit_into_memory(*plan_world(soup, {&bake, 1}, {}), options, BakeResult::memory, 0).ok());
    bake.config.off_mesh_links.assign(30'000, {.start = {1, 0, 1}, .end = {9, 0, 9}});
    const Status fits = fit_into_memory(*plan_world(soup, {&bake, 1}, {}), options, BakeResult::memory, 0);
    ASSERT_FALSE(fits.ok());
    EXPECT_NE(fits.error().message.find("63 MB for linking"), std::string::npos) << fits.error().message;
}

TEST(BakeMemory, ErrorSuggestsLargerOrSmallerTiles) {
    const auto remedy = [](const BakeMemory& memory) {
        const std::string message = threads_within(memory, 20e6, 1, true).error().message;
        return message.substr(message.rfind("; ") + 2);
    };
    EXPECT_EQ(remedy({.level = 9e6, .plan = 50e6, .tile = 1e6, .link = 0}), "raise tiles.size");
    EXPECT_EQ(remedy({.level = 9e6, .plan = 1e6, .tile = 1e6, .link = 50e6}),
              "raise voxels.cell_size, or bake the level in parts");
    EXPECT_EQ(remedy({.level = 9e6, .plan = 1e6, .tile = 1e6, .link = 1e6, .kept = 60e6}),
              "raise voxels.cell_size, or bake the level in parts");
    EXPECT_EQ(remedy({.level = 90e6, .plan = 1e6, .tile = 1e6, .link = 1e6}), "bake the level in parts");
    EXPECT_EQ(remedy({.level = 9e6, .plan = 1e6, .tile = 50e6, .link = 1e6}), "lower tiles.size");
}

// Returns the smallest memory limit with which a bake for several agents may start [byte]. If `own_halos` is true, each agent
// has its own radius and halo.
double enough_for(const TriangleSoup& soup, int agents, bool own_halos, double tile_size) {
    BakeConfig config;
    config.tiles.size = tile_size;
    for (int a = 0; a < agents; ++a) {
        AgentConfig& agent = config.agents.emplace_back(config.agent);
        agent.name = "a" + std::to_string(a);
        agent.radius = own_halos ? 0.3 * a : 0.3;
    }
    std::vector<AgentBake> bakes;
    for (const BakeConfig& one : configs_of_agents(config))
        bakes.push_back({one, nav_mesh_info(one, "{}", "test"), {}});
    const auto fits = [&](double most) {
        const Result<AgentWorld> world = plan_world(soup, bakes, {.max_memory = most});
        BakeOptions options{.threads = 1, .max_memory = most};
        return world.ok() && fit_into_memory(*world, options, BakeResult::file).ok();
    };
    double low = 1e6, high = 256e6;
    EXPECT_TRUE(fits(high));
    while (high - low > 1e4)
        (fits((low + high) / 2) ? high : low) = (low + high) / 2;
    return high;
}

TEST(BakeMemory, SeveralAgentsNeedMoreMemoryThanOne) {
    // 20 more agents need more memory: the finished tiles of all agents are kept until the level is complete.
    const TriangleSoup large = ground_of_quads(40, 240), small = ground_of_quads(20, 120);
    if (!support::kSanitized) {  // takes long with AddressSanitizer
        EXPECT_GT(enough_for(large, 22, false, 48), enough_for(large, 2, false, 48) + 20 * 50e3);
    }
    // 8 more agents also need more memory per tile. Each radius has its own halo and lists of triangles.
    const double tiles = 625;
    EXPECT_GT(enough_for(small, 10, true, 4.8), enough_for(small, 2, true, 4.8) + 8 * tiles * 125);
    EXPECT_GT(enough_for(small, 10, false, 4.8), enough_for(small, 2, false, 4.8) + 8 * tiles * 90);
}

TEST(BakeMemory, FinishedTilesCountOnceIfTheResultIsInMemory) {
    const TriangleSoup soup = ground_of_quads(40, 480);
    BakeConfig config;
    config.tiles.size = 48;
    const std::vector<AgentBake> one{{config, nav_mesh_info(config, "{}", "test"), {}}};
    const auto threads = [&](BakeResult result, double most) {
        BakeOptions options{.threads = 2, .max_memory = most};
        return fit_into_memory(*plan_world(soup, one, {.max_memory = most}), options, result) ? options.threads : 0u;
    };
    const BakeMemory memory = estimate(soup, 48);
    EXPECT_GT(memory.all_finished, 40 * memory.finished) << "100 tiles";
    for (const unsigned count : {1u, 2u}) {
        const double in_file = memory.with_threads(count) + 1;
        EXPECT_EQ(threads(BakeResult::file, in_file), count);
        EXPECT_LT(threads(BakeResult::memory, in_file), count);
        EXPECT_EQ(threads(BakeResult::memory, in_file + memory.all_finished), count);
    }
}

TEST(BakeMemory, PlansOfAllHalosAreAddedUp) {
    const TriangleSoup soup = ground_of_quads(40, 480);
    const auto agent = [](double radius) {
        BakeConfig config;
        config.tiles.size = 4.8;
        config.agent.radius = radius;
        config.agent.name = "a";
        return AgentBake{config, nav_mesh_info(config, "{}", "test"), {}};
    };
    const std::vector<AgentBake> narrow{agent(0.3)}, wide{agent(0.9)}, both{agent(0.3), agent(0.9)};
    const TilePlan plan = *plan_tiles(soup, *to_voxels(wide[0].config));
    // 1.5 times the memory of the larger plan is enough for one plan, but not for both.
    const double most = 1.5 * (double(plan.tiles.size()) * (sizeof(TileWindow) + sizeof(uint32_t)) +
                               double(plan.triangles.size()) * sizeof(uint32_t));
    EXPECT_TRUE(plan_world(soup, narrow, {.max_memory = most}).ok());
    EXPECT_TRUE(plan_world(soup, wide, {.max_memory = most}).ok());
    const Result<AgentWorld> world = plan_world(soup, both, {.max_memory = most});
    ASSERT_FALSE(world.ok());
    EXPECT_NE(world.error().message.find("the tiles' lists of triangles would take "), std::string::npos);
}

TEST(BakeMemory, ShardNeedsLessMemoryThanTheWorld) {
    const TriangleSoup soup = ground_of_quads(40, 480);
    BakeConfig config;
    config.tiles.size = 4.8;
    const VoxelConfig voxels = *to_voxels(config);
    const TilePlan plan = *plan_tiles(soup, voxels);
    const BakeMemory world = estimate_bake_memory(soup, voxels, &plan), shard = estimate_bake_memory(soup, voxels, &plan, 100);
    EXPECT_LT(shard.plan, world.plan);
    EXPECT_EQ(shard.link, 0);
    EXPECT_EQ(shard.tile, world.tile);
}

TEST(BakeMemory, LimitsOutOfRangeAreErrors) {
    for (const double limit : {std::numeric_limits<double>::quiet_NaN(), -1.0})
        EXPECT_EQ(bake_nav_mesh({}, {}, {}, {.max_memory = limit}).error().kind, ErrorKind::usage) << limit;
}

}  // namespace
}  // namespace navspan
