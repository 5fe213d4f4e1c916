#pragma once

#include <array>
#include <vector>

#include "bake/world/tile_plan.h"
#include "navbench/common.h"
#include "navbench/recast/tiles.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::bench {

/// Times of tiled bakes, by BakeSpan: wall-clock time, and processor time of all threads.
using SpanTimes = std::array<std::array<tools::Times, 2>, kBakeSpans.size()>;

/// A tiled level for our bake. The triangles of its tiles are precomputed, for timing only the stages.
struct OurTiles {
    BakeConfig config;
    TilePlan plan;
    std::vector<TriangleSoup> soups;
};
Result<OurTiles> our_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Adds one round of either side. Our bake always finds its triangles, so its times from lists equal those from triangles.
void time_recast_tiles(const RecastWorld& world, const BakeConfig& config, unsigned threads, SpanTimes& times);
Status time_our_tiles(const TriangleSoup& soup, const OurTiles& tiles, const NavMeshInfo& info, unsigned threads,
                      SpanTimes& times);

}  // namespace navspan::bench
