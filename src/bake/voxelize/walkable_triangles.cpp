// Finds the triangles on which agents can walk.
//
// In: triangles, counter-clockwise seen from their upper side.
// Out: the area id of each triangle, or kNullArea if the triangle is too steep, faces down, is degenerate, or is excluded by a
// rule.
// Idea: The slope is tested by comparing squared cosines, in double precision. A tolerance keeps a ramp of exactly max_slope
// walkable despite rounding of its coordinates.
// Source: Mononen, Recast (2009).
// Weak cases: none known.

#include "bake/voxelize/walkable_triangles.h"

#include <algorithm>

#include "core/angle.h"

namespace navspan {
namespace {

constexpr double kSlopeTolerance = 1e-7;  // relative tolerance of the squared cosine; 3e-6 degrees for a slope of 45 degrees
constexpr double kFlat = 1e-24;           // a triangle is degenerate if (2 * area / longest side^2)^2 is at most this

enum class Facing { up, steep, down, degenerate };

Facing facing_of(DVec3 a, DVec3 b, DVec3 c, double min_cosine_squared) {
    const DVec3 ab = b - a, ac = c - a;
    const DVec3 normal = cross(ab, ac);
    const double length_squared = dot(normal, normal);
    // `bound` is an upper bound on the squared length of every side. Most triangles pass the test without computing bc.
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

}  // namespace navspan
