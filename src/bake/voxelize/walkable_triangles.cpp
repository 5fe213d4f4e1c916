// Finds the triangles on which agents can walk, and collects statistics of the input.
//
// In: triangles, counter-clockwise seen from their upper side.
// Out: the area id of each triangle, or kNullArea if the triangle is too steep, faces down, is degenerate, or is excluded by a
// rule. The bounding box of all triangles, the fraction of them that face down, and the warning about degenerate triangles.
// Idea: The slope is tested by comparing squared cosines. A tolerance keeps a ramp of exactly max_slope walkable despite
// rounding of its coordinates. Nearly vertical triangles are not counted in the fraction.
// Source: Mononen, Recast (2009).
// Weak cases: none known.

#include "bake/voxelize/walkable_triangles.h"

#include <algorithm>
#include <cmath>

#include "bake/config/level_bounds.h"
#include "core/angle.h"
#include "core/text.h"

namespace navspan {
namespace {

constexpr double kSlopeTolerance = 1e-7;  // relative tolerance of the squared cosine; 3e-6 degrees at a slope of 45 degrees
constexpr double kFlat = 1e-24;           // a triangle is degenerate if (2 * area / longest side^2)^2 is at most this
constexpr double kVertical = 0.1;         // a triangle is a wall if |y| of its unit normal is at most this

enum class Facing { up, steep, down, degenerate };

Facing facing_of(DVec3 a, DVec3 b, DVec3 c, double min_cosine_squared) {
    const DVec3 ab = b - a, ac = c - a;
    const DVec3 normal = cross(ab, ac);
    const double length_squared = dot(normal, normal);
    // `bound` is at least the squared length of every side. Most triangles pass the test without computing bc.
    const double ab_squared = dot(ab, ab), ac_squared = dot(ac, ac), bound = 2 * (ab_squared + ac_squared);
    if (!(length_squared > 2 * kFlat * bound * bound)) {
        const DVec3 bc = c - b;
        const double longest = std::max({ab_squared, ac_squared, dot(bc, bc)});
        if (!(length_squared > kFlat * longest * longest)) return Facing::degenerate;
    }
    if (normal.y < 0) return Facing::down;
    return normal.y * normal.y >= min_cosine_squared * length_squared ? Facing::up : Facing::steep;
}

}  // namespace

WalkableTriangles mark_walkable_triangles(SoupView soup, double max_slope) {
    const double cosine = cos_degrees(max_slope);
    const double min_cosine_squared = cosine * cosine * (1 - kSlopeTolerance);
    WalkableTriangles result;
    result.areas.resize(soup.size(), kNullArea);
    for (size_t i = 0; i < soup.size(); ++i) {
        const auto& t = soup.triangle(i);
        switch (facing_of(soup.vertex(t[0]), soup.vertex(t[1]), soup.vertex(t[2]), min_cosine_squared)) {
            case Facing::degenerate:
                if (result.degenerate++ == 0) result.first_degenerate = uint32_t(i);
                break;
            case Facing::down:
                ++result.facing_down;
                break;
            case Facing::steep:
                ++result.too_steep;
                break;
            case Facing::up:
                result.areas[i] = soup.area(i);
                ++(soup.area(i) == kNullArea ? result.excluded_by_rule : result.walkable);
                break;
        }
    }
    return result;
}

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
