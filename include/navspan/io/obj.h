#pragma once

/// \file
/// Reads Wavefront OBJ files.
///
/// \code
/// const std::vector<std::string> paths{"level.obj", "props.obj"};
/// const Result<LoadedScene> scene = load_obj(paths, {.up = UpAxis::z, .scale = 0.01});
/// if (!scene) return;  // scene.error().message has file and line
/// \endcode
///
/// Guarantees: every `v` and `f` line is checked. Equal files give an equal soup. Throws nothing but std::bad_alloc.
///
/// Caveats: material files (.mtl) are not opened; area rules match the names in `usemtl`.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxFaceCorners = 65535;  ///< largest number of corners of a face

/// An OBJ file in memory.
struct ObjText {
    std::string name;       ///< name in messages
    std::string_view text;  ///< content; must outlive the call
};

/// Reads Wavefront OBJ files into one soup, in order. Faces with more than three corners are triangulated, including concave
/// ones. `o`, `g` and `usemtl` become the groups of the soup.
///
/// Error (input), with file and line: a file is missing, empty or binary; a vertex is not three finite numbers within
/// kMaxCoordinate; a face has fewer than three corners or an index out of range; the last line is cut off; there is no
/// triangle. Error (usage): the scale is not a positive number.
///
/// A file that was cut off is detected if its last line is malformed. A last line that is well-formed but has no line end gives
/// the warning "obj_no_final_newline".
Result<LoadedScene> load_obj(std::span<const std::string> paths, const SceneOptions& options = {});

/// Reads Wavefront OBJ files in memory, as load_obj does.
Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const SceneOptions& options = {});

}  // namespace navspan
