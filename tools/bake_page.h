#pragma once

// The page of a bake: the level with the product of every stage.

#include <vector>

#include "bake_options.h"
#include "bake_probes.h"
#include "export_formats.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// What --html writes. Error (input, failed). @param drawings  of the stages, tile by tile; none of finished polygons
Result<ExportedFile> bake_page(const NavbakeOptions& options, const NavMesh& mesh, std::vector<StageDrawings> drawings);

}  // namespace navspan::tools
