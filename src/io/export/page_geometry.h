#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Limit for the geometry of a page, before compression [byte]
constexpr size_t kMaxGeometryBytes = 4'000'000;

/// The triangles of a level, for display.
struct PageGeometry {
    std::vector<float> points{};      ///< x, y, z of each vertex, relative to a centre [wu]
    std::vector<uint32_t> corners{};  ///< three vertex indices per triangle, with the winding of the soup
    double cell = 0;                  ///< side of the cells whose vertices were merged [wu]; 0: not simplified
};

/// Returns the triangles of a soup. Vertices at the same position are merged. Triangles with two equal corners are left out. If
/// the result is larger than the limit, it is simplified: all vertices in the same cell of a grid are merged.
/// @param soup       valid
/// @param centre     subtracted from all positions [wu]
/// @param max_bytes  limit for the size of `points` and `corners` [byte]
PageGeometry page_geometry(const TriangleSoup& soup, DVec3 centre, size_t max_bytes = kMaxGeometryBytes);

}  // namespace navspan
