// Bakes a world for one or several agents.
//
// In: triangles, and one config for each agent.
// Out: linked meshes, or a file with these meshes.
// Idea: Tiles are baked in any order on several threads (bake_tiles.cpp). Each finished tile goes to its own slot. The slots
// are linked in order, so the bytes do not depend on the threads. A bake to a file keeps the slots in temporary files, to save
// memory.
// Source: own method.
// Weak cases: none known.

#include "navspan/bake/bake_nav_mesh.h"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bake/config/wanted_links.h"
#include "bake/world/bake_tiles.h"
#include "bake/world/link_agents.h"
#include "navmesh/file/link_to_file.h"
#include "navmesh/seams/link_tiles.h"

namespace navspan {
namespace {

// Bakes all tiles into the stores of the agents and returns the slots of tiles with polygons. If an agent has no such slot,
// returns slot 0, because a mesh needs at least one tile.
template <class Store>
Result<std::vector<TilesToLink>> fill_stores(const AgentWorld& world, const BakeOptions& options, std::vector<Store>& stores) {
    std::vector<std::vector<uint8_t>> filled;
    for (size_t a = 0; a < world.agents.size(); ++a)
        filled.emplace_back(world.tiles(a), 0);
    const TileSink sink = [&](size_t, std::vector<std::optional<AgentTile>> tiles) -> Status {
        for (size_t a = 0; a < tiles.size(); ++a) {
            if (!tiles[a]) continue;
            const size_t slot = tiles[a]->i;
            filled[a][slot] = !tiles[a]->tile.polygons.empty();
            if (!filled[a][slot] && slot != 0) continue;
            if (Status s = stores[a].put(slot, std::move(tiles[a]->tile)); !s) return s;
        }
        return Done{};
    };
    std::vector<size_t> numbers(world.tiles());
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    if (const Status baked = bake_tiles(world, numbers, options, sink); !baked) return baked.error();
    std::vector<TilesToLink> agents;
    for (size_t a = 0; a < filled.size(); ++a) {
        std::vector<uint32_t> slots;
        for (uint32_t t = 0; t < filled[a].size(); ++t) {
            if (filled[a][t]) slots.push_back(t);
        }
        if (slots.empty()) slots.push_back(0);
        agents.push_back(tiles_to_link(*world.agents[a].bake, world.agents[a].voxels, stores[a], std::move(slots)));
    }
    if (options.before_link) options.before_link();
    return agents;
}

}  // namespace

Result<std::vector<NavMesh>> bake_agents(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                         const BakeOptions& options) {
    add_level_warnings(soup, agents, options);
    const Result<AgentWorld> world = plan_world(soup, agents, options);
    if (!world) return world.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(*world, run, BakeResult::memory); !fits) return fits.error();
    std::vector<MemoryTileStore> stores;
    for (size_t a = 0; a < agents.size(); ++a)
        stores.emplace_back(world->tiles(a));
    const Result<std::vector<TilesToLink>> tiles = fill_stores(*world, run, stores);
    if (!tiles) return tiles.error();
    return link_agents(*tiles, run.threads);
}

Result<BakedFile> bake_agents_to_file(const TriangleSoup& soup, std::span<const AgentBake> agents,
                                      const std::filesystem::path& path, const BakeOptions& options) {
    add_level_warnings(soup, agents, options);
    const Result<AgentWorld> world = plan_world(soup, agents, options);
    if (!world) return world.error();
    BakeOptions run = options;
    if (const Status fits = fit_into_memory(*world, run, BakeResult::file); !fits) return fits.error();
    const Result<std::filesystem::path> folder = folder_of(path);
    if (!folder) return folder.error();
    const auto link = [&](auto& stores) -> Result<BakedFile> {
        const Result<std::vector<TilesToLink>> tiles = fill_stores(*world, run, stores);
        if (!tiles) return tiles.error();
        return link_agents_to_file(*tiles, run.threads, path);
    };
    // A single tile stays in memory, which needs less memory than its bake did.
    if (agents.size() == 1 && world->tiles() == 1) {
        std::vector<MemoryTileStore> stores(1, MemoryTileStore(1));
        return link(stores);
    }
    std::vector<DiskTileStore> stores;
    for (size_t a = 0; a < agents.size(); ++a) {
        Result<DiskTileStore> store = DiskTileStore::create(*folder, world->tiles(a));
        if (!store) return store.error();
        stores.push_back(*std::move(store));
    }
    return link(stores);
}

Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options) {
    const AgentBake agent{config, std::move(info), options.observer};
    Result<std::vector<NavMesh>> meshes = bake_agents(soup, std::span(&agent, 1), options);
    if (!meshes) return meshes.error();
    return std::move(meshes->front());
}

Result<BakedFile> bake_nav_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                const std::filesystem::path& path, const BakeOptions& options) {
    const AgentBake agent{config, info, options.observer};
    return bake_agents_to_file(soup, std::span(&agent, 1), path, options);
}

}  // namespace navspan
