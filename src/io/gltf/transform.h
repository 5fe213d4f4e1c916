#pragma once

#include <array>
#include <optional>

#include "io/gltf/model.h"
#include "navspan/core/vec.h"

namespace navspan {

/// An affine transform as the rows of a 3 x 4 matrix: x' = m[0] x + m[1] y + m[2] z + m[3].
using Affine = std::array<double, 12>;
constexpr Affine kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// Returns the transform that applies b, then a.
Affine after(const Affine& a, const Affine& b);

DVec3 transformed(const Affine& m, DVec3 p);

/// True if the transform reverses the winding of triangles.
bool is_mirroring(const Affine& m);

/// Returns a node's transform relative to its parent. Returns nullopt if the matrix is not affine or the rotation has length 0.
std::optional<Affine> local_transform(const GltfNode& node);

}  // namespace navspan
