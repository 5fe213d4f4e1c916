#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input/gset.h"
#include "io/plans/read_mesh.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// What an input file contains. Decides how the bake uses the file.
enum class InputContent : uint8_t {
    triangles,  ///< level geometry; several files form one level
    level,      ///< RecastDemo's .gset: refers to a triangle file; has settings, volumes and off-mesh links
    polygons,   ///< convex polygons of a finished mesh; not baked
    plan,       ///< outlines of walkable ground and obstacles; not baked
    cells,      ///< grid map: each character is a cell; not baked
};

/// One kind of input file.
struct InputFormat {
    std::string_view suffix;   ///< suffix in lower case; matched case-insensitively
    std::string_view meaning;  ///< description for --help
    InputContent content;
    std::string_view noun = {};  ///< name in messages, such as "polygon mesh"; empty for OBJ and glTF
    bool is_heightmap = false;   ///< true: HeightmapOptions place the terrain; up axis, scale and flip do not apply
    bool scales = false;         ///< true: SceneOptions::scale applies
    bool is_gltf = false;        ///< true: always in metres with y up
    bool joins = false;          ///< true: consecutive files of this format are read in one call
    // Exactly one of the following readers is set.
    /// Reader for InputContent::triangles. Gets several paths only if `joins` is true.
    Result<LoadedScene> (*read_scene)(std::span<const std::string> paths, const SceneOptions& options,
                                      const HeightmapOptions& heightmap) = nullptr;
    /// Reads a `level`. @param file  receives path, size and hash
    Result<GsetScene> (*read_level)(const std::string& path, InputFile& file, MemoryBudget budget) = nullptr;
    /// Reads `polygons`, a `plan` or `cells`.
    Result<NavMesh> (*read_mesh)(MeshText file, Warnings& warnings) = nullptr;
};

/// Returns the format for a path's suffix; null if the suffix is unknown or missing.
const InputFormat* find_input_format(std::string_view path);

/// Returns the format for a path's suffix. A path without a suffix is a Wavefront OBJ file. Error (usage): unknown suffix. The
/// message lists the known suffixes. For the suffix of a modelling format (.fbx, .blend, ...), it recommends a glTF export.
Result<const InputFormat*> input_format(const std::string& path);

/// True if files with the path's suffix have this content.
bool has_content(const std::string& path, InputContent content);

/// Returns the suffixes of all formats with triangles: ".obj, .gltf, .glb or .png".
std::string triangle_suffixes();

/// Returns the suffixes of all formats with one file per level: ".gset, .mesh, .geojson or .map".
std::string level_suffixes();

const InputFormat& heightmap_format();

/// Returns the suffixes of all formats, without the dots: "obj", "gltf" and so on.
std::vector<std::string> input_format_names();

/// Returns one line for each format, for --help.
std::string input_formats_help();

}  // namespace navspan
