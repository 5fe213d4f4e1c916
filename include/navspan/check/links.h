#pragma once

#include <span>

#include "navspan/check/report.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// The laws of a baked mesh's off-mesh links, beyond those of check_nav_mesh: their areas are in the table; every wanted link
/// that has ground within reach of both ends is there, in both directions if it leads both ways, with its ends as far from
/// where they were wanted as the nearest ground is.
void check_links(const NavMesh& mesh, std::span<const WantedLink> wanted, CheckReport& report);

}  // namespace navspan
