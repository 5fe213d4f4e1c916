// Tests that a bake for several agents gives the same bytes as a separate bake for each agent.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bake/world/nav_tile.h"
#include "bake/world/shard.h"
#include "check/stages/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/nav_file.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"
#include "support/text/run_program.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;
using support::TemporaryFolder;
using Bytes = std::vector<std::byte>;

std::vector<AgentBake> bakes_of(const BakeConfig& config) {
    std::vector<AgentBake> agents;
    for (const BakeConfig& one : configs_of_agents(config))
        agents.push_back({one, nav_mesh_info(one, config_json(one), "test")});
    return agents;
}

std::vector<Bytes> bytes_of(const Result<std::vector<NavMesh>>& meshes) {
    EXPECT_TRUE(meshes.ok()) << (meshes.ok() ? "" : meshes.error().message);
    std::vector<Bytes> bytes;
    if (!meshes) return bytes;
    for (const NavMesh& mesh : *meshes)
        bytes.push_back(serialize_nav_mesh(mesh));
    return bytes;
}

std::vector<Bytes> alone(const TriangleSoup& soup, const BakeConfig& config) {
    std::vector<Bytes> bytes;
    for (const AgentBake& agent : bakes_of(config)) {
        const Result<NavMesh> mesh = bake_nav_mesh(soup, agent.config, agent.info);
        EXPECT_TRUE(mesh.ok()) << (mesh.ok() ? "" : mesh.error().message);
        bytes.push_back(mesh ? serialize_nav_mesh(*mesh) : Bytes());
    }
    return bytes;
}

Bytes file_of(const TriangleSoup& soup, const BakeConfig& config, const BakeOptions& options = {.threads = 2}) {
    const TemporaryFolder folder;
    Result<BakedFile> baked = bake_agents_to_file(soup, bakes_of(config), folder / "level.nav", options);
    EXPECT_TRUE(baked.ok()) << (baked.ok() ? "" : baked.error().message);
    if (!baked) return {};
    EXPECT_TRUE(baked->file.close().ok() && baked->file.put_in_place().ok());
    Bytes bytes = *read_file(folder / "level.nav");
    const std::vector<NavMesh> meshes = *parse_nav_meshes(bytes);
    EXPECT_EQ(meshes.size(), baked->facts.size());
    for (size_t a = 0; a < meshes.size(); ++a) {
        const NavFileSummary facts = summarize_nav_file(meshes[a], bytes.size());
        EXPECT_EQ(baked->facts[a].bytes, facts.bytes);
        EXPECT_EQ(baked->facts[a].polygons, facts.polygons);
        EXPECT_EQ(baked->facts[a].islands, facts.islands);
        EXPECT_EQ(baked->facts[a].links, facts.links);
    }
    return bytes;
}

Bytes file_with(const std::vector<Bytes>& files) {
    std::vector<NavMesh> meshes;
    for (const Bytes& bytes : files)
        meshes.push_back(*parse_nav_mesh(bytes));
    return serialize_nav_meshes(meshes);
}

// Builds random floors and slopes. Some of them are far from all others. A tile without geometry is baked only if geometry lies
// within its halo, so agents with a small halo have fewer tiles.
TriangleSoup random_slopes(Random& random) {
    TriangleSoup soup;
    soup.groups.resize(1);
    for (int i = random.between(1, 40); i > 0; --i) {
        const double x = random.real(-14, 14), z = random.real(-14, 14), y = random.real(0, 6), w = random.real(1, 8),
                     d = random.real(1, 8), rise = random.chance(0.4) ? d * random.real(-1.2, 1.2) : 0;
        const auto first = uint32_t(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {{x, y, z}, {x, y + rise, z + d}, {x + w, y + rise, z + d}, {x + w, y, z}});
        for (const uint32_t k : {1u, 2u}) {
            soup.triangles.push_back({first, first + k, first + k + 1});
            soup.areas.push_back(63);
            soup.group_of.push_back(0);
        }
    }
    return soup;
}

