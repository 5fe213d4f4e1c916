// A world from its tiles, which are kept.
//
// In: triangles and a config. Out: a live mesh. It is bake_nav_mesh but for the last step: the tiles are linked into a mesh
// that holds on to them.

#include "navspan/bake/bake_live_mesh.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bake_tiles.h"
#include "navspan/bake/island_rules.h"
#include "navspan/bake/wanted_links.h"

namespace navspan {

Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) {
        return Error{ErrorKind::usage, "tiles.size is 0: only a world of tiles can be changed tile by tile"};
    }
    if (Status s = check_keeps_all_islands(config); !s) return s.error();
    const Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();
    std::vector<size_t> numbers(plan->tiles.size());
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    std::vector<NavTile> tiles(std::max(numbers.size(), size_t{1}));
    const TileSink sink = [&](size_t i, NavTile tile, std::vector<std::byte>) -> Status {
        tiles[i] = std::move(tile);
        return Done{};
    };
    // a mesh has at least one tile
    const Status baked = numbers.empty() ? bake_single_tile(soup, config, options, sink)
                                         : bake_tiles(soup, config, *plan, numbers, options, sink);
    if (!baked) return baked.error();
    if (options.before_link) options.before_link();
    Result<LiveMesh> live =
        make_live_mesh(std::move(tiles), std::move(info), {.min_island_cells = voxels->min_region_area}, live_links(config));
    if (live && options.warnings) place_links(*live->mesh, wanted_links(config), options.warnings);
    return live;
}

}  // namespace navspan
