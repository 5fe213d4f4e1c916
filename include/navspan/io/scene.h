#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/core/warning.h"

namespace navspan {

constexpr double kMaxCoordinate = 1e9;  ///< farthest a vertex may be from the origin, after scaling [wu]

enum class UpAxis : uint8_t { y, z };  ///< which axis of the file points up

/// How files of triangles become a soup; `--help` of navbake and docs/inputs-and-exports.md list their kinds. The place of a
/// heightmap in the world is given by HeightmapOptions instead of `up`, `scale` and `flip`.
struct ObjOptions {
    UpAxis up = UpAxis::y;  ///< z: (x, y, z) becomes (x, z, -y), which keeps the handedness
    double scale = 1;       ///< factor on every coordinate, > 0
    bool flip = false;      ///< turn every triangle over
    bool hash = false;      ///< also compute the SHA-256 of every file
    /// Most that the triangles of a glTF file may take [byte]; a small file can place its meshes any number of times.
    uint64_t max_gltf_bytes = uint64_t{4} << 30;
};

/// A file that went into a bake.
struct InputFile {
    std::string path;
    uint64_t bytes = 0;
    std::string sha256;  ///< 64 hex digits, empty when not asked for
};

/// The geometry of one or several input files.
struct LoadedScene {
    TriangleSoup soup;  ///< every triangle in area kDefaultArea
    std::vector<InputFile> files;
    Warnings warnings;
};

/// How an image of heights lies in the world.
struct HeightmapOptions {
    double size_x = 0, size_z = 0;  ///< from the first to the last sample of a row, and of a column [wu], > 0
    double height = 0;              ///< of the brightest grey above the darkest [wu], > 0
    DVec3 corner;                   ///< where the first sample of the first row lies when it is black [wu]
};

/// Reads level geometry from files of any kind into one soup, in order; the suffix of each file decides how it is read, and a
/// file without a suffix is Wavefront OBJ. Groups of the same names are one group. Errors: as the readers say; (usage) a suffix
/// that is unknown or is not for triangles; (input) more vertices or triangles in all than 32 bits count.
Result<LoadedScene> load_scene(std::span<const std::string> paths, const ObjOptions& options,
                               const HeightmapOptions& heightmap);

}  // namespace navspan
