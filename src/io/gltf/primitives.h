#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "io/gltf/elements.h"
#include "io/gltf/model.h"
#include "io/gltf/transform.h"
#include "navspan/core/vec.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Maps positions of a mesh to world coordinates.
struct PositionMap {
    Affine world = kIdentity;  ///< transform of the node
    double scale = 1;          ///< factor after the transform
    UpAxis up = UpAxis::y;     ///< up axis of the file
};

/// Appends the positions of an accessor. A position is invalid if it is beyond kMaxCoordinate or not finite. Returns nullopt,
/// or the index of the first invalid position. In the second case, `to` receives only a part of the positions.
std::optional<size_t> append_positions(const Elements& positions, const PositionMap& map, std::vector<DVec3>& to);

/// The triangle corners of a primitive.
struct PrimitiveCorners {
    Elements indices;  ///< vertex indices with unsigned integer components
    GltfMode mode = GltfMode::triangles;
    size_t vertex_count = 0;    ///< number of vertices
    uint32_t first_vertex = 0;  ///< index of the first vertex in the soup
    bool reversed = false;      ///< true: reverse the winding
};

/// Appends the triangles of a primitive. Skips the degenerate triangles of strips, which only connect parts of a strip. Returns
/// nullopt, or the first index that is not below vertex_count. In the second case, `to` receives only a part of the triangles.
std::optional<uint32_t> append_triangles(const PrimitiveCorners& corners, std::vector<std::array<uint32_t, 3>>& to);

}  // namespace navspan
