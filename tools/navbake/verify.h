#pragma once

// navbake --verify: compares the finished mesh with its voxels or grid map.

#include "check/verify/grid_world.h"
#include "check/verify/verify.h"
#include "navbake/level.h"
#include "navbake/options.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Compares the mesh with its walkable voxels, rebuilt from bake.soup. Adds the result to bake.report, and draws the
/// differences if pictures are requested. Error: the voxels cannot be rebuilt, or a picture cannot be written.
Status verify_level(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

/// Compares the mesh with any grid. Adds the result to bake.report, and draws the differences if pictures are requested.
Status verify_against(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh, GridWorld& world,
                      VerifyParams params);

/// Logs the first findings and the positions of broken steps, one per line, and a summary.
void log_verify_result(const VerifyFacts& verified);

}  // namespace navspan::tools
