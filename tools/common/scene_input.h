#pragma once

// Level geometry as the programs take it: which files, and how they lie in the world.

#include <span>
#include <string>

#include "common/cli.h"
#include "io/input/gset.h"
#include "io/input/heightmap.h"
#include "navspan/core/result.h"
#include "navspan/io/obj.h"

namespace navspan::tools {

/// How input files lie in the world.
struct SceneFlags {
    std::string up = "y";  ///< or "z"
    double scale = 1;      ///< > 0
    bool flip = false;
    HeightmapOptions heightmap;
    uint64_t max_gltf_bytes = ObjOptions{}.max_gltf_bytes;  ///< see there
};

/// Adds --up, --scale, --flip and --heightmap-*.
void add_scene_flags(CLI::App& app, SceneFlags& flags, const std::string& group);

/// Flags about heightmaps belong to heightmaps, and flags about triangles to other inputs. Error (usage): one that has nothing
/// to apply to.
Status check_scene_flags(const SceneFlags& flags, std::span<const std::string> paths);

/// True for names that end in .gset, in any case.
bool is_gset(const std::string& path);

/// True for names that say it is geometry: .obj, .gltf, .glb and .png, in any case.
bool is_geometry(const std::string& path);

/// Where a .gset's geometry is. Error (usage): a flag that would leave its volumes and links behind; (input): it is nowhere, or
/// of a kind that is not read.
Result<std::string> gset_geometry(const std::string& path, const GsetScene& scene, const SceneFlags& flags);

/// Reads files into one soup, see load_scene. @param hash  also compute the SHA-256 of every file
Result<LoadedScene> load_scene_files(std::span<const std::string> paths, const SceneFlags& flags, bool hash = false);

/// The same for one file, which may be a .gset: then its geometry alone is read. Errors: as gset_geometry, check_scene_flags
/// and load_scene say.
Result<LoadedScene> load_geometry(const std::string& path, const SceneFlags& flags);

}  // namespace navspan::tools
