#pragma once

#include <cstddef>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How wide Detour's polygon references are: as the runtime was built (DT_POLYREF64 or not).
enum class DetourRefs { bits32, bits64 };

/// A file for Detour's runtime, and what it could not hold.
struct DetourFile {
    std::vector<std::byte> bytes;
    Warnings warnings;    ///< with places: off-mesh links left out or with another cost
    size_t tiles = 0;     ///< those without ground are left out
    size_t polygons = 0;  ///< ground, after cutting
    size_t cut = 0;       ///< polygons of the mesh that were cut into several
};

/// The mesh as RecastDemo saves tiles of Detour ("MSET", version 1, tiles of version 7): polygons of more than six corners, or
/// with more detail than Detour's 8 bits count, or with corners of 180 degrees between two ways out, are cut; edges on seams
/// are portals; a bounding volume tree per tile; off-mesh links in the tile they start in, two that lead both ways as one;
/// links and padding zero, so equal meshes give equal bytes. Positions are rounded to 32-bit floats. Error (failed): a tile or
/// the number of tiles is beyond Detour's limits, and which setting helps.
Result<DetourFile> detour_file(const NavMesh& mesh, DetourRefs refs);

}  // namespace navspan
