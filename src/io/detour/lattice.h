#pragma once

#include <cmath>
#include <cstdint>

#include "io/detour/read.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The lattice to which the positions of a tile set are rounded.
struct DetourLattice {
    DVec3 origin;           ///< world position of lattice point (0, 0) [wu]; y is 0
    double quantum = 1;     ///< step of the lattice [wu]
    bool is_exact = false;  ///< all polygon corners lie on the lattice, up to float rounding

    int64_t units(double coordinate, double from, double parts = 1) const {
        return int64_t(std::floor((coordinate - from) / quantum * parts + 0.5));
    }
    LatticePoint point(const float* p) const {
        return {int32_t(units(double(p[0]), origin.x)), int32_t(units(double(p[2]), origin.z))};
    }
};

/// Returns the bake's cell grid if all corners of ground polygons lie on this grid. Otherwise returns a finer lattice with 1024
/// steps per cell. If the world is too wide or too far from the origin, the lattice has fewer steps per cell. Error (input):
/// the tile set has no polygons.
Result<DetourLattice> find_detour_lattice(const DetourSet& set);

}  // namespace navspan
