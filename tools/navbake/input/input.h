#pragma once

// Inputs other than triangle files: RecastDemo's .gset (which names a triangle file), polygon meshes, plans, and grid maps.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/input/gset.h"
#include "io/input/formats.h"
#include "navbake/level.h"

namespace navspan::tools {

/// The contents of a .gset among the inputs.
struct GsetInput {
    GsetScene scene;
    InputFile file;
};

/// If the input is a .gset, reads it and replaces the input by the geometry file of the .gset. Returns nullopt if no input is a
/// .gset. Error (usage): there are other inputs, or a flag would transform the geometry but not the volumes. Error (input): an
/// error of load_gset or find_gset_geometry.
Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options);

/// Returns the format of the first input that is a polygon mesh, a plan or a grid map; null if there is no such input.
const InputFormat* level_of_polygons(std::span<const std::string> inputs);

/// True if one of the inputs is a grid map.
bool has_cells(std::span<const std::string> inputs);

/// Checks the input and the config of a level that is not baked from triangles. Error (usage): there are other inputs, or the
/// config has keys, rules or volumes that only apply to a bake from triangles.
Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config);

/// Converts a polygon mesh, a plan or a grid map to a navigation mesh. Error (input): the file is not valid.
/// @param scale  width of the cells of a grid map [wu]
/// @param report  contains the config; receives warnings and the input file, with its hash if requested
Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, BakeReport& report);

/// Compares the mesh with the grid map from which it was made. The grid map is the only input and is read again. Adds the
/// result to bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
