#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "io/detour/read.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A polygon side that connects its tile to an adjacent tile.
struct DetourPortal {
    uint32_t tile = 0;
    uint32_t edge = 0;  ///< id chosen by the caller
    uint8_t side = 0;   ///< side of the tile: 0: x+, 2: z+, 4: x-, 6: z-
    LatticePoint from, to;
    double from_y = 0, to_y = 0;  ///< heights of `from` and `to` [wu]

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

/// The interval along which two portals are connected.
struct DetourCrossing {
    uint32_t a = 0, b = 0;      ///< indices of the two portals
    int32_t low = 0, high = 0;  ///< ends of the interval along the seam [lattice]
};

struct DetourSeamParams {
    double quantum = 1;     ///< step of the lattice [wu]
    int32_t tolerance = 0;  ///< largest distance between two matching portals across the border [lattice]
};

/// Connects portals as Detour does when it loads tiles. Unlike in Detour, each point of a portal is connected to at most one
/// other portal. Error (input): too many portals overlap. Files baked by Recast stay far below this limit.
Result<std::vector<DetourCrossing>> match_detour_portals(const DetourSet& set, std::span<const DetourPortal> portals,
                                                         const DetourSeamParams& params);

}  // namespace navspan
