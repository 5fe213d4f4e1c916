#pragma once

#include <array>
#include <vector>

#include "bake/config/sample_lines.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// Measurements of a level from which its units and its orientation are guessed.
struct LevelSamples {
    LevelBounds bounds;                  ///< result of main_bounds
    std::array<SampleLines, 3> lines;    ///< lines along x, y and z
    std::array<double, 3> steep_area{};  ///< for each axis: area of the triangles that are not flat (Crossing::flat) [wu^2]
    /// For each axis: mean coordinate of the triangles that are not flat, weighted by their areas [wu].
    std::array<double, 3> steep_centre{};
    double small_edge = 0;  ///< lower quartile of the triangles' longest edges [wu]; 0 if there are few triangles
    size_t planes = 0;      ///< number of different planes in which triangles lie
    /// Lower quartile of the distances between consecutive crossings (points where a line passes through a triangle) [wu],
    /// over all lines along x and z; 0 if there are few crossings.
    double small_part = 0,
           large_part = 0;  ///< upper quartile of these distances [wu]; 0 if there are few crossings
};
LevelSamples sample_level(const TriangleSoup& soup);

/// Returns the bounding box of a level without small distant parts, such as a box that was left 1 km away from a level of 50 m.
LevelBounds main_bounds(const TriangleSoup& soup);

/// The connected parts of a level.
struct LevelParts {
    std::vector<uint32_t> of_vertex;  ///< for each vertex: its part; a part is identified by its first vertex
    std::vector<double> top;          ///< for each part: the largest y [wu]
};
/// Returns the connected parts of a level. Takes time O(n log n).
LevelParts connected_parts(const TriangleSoup& soup);

/// The objects of a level: connected parts that stand, such as posts, trees and houses.
struct ObjectSizes {
    size_t count = 0;
    double small = 0;  ///< lower quartile of their sizes [wu]; 0 if there are no objects
};
/// Measures the objects of a level. Takes time O(n log n) and 8 bytes for each vertex.
ObjectSizes object_sizes(const TriangleSoup& soup);

/// Returns the factor that scales a level to an agent of this height. The factor is 0.01 or 0.001 if the level is far too
/// large, 100 or 1000 if it is far too small, otherwise 1.
double scale_to_fit(const TriangleSoup& soup, const LevelSamples& level, double agent_height);

/// An orientation of a level, relative to its present one.
struct Orientation {
    size_t axis = 1;        ///< axis that points up; 0: x, 1: y, 2: z
    bool negative = false;  ///< true: the negative direction of the axis points up
    bool flipped = false;   ///< true: the winding of all triangles is reversed
    friend bool operator==(const Orientation&, const Orientation&) = default;
};

/// Returns the orientation with the best ground for an agent of this height. Returns the present orientation unless another
/// orientation is clearly better.
/// @param without_flags  orientation of the level with the default flags (y up, triangles not flipped); if this orientation is
/// clearly better than the present one, it is returned even if a third orientation is slightly better
Orientation better_orientation(const TriangleSoup& soup, const LevelSamples& level, double agent_height,
                               const Orientation& without_flags);

}  // namespace navspan
