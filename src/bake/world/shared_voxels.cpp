// Solid voxels made once for several agents.
//
// The voxels of a column depend on the triangles, on which of them are walkable (max_slope) and on the height below which tops
// share their area (max_climb in voxels), never on the grid. So agents with these two in common take their columns from one
// field, made for the widest window of theirs. Each takes a copy of its part, moved to its own lowest height; the last takes
// the field itself if its window is all of it. If the widest field cannot be made, being too tall or too large, every agent
// tries on its own, and reports what is wrong with its window, if anything is.

#include "bake/world/shared_voxels.h"

#include <cassert>
#include <utility>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"

namespace navspan {

SharedVoxels::SharedVoxels(const AgentWorld& world, size_t tile) : world_(world), tile_(tile), fields_(world.sharers.size()) {
    for (size_t s = 0; s < fields_.size(); ++s)
        fields_[s].users = world.sharers[s].agents;
}

SolidSource SharedVoxels::source(size_t agent) {
    const size_t sharers = world_.agents[agent].sharers;
    if (world_.sharers[sharers].agents < 2) return nullptr;
    return [this, sharers](const Grid& grid) { return take(sharers, grid); };
}

void SharedVoxels::done(size_t agent) {
    Field& field = fields_[world_.agents[agent].sharers];
    assert(field.users > 0);
    if (--field.users == 0) field.solid.reset();
}

std::optional<Heightfield> SharedVoxels::take(size_t sharers, const Grid& grid) {
    Field& field = fields_[sharers];
    // made for one that is alone by now it would be made too wide
    if (!field.tried && field.users < 2) return std::nullopt;
    if (!std::exchange(field.tried, true)) field.solid = voxelise(world_.sharers[sharers]);
    if (!field.solid) return std::nullopt;
    if (field.users == 1 && field.solid->grid == grid) return std::exchange(field.solid, std::nullopt);
    return crop_heightfield(*field.solid, grid);
}

std::optional<Heightfield> SharedVoxels::voxelise(const VoxelGroup& sharers) const {
    const Lattice& lattice = world_.agents[0].voxels.lattice;
    const auto fill = [&](const TriangleSoup& soup, const Result<Grid>& grid) -> std::optional<Heightfield> {
        if (!grid) return std::nullopt;
        const WalkableTriangles walkable = mark_walkable_triangles(soup, sharers.max_slope);
        Result<Heightfield> solid =
            rasterize_triangles(soup, walkable.areas, lattice, *grid, {.area_merge_height = sharers.walkable_climb});
        if (!solid) return std::nullopt;
        return *std::move(solid);
    };
    if (world_.plans.empty()) return fill(world_.soup, grid_of(world_.soup, lattice, sharers.walkable_height));
    const TilePlan& plan = world_.plans[sharers.plan];
    const size_t number = world_.number[sharers.plan][tile_];
    const TriangleSoup seen = tile_soup(world_.soup, plan, number);
    return fill(seen, cropped_tile_grid(seen, lattice, plan.tiles[number], sharers.walkable_height));
}

}  // namespace navspan
