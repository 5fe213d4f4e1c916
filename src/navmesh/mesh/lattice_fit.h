#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Returns coordinate / quantum if it is an integer up to the rounding error of decimal digits. Returns nothing if the
/// coordinate is not on the lattice.
std::optional<int64_t> lattice_steps(double coordinate, double quantum);

/// Returns a description of a point for messages: "vertex 3 at x 0.5, z 2".
using PointName = std::function<std::string(size_t)>;

/// True if a tile over these points is at most kMaxTileExtent steps wide and within kMaxLattice steps of the origin.
bool lattice_fits(std::span<const DVec3> points, double quantum);

/// Returns a lattice step that divides all x and z of the points and satisfies lattice_fits. @param wanted  the step, or 0: use
/// the first that works of 1, 1/2, 1/4, 1/8, 1/10, ... 1e-9, or of 2, 4, ... if the points are too far apart for 1. Error
/// (input): a point is not on the lattice; the message names it. Error (failed): the world is too wide. Error (usage): `wanted`
/// is not from 1e-9 to 1e9.
Result<double> fit_lattice(std::span<const DVec3> points, double wanted, const PointName& name);

}  // namespace navspan
