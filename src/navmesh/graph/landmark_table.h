#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns the LandmarkTable::count distances of the fan at the start of a half-edge. Precondition: the table has the edge.
/// @param edge  numbered over the whole mesh (edge_index)
inline const float* landmark_distances(const LandmarkTable& table, uint32_t edge) {
    return table.distance.data() + size_t{table.row[edge]} * table.count;
}

/// Number of fans of a mesh. Precondition: NavMesh::fans is set. If \p row is not null, it receives for each half-edge the
/// index of the fan at its start.
uint32_t count_fans(const NavMesh& mesh, std::vector<uint32_t>* row = nullptr);

/// Computes the derived fields of NavMesh::landmarks. Error (input): the number of distances is not the number of fans times
/// the number of landmarks, or there are more than kMaxLandmarks landmarks.
Status index_landmarks(NavMesh& mesh);

/// Tests two invariants of the landmarks of a mesh: all distances are finite and >= 0, and the distances at the two ends of an
/// edge differ by at most the length of the edge. Error (input): the first broken invariant and its position.
Status validate_landmarks(const NavMesh& mesh);

}  // namespace navspan
