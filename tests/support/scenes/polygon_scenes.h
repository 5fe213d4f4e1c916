#pragma once

#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// A way on a polygon mesh whose shortest length is known.
struct PublishedPath {
    DVec3 start, goal;  ///< [wu]
    double length = 0;  ///< of the shortest path seen from above [wu]
};

/// The .mesh files in data/polygons, then those of the folder named by NAVSPAN_SCENES.
std::vector<std::string> polygon_scene_paths();

/// The mesh of a .mesh file; throws std::runtime_error with the reader's message.
NavMesh load_polygon_scene(const std::string& path);

/// The ways of the .paths file beside a .mesh file: lines `start_x start_y goal_x goal_y length` with (x, y) at (x, 0, -y), and
/// comments after #. Empty without such a file; throws std::runtime_error on a line that is none.
std::vector<PublishedPath> load_published_paths(const std::string& mesh_path);

}  // namespace navspan::support
