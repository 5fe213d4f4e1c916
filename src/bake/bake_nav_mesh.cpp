// A world from its tiles.
//
// In: triangles and a config. Out: a linked mesh, or its file. Tiles are baked in any order on any number of threads, each from
// the triangles it sees (bake_tiles.cpp), into slots by tile; what is linked is the slots in their order, so threads show
// nowhere in the bytes. The slots are in memory when a mesh is wanted, and in a temporary file when only its file is: then
// nothing but the triangles, one tile a thread and what is on borders need fit in memory.

#include "navspan/bake/bake_nav_mesh.h"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bake_tiles.h"
#include "navspan/bake/island_rules.h"
#include "navspan/bake/wanted_links.h"
#include "navspan/navmesh/link_tiles.h"
#include "navspan/navmesh/link_to_file.h"

namespace navspan {
namespace {

// A world to bake.
struct World {
    const TriangleSoup& soup;
    const BakeConfig& config;
    BakeOptions options;
    std::optional<TilePlan> plan;   // nothing: one tile without neighbours
    uint64_t min_island_cells = 0;  // for islands that reach over tiles

    size_t tiles() const { return plan ? plan->tiles.size() : 1; }
};

Result<World> plan_world(const TriangleSoup& soup, const BakeConfig& config, const BakeOptions& options) {
    World world{soup, config, options, {}, 0};
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0 || soup.triangles.empty()) return world;
    Result<TilePlan> plan = plan_tiles(soup, *voxels, options.max_memory);
    if (!plan) return plan.error();
    world.plan = *std::move(plan);
    world.min_island_cells = voxels->min_region_area;
    return world;
}

// Bakes all tiles into the slots of a store; gives the slots to link. A tile without polygons is not one of them, but a mesh
// has at least one tile.
Result<std::vector<uint32_t>> fill_store(const World& world, TileStore& store) {
    std::vector<uint8_t> filled(world.tiles(), 0);
    const TileSink sink = [&](size_t i, NavTile tile, std::vector<std::byte>) -> Status {
        filled[i] = !tile.polygons.empty();
        return filled[i] || i == 0 ? store.put(i, std::move(tile)) : Status(Done{});
    };
    Status baked = Done{};
    if (world.plan) {
        std::vector<size_t> numbers(world.tiles());
        std::iota(numbers.begin(), numbers.end(), size_t{0});
        baked = bake_tiles(world.soup, world.config, *world.plan, numbers, world.options, sink);
    } else {
        baked = bake_single_tile(world.soup, world.config, world.options, sink);
    }
    if (!baked) return baked.error();
    std::vector<uint32_t> slots;
    for (uint32_t t = 0; t < filled.size(); ++t) {
        if (filled[t]) slots.push_back(t);
    }
    if (slots.empty()) slots.push_back(0);
    if (world.options.before_link) world.options.before_link();
    return slots;
}

}  // namespace

Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options) {
    const Result<World> world = plan_world(soup, config, options);
    if (!world) return world.error();
    MemoryTileStore store(world->tiles());
    const Result<std::vector<uint32_t>> slots = fill_store(*world, store);
    if (!slots) return slots.error();
    std::vector<NavTile> tiles;
    for (const uint32_t slot : *slots)
        tiles.push_back(std::move(store.tiles()[slot]));
    const std::vector<WantedLink> links = wanted_links(config);
    const IslandRules islands = island_rules(config);
    return link_tiles(std::move(tiles), std::move(info),
                      LinkParams{.min_island_cells = world->min_island_cells,
                                 .threads = options.threads,
                                 .links = links,
                                 .warnings = options.warnings,
                                 .islands = &islands,
                                 .pruned = options.pruned});
}

Result<BakedFile> bake_nav_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                const std::filesystem::path& path, const BakeOptions& options) {
    Result<World> world = plan_world(soup, config, options);
    if (!world) return world.error();
    if (const Status fits = fit_into_memory(soup, config, world->plan ? &*world->plan : nullptr, world->options); !fits) {
        return fits.error();
    }
    Result<DiskTileStore> store = DiskTileStore::create(folder_of(path), world->tiles());
    if (!store) return store.error();
    const Result<std::vector<uint32_t>> slots = fill_store(*world, *store);
    if (!slots) return slots.error();
    Result<PendingFile> file = PendingFile::create(path);
    if (!file) return file.error();
    const std::vector<WantedLink> links = wanted_links(config);
    const IslandRules islands = island_rules(config);
    const LinkToFile how{.slots = *slots,
                         .min_island_cells = world->min_island_cells,
                         .threads = world->options.threads,
                         .links = links,
                         .warnings = options.warnings,
                         .islands = &islands,
                         .pruned = options.pruned};
    Result<NavFileFacts> facts = link_tiles_to_file(*store, how, info, file->bytes());
    if (!facts) return facts.error();
    return BakedFile{*std::move(file), *std::move(facts)};
}

}  // namespace navspan
