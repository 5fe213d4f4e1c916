#pragma once

// What navbake diff says of two levels.

#include <string>
#include <vector>

#include "check/verify/mesh_diff.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// All that was found between two levels.
struct DiffFindings {
    NavMesh before, after;
    MeshDiff mesh;
    std::vector<DiffRoute> routes;
    std::vector<RouteChange> changes;
    double height = 0, area = 0;  ///< tolerances in use [wu], [wu^2]
    bool differs = false;
};

/// Line by line, up to ten of a kind.
std::string diff_text(const DiffFindings& found);

/// Everything, as one line of JSON.
std::string diff_json(const DiffFindings& found);

/// Polygons with lost ground red, with gained ground green, and over them in grey what is in both.
Drawing draw_diff(const DiffFindings& found);

}  // namespace navspan::tools
