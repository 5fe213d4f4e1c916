#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A mesh with vertices numbered over all tiles, for export to other formats.
struct WeldedMesh {
    std::vector<DVec3> vertices;    ///< positions, in the order in which `corners` first names them [wu]
    std::vector<uint32_t> corners;  ///< for each half-edge of the mesh: the vertex where it starts
    std::vector<uint32_t> by_area;  ///< indices of polygons, sorted by area id, then by index
    std::vector<NavArea> areas;     ///< 64 areas by id; an area that the mesh does not define is named area_ID
};

/// Merges the vertices that tiles share at a seam. The position of a merged vertex is taken from the tile that comes first.
WeldedMesh weld_mesh(const NavMesh& mesh);

}  // namespace navspan
