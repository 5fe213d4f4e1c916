#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// Cuts a face into corners.size() - 2 triangles that have the winding of the face and cover it once. A convex face becomes the
/// fan around corner 0.
/// @param corners    3 or more, in order, roughly planar
/// @param triangles  receives indices into corners; its size must be corners.size() - 2
/// @return false if the face crosses itself; then the triangles merely connect its corners
bool triangulate_ngon(std::span<const DVec3> corners, std::span<std::array<uint32_t, 3>> triangles);

}  // namespace navspan
