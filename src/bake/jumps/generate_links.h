#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"

namespace navspan {

/// A link is unnecessary if a short walk connects its ends. The distance from each cell of the walk to both ends is at most
/// this factor times the length of the link. The factor allows a walk around a square post.
constexpr double kMaxDetourFactor = 1.25;

struct GenerateLinksParams {
    double radius = 0;         ///< radius of the agent [cell], >= 0
    int32_t height = 0;        ///< height of the agent [vx], >= 1
    double foot = 0;           ///< obstacles lower than this do not stop the agent [vx], >= 0
    int32_t climb = 0;         ///< maximum step of the agent [vx]; a link that leads down farther is a drop
    double drop_height = 0;    ///< maximum height of a drop [vx]; 0: no drops
    double drop_distance = 0;  ///< maximum horizontal distance of a drop [cell]
    double jump_distance = 0;  ///< maximum horizontal distance of a jump, between cell centres [cell]; 0: no jumps
    double jump_height = 0;    ///< maximum height of the feet above the start of a jump [vx]
    int32_t spacing = 1;       ///< side of the blocks of cells in which similar links are thinned [cell], >= 1
    CellRectangle own;         ///< only links that start in these cells are returned
};

/// True if a bake with this config searches for drops or jumps.
inline bool generates_links(const VoxelConfig& config) {
    return config.drop_height > 0 || config.jump_distance > 0;
}

/// Returns the parameters for a bake with this config; `own` is empty.
GenerateLinksParams generate_links_params(const VoxelConfig& config);

/// Returns a distance [cell], or 0 if the parameters allow no links. The fields must be complete within this distance of the
/// start of each link.
int32_t generate_links_reach(const GenerateLinksParams& params);

/// A drop or a jump between the centres of two cells of a grid.
struct GeneratedLink {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< cell of the landing [cell] and its floor [vx]
    bool two_way = false;                     ///< true if the jump back is possible
    bool drop = false;                        ///< true if the landing is lower by more than GenerateLinksParams::climb
    friend auto operator<=>(const GeneratedLink&, const GeneratedLink&) = default;
};

/// Finds drops and jumps that start at a border of the ground and on which no voxel blocks the agent's body. Keeps only one of
/// several similar links. A link depends only on voxels within generate_links_reach of its start, so all grids that contain
/// these voxels yield the same link.
/// @param solid  voxels that may block links; on the grid of `field`
/// @param field  eroded: the agent's centre may stand on spans whose area is not 0
/// @return links that start in params.own, in ascending order
std::vector<GeneratedLink> generate_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params);

}  // namespace navspan
