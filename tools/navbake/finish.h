#pragma once

#include <vector>

#include "navbake/level.h"
#include "navbake/options.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Finishes the meshes of a level in memory, one per agent: adds landmarks and hub labels, then exports, serializes and checks
/// the meshes. Error: a mesh has no room for landmarks or hub labels, or an export fails.
Status finish_meshes(const NavbakeOptions& options, LevelBake& bake, std::vector<NavMesh> meshes, StageTimer& laps);

}  // namespace navspan::tools
