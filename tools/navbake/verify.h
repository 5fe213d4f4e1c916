#pragma once

// navbake --verify: the finished mesh against the voxels, or the map, it was made from.

#include "check/verify/grid_world.h"
#include "check/verify/verify.h"
#include "navbake/level.h"
#include "navbake/options.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Compares the level's mesh with its walkable voxels, which are made again from bake.soup, and draws what differs where
/// pictures are wanted; what was found goes to bake.report. Error: as the stages and files say.
Status verify_level(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

/// Compares the level's mesh with any grid.
Status verify_against(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh, GridWorld& world,
                      VerifyParams params);

/// Says what was found, a line for each of the first findings.
void log_verify_result(const VerifyFacts& verified);

}  // namespace navspan::tools
