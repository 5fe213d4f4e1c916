#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Shared by the ways a NavMesh comes about: linking tiles, reading a file.

/// Fills polygon_base and edge_base. Error (failed): more than 32 bits count.
Status count_mesh(NavMesh& mesh);

/// Fills polygon_island and islands from tiles and seams.
void find_islands(NavMesh& mesh);

}  // namespace navspan
