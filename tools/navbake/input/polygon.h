#pragma once

// What navbake does with a level that is given as polygons instead of triangles: a mesh of convex ones, or a plan.

#include <span>
#include <string>

#include "io/input/input_formats.h"
#include "io/report/report.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// The format of the first input that is no triangles but finished polygons, a plan or a map; null if there is none.
const InputFormat* level_of_polygons(std::span<const std::string> inputs);

/// True if one of the inputs is a map of characters.
bool has_cells(std::span<const std::string> inputs);

/// Little of a config has a meaning for finished polygons, and a little more for plans. Error (usage): what was asked for
/// besides: a second input, a config key that only a bake from triangles knows, rules, volumes.
Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config);

/// The mesh of the file's polygons. @param scale  width of a map's cells [wu] @param report  says the config; receives the
/// facts about the input, its hash too when asked for, and warnings. Error (input): the file is no sound polygon mesh or plan;
/// messages name it.
Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, BakeReport& report);

}  // namespace navspan::tools
