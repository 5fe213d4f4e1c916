#pragma once

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// Cuts polygons along chords until no polygon has more than `max_corners` corners. Error (input): the mesh has several tiles,
/// a polygon to cut has detail vertices (a cut would lose their heights), or a polygon has no valid chord.
Result<NavMesh> split_mesh(const NavMesh& mesh, uint32_t max_corners);

}  // namespace navspan::bench
