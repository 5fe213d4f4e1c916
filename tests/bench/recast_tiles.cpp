// A tiled world baked by librecast and Detour, the way their users bake one.

#include "recast_tiles.h"

#include <DetourNavMeshBuilder.h>

#include <algorithm>

#include "navspan/bake/rasterize.h"
#include "navspan/core/parallel.h"
#include "recast_adapter.h"

namespace navspan::bench {
namespace {

struct DetourData {
    unsigned char* data = nullptr;
    int size = 0;
};

void recast_regions_with_border(support::RecastBake& bake, int32_t border) {
    const int least = int(bake.config.min_region_area), merge = int(bake.config.merge_region_area);
    if (bake.config.region_method == RegionMethod::watershed) {
        support::recast_distance(bake);
        rcBuildRegions(&bake.context, *bake.compact, border, least, merge);
    } else if (bake.config.region_method == RegionMethod::monotone) {
        rcBuildRegionsMonotone(&bake.context, *bake.compact, border, least, merge);
    } else {
        rcBuildLayerRegions(&bake.context, *bake.compact, border, least);
    }
}

DetourData recast_tile(const RecastWorld& world, size_t t, const BakeConfig& config) {
    const TileWindow& window = world.windows[t];
    const Result<Grid> grid = tile_grid(world.soups[t], world.config.lattice, window, world.config.walkable_height);
    if (!grid) return {};
    support::RecastBake bake = support::recast_input(world.soups[t], world.config, *grid);
    support::recast_run(bake, support::recast_erode);
    bake.solid.reset();
    recast_regions_with_border(bake, world.border);
    support::recast_contours(bake);
    support::recast_poly_mesh(bake);
    support::recast_detail(bake);
    rcPolyMesh& mesh = *bake.mesh;
    if (mesh.npolys == 0) return {};
    for (int i = 0; i < mesh.npolys; ++i)
        mesh.flags[i] = 1;
    dtNavMeshCreateParams p{};
    p.verts = mesh.verts, p.vertCount = mesh.nverts;
    p.polys = mesh.polys, p.polyAreas = mesh.areas, p.polyFlags = mesh.flags, p.polyCount = mesh.npolys, p.nvp = mesh.nvp;
    p.detailMeshes = bake.detail->meshes, p.detailVerts = bake.detail->verts, p.detailVertsCount = bake.detail->nverts;
    p.detailTris = bake.detail->tris, p.detailTriCount = bake.detail->ntris;
    p.walkableHeight = float(config.agent.height), p.walkableRadius = float(config.agent.radius);
    p.walkableClimb = float(config.agent.max_climb);
    p.tileX = window.tile_x, p.tileY = window.tile_z;
    p.cs = mesh.cs, p.ch = mesh.ch, p.buildBvTree = true;
    // from the tile's grid to the world's lattice; detail vertices lie in the grid's space too
    const float shift[3] = {float(grid->x0) * p.cs, float(grid->y0) * p.ch, float(grid->z0) * p.cs};
    for (int axis = 0; axis < 3; ++axis) {
        p.bmin[axis] = mesh.bmin[axis] + shift[axis];
        p.bmax[axis] = mesh.bmax[axis] + shift[axis];
    }
    for (int i = 0; i < bake.detail->nverts * 3; ++i)
        bake.detail->verts[i] += shift[i % 3];
    DetourData out;
    dtCreateNavMeshData(&p, &out.data, &out.size);
    return out;
}

}  // namespace

RecastWorld recast_world(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan& plan) {
    RecastWorld world{config, plan.tiles, {}, config.walkable_radius + 3};
    for (size_t t = 0; t < plan.tiles.size(); ++t) {
        world.windows[t].halo = world.border;
        world.soups.push_back(tile_soup(soup, plan, t));
    }
    return world;
}

DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, unsigned threads, size_t& bytes) {
    std::vector<DetourData> tiles(world.windows.size());
    parallel_for(tiles.size(), {.threads = threads}, [&](size_t t, unsigned) { tiles[t] = recast_tile(world, t, config); });
    DetourPtr mesh(dtAllocNavMesh());
    dtNavMeshParams params{};
    params.tileWidth = params.tileHeight = float(world.config.tile_size * world.config.lattice.cell_size);
    int tile_bits = 1;
    while ((size_t{1} << tile_bits) < tiles.size())
        ++tile_bits;
    params.maxTiles = 1 << tile_bits;
    params.maxPolys = 1 << std::max(22 - tile_bits, 1);
    mesh->init(&params);
    bytes = 0;
    for (const DetourData& tile : tiles) {
        if (!tile.data) continue;
        bytes += size_t(tile.size);
        if (dtStatusFailed(mesh->addTile(tile.data, tile.size, DT_TILE_FREE_DATA, 0, nullptr))) dtFree(tile.data);
    }
    return mesh;
}

}  // namespace navspan::bench
