#pragma once

// Sequences of tiles that a change keeps. Not public.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"

namespace navspan {

/// Tiles that a change keeps, and that are consecutive both before and after the change.
struct TileRun {
    uint32_t before = 0;  ///< index of the first tile before the change
    uint32_t after = 0;   ///< index of the first tile after the change
    uint32_t count = 0;   ///< number of tiles, > 0
};
/// Runs in ascending order. Kept tiles have the same order before and after the change.
using TileRuns = std::vector<TileRun>;

/// Returns the index of a tile after the change, or kNoIndex if the tile is not kept.
inline uint32_t number_after(const TileRuns& runs, uint32_t before) {
    const auto next =
        std::upper_bound(runs.begin(), runs.end(), before, [](uint32_t tile, const TileRun& run) { return tile < run.before; });
    if (next == runs.begin()) return kNoIndex;
    const TileRun& run = *std::prev(next);
    return before - run.before < run.count ? before - run.before + run.after : kNoIndex;
}

/// True if all kept tiles have the same index before and after the change.
inline bool keep_numbers(const TileRuns& runs) {
    return std::all_of(runs.begin(), runs.end(), [](const TileRun& run) { return run.before == run.after; });
}

/// Calls kept(run) for each run, and made(t) for each tile that is not in a run, in the order of the tiles after the change.
/// @param tiles  number of tiles after the change
template <class Kept, class Made>
void visit_tiles(const TileRuns& runs, size_t tiles, const Kept& kept, const Made& made) {
    uint32_t t = 0;
    for (const TileRun& run : runs) {
        for (; t < run.after; ++t)
            made(t);
        kept(run);
        t = run.after + run.count;
    }
    for (; t < tiles; ++t)
        made(t);
}

/// Returns the runs without some tiles. @param dropped  indices after the change, ascending
inline TileRuns runs_without(const TileRuns& runs, std::span<const uint32_t> dropped) {
    TileRuns out;
    for (const TileRun& run : runs) {
        const uint32_t end = run.after + run.count;
        uint32_t first = run.after;
        const auto add = [&](uint32_t last) {
            if (first < last) out.push_back({run.before + (first - run.after), first, last - first});
        };
        for (auto at = std::lower_bound(dropped.begin(), dropped.end(), first); at != dropped.end() && *at < end; ++at) {
            add(*at);
            first = *at + 1;
        }
        add(end);
    }
    return out;
}

}  // namespace navspan
