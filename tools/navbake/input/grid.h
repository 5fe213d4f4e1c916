#pragma once

// What navbake does with a level that is given as a map of characters instead of triangles.

#include <string>
#include <string_view>

#include "io/report/report.h"
#include "navbake/level.h"
#include "navbake/options.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// The mesh of a map's text, whose cells are `scale` wide. @param report  says the config; receives warnings
/// Error (input): it is no sound map; (usage): a rule names no area.
Result<NavMesh> mesh_from_grid_map(std::string_view text, const std::string& path, double scale, NavMeshInfo info,
                                   BakeReport& report);

/// Compares the mesh of the only input, a map, with the map's cells, which are read again; what was found goes to bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
