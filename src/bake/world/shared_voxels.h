#pragma once

// Solid voxels that several agents share. Not public.

#include <optional>
#include <vector>

#include "bake/world/bake_tiles.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The solid voxels of one tile, shared by the agents of a group. The first request makes the voxels for the widest window of
/// the group. The voxels are freed when the last agent is done.
class SharedVoxels {
public:
    /// @param tile  number of the tile in AgentWorld::plans[0]; 0 if there are no plans
    SharedVoxels(const AgentWorld& world, size_t tile);
    /// Returns the voxel source for an agent's bake; null if the agent does not share voxels.
    SolidSource source(size_t agent);
    /// Call this when an agent is finished, even if it has not used its source.
    void done(size_t agent);

private:
    struct Field {
        size_t users = 0;  // number of agents that are not done
        bool tried = false;
        std::optional<Heightfield> solid;
    };
    std::optional<Heightfield> take(size_t group, const Grid& grid);
    std::optional<Heightfield> voxelize(const VoxelGroup& group) const;

    const AgentWorld& world_;
    const size_t tile_;
    std::vector<Field> fields_;  // one per group of AgentWorld::voxel_groups
};

}  // namespace navspan
