// A world from its tiles.
//
// In: triangles and a config. Out: a linked mesh. Tiles are baked in any order on any number of threads, each from the
// triangles it sees, into slots by tile; what is linked is the slots in their order, so threads show nowhere in the bytes. When
// a tile fails, tiles after it are no longer begun: those before it all were, and the lowest one's error is the bake's.

#include "navspan/bake/bake_nav_mesh.h"

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "navspan/core/parallel.h"

namespace navspan {
namespace {

Error named(const TileWindow& window, const Error& error) {
    if (error.kind == ErrorKind::interrupted) return error;
    return Error{error.kind,
                 "tile (" + std::to_string(window.tile_x) + ", " + std::to_string(window.tile_z) + "): " + error.message};
}

// a tile without polygons is not kept, but a mesh has at least one
void drop_empty_tiles(std::vector<NavTile>& tiles) {
    std::vector<NavTile> kept;
    for (NavTile& tile : tiles) {
        if (!tile.polygons.empty()) kept.push_back(std::move(tile));
    }
    if (kept.empty() && !tiles.empty()) tiles.resize(1);
    if (!kept.empty()) tiles = std::move(kept);
}

Result<std::vector<NavTile>> bake_tiles(const TriangleSoup& soup, const BakeConfig& config, const TilePlan& plan,
                                        const BakeOptions& options) {
    const size_t count = plan.tiles.size();
    std::vector<BakeProbe*> probes(count, nullptr);
    for (size_t t = 0; options.probe && t < count; ++t)
        probes[t] = options.probe(&plan.tiles[t], count);
    std::vector<NavTile> tiles(count);
    std::vector<std::optional<Error>> errors(count);
    std::atomic<size_t> lowest_failed{count};
    parallel_for(count, {.threads = options.threads}, [&](size_t t, unsigned) {
        if (t > lowest_failed) return;
        const TileWindow& window = plan.tiles[t];
        Result<NavTile> tile = bake_tile(tile_soup(soup, plan, t), config, probes[t], &window);
        if (tile) {
            tiles[t] = *std::move(tile);
            return;
        }
        errors[t] = named(window, tile.error());
        size_t lowest = lowest_failed;
        while (t < lowest && !lowest_failed.compare_exchange_weak(lowest, t)) {
        }
    });
    if (lowest_failed < count) return *errors[lowest_failed];
    return tiles;
}

}  // namespace

Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0 || soup.triangles.empty()) {
        Result<NavTile> tile = bake_tile(soup, config, options.probe ? options.probe(nullptr, 1) : nullptr);
        if (!tile) return tile.error();
        if (options.before_link) options.before_link();
        return link_tiles({*std::move(tile)}, std::move(info));
    }
    const Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();
    Result<std::vector<NavTile>> tiles = bake_tiles(soup, config, *plan, options);
    if (!tiles) return tiles.error();
    if (options.before_link) options.before_link();
    drop_empty_tiles(*tiles);
    return link_tiles(*std::move(tiles), std::move(info), voxels->min_region_area);
}

}  // namespace navspan