AgentConfig random_agent(Random& random, size_t number) {
    const auto one_of = [&](std::vector<double> values) {
        return values[size_t(random.between(0, int32_t(values.size()) - 1))];
    };
    return {.radius = one_of({0, 0.3, 0.6, 1.4}),
            .height = one_of({1, 2, 3}),
            .max_climb = one_of({0.2, 0.5, 0.9, 0.95}),
            .max_slope = one_of({20, 45, 45, 60}),
            .name = "agent" + std::to_string(number)};
}

BakeConfig random_agents_config(Random& random) {
    BakeConfig config;
    config.profile = random.chance(0.3) ? Profile::recast : Profile::accurate;
    config.tiles.size = random.chance(0.3) ? 0 : random.real(4.8, 9);
    config.regions.min_area = random.chance(0.5) ? random.real(0, 6) : 0;
    for (int i = random.between(2, 4); i > 0; --i)
        config.agents.push_back(random_agent(random, config.agents.size()));
    if (random.chance(0.3)) config.islands.keep_largest = random.between(1, 3);
    if (random.chance(0.3)) {
        config.links.drop_height = 3;
        config.links.jump_distance = 4;
    }
    if (random.chance(0.3)) {
        OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
        link.start = {0, 1, 0}, link.end = {6, 2, 6}, link.radius = 4;
    }
    if (random.chance(0.3)) {
        config.areas.push_back({.name = "water", .id = 3});
        AreaVolume& box = config.volumes.emplace_back();
        box.area = "water", box.min = {-5, -1, -5}, box.max = {3, 5, 4};
    }
    return config;
}

TEST(Agents, EveryMeshEqualsThatOfASeparateBake) {
    for (uint64_t seed = 0; seed < support::rounds(60); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const TriangleSoup soup = random_slopes(random);
        const BakeConfig config = random_agents_config(random);
        const std::vector<Bytes> expected = alone(soup, config);
        EXPECT_TRUE(bytes_of(bake_agents(soup, bakes_of(config))) == expected);
        EXPECT_TRUE(bytes_of(bake_agents(soup, bakes_of(config), {.threads = 3})) == expected);
        EXPECT_TRUE(file_of(soup, config) == file_with(expected));
    }
}

TEST(Agents, EveryMeshOfAGameLevelEqualsThatOfASeparateBake) {
    BakeConfig config;
    // The first two agents share their solid voxels, because they have the same slope and the same climb in voxels. The third
    // agent differs in slope. The fourth agent differs in slope and climb.
    config.agents = {{.radius = 0.3, .name = "child"},
                     {.radius = 1.2, .height = 3, .max_climb = 0.95, .name = "ogre"},
                     {.max_slope = 30, .name = "cart"},
                     {.radius = 0.1, .height = 0.5, .max_climb = 0.3, .max_slope = 60, .name = "rat"}};
    for (const std::string scene : {"courtyard", "tower"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const double size : {0.0, 9.0, 30.0}) {
            SCOPED_TRACE(scene + " " + std::to_string(size));
            config.tiles.size = size;
            const std::vector<Bytes> expected = alone(soup, config);
            EXPECT_EQ(std::set<Bytes>(expected.begin(), expected.end()).size(), 4u);
            EXPECT_TRUE(bytes_of(bake_agents(soup, bakes_of(config), {.threads = 2})) == expected);
            EXPECT_TRUE(file_of(soup, config) == file_with(expected));
        }
    }
}

