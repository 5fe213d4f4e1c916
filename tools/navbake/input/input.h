#pragma once

// Inputs other than triangle files: RecastDemo's .gset, polygon meshes, plans and grid maps.

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

/// Reads a .gset input and replaces it by its geometry file. Returns nullopt if no input is a .gset. Error (usage): there are
/// other inputs, or a flag would transform the geometry but not the volumes. Error (input): an error of load_gset or
/// find_gset_geometry.
Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options);

/// Returns the result of warnings_about_level. Flags --scale and --up are refused for a .gset, so the advice for its geometry
/// names the files to change. Returns no warnings for heightmaps, to which --scale, --up and --flip do not apply.
Warnings warnings_about_input(const NavbakeOptions& options, const TriangleSoup& soup, const BakeConfig& config);

/// Returns the format of the first polygon mesh, plan or grid map among the inputs, or null.
const InputFormat* level_of_polygons(std::span<const std::string> inputs);

/// True if an input is a grid map.
bool has_cells(std::span<const std::string> inputs);

/// Error (usage): a polygon mesh, plan or grid map is not the only input.
Status check_single_level(std::span<const std::string> inputs);

/// Returns the facts that check_exclusions needs about a polygon mesh, a plan or a grid map. The facts are the kind of the
/// input, and each config key with a value other than the default. Agent keys are not facts. Returns no facts if the input
/// consists of triangles.
std::vector<Fact> polygon_facts(std::span<const std::string> inputs, const BakeConfig& config);

/// Converts a polygon mesh, a plan or a grid map to a navigation mesh. Error (input): the file is not valid.
/// @param scale  width of the cells of a grid map [wu]
/// @param report  contains the config; receives warnings and the input file (with hash if requested)
Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, MemoryBudget budget,
                                       BakeReport& report);

/// Reads the grid map (the only input) again and compares the mesh with it. Adds the result to bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
