// A level with obstacles that are added and removed at run time.
//
// In: a level, then calls that add and remove obstacles.
// Out: a new snapshot of the mesh after each update.
// Idea: Each obstacle has a list of the tiles that it affects. Adding or removing the obstacle marks these tiles as stale. An
// update bakes each stale tile again, with all obstacles that affect it. The new tiles replace the old tiles in the live mesh.
// Source: Mononen, Detour TileCache (2011), for rebuilding tiles around obstacles.
// Weak cases: An obstacle that affects many tiles makes an update long.

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "bake/config/wanted_links.h"
#include "bake/live/check_obstacle.h"
#include "bake/live/obstacle_tiles.h"
#include "bake/live/rebuild_trusted_tile.h"
#include "bake/world/bake_tiles.h"
#include "core/parallel.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/live/tables.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/bake/live_world.h"
#include "navspan/bake/rebuild_tile.h"

namespace navspan {
namespace {

void make_stale(LiveWorld& world, const std::vector<TileWindow>& tiles) {
    std::vector<TileWindow> all;
    std::set_union(world.stale.begin(), world.stale.end(), tiles.begin(), tiles.end(), std::back_inserter(all), is_tile_before);
    world.stale = std::move(all);
}

// Returns the source of a tile; an empty source if the level has none.
std::shared_ptr<const TileSource> source_of(const LiveWorld& world, const TileWindow& window) {
    const auto at = std::lower_bound(world.sources.begin(), world.sources.end(), window,
                                     [](const auto& source, const TileWindow& w) { return is_tile_before(source->window, w); });
    if (at != world.sources.end() && !is_tile_before(window, (*at)->window)) return *at;
    return std::make_shared<const TileSource>(TileSource{.window = window, .soup = {}, .voxels = {}, .is_empty = true});
}

// Error (usage): the world is default-constructed.
Status check_live_world(const LiveWorld& world) {
    if (world.mesh.mesh && world.voxels.tile_size > 0) return Done{};
    return Error{ErrorKind::usage, "the live world is empty; make it with make_live_world"};
}

std::vector<Obstacle> obstacles_affecting(const LiveWorld& world, const TileWindow& window) {
    std::vector<Obstacle> out;
    for (const PlacedObstacle& placed : world.obstacles) {
        if (std::binary_search(placed.tiles.begin(), placed.tiles.end(), window, is_tile_before))
            out.push_back(placed.obstacle);
    }
    return out;
}

// Calls work(t) for all t < count. If calls fail, returns the error of the lowest t.
Status for_tiles(size_t count, unsigned threads, const std::function<Status(size_t)>& work) {
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    Workers workers(threads);
    return parallel_try(order, workers, work);
}

Error named(const TileWindow& window, const Error& error) {
    return Error{error.kind, tile_name(window) + ": " + error.message};
}

Result<std::vector<NavTile>> bake_sources(const LiveWorld& world,
                                          const std::vector<std::shared_ptr<const TileSource>>& sources) {
    std::vector<NavTile> tiles(sources.size());
    const Status done = for_tiles(sources.size(), world.params.threads, [&](size_t t) -> Status {
        Result<NavTile> tile = rebuild_trusted_tile(*sources[t], world.config, obstacles_affecting(world, sources[t]->window));
        if (!tile) return named(sources[t]->window, tile.error());
        tiles[t] = *std::move(tile);
        return Done{};
    });
    if (!done) return done.error();
    return tiles;
}

// Makes a world with the sources of all tiles and without a mesh.
Result<LiveWorld> world_of_sources(const TriangleSoup& soup, const BakeConfig& config, const LiveWorldParams& params) {
    if (Status same = check_keeps_all_islands(config); !same) return same.error();
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    Result<std::vector<TileSource>> sources = keep_tiles(soup, config);
    if (!sources) return sources.error();
    LiveWorld world;
    world.config = config;
    world.voxels = *voxels;
    world.params = params;
    world.sources.resize(sources->size());
    const Status kept = for_tiles(sources->size(), params.threads, [&](size_t t) -> Status {
        TileSource& source = (*sources)[t];
        if (params.keep_voxels) {
            Result<TileSource> voxelized = keep_voxels(source, config);
            if (!voxelized) return named(source.window, voxelized.error());
            source = *std::move(voxelized);
        }
        world.sources[t] = std::make_shared<const TileSource>(std::move(source));
        return Done{};
    });
    if (!kept) return kept.error();
    world.obstacle_limits = limits_of_obstacles(world.sources);
    return world;
}

}  // namespace

Result<LiveWorld> make_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const LiveWorldParams& params, std::vector<OffMeshLink> links) {
    Result<LiveWorld> world = world_of_sources(soup, config, params);
    if (!world) return world;
    Result<std::vector<NavTile>> tiles = bake_sources(*world, world->sources);
    if (!tiles) return tiles.error();
    const std::vector<OffMeshLink> of_level = off_mesh_links_for_live_mesh(config);
    links.insert(links.begin(), of_level.begin(), of_level.end());
    Result<LiveMesh> mesh = make_live_mesh(
        *std::move(tiles), std::move(info),
        {.min_island_cells = world->voxels.min_region_area, .blocks = params.blocks, .link_reach = params.link_reach},
        std::move(links));
    if (!mesh) return mesh.error();
    world->mesh = *std::move(mesh);
    return world;
}