TEST(Agents, MeshesHaveTheNamesOfTheAgents) {
    BakeConfig config;
    config.agents = {{.radius = 0.3, .name = "child"}, {.radius = 0.7, .name = "grown-up_2"}};
    const TriangleSoup soup = support::own_scene_soup("maze");
    const std::vector<NavMesh> meshes = *parse_nav_meshes(file_of(soup, config));
    ASSERT_EQ(meshes.size(), 2u);
    EXPECT_EQ(meshes[0].info.agent_name, "child");
    EXPECT_EQ(meshes[1].info.agent_name, "grown-up_2");
    EXPECT_EQ(meshes[1].info.agent.radius, 0.7);
    // A bake with the config that is stored in a mesh must give the same mesh.
    const Result<BakeConfig> again = parse_config(meshes[1].info.config, "config");
    ASSERT_TRUE(again.ok()) << again.error().message;
    const std::vector<AgentBake> bakes = bakes_of(*again);
    ASSERT_EQ(bakes.size(), 1u);
    EXPECT_TRUE(serialize_nav_mesh(*bake_nav_mesh(soup, bakes[0].config, bakes[0].info)) == serialize_nav_mesh(meshes[1]));
}

TEST(Agents, SeparateAndCombinedBakesShareTheTileCache) {
    BakeConfig config;
    config.tiles.size = 9;
    config.agents = {{.radius = 0.3, .name = "child"}, {.radius = 1.2, .name = "ogre"}, {.max_slope = 30, .name = "cart"}};
    const TriangleSoup soup = support::own_scene_soup("courtyard");
    const TemporaryFolder folder;
    const std::vector<Bytes> expected = alone(soup, config);
    for (const bool together_first : {false, true}) {
        Result<TileCache> cache = TileCache::open({folder / (together_first ? "a" : "b"), 0});
        ASSERT_TRUE(cache.ok());
        const BakeOptions options{.threads = 2, .cache = &*cache};
        const auto each = [&] {
            for (const AgentBake& agent : bakes_of(config))
                EXPECT_TRUE(bake_nav_mesh(soup, agent.config, agent.info, options).ok());
        };
        const auto together = [&] { EXPECT_TRUE(bytes_of(bake_agents(soup, bakes_of(config), options)) == expected); };
        together_first ? together() : each();
        const TileCacheCounts first = cache->counts();
        EXPECT_EQ(first.found, 0u);
        together_first ? each() : together();
        EXPECT_EQ(cache->counts().missing, first.missing);
        EXPECT_EQ(cache->counts().found, first.missing);
        // Change one agent. Only the tiles of this agent may be baked again.
        BakeConfig other = config;
        other.agents[1].radius = 0.9;
        EXPECT_TRUE(bytes_of(bake_agents(soup, bakes_of(other), options)) == alone(soup, other));
        EXPECT_GT(cache->counts().missing, first.missing);
        EXPECT_LE(cache->counts().missing, first.missing + first.missing / 2);
    }
}

TEST(Agents, ShardsHaveTheTilesOfAllAgentsAndMergeToTheSameFile) {
    for (uint64_t seed = 0; seed < support::rounds(8); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const TriangleSoup soup = random_slopes(random);
        BakeConfig config = random_agents_config(random);
        config.tiles.size = random.real(4.8, 9);
        const std::vector<AgentBake> agents = bakes_of(config);
        const NavMeshInfo info = nav_mesh_info(config, config_json(config), "test");
        const TemporaryFolder folder;
        const auto count = uint32_t(random.between(1, 3));
        std::vector<ShardFile> files;
        for (uint32_t k = 1; k <= count; ++k) {
            const Result<BakedShard> shard = bake_shard(soup, agents, info, {k, count}, {.threads = 2});
            ASSERT_TRUE(shard.ok()) << shard.error().message;
            const Bytes bytes = serialize_shard(shard->info, shard->tiles);
            const std::string path = folder / std::to_string(k);
            Result<BakedShardFile> file = bake_shard_file(soup, agents, info, {k, count}, path, {.threads = 2});
            ASSERT_TRUE(file.ok()) << file.error().message;
            ASSERT_TRUE(file->file.close().ok() && file->file.put_in_place().ok());
            EXPECT_TRUE(*read_file(path) == bytes);
            files.push_back(*ShardFile::open(path));
        }
        std::vector<AgentBake> merges = agents;
        const std::vector<Bytes> expected = alone(soup, config);
        EXPECT_TRUE(bytes_of(merge_shards(files, merges, 2)) == expected);
        Result<BakedFile> merged = merge_shards_to_file(files, merges, folder / "level.nav", 2);
        ASSERT_TRUE(merged.ok()) << merged.error().message;
        ASSERT_TRUE(merged->file.close().ok() && merged->file.put_in_place().ok());
        EXPECT_TRUE(*read_file(folder / "level.nav") == file_with(expected));

        // A merge must fail if it expects more agents than the shards contain.
        merges.push_back(merges[0]);
        EXPECT_FALSE(merge_shards(files, merges).ok());
    }
}

