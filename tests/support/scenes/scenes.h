#pragma once

#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/io/scene.h"

namespace navspan::support {

/// The OBJ files of data/scenes, sorted by name.
std::vector<std::string> own_scene_paths();

/// The folder named by the environment variable NAVSPAN_SCENES, which holds further real levels; tests that need it skip
/// without.
std::optional<std::string> scenes_folder();

/// own_scene_paths, then the OBJ files of scenes_folder.
std::vector<std::string> all_scene_paths();

/// "dungeon" of "somewhere/dungeon.obj".
std::string scene_name(const std::string& path);

/// Reads an OBJ file; throws std::runtime_error with the loader's message.
TriangleSoup load_scene(const std::string& path);

/// RecastDemo's defaults on the given voxels, every method Recast's.
VoxelConfig recast_settings(double cell_size, double cell_height);

}  // namespace navspan::support
