#pragma once

/// \file
/// Precomputes landmarks, which make exact searches around large obstacles faster, and hub labels, which replace exact searches
/// on static levels.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const Result<NavMesh> faster = with_landmarks(mesh, 8);
/// if (!faster) return;
/// const Result<NavMesh> fastest = with_hubs(mesh);
/// if (!fastest) return;
/// \endcode
///
/// Guarantees: landmarks and hub labels change the duration of a query, but not the length of its path. Deterministic: the
/// result does not depend on the number of threads. Throws nothing but std::bad_alloc.
///
/// Caveats: hub labels take much memory. Computing them on large meshes takes seconds to minutes. Hub labels apply only if the
/// filter admits all polygons of the island at one cost. On an island with off-mesh links, the filter must also admit all links
/// and give them the same costs, relative to the ground, as the default filter, and no link may cost less than the distance
/// between its ends. Otherwise, PathMethod::exact and PathMethod::automatic search as on a mesh without hub labels, and
/// PathMethod::hubs is an error.
///
/// Landmarks: the table needs about 4 bytes per vertex and landmark. Landmarks do not help on open ground, where the straight
/// line is already a good lower bound. A search ignores them unless pruning_is_exact returns true for its filter.

#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns a new snapshot of the mesh with \p count landmarks per island; 0 removes the landmarks. Landmarks are chosen by
/// farthest-point sampling, starting with the vertex farthest from the first vertex of the island. If several vertices are
/// equally far away, the first one is used. Runs \p count + 1 exact searches over each island.
/// Error (usage): \p count exceeds kMaxLandmarks.
/// Error (failed): an island has more corners than the exact search supports.
/// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005).
Result<NavMesh> with_landmarks(const NavMesh& mesh, uint32_t count);

/// Options of with_hubs.
struct HubOptions {
    /// Largest size of the index [byte]. If a larger index is needed, adjacent polygons share via-labels (see HubIndex) until
    /// the index fits. Queries are then slower, but still exact.
    uint64_t max_bytes = UINT64_MAX;
    unsigned threads = 0;  ///< number of threads; 0: one per hardware thread
};

/// Returns a new snapshot of the mesh with a hub index. On a mesh with this index, path queries with the exact method look up
/// the shortest path instead of searching for it. An island has no labels if one of its off-mesh links costs less than the
/// distance between the ends of the link. Queries on such an island still search.
/// Error (failed): the index exceeds HubOptions::max_bytes even if polygons share via-labels, or more than 65 536 vertices see
/// one polygon.
/// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
Result<NavMesh> with_hubs(const NavMesh& mesh, const HubOptions& options = {});

/// Returns the size of a hub index in a file, without padding [byte].
uint64_t hub_bytes(const HubIndex& hubs);

}  // namespace navspan
