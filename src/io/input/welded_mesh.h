#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The corners of a mesh numbered over all of its tiles, as files of other programs list them.
struct WeldedMesh {
    std::vector<DVec3> vertices;    ///< [wu], in the order in which half-edges meet them
    std::vector<uint32_t> corners;  ///< per half-edge of the mesh: the vertex where it starts
    std::vector<uint32_t> by_area;  ///< polygons, numbered over the mesh, by area id and then by number
    std::vector<NavArea> areas;     ///< 64, by id; one that the mesh does not name is called after its id
};

/// Corners that twins on a seam have in common become one vertex, at the place the lower tile slot gives it.
WeldedMesh weld_mesh(const NavMesh& mesh);

}  // namespace navspan
