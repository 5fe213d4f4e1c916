#pragma once

/// \file
/// Loads level geometry from files of any supported kind.
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

constexpr double kMaxCoordinate = 1e9;  ///< largest |coordinate| of a vertex, after scaling [wu]

/// Which axis of a file points up.
enum class UpAxis : uint8_t {
    y,  ///< y up
    z   ///< z up
};

/// Options for reading triangles. `navbake --help` and docs/inputs-and-exports.md list the kinds of files. Heightmaps have
/// HeightmapOptions instead of `up`, `scale` and `flip`.
struct SceneOptions {
    UpAxis up = UpAxis::y;  ///< z: (x, y, z) becomes (x, z, -y), which keeps the handedness
    double scale = 1;       ///< factor on all coordinates, > 0
    bool flip = false;      ///< reverse the winding of all triangles
    bool hash = false;      ///< compute the SHA-256 of each file
    /// Limit on the memory of a glTF file's triangles [byte]. A small file can instantiate its meshes any number of times.
    uint64_t max_gltf_bytes = uint64_t{4} << 30;
};

/// A file that was read.
struct InputFile {
    std::string path;    ///< path as given
    uint64_t bytes = 0;  ///< size [byte]
    std::string sha256;  ///< 64 hex digits; empty unless requested
};

/// The geometry of one or several files.
struct LoadedScene {
    TriangleSoup soup;             ///< all triangles, with area kDefaultArea
    std::vector<InputFile> files;  ///< the files, in order
    Warnings warnings;             ///< for example "obj_no_final_newline"
};

/// How a height map is placed in the world.
struct HeightmapOptions {
    double size_x = 0,  ///< distance from the first to the last sample of a row [wu], > 0
        size_z = 0;     ///< distance from the first to the last sample of a column [wu], > 0
    double height = 0;  ///< height of the brightest grey above the darkest [wu], > 0
    DVec3 corner;       ///< position of the first sample of the first row if it is black [wu]
};

/// Reads level geometry from files into one soup, in order. The suffix of a file selects its reader; a file without a suffix is
/// read as Wavefront OBJ. Groups with equal names are merged. \p heightmap is used for images only. Errors as the readers; also
/// (usage): a suffix is unknown or not for triangles; (input): vertices or triangles exceed 32 bits in total.
Result<LoadedScene> load_scene(std::span<const std::string> paths, const SceneOptions& options,
                               const HeightmapOptions& heightmap);

}  // namespace navspan
