#pragma once

#include <array>
#include <optional>

#include "io/gltf/model.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Where a node's points go: x' = m[0] x + m[1] y + m[2] z + m[3], and so on by rows.
using Affine = std::array<double, 12>;
constexpr Affine kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// First b, then a.
Affine after(const Affine& a, const Affine& b);

DVec3 transformed(const Affine& m, DVec3 p);

/// Whether it turns triangles over.
bool is_mirroring(const Affine& m);

/// A node's transform within its parent; nothing when it is none: a matrix that is not affine, a rotation without a length.
std::optional<Affine> local_transform(const tinygltf::Node& node);

}  // namespace navspan
