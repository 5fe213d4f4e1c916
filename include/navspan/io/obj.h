#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"

namespace navspan {

constexpr double kMaxCoordinate = 1e9;       ///< farthest a vertex may be from the origin, after scaling [wu]
constexpr uint32_t kMaxFaceCorners = 65535;  ///< corners of one face

enum class UpAxis : uint8_t { y, z };  ///< which axis of the file points up

struct ObjOptions {
    UpAxis up = UpAxis::y;  ///< z: (x, y, z) becomes (x, z, -y), which keeps the handedness
    double scale = 1;       ///< factor on every coordinate, > 0
    bool flip = false;      ///< turn every triangle over
    bool hash = false;      ///< also compute the SHA-256 of every file
    /// Most that the triangles of a glTF file may take [byte]; a small file can place its meshes any number of times.
    uint64_t max_gltf_bytes = uint64_t{4} << 30;
};

/// An OBJ file that is already in memory.
struct ObjText {
    std::string name;       ///< what messages call it
    std::string_view text;  ///< its bytes; must outlive the call
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

/// Reads Wavefront OBJ files into one soup, in order. Faces of more than three corners are triangulated, concave ones too.
/// `o`, `g` and `usemtl` become the soup's groups; material files are not opened. Every `v` and `f` line is checked.
/// Error (input): a file is missing, empty or binary, a vertex is not three finite numbers within kMaxCoordinate, a face has
/// fewer than three corners or an index out of range, the last line is cut, or there is no triangle at all; the message names
/// file and line. Error (usage): the scale is not a positive number.
/// A cut is noticed where what is left of the line is malformed; a last line that is well-formed but has no line end may be
/// whole and gives the warning "obj_no_final_newline".
Result<LoadedScene> load_obj(std::span<const std::string> paths, const ObjOptions& options = {});

/// The same for files that are already in memory.
Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const ObjOptions& options = {});

}  // namespace navspan
