#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "io/detour/read.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A side of a polygon that leads out of its tile.
struct DetourPortal {
    uint32_t tile = 0;
    uint32_t edge = 0;  ///< whatever the caller numbers
    uint8_t side = 0;   ///< of its tile: 0 x+, 2 z+, 4 x-, 6 z-
    LatticePoint from, to;
    double from_y = 0, to_y = 0;  ///< [wu]

    bool along_z() const { return side == 0 || side == 4; }
    int32_t line() const { return along_z() ? from.x : from.z; }
    int32_t begin() const { return along_z() ? from.z : from.x; }
    int32_t end() const { return along_z() ? to.z : to.x; }
    int32_t low() const { return begin() < end() ? begin() : end(); }
    int32_t high() const { return begin() < end() ? end() : begin(); }
    double height_at(int32_t at) const {
        return from_y + (to_y - from_y) * ((double(at) - begin()) / (double(end()) - begin()));
    }
};

/// An interval of two portals that are each other's way across.
struct DetourCrossing {
    uint32_t a = 0, b = 0;      ///< portals
    int32_t low = 0, high = 0;  ///< along the seam [lattice]
};

struct DetourSeamParams {
    double quantum = 1;     ///< of the lattice [wu]
    int32_t tolerance = 0;  ///< how far two sides of one seam may lie apart [lattice]
};

/// Brings portals together as Detour does when it loads tiles; each place of a portal leads to one other at most. Error
/// (input): more lie upon each other than anyone would bake.
Result<std::vector<DetourCrossing>> match_detour_portals(const DetourSet& set, std::span<const DetourPortal> portals,
                                                         const DetourSeamParams& params);

}  // namespace navspan
