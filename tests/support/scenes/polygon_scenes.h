#pragma once

#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// A path on a polygon mesh with a published shortest length.
struct PublishedPath {
    DVec3 start, goal;  ///< [wu]
    double length = 0;  ///< of the shortest path, seen from above [wu]
};

/// Returns the .mesh files in data/polygons, then those in the folder named by NAVSPAN_SCENES.
std::vector<std::string> polygon_scene_paths();

/// Loads a .mesh file. Throws std::runtime_error with the reader's message.
NavMesh load_polygon_scene(const std::string& path);

/// Reads the .paths file next to a .mesh file. Its lines are `start_x start_y goal_x goal_y length`, with (x, y) at (x, 0, -y),
/// and comments start with #. Returns nothing if the file does not exist. Throws std::runtime_error if a line is malformed.
std::vector<PublishedPath> load_published_paths(const std::string& mesh_path);

}  // namespace navspan::support
