#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

constexpr uint8_t kNullArea = 0;      ///< area id of ground that is not walkable
constexpr uint8_t kDefaultArea = 63;  ///< area id of walkable ground if no rule applies ("ground")
constexpr uint8_t kMaxArea = 63;      ///< largest area id; ids have 6 bits, as in Recast and Detour

/// Names of a group of triangles in their file. Area rules match them.
struct SoupGroup {
    std::string object;    ///< name of the current `o` statement, may be empty
    std::string material;  ///< name of the current `usemtl` statement, may be empty
    std::string group;     ///< names of the current `g` statement separated by spaces, may be empty
    /// Memberwise comparison.
    friend bool operator==(const SoupGroup&, const SoupGroup&) = default;
};

/// The input of a bake: indexed triangles, counter-clockwise seen from their upper side.
struct TriangleSoup {
    std::vector<DVec3> vertices;                     ///< world positions [wu], all finite
    std::vector<std::array<uint32_t, 3>> triangles;  ///< vertex indices, all in range
    std::vector<uint8_t> areas;      ///< per triangle: area id 1..63, or kNullArea if a rule makes it not walkable
    std::vector<uint32_t> group_of;  ///< per triangle: index into groups
    std::vector<SoupGroup> groups;   ///< names that area rules match
};

/// Returns the three corners of triangle \p i.
inline std::array<DVec3, 3> triangle_corners(const TriangleSoup& soup, size_t i) {
    const auto& [a, b, c] = soup.triangles[i];
    return {soup.vertices[a], soup.vertices[b], soup.vertices[c]};
}

/// Appends a triangle with vertices of its own to the soup's first group.
inline void append_triangle(TriangleSoup& soup, const std::array<DVec3, 3>& corners, uint8_t area) {
    const auto first = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.areas.push_back(area);
    soup.group_of.push_back(0);
}

}  // namespace navspan
