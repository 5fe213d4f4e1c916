#pragma once

// The page of a bake: the level with the result of each stage.

#include <cstddef>
#include <span>
#include <vector>

#include "navbake/options.h"
#include "navbake/output/export_formats.h"
#include "navbake/probes.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Makes the page of --html. Error (failed): the page would be too large.
/// @param soup      the level's triangles; may be empty
/// @param drawings  drawings of all stages of each tile; empty without a bake
/// @param queries   compiled queries from read_viewer_queries
Result<ExportedFile> bake_page(const NavbakeOptions& options, const TriangleSoup& soup, const NavMesh& mesh,
                               std::vector<StageDrawings> drawings, std::span<const std::byte> queries);

}  // namespace navspan::tools
