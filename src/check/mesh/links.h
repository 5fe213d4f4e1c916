#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// The laws of a baked mesh's off-mesh links, beyond those of check_nav_mesh: their areas are in the table; every wanted link
/// that has ground within reach of both ends is there, in both directions if it leads both ways, with its ends as far from
/// where they were wanted as the nearest ground is.
/// @param pruned  islands that did not stay: a link with both ends in reach of one of them may have gone with it
void check_links(const NavMesh& mesh, std::span<const WantedLink> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

}  // namespace navspan
