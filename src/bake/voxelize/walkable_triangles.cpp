// Which triangles can be walked on.
//
// In: triangles, counter-clockwise seen from their upper side. Out: per triangle its area id, or none where it is too steep,
// faces down, has no area or was ruled out. The angle between the triangle's normal and the vertical is compared through
// squares, in double precision; a hair of tolerance makes a ramp of exactly max_slope walkable whatever its coordinates round
// to. Source: Mononen, Recast (2009).

#include "bake/voxelize/walkable_triangles.h"

#include <algorithm>

#include "core/angle.h"

namespace navspan {
namespace {

constexpr double kSlopeTolerance = 1e-7;  // of the squared cosine: about 3e-6 degrees at 45
constexpr double kFlat = 1e-24;           // squared sine of the smallest angle that still spans an area

enum class Facing { up, steep, down, degenerate };

Facing facing_of(DVec3 a, DVec3 b, DVec3 c, double min_cosine_squared) {
    const DVec3 ab = b - a, ac = c - a;
    const DVec3 normal = cross(ab, ac);
    const double length_squared = dot(normal, normal);
    // no side is longer than the two others together, which is all that most triangles need
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

WalkableTriangles mark_walkable_triangles(const TriangleSoup& soup, double max_slope) {
    const double cosine = cos_degrees(max_slope);
    const double min_cosine_squared = cosine * cosine * (1 - kSlopeTolerance);
    WalkableTriangles result;
    result.areas.resize(soup.triangles.size(), kNullArea);
    const DVec3* vertices = soup.vertices.data();
    const uint8_t* areas = soup.areas.data();
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto& t = soup.triangles[i];
        switch (facing_of(vertices[t[0]], vertices[t[1]], vertices[t[2]], min_cosine_squared)) {
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
                result.areas[i] = areas[i];
                ++(areas[i] == kNullArea ? result.excluded_by_rule : result.walkable);
                break;
        }
    }
    return result;
}

}  // namespace navspan
