#pragma once

#include <array>
#include <vector>

#include "bake/world/tile_plan.h"
#include "navbench/common.h"
#include "navbench/recast/tiles.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::bench {

/// Times of tiled bakes, by BakeSpan; by the clock on the wall and of all threads.
using SpanTimes = std::array<std::array<tools::Times, 2>, kBakeSpans.size()>;

/// A tiled level for us, the triangles of its tiles found beforehand for when only the stages are timed.
struct OurTiles {
    BakeConfig config;
    TilePlan plan;
    std::vector<TriangleSoup> soups;
};
Result<OurTiles> our_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// One round of either side. Ours gives the same for a bake from lists as from triangles: it always finds its triangles.
void time_recast_tiles(const RecastWorld& world, const BakeConfig& config, unsigned threads, SpanTimes& times);
Status time_our_tiles(const TriangleSoup& soup, const OurTiles& tiles, const NavMeshInfo& info, unsigned threads,
                      SpanTimes& times);

}  // namespace navspan::bench
