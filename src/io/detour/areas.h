#pragma once

#include <cstdint>
#include <vector>

#include "io/detour/read.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The areas that the polygons of a Detour tile set use.
struct DetourAreas {
    std::vector<NavArea> table;
    uint8_t of_zero = 0;  ///< id that replaces Detour's area 0; 0 if no polygon has area 0. In a NavMesh, area 0 means "no
                          ///< ground"
};

/// Collects the areas of ground polygons and off-mesh connections. Replaces area 0 by the highest unused id. Error (input): all
/// 64 areas are used, so no id is left for area 0.
Result<DetourAreas> name_detour_areas(const DetourSet& set);

}  // namespace navspan
