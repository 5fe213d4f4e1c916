#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "navspan/io/scene.h"

namespace navspan {

/// Number of bytes that parse_plain_obj may read after the text.
constexpr size_t kObjPadding = 8;

enum class ObjNameKind : uint8_t { object, group, material };

/// A part of an OBJ file that consists of complete lines.
struct ObjPart {
    /// A face with more than three corners. Its triangles form a fan.
    struct Polygon {
        uint32_t first_triangle = 0, corners = 0;
    };
    /// An `o`, `g` or `usemtl` statement.
    struct Name {
        uint32_t triangle = 0;  ///< number of triangles before the statement
        ObjNameKind kind = ObjNameKind::object;
        std::string_view text;  ///< refers to the text of the part
    };
    uint64_t lines = 0;            ///< number of lines
    std::vector<DVec3> positions;  ///< scaled and with y up [wu]
    /// Position index of each corner, counted from 1 at the first position of the file. Exception: the indices of the corners
    /// in `relative` count from 1 at the first position of this part. If such an index is below 1, it refers to a position
    /// before the part and is stored modulo 2^32.
    std::vector<std::array<uint32_t, 3>> triangles;
    std::vector<uint32_t> relative;  ///< corners with a relative index: 3 * index of the triangle + 0, 1 or 2
    uint32_t max_index = 0;          ///< greatest position index that is not relative
    std::vector<Polygon> polygons;
    std::vector<Name> names;
};

/// Parses a part of an OBJ file and replaces the content of `part`. Returns false if a line is not plain; then `part` is
/// unspecified. A line is plain if it is a correct statement in its usual form: no line continuation, no unknown keyword, no
/// binary data, numbers and indices in their ranges.
/// @param text  lines, each with its line end '\n'; kObjPadding bytes after it must be readable
bool parse_plain_obj(std::string_view text, const SceneOptions& options, ObjPart& part);

}  // namespace navspan
