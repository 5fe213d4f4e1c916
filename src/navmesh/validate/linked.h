#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// The checks of validate_nav_mesh except those of derived data, in two steps. Not public.

/// Checks the info of the mesh and each tile. All other checks rely on this one.
Status validate_tiles(const NavMesh& mesh, unsigned threads);

/// Checks seams and links. The tiles must be valid.
Status validate_seams_and_links(const NavMesh& mesh);

}  // namespace navspan
