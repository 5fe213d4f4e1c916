// A world from its tiles.
//
// In: triangles and a config. Out: a linked mesh. Tiles are baked in any order on any number of threads, each from the
// triangles it sees (bake_tiles.cpp), into slots by tile; what is linked is the slots in their order, so threads show nowhere
// in the bytes.

#include "navspan/bake/bake_nav_mesh.h"

#include <numeric>
#include <utility>
#include <vector>

#include "bake_tiles.h"

namespace navspan {
namespace {

TileSink into(std::vector<NavTile>& tiles) {
    return [&tiles](size_t i, NavTile tile, std::vector<std::byte>) -> Status {
        tiles[i] = std::move(tile);
        return Done{};
    };
}

}  // namespace

Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0 || soup.triangles.empty()) {
        std::vector<NavTile> tiles(1);
        if (const Status baked = bake_single_tile(soup, config, options, into(tiles)); !baked) return baked.error();
        if (options.before_link) options.before_link();
        return link_tiles(std::move(tiles), std::move(info));
    }
    const Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();
    std::vector<size_t> numbers(plan->tiles.size());
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    std::vector<NavTile> tiles(numbers.size());
    if (const Status baked = bake_tiles(soup, config, *plan, numbers, options, into(tiles)); !baked) return baked.error();
    if (options.before_link) options.before_link();
    drop_empty_tiles(tiles);
    return link_tiles(std::move(tiles), std::move(info), voxels->min_region_area);
}

}  // namespace navspan
