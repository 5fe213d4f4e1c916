#pragma once

// Levels that are not given as triangles: RecastDemo's .gset, which names them; polygon meshes and plans; maps of characters.

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

/// Reads the .gset if it is the input, and replaces it by its geometry; nullopt if there is none. Error (usage): it is one of
/// several inputs, or a flag would turn the geometry but not its volumes; (input): as load_gset, find_gset_geometry.
Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options);

/// The format of the first input that is a polygon mesh, a plan or a map; null if there is none.
const InputFormat* level_of_polygons(std::span<const std::string> inputs);

/// True if one of the inputs is a map of characters.
bool has_cells(std::span<const std::string> inputs);

/// Error (usage): the level of polygons is not the only input, or the config has keys, rules or volumes that only apply to a
/// bake from triangles.
Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config);

/// Makes the mesh from a file of polygons. @param scale  width of a map's cells [wu] @param report  has the config; receives
/// the facts about the input, its hash if requested, and warnings. Error (input): the file is not a valid polygon mesh or plan.
Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, BakeReport& report);

/// Makes the mesh of a map's text, with cells of width `scale`. @param report  has the config; receives warnings
/// Error (input): it is not a valid map; (usage): a rule names no area.
Result<NavMesh> mesh_from_grid_map(std::string_view text, const std::string& path, double scale, NavMeshInfo info,
                                   BakeReport& report);

/// Compares the mesh with the map that it was made from, which is the only input and is read again. Adds the result to
/// bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
