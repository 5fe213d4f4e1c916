#pragma once

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

/// Bakes all of a world, as bake_nav_mesh does, into a mesh whose tiles can be replaced later; its snapshot is the mesh that
/// bake_nav_mesh gives. @param config  tiles.size is not 0
/// Errors as bake_nav_mesh; (usage) tiles.size is 0.
Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options = {});

}  // namespace navspan
