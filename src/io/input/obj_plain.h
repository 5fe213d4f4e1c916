#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "navspan/io/scene.h"

namespace navspan {

/// Number of bytes that parse_plain_obj may read beyond the end of the text.
constexpr size_t kObjPadding = 8;

enum class ObjNameKind : uint8_t { object, group, material };

/// A parsed part of an OBJ file. A part consists of complete lines.
struct ObjPart {
    /// A face with more than three corners, stored as a triangle fan.
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
    /// Position index of each corner. Index 1 is the first position of the file or, for the corners listed in `relative`, the
    /// first position of this part. Indices below 1 refer to earlier parts and are stored modulo 2^32.
    std::vector<std::array<uint32_t, 3>> triangles;
    std::vector<uint32_t> relative;  ///< corners with relative indices, as 3 * triangle + 0, 1 or 2
    uint32_t max_index = 0;          ///< greatest non-relative position index
    std::vector<Polygon> polygons;
    std::vector<Name> names;
};

/// Parses a part of an OBJ file and replaces the content of `part`. Returns false if a line is not plain; `part` is then
/// unspecified. A plain line is a correct statement without line continuations, unknown keywords or binary data. All numbers
/// and indices of a plain line are in range.
/// @param text  lines that end with '\n'; kObjPadding bytes after the text must be readable
bool parse_plain_obj(std::string_view text, const SceneOptions& options, ObjPart& part);

}  // namespace navspan
