#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "navspan/bake/heightfield.h"

namespace navspan {

/// A direction of links: the offset between the centres of two cells [cell].
struct LinkDirection {
    int32_t x = 0, z = 0;
};
/// All directions, by angle. The direction opposite to i is (i + 8) % 16.
constexpr std::array<LinkDirection, 16> kLinkDirections{{{1, 0},
                                                         {2, 1},
                                                         {1, 1},
                                                         {1, 2},
                                                         {0, 1},
                                                         {-1, 2},
                                                         {-1, 1},
                                                         {-2, 1},
                                                         {-1, 0},
                                                         {-2, -1},
                                                         {-1, -1},
                                                         {-1, -2},
                                                         {0, -1},
                                                         {1, -2},
                                                         {1, -1},
                                                         {2, -1}}};
inline int opposite_direction(int direction) {
    return (direction + 8) % 16;
}
/// Length of one step in a direction [cell].
double step_length(int direction);

/// A cell that a moving disc overlaps, relative to the start cell. from, to: interval of the path in which the disc overlaps
/// the cell [cell].
struct SweptCell {
    int32_t x = 0, z = 0;
    double from = 0, to = 0;
};

/// Returns the cells that a disc of a given radius [cell] passes over, in the order in which the disc reaches them. The length
/// of the disc's path is `longest` [cell].
std::vector<SweptCell> sweep_disc(int direction, double radius, double longest);

/// The height of an agent's feet along a link, relative to the start [vx].
struct LinkTrajectory {
    double length = 0;          ///< horizontal length of the path [cell], > 0
    double rise = 0, fall = 0;  ///< jump: the feet are at rise * u - fall * u * u, for u = 0..1 along the path
    /// Height of a drop, > 0; 0 for a jump. The feet move horizontally until they are above the landing, then straight down.
    double drop = 0;
};

/// Returns the trajectory of a jump of the given length [cell], > 0. The jump ends at height `up` and has its top at height
/// `peak`, relative to the start [vx]; peak >= max(up, 0).
LinkTrajectory jump_trajectory(double length, double up, double peak);

/// The moving body: an upright cylinder.
struct SweptBody {
    double height = 0;  ///< [vx]
    double foot = 0;    ///< obstacles up to this height above the bottom do not block the body [vx]
};

/// The start of a body: a cell and the height of its floor.
struct SweepStart {
    int32_t x = 0, z = 0;  ///< [cell]
    double y = 0;          ///< [vx]
};

/// True if no solid span blocks a body that moves along a trajectory. Cells outside the field never block the body.
bool is_path_free(const Heightfield& solid, const std::vector<SweptCell>& cells, const SweepStart& start,
                  const LinkTrajectory& trajectory, const SweptBody& body);

}  // namespace navspan
