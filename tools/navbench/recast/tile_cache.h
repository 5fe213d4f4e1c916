#pragma once

#include <DetourTileCache.h>
#include <DetourTileCacheBuilder.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "navbench/recast/tiles.h"
#include "navspan/bake/obstacle.h"

namespace navspan::bench {

/// The data that a game with Detour's TileCache ships: uncompressed layers of all tiles.
struct TileLayers {
    dtTileCacheParams params{};
    std::vector<std::vector<unsigned char>> layers;
    size_t bytes() const;  ///< size of all layers [byte]
};

/// Bakes the layers of a world with librecast, like RecastDemo. Precondition: at most 255 cells per side of a tile with its
/// border. Throws std::runtime_error if librecast or Detour fails.
TileLayers tile_cache_layers(const RecastWorld& world, const BakeConfig& config);

/// A Detour mesh whose tiles a TileCache rebuilds around obstacles. Throws std::runtime_error if Detour fails.
class TileCacheWorld {
public:
    /// Loads all layers and builds all tiles. \p layers must outlive the world.
    explicit TileCacheWorld(TileLayers& layers);
    /// Adds a box and rebuilds its tiles. Enlarges the box by \p radius, because TileCache does not erode the ground around
    /// obstacles.
    dtObstacleRef add(const BoxObstacle& box, double radius);
    /// Removes a box and rebuilds its tiles.
    void remove(dtObstacleRef box);

private:
    // Copies without compression, for fast loading.
    struct Copy : dtTileCacheCompressor {
        int maxCompressedSize(int size) override { return size; }
        dtStatus compress(const unsigned char* from, int size, unsigned char* to, int most, int* used) override;
        dtStatus decompress(const unsigned char* from, int size, unsigned char* to, int most, int* used) override;
    };
    // Makes all polygons walkable.
    struct Flags : dtTileCacheMeshProcess {
        void process(dtNavMeshCreateParams* params, unsigned char* areas, unsigned short* flags) override;
    };
    struct FreeCache {
        void operator()(dtTileCache* cache) const { dtFreeTileCache(cache); }
    };
    void update();

    friend TileLayers tile_cache_layers(const RecastWorld& world, const BakeConfig& config);

    dtTileCacheAlloc memory_;
    Copy copy_;
    Flags flags_;
    DetourPtr mesh_;
    std::unique_ptr<dtTileCache, FreeCache> cache_;
};

}  // namespace navspan::bench
