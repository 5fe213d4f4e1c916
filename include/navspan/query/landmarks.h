#pragma once

/// \file
/// Precomputes landmarks, which make exact searches around large obstacles faster.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const Result<NavMesh> faster = with_landmarks(mesh, 8);
/// if (!faster) return;
/// \endcode
///
/// Guarantees: landmarks change the duration of a search, but not the length of its path. Deterministic. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: the table needs about 4 bytes per vertex and landmark. Landmarks do not help on open ground, where the straight
/// line is already a good lower bound. A search ignores them unless pruning_is_exact returns true for its filter.

#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns a new snapshot of the mesh with \p count landmarks per island; 0 removes the landmarks. The first landmark is the
/// vertex farthest from the first vertex of the island. Each further landmark is the vertex farthest from all previous
/// landmarks. Ties are broken by the first vertex. Runs one exact search over the whole island per landmark.
/// Error (usage): \p count exceeds kMaxLandmarks.
/// Error (failed): an island has more corners than the exact search supports.
/// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005).
Result<NavMesh> with_landmarks(const NavMesh& mesh, uint32_t count);

}  // namespace navspan
