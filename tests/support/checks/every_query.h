#pragma once

#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan::support {

/// Runs every query on a mesh that passed validate_nav_mesh, with points near the mesh and far from it. Checks only that the
/// queries return.
void run_every_query(Random& random, const NavMesh& mesh);

}  // namespace navspan::support
