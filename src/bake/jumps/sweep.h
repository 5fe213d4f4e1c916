#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "navspan/bake/heightfield.h"

namespace navspan {

/// A way along which links are looked for [cell]: from the middle of a cell to the middles of others.
struct LinkDirection {
    int32_t x = 0, z = 0;
};
/// All around; the direction opposite to i is (i + 8) % 16.
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
/// How far one step of a direction leads [cell].
double step_length(int direction);

/// A cell that a disc passes over on its way, relative to the cell it starts in, and from where to where on the way [cell].
struct SweptCell {
    int32_t x = 0, z = 0;
    double from = 0, to = 0;
};

/// The cells that a disc passes over which goes straight in a direction, in the order in which it reaches them.
std::vector<SweptCell> sweep_disc(int direction, double radius, double longest);

/// The height of an agent's feet on its way [vx], from where it starts.
struct LinkArc {
    double length = 0;          ///< of the way seen from above [cell], > 0
    double rise = 0, fall = 0;  ///< a jump: feet are at rise * u - fall * u * u, u = 0..1 the part of the way done
    double drop = 0;            ///< > 0: no jump; level up to the end, and there straight down by so much
};

/// A jump that ends `up` higher (lower when negative) and whose highest point is `peak` above the start, peak >= up, 0.
LinkArc jump_arc(double length, double up, double peak);

/// An upright cylinder with feet at a height above the start.
struct SweptBody {
    double height = 0;  ///< [vx]
    double foot = 0;    ///< its lowest part, which does not collide [vx]
};

/// Where a body starts: the floor at a height of a cell.
struct SweepStart {
    int32_t x = 0, z = 0;  ///< [cell]
    double y = 0;          ///< [vx]
};

/// True if no solid span is in the way of a body that moves along an arc. Cells outside the field are free.
bool is_path_free(const Heightfield& solid, const std::vector<SweptCell>& cells, const SweepStart& start, const LinkArc& arc,
                 const SweptBody& body);

}  // namespace navspan
