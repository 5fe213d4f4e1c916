#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// What validate_nav_mesh tests but for what was derived from tiles, seams and links just before. Not public.
Status validate_linked(const NavMesh& mesh, unsigned threads);

}  // namespace navspan
