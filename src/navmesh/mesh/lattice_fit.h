#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The lattice step a coordinate is a multiple of, but for the rounding of its decimal digits: how many of them. Nothing when
/// it lies beside the lattice.
std::optional<int64_t> lattice_steps(double coordinate, double quantum);

/// Says which of the points is meant, and where it is: "vertex 3 at x 0.5, z 2".
using PointName = std::function<std::string(size_t)>;

/// True when a tile over these points is at most kMaxTileExtent steps wide and within kMaxLattice steps of the origin.
bool lattice_fits(std::span<const DVec3> points, double quantum);

/// A lattice step that all x and z of the points are multiples of, such that lattice_fits. @param wanted  that one; 0: the
/// first that does of 1, 1/2, 1/4, 1/8, 1/10, ... 1e-9, or of 2, 4, ... when the points are too far apart for those. Error
/// (input): a point beside the lattice, with its name and what to change; (failed): the world is too wide; (usage): wanted is
/// not from 1e-9 to 1e9.
Result<double> fit_lattice(std::span<const DVec3> points, double wanted, const PointName& name);

}  // namespace navspan
