// Facts about the input of a bake, and warnings about degenerate triangles.
//
// In: a triangle soup, and the count of its degenerate triangles from the stage that marks walkable triangles.
// Out: the bounding box of the soup, the fraction of its triangles that face down, and warnings.
// Idea: Vertices that no triangle uses do not extend the bounding box. Nearly vertical triangles face neither up nor down and
// are not counted in the fraction.
// Source: own method.
// Weak cases: none known.

#include "bake/voxelize/soup_warnings.h"

#include <cmath>

#include "bake/config/level_bounds.h"
#include "core/text.h"

namespace navspan {
namespace {

constexpr double kVertical = 0.1;  // a triangle is a wall if |y| of its unit normal is at most this

}  // namespace

SoupStats soup_stats(const TriangleSoup& soup) {
    SoupStats stats;
    const LevelBounds bounds = bounds_of_triangles(soup);
    stats.min = bounds.min;
    stats.max = bounds.max;
    uint64_t up = 0, down = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto [a, b, c] = triangle_corners(soup, i);
        const DVec3 normal = cross(b - a, c - a);
        if (std::abs(normal.y) <= kVertical * std::sqrt(dot(normal, normal))) continue;
        ++(normal.y > 0 ? up : down);
    }
    if (up + down > 0) stats.down_facing_ratio = double(down) / double(up + down);
    return stats;
}

Warnings soup_warnings(const TriangleSoup& soup, const WalkableTriangles& walkable) {
    Warnings warnings;
    if (walkable.degenerate > 0) {
        warnings.push_back({"degenerate_triangles",
                            count_text(walkable.degenerate, "triangle") +
                                " without area: such triangles block like others but are never walkable; remove them on export",
                            soup.vertices[soup.triangles[walkable.first_degenerate][0]]});
    }
    return warnings;
}

}  // namespace navspan
