#pragma once

#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A new snapshot of the mesh with `count` landmarks an island. Each landmark is a vertex as far as possible from those before
/// it, the first as far as possible from the island's first vertex; of equally far ones the first. Takes an exact search of the
/// whole island for each landmark; the table has 4 bytes for each vertex and landmark. 0 takes the landmarks away.
/// Error (usage): more than kMaxLandmarks.
/// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005).
Result<NavMesh> with_landmarks(const NavMesh& mesh, uint32_t count);

}  // namespace navspan
