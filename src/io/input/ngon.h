#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// Cuts a face into corners.size() - 2 triangles that have its winding and cover it once. A convex face gives the fan around
/// corner 0.
/// @param corners    3 or more, in order, roughly planar
/// @param triangles  receives indices into corners; holds corners.size() - 2
/// @return false if the face crosses itself, so that no such triangulation exists; the triangles then just connect its corners
bool triangulate_ngon(std::span<const DVec3> corners, std::span<std::array<uint32_t, 3>> triangles);

}  // namespace navspan
