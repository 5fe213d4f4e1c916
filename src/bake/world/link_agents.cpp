// Links the tiles of agents into meshes, in memory or in a file.
//
// In: for each agent: its config, its tiles, and the slots to link.
// Out: one mesh for each agent, with the off-mesh links and the island rules of the agent's config.
// Idea: A mesh contains the tiles in the agent's slots (positions in the tile store), in order.
// Source: own method.
// Weak cases: none known.

#include "bake/world/link_agents.h"

#include <utility>

#include "bake/config/wanted_links.h"
#include "navmesh/file/link_to_file.h"
#include "navmesh/seams/link_tiles.h"

namespace navspan {
namespace {

LinkTilesParams link_params(const TilesToLink& tiles, unsigned threads) {
    const AgentBake& agent = *tiles.agent;
    return {.min_island_cells = tiles.min_island_cells,
            .threads = threads,
            .links = wanted_links(agent.config),
            .warnings = agent.observer.warnings,
            .islands = island_rules(agent.config),
            .pruned = agent.observer.pruned,
            .unplaced = agent.observer.unplaced,
            .all_islands = tiles.all_islands};
}

}  // namespace

TilesToLink tiles_to_link(const AgentBake& agent, const VoxelConfig& voxels, TileStore& store, std::vector<uint32_t> slots) {
    // Small islands are removed while linking, when their sizes across tile borders are known. An untiled bake has already
    // removed them.
    return {.agent = &agent,
            .store = &store,
            .slots = std::move(slots),
            .min_island_cells = voxels.tile_size == 0 ? 0 : voxels.min_region_area,
            .all_islands = voxels.min_region_area == 0};
}

Result<std::vector<NavMesh>> link_agents(std::span<const TilesToLink> agents, unsigned threads) {
    std::vector<NavMesh> meshes;
    for (const TilesToLink& agent : agents) {
        std::vector<NavTile> tiles;
        for (const uint32_t slot : agent.slots) {
            Result<NavTile> tile = agent.store->take(slot);
            if (!tile) return tile.error();
            tiles.push_back(*std::move(tile));
        }
        Result<NavMesh> mesh = link_tiles(std::move(tiles), agent.agent->info, link_params(agent, threads));
        if (!mesh) return mesh.error();
        meshes.push_back(*std::move(mesh));
    }
    return meshes;
}

Result<BakedFile> link_agents_to_file(std::span<const TilesToLink> agents, unsigned threads,
                                      const std::filesystem::path& path) {
    std::vector<MeshFileInput> meshes;
    for (const TilesToLink& agent : agents) {
        meshes.push_back(
            {.store = agent.store, .slots = agent.slots, .info = &agent.agent->info, .link = link_params(agent, threads)});
    }
    Result<PendingFile> file = PendingFile::create(path);
    if (!file) return file.error();
    Result<std::vector<NavFileSummary>> facts = write_linked_meshes(meshes, file->bytes());
    if (!facts) return facts.error();
    return BakedFile{*std::move(file), *std::move(facts)};
}

}  // namespace navspan
