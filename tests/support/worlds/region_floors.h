#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/contours.h"
#include "support/worlds/lattice_region.h"

namespace navspan::support {

/// One floor of a hand-made level: the region ids of its cells (0 = none), all at one height.
struct RegionFloor {
    int32_t width = 0, depth = 0;
    int32_t y = 0;  ///< [vx]
    std::vector<uint32_t> region;
    uint32_t at(int32_t x, int32_t z) const {
        return x >= 0 && z >= 0 && x < width && z < depth ? region[size_t(z) * size_t(width) + size_t(x)] : 0;
    }
};

/// Builds a floor from text, one line per row of cells: '.' is no region, 'a' is region first_id, 'b' is first_id + 1, and so
/// on.
RegionFloor draw_floor(const std::vector<std::string>& rows, int32_t y, uint32_t first_id);

/// Builds random connected regions with ids from first_id. Some cells have no region.
RegionFloor random_floor(Random& random, int32_t width, int32_t depth, int32_t y, uint32_t first_id);

/// Returns the contours of all floors as traced, with every lattice point of a border as a vertex. Regions that share an edge
/// are connected if they are on the same floor. Regions of different floors are not connected.
ContourSet contours_of(const std::vector<RegionFloor>& floors);

}  // namespace navspan::support
