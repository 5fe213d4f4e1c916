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
/// Caveats: material files (.mtl) are not read; area rules match the names in `usemtl`.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxFaceCorners = 65535;  ///< largest number of corners of a face

/// The text of an OBJ file.
struct ObjText {
    std::string name;       ///< name of the text in messages
    std::string_view text;  ///< content of the file; must outlive the call
};

/// Reads Wavefront OBJ files into one soup, in the order of \p paths. Faces with more than three corners are triangulated,
/// including concave faces. The names in `o`, `g` and `usemtl` statements become the groups of the soup.
///
/// Error (input), with the file and the line in the message:
///   - A file is missing, empty or binary, or ends in a continued line.
///   - A coordinate is not a finite number within kMaxCoordinate.
///   - A face has fewer than three or more than kMaxFaceCorners corners, or an index is out of range.
///   - A `v` or `f` statement is malformed in another way.
///   - A name is too long.
///   - The files contain no triangle.
///
/// Error (usage): the scale is not a positive number.
///
/// A truncated file is an error only if it ends in a malformed `v` or `f` statement or in a continued line. If a file ends in a
/// valid statement without a line end, the result has the warning "obj_no_final_newline".
Result<LoadedScene> load_obj(std::span<const std::string> paths, const SceneOptions& options = {});

/// Reads the texts of Wavefront OBJ files, as load_obj does.
Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const SceneOptions& options = {});

}  // namespace navspan
