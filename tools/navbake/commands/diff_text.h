#pragma once

// Output of navbake diff.

#include <string>
#include <vector>

#include "check/verify/mesh_diff.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// All differences between two levels.
struct DiffFindings {
    NavMesh before, after;
    MeshDiff mesh;
    std::vector<DiffRoute> routes;
    std::vector<RouteChange> changes;
    double height = 0, area = 0;  ///< tolerances: height [wu], area [wu^2]
    bool differs = false;
};

/// Returns the differences as text, with up to ten lines for each kind.
std::string diff_text(const DiffFindings& found);

/// Returns all differences as one line of JSON.
std::string diff_json(const DiffFindings& found);

/// Draws polygons with lost ground in red and polygons with gained ground in green. Then draws the common ground over them in
/// grey. Changed routes become Drawing::named_lines.
Drawing draw_diff(const DiffFindings& found);

}  // namespace navspan::tools
