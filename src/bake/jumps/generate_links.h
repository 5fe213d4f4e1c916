#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"

namespace navspan {

/// How far one may get from the ends of a link when one walks instead, in lengths of the link: around a square post.
constexpr double kMaxDetourFactor = 1.25;

struct GenerateLinksParams {
    double radius = 0;         ///< of the agent [cell], >= 0
    int32_t height = 0;        ///< of the agent [vx], >= 1
    double foot = 0;           ///< what stands less high than this in an agent's way does not stop it [vx], >= 0
    int32_t climb = 0;         ///< highest step [vx]: lower ground than this is a drop
    double drop_height = 0;    ///< deepest drop [vx], 0 = none
    double drop_distance = 0;  ///< how far off a ledge one may land that steps off it [cell]
    double jump_distance = 0;  ///< farthest jump from centre to centre, seen from above [cell], 0 = none
    double jump_height = 0;    ///< how high the feet rise above where they left the ground [vx]
    int32_t spacing = 1;       ///< side of the blocks of cells in which near duplicates are thinned [cell], >= 1
    CellRectangle own;         ///< links are wanted that start here
};

/// Whether a bake with this config looks for drops or jumps at all.
inline bool generates_links(const VoxelConfig& config) {
    return config.drop_height > 0 || config.jump_distance > 0;
}

/// What a bake with this config gives: `own` is left empty.
GenerateLinksParams generate_links_params(const VoxelConfig& config);

/// How far around a cell the stage looks, beyond what makes the fields right there [cell]; 0 when nothing is to be found.
int32_t generate_links_reach(const GenerateLinksParams& params);

/// A drop or a jump between the middles of two cells of a grid.
struct GeneratedLink {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< the same of the landing
    bool two_way = false;                     ///< it may be jumped back
    bool drop = false;                        ///< down, by more than a step
    friend auto operator<=>(const GeneratedLink&, const GeneratedLink&) = default;
};

/// Finds drops and jumps from the borders of the ground to other ground, tests that a body of the agent's size gets through
/// along them, and thins near duplicates. A link depends only on what lies within generate_links_reach of its start, so any
/// window onto the same world that sees that far gives the same links.
/// @param solid  the voxels that may be in the way; on the grid of `field`
/// @param field  eroded: where area is not 0 an agent's centre may stand
/// @return links that start in params.own, ascending
std::vector<GeneratedLink> generate_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params);

}  // namespace navspan