// For each tile of an agent, the bake must create a probe of this agent and call this agent's `notes` function.
TEST(Agents, EachHasItsOwnProbe) {
    BakeConfig config;
    config.tiles.size = 12;
    config.agents = {{.radius = 0.3, .name = "child"}, {.radius = 2.5, .name = "ogre"}, {.name = "man"}};
    TriangleSoup soup = support::own_scene_soup("courtyard");
    // Move the level so that its corner is 2 wu inside a tile. Only agents with a halo above 2 wu then have tiles beyond that
    // corner.
    DVec3 low = soup.vertices[0];
    for (const DVec3& v : soup.vertices)
        low = {std::min(low.x, v.x), 0, std::min(low.z, v.z)};
    for (DVec3& v : soup.vertices)
        v = v - low + DVec3{2, 0, 2};
    std::vector<AgentBake> agents = bakes_of(config);
    std::vector<std::vector<std::unique_ptr<CheckProbe>>> probes(agents.size());
    std::vector<std::set<size_t>> noted(agents.size());
    for (size_t a = 0; a < agents.size(); ++a) {
        agents[a].observer.probe = [&own = probes[a]](const TileWindow* window, size_t tiles) {
            EXPECT_NE(window, nullptr);
            EXPECT_LT(own.size(), tiles);
            return own.emplace_back(std::make_unique<CheckProbe>()).get();
        };
        agents[a].observer.notes = [&own = noted[a]](size_t i) {
            own.insert(i);
            return Bytes();
        };
    }
    ASSERT_TRUE(bake_agents(soup, agents).ok());
    for (size_t a = 0; a < agents.size(); ++a) {
        EXPECT_EQ(noted[a].size(), plan_tiles(soup, *to_voxels(agents[a].config))->tiles.size());
        EXPECT_EQ(probes[a].size(), noted[a].size());
        for (const auto& probe : probes[a])
            EXPECT_TRUE(probe->report.ok()) << probe->report.failures.front();
    }
    EXPECT_GT(noted[1].size(), noted[0].size()) << "who sees farther has tiles at the rim that others do not have";
}

TEST(Agents, ErrorsNameTheAgent) {
    BakeConfig config;
    config.tiles.size = 12;
    config.agents = {{.name = "man"}, {.height = 1500, .name = "giant"}};
    config.voxels.cell_height = 0.023;
    const Result<std::vector<NavMesh>> meshes = bake_agents(support::own_scene_soup("tower"), bakes_of(config));
    ASSERT_FALSE(meshes.ok());
    EXPECT_EQ(meshes.error().message.find("agent giant: tile ("), 0u) << meshes.error().message;
}

TEST(Agents, AnEmptyListOfAgentsIsAnError) {
    const Result<std::vector<NavMesh>> meshes = bake_agents(support::own_scene_soup("tower"), {});
    ASSERT_FALSE(meshes.ok());
    EXPECT_EQ(meshes.error().kind, ErrorKind::usage);
    EXPECT_EQ(meshes.error().message, "the list of agents is empty; give at least one agent");
}

}  // namespace
}  // namespace navspan
