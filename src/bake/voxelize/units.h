#pragma once

#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Converts world positions to lattice units [cell, vx, cell], rounded to multiples of 2^-20. Geometry that was modelled on the
/// lattice thus lies exactly on the lattice: 0.6 / 0.2 gives 3, not 2.9999999999999996. The difference of two results is exact.
/// Valid within 2^30 cells of the origin.
class LatticeUnits {
public:
    explicit LatticeUnits(const Lattice& lattice) : lattice_(lattice) {}

    DVec3 operator()(DVec3 world) const {
        const DVec3 p = world - lattice_.origin;
        return {snap(p.x / lattice_.cell_size), snap(p.y / lattice_.cell_height), snap(p.z / lattice_.cell_size)};
    }

private:
    // Adding and subtracting 1.5 * 2^52 rounds to an integer, ties to even.
    static double snap(double v) {
        constexpr double kSteps = 0x1p20, kRound = 0x1.8p52;
        return ((v * kSteps + kRound) - kRound) / kSteps;
    }
    Lattice lattice_;
};

}  // namespace navspan
