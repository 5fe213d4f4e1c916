#pragma once

/// \file
/// Loads level geometry from files. All supported kinds of files can be mixed.
///
/// With bake/area_rules.h:
/// \code
/// const std::vector<std::string> paths{"level.obj", "bridge.glb"};
/// Result<LoadedScene> scene = load_scene(paths, {}, {});
/// if (!scene) return;  // scene.error().message has file and line
/// BakeConfig config;
/// config.areas.push_back({"water", 2, 4.0, 1});
/// config.rules = {{"*water*", "water"}};
/// const Result<Warnings> unmatched = apply_area_rules(scene->soup, config);
/// if (!unmatched) return;
/// \endcode
///
/// Guarantees: equal files give an equal soup. Throws nothing but std::bad_alloc.
///
/// Caveats: all triangles have kDefaultArea until apply_area_rules is called.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/core/warning.h"

namespace navspan {

constexpr double kMaxCoordinate = 1e9;  ///< largest absolute value of a vertex coordinate, after scaling [wu]

/// Options for reading triangles. `navbake --help` and docs/inputs-and-exports.md list the supported kinds of files. For
/// heightmaps, `up`, `scale` and `flip` have no effect; HeightmapOptions replaces them.
struct SceneOptions {
    UpAxis up = UpAxis::y;  ///< up axis of the file; the geometry is rotated (turned_upright), which keeps the handedness
    double scale = 1;       ///< factor for all coordinates, > 0
    bool flip = false;      ///< true: reverses the winding of all triangles
    unsigned threads = 0;   ///< number of threads that read an OBJ file; 0: all hardware threads
    bool hash = false;      ///< true: computes the SHA-256 of each file
    /// Limit on the memory for reading, including the triangles of all files [byte]; 0: no limit. Even a small file can need
    /// much memory, because it can contain many instances of a mesh, or a compressed image. Each reader estimates the memory
    /// from counts in the file, and tests the estimate before it allocates.
    uint64_t max_bytes = uint64_t{4} << 30;
    uint64_t bytes_in_use = 0;  ///< memory that is already in use and counts towards max_bytes [byte]
    /// Name of the setting that the error message advises to raise. Empty: no advice.
    std::string memory_setting = "SceneOptions::max_bytes";
};

/// A file that was read.
struct InputFile {
    std::string path;    ///< path as the caller passed it
    uint64_t bytes = 0;  ///< size [byte]
    std::string sha256;  ///< SHA-256 as 64 hex digits; empty if SceneOptions::hash is false
};

/// The geometry of one or several files.
struct LoadedScene {
    TriangleSoup soup;             ///< all triangles, with area kDefaultArea
    std::vector<InputFile> files;  ///< the files that were read, in order
    Warnings warnings;             ///< for example "obj_no_final_newline"
};

/// Position and size of a heightmap in the world. A heightmap is a 16-bit greyscale image; each pixel is a height sample.
struct HeightmapOptions {
    double size_x = 0,  ///< distance from the first to the last sample of a row [wu], > 0
        size_z = 0;     ///< distance from the first to the last sample of a column [wu], > 0
    double height = 0;  ///< height difference between a white and a black pixel [wu], > 0
    DVec3 corner;       ///< position of the first sample of the first row [wu]; y is the height of a black pixel
};

/// Reads level geometry from files into one soup, in the order of \p paths. The suffix of a file selects its reader; a file
/// without a suffix is read as Wavefront OBJ. Groups with equal names are merged. \p heightmap is only used for images. Same
/// errors as the readers of the files. Error (usage): a suffix is unknown or belongs to a kind of file without triangles. Error
/// (input): the vertices or triangles of all files together exceed 32-bit indices.
Result<LoadedScene> load_scene(std::span<const std::string> paths, const SceneOptions& options,
                               const HeightmapOptions& heightmap);

}  // namespace navspan
