#pragma once

#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How far the ends of a link may be from the surface of their polygons, for rounding [cell].
constexpr double kLinkTolerance_cells = 1.0 / 64;

/// A new snapshot of a mesh with these off-mesh links instead of the ones it has; islands and blocks are found anew, landmarks
/// are dropped. The order of the links given does not matter: NavMesh::links has them sorted; equal links are all kept.
/// Error (input): the first link that joins a polygon that does not exist, whose ends are not on their polygons, whose cost is
/// negative or not finite, or whose area id is not 1..63; or more links and edges than 32 bits count.
Result<NavMesh> with_links(const NavMesh& mesh, std::vector<OffMeshLink> links);

/// Tests what queries rely on in a mesh's links: what with_links tests, and their order. The tiles must be sound.
/// Error (input): the first law broken, and by which link.
Status validate_links(const NavMesh& mesh);

}  // namespace navspan
