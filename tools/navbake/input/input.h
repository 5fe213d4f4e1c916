#pragma once

// What navbake does with a level that is given as something else than triangles: RecastDemo's .gset, which names them;
// polygons, a mesh of convex ones or a plan; a map of characters.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/input/gset.h"
#include "io/input/input_formats.h"
#include "navbake/level.h"

namespace navspan::tools {

/// A .gset among the inputs, read.
struct GsetInput {
    GsetScene scene;
    InputFile file;
};

/// Reads the .gset that is the input and puts its geometry in its place; nothing where there is none. Error (usage): it is one
/// input of several, or a flag that turns geometry would leave its volumes behind; (input): as load_gset, find_gset_geometry.
Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options);

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

/// The mesh of a map's text, whose cells are `scale` wide. @param report  says the config; receives warnings
/// Error (input): it is no sound map; (usage): a rule names no area.
Result<NavMesh> mesh_from_grid_map(std::string_view text, const std::string& path, double scale, NavMeshInfo info,
                                   BakeReport& report);

/// Compares the mesh of the only input, a map, with the map's cells, which are read again; what was found goes to bake.report.
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh);

}  // namespace navspan::tools
