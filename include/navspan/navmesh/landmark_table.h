#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

struct NavMesh;

constexpr uint32_t kMaxLandmarks = 64;  ///< most landmarks an island may have

/// How far every fan of polygons around a vertex (corners.h) is from the landmarks of its island: along the shortest path seen
/// from above, with every polygon and every link admitted, links as long as the straight line between their ends and taken both
/// ways. So no filter that pruning_is_exact accepts makes any way shorter, and by the triangle inequality the way between two
/// fans is at least as long as their distances from any landmark differ.
struct LandmarkTable {
    uint32_t count = 0;           ///< landmarks of each island, 1..kMaxLandmarks; 0: there is no table
    std::vector<float> distance;  ///< per fan, per landmark [cell]; fans in the order of the half-edges that name them
    // derived from the above
    std::vector<uint32_t> row;  ///< per half-edge of the mesh: the fan of its start
    double slack = 0;           ///< no less than by what rounding may make two distances differ too much [cell]

    bool empty() const { return count == 0; }
    /// The distances of the fan at the start of a half-edge, numbered over the whole mesh.
    const float* at(uint32_t edge) const { return distance.data() + size_t{row[edge]} * count; }
    friend bool operator==(const LandmarkTable&, const LandmarkTable&) = default;
};

/// Number of fans of a mesh whose corners are found. @param row  receives, when not null, the fan of every half-edge's start
uint32_t count_fans(const NavMesh& mesh, std::vector<uint32_t>* row = nullptr);

/// Fills what is derived in NavMesh::landmarks from count and distance. Error (input): not a distance per fan and landmark, or
/// too many landmarks.
Status index_landmarks(NavMesh& mesh);

/// Tests a mesh's landmarks: distances are finite, not negative, and along no edge differ by more than it is long.
/// Error (input): the first law broken, and where.
Status validate_landmarks(const NavMesh& mesh);

}  // namespace navspan
