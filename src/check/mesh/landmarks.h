#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A sample of the landmarks' distances against the exact search: none is longer than the shortest way, and where nothing but
/// that way counts (no links, every polygon with a flag) none is shorter. The mesh must be valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
