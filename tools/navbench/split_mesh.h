#pragma once

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// Cuts larger polygons along chords, so that none has more than `max_corners` corners. Returns a mesh without larger polygons
/// unchanged. Error (input): a larger polygon has heights inside, which a cut would change.
Result<NavMesh> split_mesh(const NavMesh& mesh, uint32_t max_corners);

}  // namespace navspan::bench
