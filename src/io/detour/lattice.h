#pragma once

#include <cmath>
#include <cstdint>

#include "io/detour/read.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The lattice that a set's positions are rounded to.
struct DetourLattice {
    DVec3 origin;           ///< x, z of its point (0, 0) [wu]; y is 0
    double quantum = 1;     ///< [wu]
    bool is_exact = false;  ///< all corners of polygons lie on it, except for float rounding

    int64_t units(double coordinate, double from, double parts = 1) const {
        return int64_t(std::floor((coordinate - from) / quantum * parts + 0.5));
    }
    LatticePoint point(const float* p) const {
        return {int32_t(units(double(p[0]), origin.x)), int32_t(units(double(p[2]), origin.z))};
    }
};

/// Returns the baker's cells if all corners of ground polygons lie on them. Otherwise cells are cut into up to 1024 parts, or
/// as many as the world's width allows. Error (failed): the world is too wide for any lattice.
Result<DetourLattice> find_detour_lattice(const DetourSet& set);

}  // namespace navspan
