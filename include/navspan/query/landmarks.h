#pragma once

/// \file
/// Precomputes landmarks and hub labels. Landmarks make exact searches around large obstacles faster. Hub labels replace exact
/// searches on static levels.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const Result<NavMesh> faster = with_landmarks(mesh, 8);
/// if (!faster) return;
/// const Result<NavMesh> fastest = with_hubs(mesh);
/// if (!fastest) return;
/// \endcode
///
/// Hub labels for the snapshot of a live world (bake/live_world.h) or a live mesh, computed over several frames. Given
/// `std::shared_ptr<const NavMesh>& snapshot` (LiveMesh::mesh):
/// \code
/// HubBuild build;
/// Result<bool> done = step_hubs(build, snapshot, 20000);
/// while (done && !*done) {
///     // next frame; queries still run without hub labels
///     done = step_hubs(build, snapshot, 20000);
/// }
/// if (!done) return;  // done.error().message says why; otherwise, the snapshot has hub labels
/// \endcode
///
/// Guarantees: landmarks and hub labels change the duration of a query, but not the length of its path. Deterministic: the
/// result does not depend on the number of threads or of calls of step_hubs. Throws nothing but std::bad_alloc.
///
/// Caveats: hub labels take much memory. Computing them on large meshes takes seconds to minutes. Hub labels apply only if the
/// filter admits all polygons of the island at one cost. On an island with off-mesh links, the filter must also admit all
/// links. Relative to the ground, the links must cost the same as with the default filter. No link may cost less than the
/// distance between its ends. If hub labels do not apply, PathMethod::exact and PathMethod::automatic ignore them, and
/// PathMethod::hubs is an error.
///
/// Each landmark takes about 4 bytes per vertex. Landmarks do not help on open ground. A search ignores them unless
/// pruning_is_exact returns true for its filter.

#include <cstdint>
#include <memory>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns a new snapshot of the mesh with \p count landmarks per island; 0 removes the landmarks. Landmarks are chosen by
/// farthest-point sampling, starting with the vertex farthest from the first vertex of the island. If several vertices are
/// equally far away, the first vertex is used. Runs \p count + 1 exact searches over each island.
/// Error (usage): \p count exceeds kMaxLandmarks.
/// Error (failed): an island has more corners than the exact search supports.
/// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005).
Result<NavMesh> with_landmarks(const NavMesh& mesh, uint32_t count);

/// Options of with_hubs.
struct HubOptions {
    /// Largest size of the index in a file [byte]. In memory, the index takes about a quarter more. If the index would be
    /// larger, adjacent polygons share via-labels (see HubIndex) until the index fits. Queries are then slower, but still
    /// exact.
    uint64_t max_bytes = UINT64_MAX;
    unsigned threads = 0;  ///< number of threads; 0: one per hardware thread
};

/// Returns a new snapshot of the mesh with a hub index. Exact path queries then look up the shortest path instead of searching
/// for it. An island has no labels if one of its off-mesh links costs less than the distance between the ends of the link.
/// Queries on an island without labels still search.
/// Error (failed): the index exceeds HubOptions::max_bytes even if polygons share via-labels, or more than 65 536 vertices see
/// one polygon.
/// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
Result<NavMesh> with_hubs(const NavMesh& mesh, const HubOptions& options = {});

/// The state of a computation of hub labels in time slices: the finished part of the index, and a reference to the snapshot.
/// The state takes two to five times the memory of the index. Only one thread at a time may use a HubBuild.
class HubBuild {
public:
    /// \p options: as for with_hubs. HubOptions::threads is ignored, because all work runs on the thread that calls step_hubs.
    explicit HubBuild(const HubOptions& options = {});
    /// Moves the state.
    HubBuild(HubBuild&& other) noexcept;
    /// Moves the state.
    HubBuild& operator=(HubBuild&& other) noexcept;
    ~HubBuild();

private:
    struct Work;

    HubOptions options_;
    std::unique_ptr<Work> work_;

    friend Result<bool> step_hubs(HubBuild& build, std::shared_ptr<const NavMesh>& mesh, uint64_t steps);
};

/// Continues to compute hub labels for \p mesh. Returns false if the labels are not finished. If the labels are finished,
/// replaces \p mesh by a snapshot with hub labels and returns true. This snapshot equals the result of with_hubs. It has the
/// NavMesh::revision of the replaced snapshot, so corridors stay valid. Returns true at once if \p mesh has hub labels.
///
/// If \p mesh is not the snapshot of the previous call, the computation starts again. A game can therefore change tiles of a
/// live world between calls. The function can also run on another thread, with a copy of the pointer.
///
/// The function does \p steps steps and then completes the current piece of work. A step takes about 25 ns. On levels of 20 000
/// polygons, a piece takes at most about 2 ms. Examples of a piece: one pass over all half-edges, links, islands or turning
/// vertices (vertices around which shortest paths can bend); the visible area of one turning vertex; the via-labels of one
/// polygon or region. The last call takes longer. It also copies the search arrays of the mesh, and derives and validates the
/// fields of the index.
///
/// Error (usage): \p mesh is null, or \p steps is 0. Error (failed): as for with_hubs; further calls with this snapshot fail
/// too.
Result<bool> step_hubs(HubBuild& build, std::shared_ptr<const NavMesh>& mesh, uint64_t steps);

/// Returns the size of a hub index in a file, without padding [byte].
uint64_t hub_bytes(const HubIndex& hubs);

}  // namespace navspan
