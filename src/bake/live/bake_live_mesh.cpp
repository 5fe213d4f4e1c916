// A world from its tiles, which are kept.
//
// In: triangles and a config. Out: a live mesh. It is bake_nav_mesh but for the last step: the tiles are linked into a mesh
// that holds on to them.

#include "navspan/bake/live_world.h"

#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bake/config/wanted_links.h"
#include "bake/world/bake_tiles.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) {
        return Error{ErrorKind::usage, "tiles.size is 0: only a world of tiles can be changed tile by tile; give tiles.size"};
    }
    if (Status s = check_keeps_all_islands(config); !s) return s.error();
    const AgentBake agent{config, std::move(info), options.watch};
    const Result<AgentWorld> world = plan_world(soup, std::span(&agent, 1), 0);
    if (!world) return world.error();
    // a mesh has at least one tile
    std::vector<size_t> numbers(world->tiles());
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    std::vector<NavTile> tiles(numbers.size());
    const TileSink sink = [&](size_t i, std::vector<std::optional<AgentTile>> made) -> Status {
        tiles[i] = std::move(made[0]->tile);
        return Done{};
    };
    const Status baked = bake_tiles(*world, numbers, options, sink);
    if (!baked) return baked.error();
    if (options.before_link) options.before_link();
    std::vector<WantedLink> found;
    for (const NavTile& tile : tiles)
        add_found_links(tile, found);
    Result<LiveMesh> live =
        make_live_mesh(std::move(tiles), agent.info, {.min_island_cells = voxels->min_region_area}, live_links(config));
    if (!live || !(options.watch.warnings || options.watch.unplaced)) return live;
    // what was asked for and what was found are placed anew with every change; here they are placed to be told of
    place_links(*live->mesh, wanted_links(config), options.watch.warnings);
    UnplacedLinks unplaced;
    place_links(*live->mesh, found, nullptr, &unplaced);
    tell_unplaced_links(unplaced, voxels->min_region_area == 0, options.watch.warnings);
    if (options.watch.unplaced) *options.watch.unplaced = unplaced;
    return live;
}

}  // namespace navspan
