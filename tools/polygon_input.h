#pragma once

// What navbake does with a level that is given as convex polygons instead of triangles.

#include <span>
#include <string>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/io/obj.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// True for FILE.mesh.
bool is_polygon_mesh(const std::string& path);

/// Nothing but the agent and the areas has a meaning for finished polygons. Error (usage): what was asked for besides: a second
/// input, a config key that only a bake from triangles knows, rules, volumes.
Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config);

/// The mesh of the file's polygons. @param file  receives the facts about the input; its hash too when asked for
/// Error (input): the file is no sound polygon mesh; messages name it.
Result<NavMesh> mesh_from_polygon_file(const std::string& path, NavMeshInfo info, bool hash, InputFile& file);

}  // namespace navspan::tools
