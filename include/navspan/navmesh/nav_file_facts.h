#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// What a level file is like, also one whose mesh was never in memory as a whole.
struct NavFileFacts {
    uint64_t bytes = 0;
    uint64_t polygons = 0, vertices = 0;
    uint64_t links = 0;  ///< off-mesh links
    std::vector<Island> islands;
    TileFrame frame;  ///< of the first tile: where the islands' boxes count from
};

/// @param bytes  the size of the mesh's file
NavFileFacts nav_file_facts(const NavMesh& mesh, uint64_t bytes);

/// Walkable ground of all islands, seen from above [wu^2].
double total_area(std::span<const Island> islands);

}  // namespace navspan
