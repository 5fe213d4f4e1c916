// Voxelizes a tile once for several agents.
//
// In: the triangles and windows of one tile, for each agent.
// Out: the solid voxels of an agent's window, or nothing if the agent must voxelize its own window.
// Idea: The voxels of a column depend only on the triangles, max_slope and walkable_climb. Agents with equal values form a
// group. The widest window of the group is voxelized once. Each agent gets a copy of its columns.
// Source: own method.
// Weak cases: Agents with different max_slope or walkable_climb share nothing.

#include "bake/world/shared_voxels.h"

#include <cassert>
#include <utility>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"

namespace navspan {

SharedVoxels::SharedVoxels(const AgentWorld& world, size_t tile)
    : world_(world), tile_(tile), fields_(world.voxel_groups.size()) {
    for (size_t s = 0; s < fields_.size(); ++s)
        fields_[s].users = world.voxel_groups[s].agents;
}

SolidSource SharedVoxels::source(size_t agent) {
    const size_t group = world_.agents[agent].voxel_group;
    if (world_.voxel_groups[group].agents < 2) return nullptr;
    return [this, group](const Grid& grid) { return take(group, grid); };
}

void SharedVoxels::done(size_t agent) {
    Field& field = fields_[world_.agents[agent].voxel_group];
    assert(field.users > 0);
    if (--field.users == 0) field.solid.reset();
}

std::optional<Heightfield> SharedVoxels::take(size_t group, const Grid& grid) {
    Field& field = fields_[group];
    // If nothing is shared yet, the last agent voxelizes its own window, which may be smaller than the window of the group.
    if (!field.tried && field.users < 2) return std::nullopt;
    if (!std::exchange(field.tried, true)) field.solid = voxelize(world_.voxel_groups[group]);
    if (!field.solid) return std::nullopt;
    if (field.users == 1 && field.solid->grid == grid) return std::exchange(field.solid, std::nullopt);
    return crop_heightfield(*field.solid, grid);
}

// Returns nothing if the widest window is too tall or too large. Each agent then voxelizes its own window.
std::optional<Heightfield> SharedVoxels::voxelize(const VoxelGroup& group) const {
    const Lattice& lattice = world_.agents[0].voxels.lattice;
    const auto fill = [&](const SoupView& soup, const Result<Grid>& grid) -> std::optional<Heightfield> {
        if (!grid) return std::nullopt;
        const WalkableTriangles walkable = mark_walkable_triangles(soup, group.max_slope);
        const auto listed = without_copies(soup, walkable.areas, lattice.cell_size, *grid);
        const RasterizeParams params{.area_merge_height = group.walkable_climb};
        Result<Heightfield> solid = listed
                                        ? rasterize_triangles(soup.part(listed->listed), listed->areas, lattice, *grid, params)
                                        : rasterize_triangles(soup, walkable.areas, lattice, *grid, params);
        if (!solid) return std::nullopt;
        return *std::move(solid);
    };
    if (world_.plans.empty()) return fill(*world_.soup, grid_of(*world_.soup, lattice, group.walkable_height));
    const TilePlan& plan = world_.plans[group.plan];
    const size_t number = world_.tile_number[group.plan][tile_];
    const SoupView seen = tile_view(*world_.soup, plan, number);
    return fill(seen, cropped_tile_grid(seen, lattice, plan.tiles[number], group.walkable_height));
}

}  // namespace navspan
