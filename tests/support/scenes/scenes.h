#pragma once

#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/io/scene.h"

namespace navspan::support {

/// Returns the OBJ files of data/scenes, sorted by name.
std::vector<std::string> own_scene_paths();

/// Returns the folder of additional levels, named by the environment variable NAVSPAN_SCENES. Returns nothing if the variable
/// is not set; tests that need the folder are then skipped.
std::optional<std::string> scenes_folder();

/// Returns the OBJ files in scenes_folder(), sorted by name; none if there is no such folder.
std::vector<std::string> further_scene_paths();

/// Returns own_scene_paths(), followed by further_scene_paths().
std::vector<std::string> all_scene_paths();

/// Returns the scene name of a path: "dungeon" for "somewhere/dungeon.obj".
std::string scene_name(const std::string& path);

/// Reads an OBJ file. If that fails, throws std::runtime_error with the loader's message.
TriangleSoup load_scene(const std::string& path);

/// Returns RecastDemo's default settings with the given voxel size [wu]. Every stage uses Recast's method.
VoxelConfig recast_settings(double cell_size, double cell_height);

}  // namespace navspan::support
