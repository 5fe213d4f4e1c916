#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/config/level_bounds.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// A triangle is flat if cos^2 of the angle between its normal and the axis is at least this.
constexpr double kFlatCosine2 = 0.5;

/// Number of lines along one side of the grid of lines.
constexpr size_t kLinesPerSide = 16;

/// A point where a sample line passes through a triangle. "The axis" is the axis parallel to the line.
struct Crossing {
    double at = 0;          ///< coordinate along the axis [wu]
    bool ascends = false;   ///< true: the front of the triangle faces in the direction of the axis
    bool flat = false;      ///< true: the angle between the triangle's normal and the axis is at most 45 degrees
    uint32_t triangle = 0;  ///< index of the triangle
};

/// The points where triangles cross a grid of lines that are parallel to an axis. Line u * kLinesPerSide + v has the
/// coordinates at_u[u] and at_v[v].
struct SampleLines {
    double step_u = 0, step_v = 0;  ///< mean line spacing in directions (axis + 1) % 3 and (axis + 2) % 3 [wu]
    std::array<double, kLinesPerSide> at_u{}, at_v{};  ///< ascending coordinates of the lines in these directions [wu]
    std::vector<uint32_t> first;      ///< index of the first crossing of each line; the last entry is the number of crossings
    std::vector<Crossing> crossings;  ///< ascending along the axis within each line

    size_t lines() const { return first.empty() ? 0 : first.size() - 1; }
    std::span<const Crossing> line(size_t i) const { return std::span(crossings).subspan(first[i], first[i + 1] - first[i]); }
};

/// Intersects a level with kLinesPerSide^2 lines along each axis. Uses only every n-th triangle of a very large level.
std::array<SampleLines, 3> sample_lines(const TriangleSoup& soup, const LevelBounds& bounds);

}  // namespace navspan
