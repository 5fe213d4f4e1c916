// Tiles on threads.
//
// In: a world, for one agent or several, and which of its tiles are wanted. Out: these tiles, handed over one by one as they
// are finished for all agents. A tile is taken from the cache where its key is known there, else it is baked from the triangles
// it sees and kept. The agents of a tile come one after the other, those that share solid voxels together. Which thread does
// what shows nowhere: whoever takes the tiles puts them into slots by number. When a tile fails, tiles of higher numbers are no
// longer begun; those of lower ones are, and the lowest one's error is the bake's.

#include "bake/world/bake_tiles.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "bake/world/shared_voxels.h"
#include "bake/world/tile_key.h"
#include "core/parallel.h"
#include "navmesh/mesh/agent_name.h"

namespace navspan {
namespace {

// One bake's tiles of all agents.
class Tiles {
public:
    Tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options);
    /// Finds or bakes the i-th tile for all agents.
    Status make(size_t i, const TileSink& sink) const;
    /// About how much there is to do for the i-th tile.
    size_t triangles(size_t i) const { return world_.plans.empty() ? 0 : world_.plans[0].seen_by(numbers_[i]).size(); }
    Error named(size_t i, size_t agent, const Error& error) const;

private:
    void collect_probes(size_t agent);
    Status make_for(size_t agent, size_t i, SharedVoxels& voxels, AgentTile& out) const;

    // what one agent's watch has been asked for
    struct Watched {
        std::vector<uint32_t> place;  // of each tile asked for: which of the agent's it is, or kNoIndex
        std::vector<BakeProbe*> probes;
    };

    const AgentWorld& world_;
    const std::span<const size_t> numbers_;
    const BakeOptions& options_;
    std::vector<size_t> turns_;  // agents, those that share voxels together
    std::vector<Watched> watched_;
};

Tiles::Tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options)
    : world_(world), numbers_(numbers), options_(options), turns_(world.agents.size()), watched_(world.agents.size()) {
    std::iota(turns_.begin(), turns_.end(), size_t{0});
    std::stable_sort(turns_.begin(), turns_.end(),
                     [&](size_t a, size_t b) { return world.agents[a].sharers < world.agents[b].sharers; });
    for (size_t a = 0; a < watched_.size(); ++a)
        collect_probes(a);
}

void Tiles::collect_probes(size_t agent) {
    Watched& watched = watched_[agent];
    const WorldAgent& part = world_.agents[agent];
    uint32_t count = 0;
    for (const size_t number : numbers_) {
        const bool has = world_.plans.empty() || world_.number[part.plan][number] != kNoIndex;
        watched.place.push_back(has ? count++ : kNoIndex);
    }
    const MeshObserver& watch = part.bake->watch;
    for (size_t i = 0; watch.probe && i < numbers_.size(); ++i) {
        if (watched.place[i] == kNoIndex) continue;
        const TileWindow* const window =
            world_.plans.empty() ? nullptr : &world_.plans[part.plan].tiles[world_.number[part.plan][numbers_[i]]];
        watched.probes.push_back(watch.probe(window, count));
    }
}

Status Tiles::make(size_t i, const TileSink& sink) const {
    std::vector<std::optional<AgentTile>> tiles(world_.agents.size());
    SharedVoxels voxels(world_, numbers_[i]);
    for (const size_t agent : turns_) {
        const uint32_t place = watched_[agent].place[i];
        if (place != kNoIndex) {
            AgentTile& tile = tiles[agent].emplace();
            tile.i = place;
            if (const Status made = make_for(agent, i, voxels, tile); !made) return named(i, agent, made.error());
        }
        voxels.done(agent);
    }
    return sink(i, std::move(tiles));
}

// finds a tile in the cache, or has it baked and keeps it
Status Tiles::make_for(size_t agent, size_t i, SharedVoxels& voxels, AgentTile& out) const {
    const WorldAgent& part = world_.agents[agent];
    const BakeConfig& config = part.bake->config;
    const MeshObserver& watch = part.bake->watch;
    const TilePlan* const plan = world_.plans.empty() ? nullptr : &world_.plans[part.plan];
    const size_t number = plan ? world_.number[part.plan][numbers_[i]] : 0;
    Hash128 key;
    if (options_.cache) {
        key = plan ? tile_key(world_.soup, plan->seen_by(number), config, plan->tiles[number]) : tile_key(world_.soup, config);
        std::optional<CachedTile> kept = options_.rebake ? std::nullopt : options_.cache->find(key);
        if (kept && (!watch.reused || watch.reused(out.i, kept->notes))) {
            out.tile = std::move(kept->tile);
            out.notes = std::move(kept->notes);
            return Done{};
        }
    }
    BakeProbe* const probe = watch.probe ? watched_[agent].probes[out.i] : nullptr;
    const SolidSource solid = voxels.source(agent);
    Result<NavTile> tile = plan ? bake_tile(tile_soup(world_.soup, *plan, number), config, probe, &plan->tiles[number], solid)
                                : bake_tile(world_.soup, config, probe, nullptr, solid);
    if (!tile) return tile.error();
    if (watch.notes) out.notes = watch.notes(out.i);
    if (options_.cache) options_.cache->store(key, *tile, out.notes);
    out.tile = *std::move(tile);
    return Done{};
}

Error Tiles::named(size_t i, size_t agent, const Error& error) const {
    if (error.kind == ErrorKind::interrupted) return error;
    std::string place;
    if (world_.agents.size() > 1) place = agent_prefix(world_.agents[agent].bake->info.agent_name);
    if (!world_.plans.empty()) {
        const TileWindow& window = world_.plans[0].tiles[numbers_[i]];
        place += tile_name(window) + ": ";
    }
    return Error{error.kind, place + error.message};
}

}  // namespace

Status bake_tiles(const AgentWorld& world, std::span<const size_t> numbers, const BakeOptions& options, const TileSink& sink) {
    const Tiles tiles(world, numbers, options);
    // tiles with little in them come last, so that no thread is left with a large one when the others are done
    std::vector<size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return tiles.triangles(a) > tiles.triangles(b); });
    return parallel_try(order, {.threads = options.threads}, [&](size_t i) { return tiles.make(i, sink); });
}

}  // namespace navspan
