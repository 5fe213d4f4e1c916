// Plans a world for several agents.
//
// In: triangles and a config per agent.
// Out: the tiles of each agent, the triangles in their windows, and which agents share solid voxels.
// Idea: The width of the halo depends on the agent, so there is one plan per width. Each plan is the same as for baking one
// agent alone. The plan with the widest halo contains all tiles of the other plans.
// Source: own method.
// Weak cases: Each plan has its own lists of triangles, which take memory.

#include <algorithm>
#include <cassert>

#include "bake/world/bake_tiles.h"
#include "bake/world/memory.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "navmesh/mesh/agent_name.h"

namespace navspan {
namespace {

// Returns the index of an agent's group. Adds a new group if necessary.
size_t find_voxel_group(AgentWorld& world, const WorldAgent& part) {
    const VoxelConfig& v = part.voxels;
    const auto same = [&](const VoxelGroup& s) { return s.max_slope == v.max_slope && s.walkable_climb == v.walkable_climb; };
    auto found = std::find_if(world.voxel_groups.begin(), world.voxel_groups.end(), same);
    if (found == world.voxel_groups.end()) {
        world.voxel_groups.push_back({v.max_slope, v.walkable_climb, v.walkable_height, part.plan, 0});
        found = world.voxel_groups.end() - 1;
    }
    found->walkable_height = std::max(found->walkable_height, v.walkable_height);
    found->plan = std::min(found->plan, part.plan);  // plans are sorted, widest halo first
    ++found->agents;
    return size_t(found - world.voxel_groups.begin());
}

// Returns, for each tile of plan `all`, its number in plan `some`, or kNoIndex. Precondition: `all` contains all tiles of
// `some`.
std::vector<uint32_t> numbers_in(const TilePlan& all, const TilePlan& some) {
    std::vector<uint32_t> numbers(all.tiles.size(), kNoIndex);
    uint32_t next = 0;
    for (size_t t = 0; t < all.tiles.size() && next < some.tiles.size(); ++t) {
        if (!is_tile_before(all.tiles[t], some.tiles[next])) numbers[t] = next++;
    }
    assert(next == some.tiles.size());
    return numbers;
}

Error of_agent(const AgentBake& bake, size_t agents, Error error) {
    if (agents > 1) error.message = agent_prefix(bake.config.agent.name) + error.message;
    return error;
}

double plan_size_bytes(const TilePlan& plan) {
    return double(plan.tiles.size()) * (sizeof(plan.tiles[0]) + sizeof(plan.first[0])) +
           double(plan.triangles.size()) * sizeof(plan.triangles[0]);
}

Status plan_all_tiles(AgentWorld& world, const BakeOptions& options) {
    std::vector<int32_t> halos;
    for (const WorldAgent& part : world.agents)
        halos.push_back(halo_cells(part.voxels));
    std::vector<int32_t> widths = halos;
    std::sort(widths.rbegin(), widths.rend());
    widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
    MemoryBudget budget{.bytes = memory_limit_bytes()};
    if (options.max_memory > 0) budget = {.bytes = options.max_memory, .setting = options.memory_setting};
    for (const int32_t width : widths) {
        const size_t first = size_t(std::find(halos.begin(), halos.end(), width) - halos.begin());
        Result<TilePlan> plan = plan_tiles(*world.soup, world.agents[first].voxels, budget);
        if (!plan) return of_agent(*world.agents[first].bake, world.agents.size(), plan.error());
        budget.used += plan_size_bytes(*plan);  // all plans are in memory at the same time
        world.plans.push_back(*std::move(plan));
        world.tile_number.push_back(numbers_in(world.plans[0], world.plans.back()));
    }
    for (size_t a = 0; a < halos.size(); ++a)
        world.agents[a].plan = size_t(std::find(widths.begin(), widths.end(), halos[a]) - widths.begin());
    return Done{};
}

// Upper bound on the memory that linking takes for one off-mesh link of the config [byte].
constexpr double kBytesPerLink = 2200;

// Estimates the memory of a bake for several agents. Agents are processed in succession, so the memory for baking a tile and
// for linking is the maximum over the agents. The memory for lists and finished tiles is the sum.
// @param estimate  estimate_bake_memory or bake_memory_at_most
BakeMemory estimate_memory(const AgentWorld& world, BakeResult result, uint32_t shards,
                           decltype(estimate_bake_memory)* estimate) {
    BakeMemory all;
    std::vector<bool> counted(world.plans.size(), false);
    for (const WorldAgent& part : world.agents) {
        const TilePlan* plan = world.plans.empty() ? nullptr : &world.plans[part.plan];
        BakeMemory one = estimate(*world.soup, part.voxels, plan, shards);
        // The agent's own copy of shared voxels adds about a third.
        if (world.voxel_groups[part.voxel_group].agents > 1) one.tile *= 4.0 / 3;
        all.level = one.level;
        if (plan) all.plan += counted[part.plan] ? one.listed : one.plan;
        if (plan) counted[part.plan] = true;
        all.finished += one.finished;
        if (result == BakeResult::memory) all.kept += one.all_finished;
        all.tile = std::max(all.tile, one.tile);
        all.link = std::max(all.link, one.link + kBytesPerLink * double(part.bake->config.off_mesh_links.size()));
    }
    if (world.agents.size() > 1) all.tile += all.finished;
    return all;
}

}  // namespace

Result<AgentWorld> plan_world(const TriangleSoup& soup, std::span<const AgentBake> agents, const BakeOptions& options) {
    if (agents.empty()) return Error{ErrorKind::usage, "the list of agents is empty; give at least one agent"};
    if (!(options.max_memory >= 0))
        return Error{ErrorKind::usage, "max_memory is out of range; give 0 for no limit, or a number above 0 [byte]"};
    std::vector<WorldAgent> parts;
    for (const AgentBake& bake : agents) {
        const Result<VoxelConfig> voxels = to_voxels(bake.config);
        if (!voxels) return of_agent(bake, agents.size(), voxels.error());
        parts.push_back({.bake = &bake, .voxels = *voxels});
    }
    Result<CheckedSoup> checked = CheckedSoup::make(soup, agents[0].config);
    if (!checked) return checked.error();
    AgentWorld world{
        .soup = *std::move(checked), .agents = std::move(parts), .voxel_groups = {}, .plans = {}, .tile_number = {}};
    if (world.agents[0].voxels.tile_size > 0 && !soup.triangles.empty()) {
        if (const Status planned = plan_all_tiles(world, options); !planned) return planned.error();
    }
    for (WorldAgent& part : world.agents)
        part.voxel_group = find_voxel_group(world, part);
    return world;
}

void add_level_warnings(const TriangleSoup& soup, std::span<const AgentBake> agents, const BakeOptions& options) {
    const auto receives = [](const AgentBake& agent) { return agent.observer.warnings != nullptr; };
    const auto first = std::find_if(agents.begin(), agents.end(), receives);
    if (!options.warns_about_level || first == agents.end()) return;
    BakeConfig config = agents[0].config;
    for (size_t a = 0; agents.size() > 1 && a < agents.size(); ++a) {
        config.agents.push_back(agents[a].config.agent);
        config.agents.back().name = "agent" + std::to_string(a);  // names must differ
    }
    for (Warning& warning : level_warnings(soup, config))
        first->observer.warnings->push_back(std::move(warning));
}

Status fit_into_memory(const AgentWorld& world, BakeOptions& options, BakeResult result, uint32_t shards) {
    if (options.max_memory <= 0) return Done{};
    const auto threads_for = [&](decltype(estimate_bake_memory)* estimate) {
        return threads_within(estimate_memory(world, result, shards, estimate), options.max_memory, options.threads,
                              !world.plans.empty());
    };
    // Try the upper bound first: it is cheap, and sufficient for most bakes.
    Result<unsigned> threads = threads_for(bake_memory_at_most);
    if (!threads || *threads < thread_count(options.threads)) threads = threads_for(estimate_bake_memory);
    if (!threads) {
        const std::string& setting = options.memory_setting;
        return Error{threads.error().kind,
                     threads.error().message + (setting.empty() ? "" : ", or allow more with " + setting)};
    }
    options.threads = *threads;
    return Done{};
}

}  // namespace navspan
