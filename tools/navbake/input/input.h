#pragma once

// Inputs other than triangle files: RecastDemo's .gset (which names a triangle file), polygon meshes, plans, and grid maps.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/exclusions.h"
#include "core/memory.h"
#include "io/input/formats.h"
#include "io/input/gset.h"
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

/// Error (usage): there is an input besides a polygon mesh, plan or grid map.
Status check_single_level(std::span<const std::string> inputs);

/// Returns facts for check_exclusions about a level that is not baked from triangles: the kind of the input, and each config
/// key that is not at its default (except agent keys). Returns no facts if the input is triangles.
std::vector<Fact> polygon_facts(std::span<const std::string> inputs, const BakeConfig& config);

/// Converts a polygon mesh, a plan or a grid map to a navigation mesh. Error (input): the file is not valid.
/// @param scale  width of the cells of a grid map [wu]
/// @param report  contains the config; receives warnings and the input file, with its hash if requested
Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, MemoryBudget budget,
                                       BakeReport& report);

/// Compares the mesh with the grid map from which it was made. The grid map is the only input and is read again. Adds the
/// result to bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
