#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// Triangulates a face into corners.size() - 2 triangles with the same winding. A convex face becomes a fan around corner 0.
/// @param corners    3 or more, in order, roughly planar
/// @param triangles  receives indices into corners; must have corners.size() - 2 elements
/// @return false if the face is self-intersecting; the triangles may then overlap or leave gaps
bool triangulate_ngon(std::span<const DVec3> corners, std::span<std::array<uint32_t, 3>> triangles);

}  // namespace navspan
