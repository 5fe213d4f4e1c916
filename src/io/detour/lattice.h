#pragma once

#include <cmath>
#include <cstdint>

#include "io/detour/read.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The lattice that a set's positions are put on.
struct DetourLattice {
    DVec3 origin;           ///< x, z of its point (0, 0) [wu]; y is 0
    double quantum = 1;     ///< [wu]
    bool is_exact = false;  ///< all corners of polygons lie on it, but for the rounding of floats

    int64_t units(double coordinate, double from, double parts = 1) const {
        return int64_t(std::floor((coordinate - from) / quantum * parts + 0.5));
    }
    LatticePoint point(const float* p) const {
        return {int32_t(units(double(p[0]), origin.x)), int32_t(units(double(p[2]), origin.z))};
    }
};

/// The cells of the baker, when all corners of ground polygons lie on them; else cells cut into up to 1024 parts, or as fine a
/// lattice as the world's width allows. Error (failed): the world is too wide for any.
Result<DetourLattice> find_detour_lattice(const DetourSet& set);

}  // namespace navspan
