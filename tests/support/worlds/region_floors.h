#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/contours.h"
#include "support/worlds/lattice_region.h"

namespace navspan::support {

/// One horizontal floor of a level: the region id of each cell. 0 means no region.
struct RegionFloor {
    int32_t width = 0, depth = 0;
    int32_t y = 0;  ///< height of the floor [vx]
    std::vector<uint32_t> region;
    uint32_t at(int32_t x, int32_t z) const {
        return x >= 0 && z >= 0 && x < width && z < depth ? region[size_t(z) * size_t(width) + size_t(x)] : 0;
    }
};

/// Builds a floor from a drawing with one line per row of cells: '.' is no region, 'a' is region first_id, 'b' is first_id + 1.
RegionFloor draw_floor(const std::vector<std::string>& rows, int32_t y, uint32_t first_id);

/// Builds a floor with random connected regions, numbered from first_id. Some cells have no region.
RegionFloor random_floor(Random& random, int32_t width, int32_t depth, int32_t y, uint32_t first_id);

/// Returns the unsimplified contours of all floors, with a vertex at every lattice point of a border. Adjacent regions on the
/// same floor are connected; regions on different floors are not.
ContourSet contours_of(const std::vector<RegionFloor>& floors);

}  // namespace navspan::support
