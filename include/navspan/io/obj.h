#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxFaceCorners = 65535;  ///< corners of one face

/// An OBJ file that is already in memory.
struct ObjText {
    std::string name;       ///< what messages call it
    std::string_view text;  ///< its bytes; must outlive the call
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