Result<uint32_t> add_obstacle(LiveWorld& world, Obstacle obstacle) {
    if (Status s = check_live_world(world); !s) return s.error();
    if (Status s = check_obstacle(obstacle, world.config, "the new obstacle"); !s) return s.error();
    Result<std::vector<TileWindow>> tiles =
        tiles_of_obstacles(std::span<const Obstacle>(&obstacle, 1), world.voxels, world.obstacle_limits);
    if (!tiles) return tiles.error();
    make_stale(world, *tiles);
    world.obstacles.push_back({world.next_id, std::move(obstacle), *std::move(tiles)});
    return world.next_id++;
}

bool remove_obstacle(LiveWorld& world, uint32_t id) {
    const auto at = std::lower_bound(world.obstacles.begin(), world.obstacles.end(), id,
                                     [](const PlacedObstacle& placed, uint32_t wanted) { return placed.id < wanted; });
    if (at == world.obstacles.end() || at->id != id) return false;
    make_stale(world, at->tiles);
    world.obstacles.erase(at);
    return true;
}

Result<WorldUpdate> update_world(LiveWorld& world) {
    if (Status s = check_live_world(world); !s) return s.error();
    std::vector<std::shared_ptr<const TileSource>> sources;
    for (const TileWindow& window : world.stale)
        sources.push_back(source_of(world, window));
    Result<std::vector<NavTile>> tiles = bake_sources(world, sources);
    if (!tiles) return tiles.error();

    TileChanges changes;
    for (size_t t = 0; t < sources.size(); ++t) {
        const TilePosition place{world.stale[t].tile_x, world.stale[t].tile_z};
        if (!sources[t]->is_empty || !(*tiles)[t].polygons.empty()) {
            changes.put.push_back(std::move((*tiles)[t]));
        } else if (find_tile(world.mesh.tables->sites, place) != kNoIndex) {
            // The tile had ground only because of obstacles, and the update has left it empty.
            changes.remove.push_back(place);
        }
    }
    WorldUpdate update{.tiles_baked = uint32_t(sources.size()), .counts = {}};
    Result<LiveMesh> mesh = change_tiles(world.mesh, std::move(changes), &update.counts);
    if (!mesh) return mesh.error();
    world.mesh = *std::move(mesh);
    world.stale.clear();
    return update;
}

// Same as bake_nav_mesh, but the last step links the tiles into a live mesh.
Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    if (Status s = check_keeps_all_islands(config); !s) return s.error();
    const AgentBake agent{config, std::move(info), options.observer};
    add_level_warnings(soup, std::span(&agent, 1), options);
    const Result<AgentWorld> world = plan_world(soup, std::span(&agent, 1), options);
    if (!world) return world.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(*world, run, BakeResult::memory); !fits) return fits.error();
    // A level without triangles has one tile.
    std::vector<size_t> numbers(world->tiles());
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    std::vector<NavTile> tiles(numbers.size());
    const TileSink sink = [&](size_t i, std::vector<std::optional<AgentTile>> made) -> Status {
        tiles[i] = std::move(made[0]->tile);
        return Done{};
    };
    const Status baked = bake_tiles(*world, numbers, run, sink);
    if (!baked) return baked.error();
    if (options.before_link) options.before_link();
    std::vector<LinkRequest> found;
    for (const NavTile& tile : tiles)
        add_generated_links(tile, found);
    Result<LiveMesh> live = make_live_mesh(std::move(tiles), agent.info, {.min_island_cells = voxels->min_region_area},
                                           off_mesh_links_for_live_mesh(config));
    if (!live || !(options.observer.warnings || options.observer.unplaced)) return live;
    // The live mesh has placed its links already. The calls below collect the warnings and the links that cannot be placed.
    place_links(*live->mesh, wanted_links(config), options.observer.warnings);
    UnplacedLinks unplaced;
    place_links(*live->mesh, found, nullptr, &unplaced);
    warn_unplaced_links(unplaced, voxels->min_region_area == 0, options.observer.warnings);
    if (options.observer.unplaced) *options.observer.unplaced = unplaced;
    return live;
}

Result<LiveWorld> bake_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const BakeOptions& options) {
    Result<LiveMesh> mesh = bake_live_mesh(soup, config, std::move(info), options);
    if (!mesh) return mesh.error();
    Result<LiveWorld> world = world_of_sources(soup, config, {.keep_voxels = true, .threads = options.threads});
    if (world) world->mesh = *std::move(mesh);
    return world;
}

}  // namespace navspan
