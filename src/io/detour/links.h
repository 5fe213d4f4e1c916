#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "io/detour/read.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

struct DetourLinkParams {
    double quantum = 0;        ///< of the mesh: an end may be as far from the ground as that at least [wu]
    uint8_t area_of_zero = 0;  ///< what area 0 became
};

/// The off-mesh connections of a set as links of the mesh that it became: both ends at the nearest ground within the radius and
/// the climb, for the price of the length. @param lost  gets the first end of each connection that has no ground
std::vector<OffMeshLink> place_detour_links(const DetourSet& set, const NavMesh& mesh, const DetourLinkParams& params,
                                            const std::function<void(DVec3)>& lost);

}  // namespace navspan
