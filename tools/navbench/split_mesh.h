#pragma once

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// The same ground in polygons of at most `max_corners` corners, for libraries that take no more: larger polygons are cut along
/// chords. A mesh without larger polygons comes back as it is. Error (input): a larger polygon with heights inside it, which a
/// cut would change.
Result<NavMesh> split_mesh(const NavMesh& mesh, uint32_t max_corners);

}  // namespace navspan::bench
