#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// Cuts a face into corners.size() - 2 triangles with its winding, which cover it once. Convex faces get the fan around corner
/// 0.
/// @param corners    3 or more, in order, roughly planar
/// @param triangles  receives indices into corners; holds corners.size() - 2
/// @return false when the face crosses itself, so that no such cut exists; the triangles then connect its corners somehow
bool triangulate_ngon(std::span<const DVec3> corners, std::span<std::array<uint32_t, 3>> triangles);

}  // namespace navspan
