// Many tiles on many threads.
//
// In: a plan and the numbers of the tiles that are wanted. Out: these tiles, handed over one by one as they are finished. A
// tile is taken from the cache where its key is known there, else it is baked from the triangles it sees and kept. Which thread
// does what shows nowhere: whoever takes the tiles puts them into slots by number. When a tile fails, tiles of higher numbers
// are no longer begun; those of lower ones are, and the lowest one's error is the bake's.

#include "bake_tiles.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "navspan/bake/bake_memory.h"
#include "navspan/bake/tile_key.h"
#include "navspan/core/parallel.h"

namespace navspan {
namespace {

Error named(const TileWindow& window, const Error& error) {
    if (error.kind == ErrorKind::interrupted) return error;
    return Error{error.kind,
                 "tile (" + std::to_string(window.tile_x) + ", " + std::to_string(window.tile_z) + "): " + error.message};
}

// finds a tile in the cache, or has it baked and keeps it
template <class Key, class Bake>
Status find_or_bake(const BakeOptions& options, size_t i, Key key_of, Bake bake, const TileSink& sink) {
    Hash128 key;
    if (options.cache) {
        key = key_of();
        std::optional<CachedTile> kept = options.rebake ? std::nullopt : options.cache->find(key);
        if (kept && (!options.reused || options.reused(i, kept->notes))) {
            return sink(i, std::move(kept->tile), std::move(kept->notes));
        }
    }
    Result<NavTile> tile = bake();
    if (!tile) return tile.error();
    std::vector<std::byte> notes;
    if (options.notes) notes = options.notes(i);
    if (options.cache) options.cache->store(key, *tile, notes);
    return sink(i, *std::move(tile), std::move(notes));
}

}  // namespace

Status bake_single_tile(const TriangleSoup& soup, const BakeConfig& config, const BakeOptions& options, const TileSink& sink) {
    BakeProbe* probe = options.probe ? options.probe(nullptr, 1) : nullptr;
    return find_or_bake(
        options, 0, [&] { return tile_key(soup, config); }, [&] { return bake_tile(soup, config, probe); }, sink);
}

Status bake_tiles(const TriangleSoup& soup, const BakeConfig& config, const TilePlan& plan, std::span<const size_t> numbers,
                  const BakeOptions& options, const TileSink& sink) {
    const size_t count = numbers.size();
    const auto seen_by = [&](size_t i) {
        const size_t t = numbers[i];
        return std::span(plan.triangles.data() + plan.first[t], plan.first[t + 1] - plan.first[t]);
    };
    // tiles with little in them come last, so that no thread is left with a large one when the others are done
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return seen_by(a).size() > seen_by(b).size(); });
    std::vector<BakeProbe*> probes(count, nullptr);
    for (size_t i = 0; options.probe && i < count; ++i)
        probes[i] = options.probe(&plan.tiles[numbers[i]], count);
    std::vector<std::optional<Error>> errors(count);
    std::atomic<size_t> lowest_failed{count};
    parallel_for(count, {.threads = options.threads}, [&](size_t turn, unsigned) {
        const size_t i = order[turn];
        if (i > lowest_failed) return;
        const size_t t = numbers[i];
        const TileWindow& window = plan.tiles[t];
        const Status made = find_or_bake(
            options, i, [&] { return tile_key(soup, seen_by(i), config, window); },
            [&] { return bake_tile(tile_soup(soup, plan, t), config, probes[i], &window); }, sink);
        if (made) return;
        errors[i] = named(window, made.error());
        size_t lowest = lowest_failed;
        while (i < lowest && !lowest_failed.compare_exchange_weak(lowest, i)) {
        }
    });
    if (lowest_failed < count) return *errors[lowest_failed];
    return Done{};
}

Status fit_into_memory(const TriangleSoup& soup, const BakeConfig& config, const TilePlan* plan, BakeOptions& options,
                       uint32_t shards) {
    if (options.max_memory <= 0) return Done{};
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    const BakeMemory memory = estimate_bake_memory(soup, *voxels, plan, shards);
    const Result<unsigned> threads = threads_within(memory, options.max_memory, options.threads, plan != nullptr);
    if (!threads) return threads.error();
    options.threads = *threads;
    return Done{};
}

}  // namespace navspan
