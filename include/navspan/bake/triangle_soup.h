#pragma once

/// \file
/// The input of a bake: indexed triangles.
///
/// For a level that the game makes itself:
/// \code
/// TriangleSoup soup;
/// soup.vertices = {{0, 0, 0}, {0, 0, 8}, {8, 0, 8}, {8, 0, 0}};  // [wu]; y is up
/// soup.triangles = {{0, 1, 2}, {0, 2, 3}};                       // counter-clockwise seen from above: the top is walkable
/// soup.groups = {{.object = "", .material = "sand", .group = ""}};
/// soup.group_of = {0, 0};  // both triangles have the material "sand"
/// const std::array<DVec3, 3> corners = triangle_corners(soup, 1);
/// \endcode
///
/// Guarantees: functions that return a Result validate the soup first; the message of an error names the vertex, triangle or
/// list. Bakes do not change the soup.
///
/// Caveats: append_triangle does not validate the soup. A triangle with the wrong winding is not walkable.
/// The bytes of a bake depend on the order of the triangles.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

constexpr uint8_t kNullArea = 0;      ///< area id of ground that is not walkable
constexpr uint8_t kDefaultArea = 63;  ///< default id of the area "ground", for walkable triangles that match no rule
constexpr uint8_t kMaxArea = 63;      ///< largest area id; ids have 6 bits, as in Recast and Detour

/// Names of a group of triangles in its file. Area rules match these names.
struct SoupGroup {
    std::string object;    ///< OBJ: name of the last `o` statement; glTF: name of the node; may be empty
    std::string material;  ///< OBJ: name of the last `usemtl` statement; glTF: name of the material; may be empty
    std::string group;     ///< OBJ: names of the last `g` statement, separated by spaces; glTF: name of the mesh; may be empty
    /// Memberwise comparison.
    friend bool operator==(const SoupGroup&, const SoupGroup&) = default;
};

/// The input of a bake: indexed triangles. Vertices run counter-clockwise seen from the upper side of the triangle. Only
/// `vertices` and `triangles` are required.
struct TriangleSoup {
    std::vector<DVec3> vertices;                     ///< world positions [wu]; all finite and within 1e15
    std::vector<std::array<uint32_t, 3>> triangles;  ///< three vertex indices per triangle, all in range
    /// Area id of each triangle: 1..63, or kNullArea if a rule makes the triangle not walkable. Empty: all triangles have the
    /// area "ground"; a bake then works on a copy of the soup.
    std::vector<uint8_t> areas;
    std::vector<uint32_t> group_of;  ///< group of each triangle: index into `groups`. Empty: the triangles have no names
    std::vector<SoupGroup> groups;   ///< names for area rules; empty: one group without names
};

/// The axis direction that points up in a file.
enum class UpAxis : uint8_t {
    y,        ///< the y axis
    z,        ///< the z axis
    x,        ///< the x axis
    minus_y,  ///< the opposite of the y axis
    minus_z,  ///< the opposite of the z axis
    minus_x   ///< the opposite of the x axis
};

/// Names of the values of UpAxis, in order, as in the flag --up.
constexpr std::array<std::string_view, 6> kUpAxisNames{"y", "z", "x", "-y", "-z", "-x"};

/// Rotates a point so that axis \p up becomes the y axis.
inline DVec3 turned_upright(DVec3 p, UpAxis up) {
    switch (up) {
        case UpAxis::y:
            break;
        case UpAxis::z:
            return {p.x, p.z, -p.y};
        case UpAxis::x:
            return {-p.y, p.x, p.z};
        case UpAxis::minus_y:
            return {p.x, -p.y, -p.z};
        case UpAxis::minus_z:
            return {p.x, -p.z, p.y};
        case UpAxis::minus_x:
            return {p.y, -p.x, p.z};
    }
    return p;
}

/// How a soup was read from files. Warnings use these settings to suggest changes.
struct SoupSource {
    UpAxis up = UpAxis::y;  ///< direction that points up in the files; becomes +y of the soup
    double scale = 1;       ///< factor of all coordinates
    bool flip = false;      ///< true: the winding of all triangles was reversed
};

/// Returns the three corners of triangle \p i. Returns zeros if there is no such triangle, or if a vertex is missing.
inline std::array<DVec3, 3> triangle_corners(const TriangleSoup& soup, size_t i) {
    if (i >= soup.triangles.size()) return {};
    const auto& [a, b, c] = soup.triangles[i];
    if (std::max(std::max(a, b), c) >= soup.vertices.size()) return {};
    return {soup.vertices[a], soup.vertices[b], soup.vertices[c]};
}

/// Appends a triangle and its three vertices to the first group of the soup. If `areas` is empty, all other triangles get the
/// area kDefaultArea; if `group_of` is empty, they get the first group.
inline void append_triangle(TriangleSoup& soup, const std::array<DVec3, 3>& corners, uint8_t area) {
    if (soup.areas.empty()) soup.areas.assign(soup.triangles.size(), kDefaultArea);
    if (soup.group_of.empty()) soup.group_of.assign(soup.triangles.size(), 0);
    const auto first = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.areas.push_back(area);
    soup.group_of.push_back(0);
}

}  // namespace navspan
