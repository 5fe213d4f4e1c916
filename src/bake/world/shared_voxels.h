#pragma once

// Solid voxels of one tile that several agents take. Not public.

#include <optional>
#include <vector>

#include "bake/world/bake_tiles.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// While one tile is baked for one agent after the other: the voxels that agents share, made when the first of them asks, for
/// the one that sees farthest, and freed after the last.
class SharedVoxels {
public:
    /// @param tile  number in the world's first plan
    SharedVoxels(const AgentWorld& world, size_t tile);
    /// What an agent takes as the source of its bake; nothing where it shares with none.
    SolidSource source(size_t agent);
    /// The agent needs no voxels any more, or needed none.
    void done(size_t agent);

private:
    struct Field {
        size_t users = 0;  // that are still to come
        bool tried = false;
        std::optional<Heightfield> solid;
    };
    std::optional<Heightfield> take(size_t sharers, const Grid& grid);
    std::optional<Heightfield> voxelise(const VoxelGroup& sharers) const;

    const AgentWorld& world_;
    const size_t tile_;
    std::vector<Field> fields_;  // one for each of the world's sharers
};

}  // namespace navspan
