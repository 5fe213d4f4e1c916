// Triangulates a face of an input file.
//
// In: the corners of one face.
// Out: triangles that cover the face.
// Idea: Projects the face along the largest component of its Newell normal. A convex face becomes a triangle fan. Ear clipping
// cuts small concave faces. Large concave faces are rounded to a lattice and triangulated in O(n log n), like contours.
// Source: Meisters, Polygons have ears (1975); Sutherland, Sproull, Schumacker, A characterization of ten hidden-surface
// algorithms (1974), for Newell's normal.
// Weak cases: The triangles of a self-intersecting face may overlap or leave gaps. In this case, triangulate_ngon returns
// false.

#include "io/input/ngon.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "navspan/core/no_index.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

constexpr size_t kSmallFace = 256;  // largest face for ear clipping [corner]
constexpr double kLatticeSteps = double(1u << 28);

struct UvPoint {
    double u = 0, v = 0;
    friend bool operator==(const UvPoint&, const UvPoint&) = default;
};

double uv_turn(UvPoint a, UvPoint b, UvPoint c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

double squared_length(UvPoint a, UvPoint b) {
    return (b.u - a.u) * (b.u - a.u) + (b.v - a.v) * (b.v - a.v);
}

// True if the ring turns right at corner b by an angle with a sine above 1e-4. Smaller angles may be rounding errors of the
// file and count as straight.
bool turns_right(UvPoint a, UvPoint b, UvPoint c) {
    const double t = uv_turn(a, b, c);
    return t < 0 && t * t > 1e-8 * squared_length(a, b) * squared_length(b, c);
}

// Projects the face to a counter-clockwise polygon in two dimensions.
std::vector<UvPoint> project(std::span<const DVec3> corners) {
    DVec3 normal;
    for (size_t i = 0; i < corners.size(); ++i) {
        const DVec3 a = corners[i] - corners[0], b = corners[(i + 1) % corners.size()] - corners[0];
        normal = normal + cross(a, b);
    }
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    std::vector<UvPoint> points;
    points.reserve(corners.size());
    for (const DVec3& c : corners) {
        if (y >= x && y >= z) {
            points.push_back(normal.y > 0 ? UvPoint{c.z, c.x} : UvPoint{c.x, c.z});
        } else if (x >= z) {
            points.push_back(normal.x > 0 ? UvPoint{c.y, c.z} : UvPoint{c.z, c.y});
        } else {
            points.push_back(normal.z > 0 ? UvPoint{c.x, c.y} : UvPoint{c.y, c.x});
        }
    }
    return points;
}

// True if no corner turns right and the ring winds only once. A ring without right turns winds only once if the coordinate u
// switches between rising and falling at most twice along the ring.
bool is_convex(std::span<const UvPoint> p) {
    const size_t n = p.size();
    int changes = 0;
    bool rising = false, known = false, first_rising = false;
    for (size_t i = 0; i < n; ++i) {
        if (turns_right(p[i], p[(i + 1) % n], p[(i + 2) % n])) return false;
        const double step = p[(i + 1) % n].u - p[i].u;
        if (step == 0) continue;
        if (known && rising != (step > 0)) ++changes;
        rising = step > 0;
        if (!known) first_rising = rising;
        known = true;
    }
    return changes + (known && rising != first_rising) <= 2;
}

class NgonClipper {
public:
    explicit NgonClipper(std::span<const UvPoint> points) : points_(points), next_(points.size()), previous_(points.size()) {
        const uint32_t n = uint32_t(points.size());
        for (uint32_t i = 0; i < n; ++i) {
            next_[i] = (i + 1) % n;
            previous_[i] = (i + n - 1) % n;
        }
        for (uint32_t i = 0; i < n; ++i) {
            if (turn_at(i) < 0) reflex_.push_back(i);
        }
    }

    bool clip_all(std::span<std::array<uint32_t, 3>> triangles) {
        bool simple = true;
        uint32_t at = 0;
        for (auto& triangle : triangles) {
            const size_t left = triangles.size() + 2 - size_t(&triangle - triangles.data());
            uint32_t ear = find_ear(at, left);
            if (ear == kNoIndex) ear = find_straight(at, left);
            if (ear == kNoIndex) {
                simple = false;
                ear = at;
            }
            triangle = {previous_[ear], ear, next_[ear]};
            at = next_[ear];
            remove(ear);
        }
        return simple;
    }

private:
    double turn_at(uint32_t i) const { return uv_turn(points_[previous_[i]], points_[i], points_[next_[i]]); }

    uint32_t find_ear(uint32_t at, size_t left) const {
        for (size_t tried = 0; tried < left; ++tried, at = next_[at]) {
            if (turn_at(at) > 0 && is_free(at)) return at;
        }
        return kNoIndex;
    }
    uint32_t find_straight(uint32_t at, size_t left) const {
        for (size_t tried = 0; tried < left; ++tried, at = next_[at]) {
            if (turn_at(at) == 0) return at;
        }
        return kNoIndex;
    }

    // True if the triangle of the ear contains no reflex corner, not even on its border. Ignores reflex corners that coincide
    // with a corner of the triangle.
    bool is_free(uint32_t ear) const {
        const UvPoint a = points_[previous_[ear]], b = points_[ear], c = points_[next_[ear]];
        for (const uint32_t r : reflex_) {
            const UvPoint p = points_[r];
            if (p == a || p == b || p == c) continue;
            if (uv_turn(a, b, p) >= 0 && uv_turn(b, c, p) >= 0 && uv_turn(c, a, p) >= 0) return false;
        }
        return true;
    }

    void remove(uint32_t i) {
        next_[previous_[i]] = next_[i];
        previous_[next_[i]] = previous_[i];
        std::erase_if(reflex_, [&](uint32_t r) { return r == i || turn_at(r) >= 0; });
    }

    std::span<const UvPoint> points_;
    std::vector<uint32_t> next_, previous_;
    std::vector<uint32_t> reflex_;  // remaining corners with a right turn
};

bool triangulate_large(std::span<const UvPoint> points, std::span<std::array<uint32_t, 3>> triangles) {
    UvPoint low = points[0], high = points[0];
    for (const UvPoint& p : points) {
        low = {std::min(low.u, p.u), std::min(low.v, p.v)};
        high = {std::max(high.u, p.u), std::max(high.v, p.v)};
    }
    const double scale = kLatticeSteps / std::max(high.u - low.u, high.v - low.v);
    std::vector<LatticePoint> ring;
    ring.reserve(points.size());
    for (const UvPoint& p : points)
        ring.push_back({int32_t(std::round((p.v - low.v) * scale)), int32_t(std::round((p.u - low.u) * scale))});
    const Triangulation cut = triangulate(ring);
    // If corners round to the same point, there are fewer triangles. The remaining entries of the list stay degenerate.
    std::fill(triangles.begin(), triangles.end(), std::array<uint32_t, 3>{0, 0, 0});
    auto out = std::copy(cut.triangles.begin(), cut.triangles.end(), triangles.begin());
    for (size_t i = 2; i < cut.rest.size(); ++i)
        *out++ = {cut.rest[0], cut.rest[i - 1], cut.rest[i]};
    return cut.rest.empty();
}

}  // namespace

bool triangulate_ngon(std::span<const DVec3> corners, std::span<std::array<uint32_t, 3>> triangles) {
    for (uint32_t i = 0; i < triangles.size(); ++i)
        triangles[i] = {0, i + 1, i + 2};
    if (corners.size() == 3) return true;
    const std::vector<UvPoint> points = project(corners);
    if (is_convex(points)) return true;
    if (points.size() > kSmallFace) return triangulate_large(points, triangles);
    return NgonClipper(points).clip_all(triangles);
}

}  // namespace navspan
