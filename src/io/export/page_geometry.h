#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Limit on the geometry of a page before compression [byte].
constexpr size_t kMaxGeometryBytes = 4'000'000;

/// The triangles of a level, for display.
struct PageGeometry {
    std::vector<float> points{};      ///< x, y, z of each vertex relative to a centre [wu]
    std::vector<uint32_t> corners{};  ///< three vertex indices per triangle, with the winding of the soup
    double cell = 0;                  ///< side of the cells used for merging [wu]; 0: not simplified
};

/// Returns the triangles of a soup, with equal vertices merged and without degenerate triangles. If the result exceeds the
/// limit, also merges all vertices in the same grid cell.
/// @param soup       must be valid
/// @param centre     subtracted from all positions [wu]
/// @param max_bytes  limit on the size of `points` and `corners` [byte]
PageGeometry page_geometry(const TriangleSoup& soup, DVec3 centre, size_t max_bytes = kMaxGeometryBytes);

}  // namespace navspan
