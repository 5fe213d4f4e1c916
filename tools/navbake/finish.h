#pragma once

#include <vector>

#include "navbake/level.h"
#include "navbake/options.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Finishes the meshes of a level, one for each agent. On request, adds landmarks and hub labels, exports the first mesh, and
/// makes its --html page. Serializes all meshes and, on request, checks them. Error: an error of with_landmarks, with_hubs,
/// export_mesh or bake_page.
Status finish_meshes(const NavbakeOptions& options, LevelBake& bake, std::vector<NavMesh> meshes, StageTimer& laps);

}  // namespace navspan::tools
