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
    double scale = 1;          ///< factor, applied after the transform
    UpAxis up = UpAxis::y;     ///< up axis of the file
};

/// Appends the positions of an accessor. Returns nullopt if all positions are valid. A position is invalid if it is not finite
/// or if a coordinate is beyond kMaxCoordinate. If a position is invalid, returns the index of the first such position;
/// only some of the positions before it are appended.
std::optional<size_t> append_positions(const Elements& positions, const PositionMap& map, std::vector<DVec3>& to);

/// The corners of the triangles of a primitive.
struct PrimitiveCorners {
    Elements indices;  ///< indices of vertices; components are unsigned integers
    GltfMode mode = GltfMode::triangles;
    size_t vertex_count = 0;    ///< number of vertices of the primitive
    uint32_t first_vertex = 0;  ///< index of its first vertex in the soup
    bool reversed = false;      ///< true: reverses the winding of the triangles
};

/// Appends the triangles of a primitive. Degenerate triangles of a strip are left out, because they only connect its parts.
/// Returns nullopt if all indices are below vertex_count. Otherwise, returns the first index that is too large; only some of
/// the triangles before it are appended.
std::optional<uint32_t> append_triangles(const PrimitiveCorners& corners, std::vector<std::array<uint32_t, 3>>& to);

}  // namespace navspan
