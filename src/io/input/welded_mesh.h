#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A mesh with vertices numbered over all tiles, for export to other formats.
struct WeldedMesh {
    std::vector<DVec3> vertices;    ///< in the order of the first half-edge that starts there [wu]
    std::vector<uint32_t> corners;  ///< per half-edge of the mesh: the vertex where it starts
    std::vector<uint32_t> by_area;  ///< polygons of the mesh, sorted by area id, then by number
    std::vector<NavArea> areas;     ///< 64, by id; areas without a name are named by their id
};

/// Merges corners that twins on a seam share, at the position in the lower tile slot.
WeldedMesh weld_mesh(const NavMesh& mesh);

}  // namespace navspan
