#pragma once

#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Start and goal on a polygon mesh, and the published length of the shortest path between them.
struct PublishedPath {
    DVec3 start, goal;  ///< [wu]
    double length = 0;  ///< length of the shortest path, seen from above [wu]
};

/// Returns the .mesh files in data/polygons, followed by the .mesh files in the folder named by NAVSPAN_SCENES.
std::vector<std::string> polygon_scene_paths();

/// Loads a .mesh file. If that fails, throws std::runtime_error with the reader's message.
NavMesh load_polygon_scene(const std::string& path);

/// Reads the .paths file next to a .mesh file. Each line is `start_x start_y goal_x goal_y length`; point (x, y) of the file is
/// (x, 0, -y) in the world. Lines that start with # are comments. Returns an empty list if the file does not exist. Throws
/// std::runtime_error if a line is malformed.
std::vector<PublishedPath> load_published_paths(const std::string& mesh_path);

}  // namespace navspan::support
