#pragma once

#include <array>
#include <vector>

#include "bake/world/tile_plan.h"
#include "navbench/common.h"
#include "navbench/recast/tiles.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::bench {

/// Times of tiled bakes [ms], indexed by BakeSpan, then [0]: wall-clock time, [1]: processor time of all threads.
using SpanTimes = std::array<std::array<tools::Times, 2>, kBakeSpans.size()>;

/// A tiled level for our bake. The triangles of each tile are precomputed, because BakeSpan::stages_only does not time the
/// search for them.
struct OurTiles {
    BakeConfig config;
    TilePlan plan;
    std::vector<TriangleSoup> soups;
};
Result<OurTiles> our_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Each function runs one round of bakes by one library and adds a time for every BakeSpan. Our bake of all tiles cannot take
/// triangle lists, so our time for triangles_to_mesh is also reported for lists_to_mesh.
void time_recast_tiles(const RecastWorld& world, const BakeConfig& config, unsigned threads, SpanTimes& times);
Status time_our_tiles(const TriangleSoup& soup, const OurTiles& tiles, const NavMeshInfo& info, unsigned threads,
                      SpanTimes& times);

}  // namespace navspan::bench
