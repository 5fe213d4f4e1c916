// Bakes tiles on several threads.
//
// In: a world for one or several agents, and the numbers of the requested tiles.
// Out: the requested tiles. Each tile is passed to the sink when it is finished for all agents.
// Idea: Tiles with many triangles are started first. A tile whose key is in the cache is read from the cache. Any other tile is
// baked from the triangles in its window and stored in the cache. Idle threads help with the stages of large tiles.
// Source: own method.
// Weak cases: none known.

#include "bake/world/bake_tiles.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "bake/world/bake_valid_tile.h"
#include "bake/world/nav_tile.h"
#include "bake/world/shared_voxels.h"
#include "bake/world/tile_key.h"
#include "core/parallel.h"
#include "navmesh/mesh/agent_name.h"
#include "navmesh/mesh/tile_name.h"

namespace navspan {
namespace {

class Tiles {
public:
    Tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, Workers& workers);
    /// Finds or bakes the i-th tile for all agents.
    Status make(size_t i, const TileSink& sink) const;
    /// Estimates the work for the i-th tile: its number of triangles.
    size_t triangles(size_t i) const { return world_.plans.empty() ? 0 : world_.plans[0].seen_by(numbers_[i]).size(); }
    Error named(size_t i, size_t agent, const Error& error) const;

private:
    void collect_probes(size_t agent);
    Status make_for(size_t agent, size_t i, SharedVoxels& voxels, AgentTile& out) const;

    struct AgentProbes {
        std::vector<uint32_t> index;  // for each requested tile: its index among this agent's tiles, or kNoIndex
        std::vector<BakeProbe*> probes;
    };

    const AgentWorld& world_;
    const std::span<const size_t> numbers_;
    const BakeOptions& options_;
    Workers& workers_;
    std::vector<size_t> agent_order_;  // agents in the order of processing; agents that share voxels are adjacent
    std::vector<AgentProbes> watched_;
};

Tiles::Tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, Workers& workers)
    : world_(world),
      numbers_(numbers),
      options_(options),
      workers_(workers),
      agent_order_(world.agents.size()),
      watched_(world.agents.size()) {
    std::iota(agent_order_.begin(), agent_order_.end(), size_t{0});
    std::stable_sort(agent_order_.begin(), agent_order_.end(),
                     [&](size_t a, size_t b) { return world.agents[a].voxel_group < world.agents[b].voxel_group; });
    for (size_t a = 0; a < watched_.size(); ++a)
        collect_probes(a);
}

void Tiles::collect_probes(size_t agent) {
    AgentProbes& watched = watched_[agent];
    const WorldAgent& part = world_.agents[agent];
    uint32_t count = 0;
    for (const size_t number : numbers_) {
        const bool has = world_.plans.empty() || world_.tile_number[part.plan][number] != kNoIndex;
        watched.index.push_back(has ? count++ : kNoIndex);
    }
    const MeshObserver& observer = part.bake->observer;
    for (size_t i = 0; observer.probe && i < numbers_.size(); ++i) {
        if (watched.index[i] == kNoIndex) continue;
        const TileWindow* const window =
            world_.plans.empty() ? nullptr : &world_.plans[part.plan].tiles[world_.tile_number[part.plan][numbers_[i]]];
        watched.probes.push_back(observer.probe(window, count));
    }
}

Status Tiles::make(size_t i, const TileSink& sink) const {
    std::vector<std::optional<AgentTile>> tiles(world_.agents.size());
    SharedVoxels voxels(world_, numbers_[i]);
    for (const size_t agent : agent_order_) {
        const uint32_t index = watched_[agent].index[i];
        if (index != kNoIndex) {
            AgentTile& tile = tiles[agent].emplace();
            tile.i = index;
            if (const Status made = make_for(agent, i, voxels, tile); !made) return named(i, agent, made.error());
        }
        voxels.done(agent);
    }
    return sink(i, std::move(tiles));
}

Status Tiles::make_for(size_t agent, size_t i, SharedVoxels& voxels, AgentTile& out) const {
    const WorldAgent& part = world_.agents[agent];
    const BakeConfig& config = part.bake->config;
    const MeshObserver& observer = part.bake->observer;
    const TilePlan* const plan = world_.plans.empty() ? nullptr : &world_.plans[part.plan];
    const size_t number = plan ? world_.tile_number[part.plan][numbers_[i]] : 0;
    Hash128 key;
    if (options_.cache) {
        key = plan ? tile_key(*world_.soup, plan->seen_by(number), config, part.voxels, plan->tiles[number])
                   : tile_key(*world_.soup, config, part.voxels);
        std::optional<CachedTile> kept = options_.rebake ? std::nullopt : options_.cache->find(key);
        if (kept && (!observer.reused || observer.reused(out.i, kept->notes))) {
            out.tile = std::move(kept->tile);
            out.tile.agent = {nav_agent(config)};
            out.notes = std::move(kept->notes);
            return Done{};
        }
    }
    BakeProbe* const probe = observer.probe ? watched_[agent].probes[out.i] : nullptr;
    const SolidSource solid = voxels.source(agent);
    const bool copies = plan && probe && probe->needs_soup();
    const TriangleSoup copy = copies ? tile_soup(*world_.soup, *plan, number) : TriangleSoup{};
    const SoupView seen = copies ? SoupView(copy) : plan ? tile_view(*world_.soup, *plan, number) : SoupView(*world_.soup);
    Result<NavTile> tile = bake_valid_tile(seen, config, probe, plan ? &plan->tiles[number] : nullptr, solid, &workers_);
    if (!tile) return tile.error();
    if (observer.notes) out.notes = observer.notes(out.i);
    if (options_.cache) options_.cache->store(key, *tile, out.notes);
    out.tile = *std::move(tile);
    return Done{};
}

Error Tiles::named(size_t i, size_t agent, const Error& error) const {
    if (error.kind == ErrorKind::interrupted) return error;
    std::string prefix;
    if (world_.agents.size() > 1) prefix = agent_prefix(world_.agents[agent].bake->info.agent_name);
    if (!world_.plans.empty()) {
        const TileWindow& window = world_.plans[0].tiles[numbers_[i]];
        prefix += tile_name(window) + ": ";
    }
    return Error{error.kind, prefix + error.message};
}

}  // namespace

Status bake_tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, const TileSink& sink) {
    Workers workers(options.threads);
    const Tiles tiles(world, numbers, options, workers);
    // Start with the tiles that have the most triangles, so that the last tiles to be started are small.
    std::vector<size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return tiles.triangles(a) > tiles.triangles(b); });
    // After a tile has failed, only tiles with lower numbers are started. The result is always the error of the failed tile
    // with the lowest number.
    return parallel_try(order, workers, [&](size_t i) { return tiles.make(i, sink); });
}

}  // namespace navspan
