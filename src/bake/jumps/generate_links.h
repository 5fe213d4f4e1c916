#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"

namespace navspan {

/// Limit of a walk that makes a link unnecessary: distance from both ends, in lengths of the link. Suffices around a square
/// post.
constexpr double kMaxDetourFactor = 1.25;

struct GenerateLinksParams {
    double radius = 0;         ///< of the agent [cell], >= 0
    int32_t height = 0;        ///< of the agent [vx], >= 1
    double foot = 0;           ///< lower obstacles do not stop the agent [vx], >= 0
    int32_t climb = 0;         ///< highest step [vx]; a link that leads down by more is a drop
    double drop_height = 0;    ///< deepest drop [vx], 0 = none
    double drop_distance = 0;  ///< farthest landing from a ledge that the agent steps off [cell]
    double jump_distance = 0;  ///< farthest jump from centre to centre, seen from above [cell], 0 = none
    double jump_height = 0;    ///< how high the feet rise above the start [vx]
    int32_t spacing = 1;       ///< side of the blocks of cells in which similar links are thinned [cell], >= 1
    CellRectangle own;         ///< cells in which the wanted links start
};

/// True if a bake with this config searches for drops or jumps.
inline bool generates_links(const VoxelConfig& config) {
    return config.drop_height > 0 || config.jump_distance > 0;
}

/// The parameters for a bake with this config; `own` is empty.
GenerateLinksParams generate_links_params(const VoxelConfig& config);

/// Radius around a cell in which the stage needs correct fields [cell]; 0 if it finds nothing.
int32_t generate_links_reach(const GenerateLinksParams& params);

/// A drop or a jump between the centres of two cells of a grid.
struct GeneratedLink {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< cell and floor of the landing
    bool two_way = false;                     ///< the jump back is possible
    bool drop = false;                        ///< leads down by more than a step
    friend auto operator<=>(const GeneratedLink&, const GeneratedLink&) = default;
};

/// Finds drops and jumps from the borders of the ground to other ground, tests that a body of the agent's size passes along
/// them, and thins similar ones. A link depends only on voxels within generate_links_reach of its start, so all windows on a
/// world that see that far give the same links.
/// @param solid  voxels that may block links; on the grid of `field`
/// @param field  eroded: an agent's centre may stand where area is not 0
/// @return links that start in params.own, ascending
std::vector<GeneratedLink> generate_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params);

}  // namespace navspan
