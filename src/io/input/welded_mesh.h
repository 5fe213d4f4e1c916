#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A mesh with vertices numbered across all tiles, for export.
struct WeldedMesh {
    std::vector<DVec3> vertices;    ///< positions, in order of first use in `corners` [wu]
    std::vector<uint32_t> corners;  ///< for each edge_index of the mesh: start vertex of the half-edge
    std::vector<uint32_t> by_area;  ///< polygon indices, sorted by area id, then by index
    std::vector<NavArea> areas;     ///< 64 areas by id; undefined areas are named area_ID
};

/// Merges the vertices that tiles share at seams. A merged vertex gets its position from the first tile.
WeldedMesh weld_mesh(const NavMesh& mesh);

}  // namespace navspan
