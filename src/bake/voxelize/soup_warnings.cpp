// Facts about the input of a bake, and warnings about degenerate triangles.
//
// In: a triangle soup, and the count of its degenerate triangles from the stage that marks walkable triangles.
// Out: its bounding box, the share of its triangles that face down, and warnings.
// Idea: One pass over the triangles. Vertices that no triangle uses do not extend the bounding box. Nearly vertical triangles
// are not counted in the share, because they face neither up nor down.

#include "bake/voxelize/soup_warnings.h"

#include <cmath>

namespace navspan {
namespace {

constexpr double kVertical = 0.1;  // a triangle is a wall if |y| of its unit normal is at most this

}  // namespace

SoupStats soup_stats(const TriangleSoup& soup) {
    SoupStats stats;
    if (soup.triangles.empty()) return stats;
    const DVec3* const vertices = soup.vertices.data();
    DVec3 low = vertices[soup.triangles[0][0]], high = low;
    uint64_t up = 0, down = 0;
    for (const auto& [ia, ib, ic] : soup.triangles) {
        const DVec3 &a = vertices[ia], &b = vertices[ib], &c = vertices[ic];
        low = min_of(low, min_of(min_of(a, b), c));
        high = max_of(high, max_of(max_of(a, b), c));
        const DVec3 normal = cross(b - a, c - a);
        if (std::abs(normal.y) <= kVertical * std::sqrt(dot(normal, normal))) continue;
        ++(normal.y > 0 ? up : down);
    }
    stats.min = low;
    stats.max = high;
    if (up + down > 0) stats.down_facing_ratio = double(down) / double(up + down);
    return stats;
}

Warnings soup_warnings(const TriangleSoup& soup, const WalkableTriangles& walkable) {
    Warnings warnings;
    if (walkable.degenerate > 0) {
        warnings.push_back({"degenerate_triangles",
                            std::to_string(walkable.degenerate) +
                                " triangles have no area: they block like others but are never walkable; remove them on export",
                            soup.vertices[soup.triangles[walkable.first_degenerate][0]]});
    }
    return warnings;
}

}  // namespace navspan
