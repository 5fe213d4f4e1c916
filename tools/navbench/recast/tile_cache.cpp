// Bakes layers for Detour's TileCache, and loads and changes them like an application.
//
// Coordinates are relative to the origin of the lattice, as in tiles.cpp.

#include "navbench/recast/tile_cache.h"

#include <DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "navspan/core/lattice.h"

namespace navspan::bench {
namespace {

struct FreeLayers {
    void operator()(rcHeightfieldLayerSet* set) const { rcFreeHeightfieldLayerSet(set); }
};

constexpr int kObstacles = 256;

dtTileCacheLayerHeader layer_header(const rcHeightfieldLayer& layer, const RecastTile& tile, int number) {
    dtTileCacheLayerHeader header{};
    header.magic = DT_TILECACHE_MAGIC;
    header.version = DT_TILECACHE_VERSION;
    header.tx = tile.tile_x, header.ty = tile.tile_z, header.tlayer = number;
    std::copy_n(layer.bmin, 3, header.bmin);
    std::copy_n(layer.bmax, 3, header.bmax);
    header.width = (unsigned char)layer.width, header.height = (unsigned char)layer.height;
    header.minx = (unsigned char)layer.minx, header.maxx = (unsigned char)layer.maxx;
    header.miny = (unsigned char)layer.miny, header.maxy = (unsigned char)layer.maxy;
    header.hmin = (unsigned short)layer.hmin, header.hmax = (unsigned short)layer.hmax;
    return header;
}

dtTileCacheParams cache_params(const RecastWorld& world, const BakeConfig& config, size_t layers) {
    dtTileCacheParams params{};
    params.cs = float(world.config.lattice.cell_size), params.ch = float(world.config.lattice.cell_height);
    params.width = params.height = world.config.tile_size;
    params.walkableHeight = float(config.agent.height), params.walkableRadius = float(config.agent.radius);
    params.walkableClimb = float(config.agent.max_climb);
    params.maxSimplificationError = float(world.config.contour_max_error);
    params.maxTiles = int(layers), params.maxObstacles = kObstacles;
    return params;
}

}  // namespace

size_t TileLayers::bytes() const {
    size_t sum = 0;
    for (const auto& layer : layers)
        sum += layer.size();
    return sum;
}

TileLayers tile_cache_layers(const RecastWorld& world, const BakeConfig& config) {
    TileLayers out;
    TileCacheWorld::Copy copy;
    for (const RecastTile& tile : world.tiles) {
        support::RecastBake bake = tile_bake(world, tile);
        support::recast_run(bake, support::recast_erode);
        const std::unique_ptr<rcHeightfieldLayerSet, FreeLayers> set(rcAllocHeightfieldLayerSet());
        support::require_recast(
            rcBuildHeightfieldLayers(&bake.context, *bake.compact, bake.border, world.config.walkable_height, *set),
            "rcBuildHeightfieldLayers");
        for (int i = 0; i < set->nlayers; ++i) {
            const rcHeightfieldLayer& layer = set->layers[i];
            dtTileCacheLayerHeader header = layer_header(layer, tile, i);
            unsigned char* data = nullptr;
            int size = 0;
            const dtStatus built = dtBuildTileCacheLayer(&copy, &header, layer.heights, layer.areas, layer.cons, &data, &size);
            support::require_recast(dtStatusSucceed(built), "dtBuildTileCacheLayer");
            out.layers.emplace_back(data, data + size);
            dtFree(data);
        }
    }
    out.params = cache_params(world, config, out.layers.size());
    return out;
}

dtStatus TileCacheWorld::Copy::compress(const unsigned char* from, int size, unsigned char* to, int most, int* used) {
    return decompress(from, size, to, most, used);
}

dtStatus TileCacheWorld::Copy::decompress(const unsigned char* from, int size, unsigned char* to, int most, int* used) {
    if (size > most) return DT_FAILURE;
    std::memcpy(to, from, size_t(size));
    *used = size;
    return DT_SUCCESS;
}

void TileCacheWorld::Flags::process(dtNavMeshCreateParams* params, unsigned char*, unsigned short* flags) {
    std::fill_n(flags, params->polyCount, 1);
}

TileCacheWorld::TileCacheWorld(TileLayers& layers) : mesh_(dtAllocNavMesh()), cache_(dtAllocTileCache()) {
    const dtTileCacheParams& params = layers.params;
    support::require_recast(dtStatusSucceed(cache_->init(&params, &memory_, &copy_, &flags_)), "dtTileCache::init");
    dtNavMeshParams mesh{};
    mesh.tileWidth = mesh.tileHeight = float(params.width) * params.cs;
    int tile_bits = 1;
    while ((1 << tile_bits) < params.maxTiles)
        ++tile_bits;
    mesh.maxTiles = 1 << tile_bits;
    mesh.maxPolys = 1 << std::max(22 - tile_bits, 1);
    support::require_recast(dtStatusSucceed(mesh_->init(&mesh)), "dtNavMesh::init");
    std::vector<dtCompressedTileRef> refs;
    for (auto& layer : layers.layers) {
        const dtStatus added = cache_->addTile(layer.data(), int(layer.size()), 0, &refs.emplace_back());
        support::require_recast(dtStatusSucceed(added), "dtTileCache::addTile");
    }
    for (const dtCompressedTileRef ref : refs)
        support::require_recast(dtStatusSucceed(cache_->buildNavMeshTile(ref, mesh_.get())), "dtTileCache::buildNavMeshTile");
}

dtObstacleRef TileCacheWorld::add(const BoxObstacle& box, double radius) {
    const float center[3] = {float(box.center.x), float(box.center.y), float(box.center.z)};
    const float half[3] = {float(box.half_extents.x + radius), float(box.half_extents.y), float(box.half_extents.z + radius)};
    dtObstacleRef ref = 0;
    const dtStatus added = cache_->addBoxObstacle(center, half, float(box.yaw * 3.14159265358979 / 180), &ref);
    support::require_recast(dtStatusSucceed(added), "dtTileCache::addBoxObstacle");
    update();
    return ref;
}

void TileCacheWorld::remove(dtObstacleRef box) {
    support::require_recast(dtStatusSucceed(cache_->removeObstacle(box)), "dtTileCache::removeObstacle");
    update();
}

void TileCacheWorld::update() {
    for (bool done = false; !done;)
        support::require_recast(dtStatusSucceed(cache_->update(0, mesh_.get(), &done)), "dtTileCache::update");
}

}  // namespace navspan::bench
