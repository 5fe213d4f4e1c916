#pragma once

#include <DetourNavMesh.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/tile_plan.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::bench {

struct FreeDetour {
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
};
using DetourPtr = std::unique_ptr<dtNavMesh, FreeDetour>;

/// A world for librecast: the triangles of each tile are found already.
struct RecastWorld {
    VoxelConfig config;
    std::vector<TileWindow> windows;
    std::vector<TriangleSoup> soups;
    int32_t border = 0;
};
RecastWorld recast_world(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan& plan);

/// Bakes it tile by tile and lets Detour link the tiles. What an application has to bring is as it should be: tiles with a
/// border as wide as the agent and three cells more.
/// @param bytes  becomes the size of the finished tiles
DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, unsigned threads, size_t& bytes);

}  // namespace navspan::bench
