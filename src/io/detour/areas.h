#pragma once

#include <cstdint>
#include <vector>

#include "io/detour/read.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The areas used by the polygons of a Detour tile set.
struct DetourAreas {
    std::vector<NavArea> table;
    uint8_t of_zero = 0;  ///< id that replaces Detour's area 0 (a NavMesh reserves 0 for "no ground"); 0: no polygon has area 0
};

/// Collects the areas of ground polygons and off-mesh connections. Replaces area 0 by the highest unused id. Error (input):
/// area 0 occurs and all 64 ids are used.
Result<DetourAreas> name_detour_areas(const DetourSet& set);

}  // namespace navspan
