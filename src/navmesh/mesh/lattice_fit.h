#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Returns the integer nearest to coordinate / quantum if the two differ only by rounding errors. Otherwise, the coordinate is
/// not on the lattice, and the function returns nothing.
std::optional<int64_t> lattice_steps(double coordinate, double quantum);

/// For messages: returns a description of the point with the given index, for example "vertex 3 at x 0.5, z 2".
using PointName = std::function<std::string(size_t)>;

/// True if the bounding square of the points is at most kMaxTileExtent steps wide and within kMaxLattice steps of the origin.
bool lattice_fits(std::span<const DVec3> points, double quantum);

/// Returns a lattice step [wu] such that all x and z of the points are multiples of the step and lattice_fits is true.
/// @param wanted  the step [wu]. 0: use the largest possible step among the powers 1/2^n and 1/10^n, from 1 to 1e-9. If
///     lattice_fits is false for a step of 1, use the smallest power of two for which lattice_fits is true.
/// Errors: (input) a point is not on the lattice, and the message names the point; (failed) the world is too wide, or too far
/// from the origin; (usage) `wanted` is neither 0 nor in [1e-9, 1e9].
Result<double> fit_lattice(std::span<const DVec3> points, double wanted, const PointName& name);

}  // namespace navspan
