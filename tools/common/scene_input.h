#pragma once

// Level geometry as the programs take it: which files, and how they lie in the world.

#include <span>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/exclusions.h"
#include "io/input/gset.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan::tools {

/// How input files lie in the world.
struct SceneFlags {
    std::string up = "y";  ///< or "z"
    double scale = 1;      ///< > 0
    bool flip = false;
    HeightmapOptions heightmap;
    uint64_t max_gltf_bytes = SceneOptions{}.max_gltf_bytes;  ///< see there
};

/// Adds --up, --scale, --flip and --heightmap-*.
void add_scene_flags(CommandLine& line, SceneFlags& flags, const std::string& group);

/// The flags among these that were given, and the facts about the paths that exclude some of them.
std::vector<Fact> scene_facts(const SceneFlags& flags, std::span<const std::string> paths);

/// Where a .gset's geometry is. Error (usage): a flag that would leave its volumes and links behind; (input): it is nowhere, or
/// of a kind that is not read.
Result<std::string> gset_geometry(const std::string& path, const GsetScene& scene, const SceneFlags& flags);

/// Reads files into one soup, see load_scene. @param hash  also compute the SHA-256 of every file
Result<LoadedScene> load_scene_files(std::span<const std::string> paths, const SceneFlags& flags, bool hash = false);

/// The same for one file, which may be a .gset: then its geometry alone is read. Errors: as gset_geometry, check_exclusions
/// and load_scene say.
Result<LoadedScene> load_geometry(const std::string& path, const SceneFlags& flags);

}  // namespace navspan::tools
