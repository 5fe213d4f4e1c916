#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// What validate_nav_mesh tests but for what was derived from tiles, seams and links just before, in two steps. Not public.

/// What the mesh says of itself, and each tile: what one must know before anything is looked for in them.
Status validate_tiles(const NavMesh& mesh, unsigned threads);

/// Seams and links. The tiles must be sound.
Status validate_seams_and_links(const NavMesh& mesh);

}  // namespace navspan
