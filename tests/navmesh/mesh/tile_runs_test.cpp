// Tests the functions on runs of kept tiles against loops over all tiles.

#include "navmesh/mesh/tile_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// For each tile before a change: its index after the change, or kNoIndex if it is not kept.
using Numbers = std::vector<uint32_t>;

TileRuns runs_of(const Numbers& after) {
    TileRuns runs;
    for (uint32_t t = 0; t < after.size(); ++t) {
        if (after[t] == kNoIndex) continue;
        const bool continues = t > 0 && after[t - 1] != kNoIndex && after[t - 1] + 1 == after[t];
        if (continues) {
            ++runs.back().count;
        } else {
            runs.push_back({t, after[t], 1});
        }
    }
    return runs;
}

TEST(TileRuns, EqualLoopsOverAllTiles) {
    Random random(31);
    for (uint64_t round = 0; round < support::rounds(500); ++round) {
        Numbers after(size_t(random.between(0, 30)));
        uint32_t tiles = uint32_t(random.between(0, 2));  // number of tiles after the change
        for (uint32_t& number : after) {
            number = random.chance(0.2) ? kNoIndex : tiles++;
            if (random.chance(0.1)) ++tiles;
        }
        const TileRuns runs = runs_of(after);
        for (uint32_t t = 0; t < after.size() + 2; ++t)
            ASSERT_EQ(number_after(runs, t), t < after.size() ? after[t] : kNoIndex);

        std::vector<uint32_t> visited;
        visit_tiles(
            runs, tiles,
            [&](const TileRun& run) {
                for (uint32_t i = 0; i < run.count; ++i) {
                    ASSERT_EQ(after[run.before + i], run.after + i);
                    visited.push_back(run.after + i);
                }
            },
            [&](uint32_t t) {
                ASSERT_EQ(std::count(after.begin(), after.end(), t), 0);
                visited.push_back(t);
            });
        ASSERT_EQ(visited.size(), tiles);
        for (uint32_t t = 0; t < tiles; ++t)
            ASSERT_EQ(visited[t], t);

        std::vector<uint32_t> dropped;
        for (uint32_t t = 0; t < tiles; ++t) {
            if (random.chance(0.2)) dropped.push_back(t);
        }
        const TileRuns rest = runs_without(runs, dropped);
        for (uint32_t t = 0; t < after.size(); ++t) {
            const bool is_dropped = std::binary_search(dropped.begin(), dropped.end(), after[t]);
            ASSERT_EQ(number_after(rest, t), is_dropped ? kNoIndex : after[t]);
        }
    }
}

}  // namespace
}  // namespace navspan
