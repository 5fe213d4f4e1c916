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

/// The content of an input file, which decides what a bake does with it.
enum class InputContent : uint8_t {
    triangles,  ///< level geometry; several files make one level
    level,      ///< RecastDemo's .gset: names a file of triangles, and contains settings, volumes and off-mesh links
    polygons,   ///< finished convex polygons. This kind and the next two become a mesh without a bake
    plan,       ///< outlines of walkable ground and obstacles
    cells,      ///< grid map: each character is a cell
};

/// One kind of input file.
struct InputFormat {
    std::string_view suffix;   ///< suffix in lower case; the case of a file's suffix does not matter
    std::string_view meaning;  ///< description for --help
    InputContent content;
    std::string_view noun = {};  ///< name in messages, such as "polygon mesh"; empty for OBJ and glTF
    bool is_heightmap = false;   ///< true: HeightmapOptions place the terrain; up axis, scale and flip do not apply
    bool scales = false;         ///< SceneOptions::scale applies
    bool is_gltf = false;        ///< true: always in metres with y up
    bool joins = false;          ///< true: consecutive files of this format are read in one call
    // The reader. Each format has exactly one of these.
    /// Reader for InputContent::triangles. Gets several paths only if `joins` is true.
    Result<LoadedScene> (*read_scene)(std::span<const std::string> paths, const SceneOptions& options,
                                      const HeightmapOptions& heightmap) = nullptr;
    /// Reads a `level`. @param file  receives path, size and hash
    Result<GsetScene> (*read_level)(const std::string& path, InputFile& file, MemoryBudget budget) = nullptr;
    /// Reads `polygons`, a `plan` or `cells`.
    Result<NavMesh> (*read_mesh)(MeshText file, Warnings& warnings) = nullptr;
};

/// Returns the format of a path by its suffix; null if the suffix is unknown or missing.
const InputFormat* find_input_format(std::string_view path);

/// Returns the format of a path by its suffix. A path without a suffix is a Wavefront OBJ file. Error (usage): the suffix is
/// unknown. The message lists the known suffixes. If the suffix belongs to a modelling program, the message also explains how
/// to export the file as glTF.
Result<const InputFormat*> input_format(const std::string& path);

/// True if the suffix of the path says that the file has this content.
bool has_content(const std::string& path, InputContent content);

/// Returns the suffixes of all formats with triangles, such as ".obj, .gltf, .glb or .png".
std::string triangle_suffixes();

/// Returns the suffixes of all formats in which one file is a whole level, such as ".gset, .mesh, .geojson or .map".
std::string level_suffixes();

/// Returns the format of heightmaps.
const InputFormat& heightmap_format();

/// Returns the suffixes of all formats, without their dots.
std::vector<std::string> input_format_names();

/// Returns one line per format, for --help.
std::string input_formats_help();

}  // namespace navspan
