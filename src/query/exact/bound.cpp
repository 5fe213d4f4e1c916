// The exact search: lower bounds on path lengths.
//
// In: a root (a point from which paths continue straight), and the interval that the root sees on an edge.
// Out: a lower bound on the length of paths from the root through the interval to the goal.
// Idea: A goal on the same side of the edge as the root is first mirrored to the other side. Without obstacles, the shortest
// path is straight or bends at an end of the interval. Landmarks give a better bound if obstacles force a long detour.
// Source: see exact.cpp; see landmarks.cpp for the landmarks.
// Weak cases: Without landmarks, long detours expand many nodes.

#include "query/exact/engine.h"

namespace navspan {

double ExactEngine::lower_bound(PlanePoint from, uint32_t edge) const {
    if (lengths_) return 0;
    const double bound = std::min(distance(from, search_.goal), search_.link_bound);
    return search_.use_landmarks && edge != kNoIndex ? std::max(bound, from_landmarks(edge)) : bound;
}

double ExactEngine::from_landmarks(uint32_t edge) const {
    return landmark_bound(mesh_.landmarks, scratch_.landmark_goal, edge) * double(1 << kSubLatticeBits);
}

double ExactEngine::lower_bound(const Root& root, const EdgeInterval& interval) const {
    const PlanePoint a = start_of(interval.a), b = start_of(interval.b);
    if (lengths_) return distance_between_sides(root, a, b, interval.left, interval.right);
    const double ex = double(b.x - a.x), ez = double(b.z - a.z);
    const double rx = double(root.at.x - a.x), rz = double(root.at.z - a.z);
    double tx = double(search_.goal.x - a.x), tz = double(search_.goal.z - a.z);
    const double root_side = ez * rx - ex * rz, goal_side = ez * tx - ex * tz, ee = ex * ex + ez * ez;
    if (goal_side < 0) {
        const double twice = 2 * goal_side / ee;
        tx -= twice * ez;
        tz += twice * ex;
    }
    tx -= rx;
    tz -= rz;
    double bound = length(tx, tz);
    const auto reach = [&](double x, double z) { return -root_side / (ez * x - ex * z); };
    const auto bend_at = [&](double x, double z) {
        const double k = reach(x, z);
        return k * length(x, z) + length(tx - k * x, tz - k * z);
    };
    const double lx = double(interval.left.x - root.at.x), lz = double(interval.left.z - root.at.z);
    const double sx = double(interval.right.x - root.at.x), sz = double(interval.right.z - root.at.z);
    if (lz * tx - lx * tz > 0) {
        bound = bend_at(lx, lz);
    } else if (sz * tx - sx * tz < 0) {
        bound = bend_at(sx, sz);
    }
    if (search_.link_bound < kInfinity) return std::min(bound, search_.link_bound - root_side / std::sqrt(ee));
    if (!search_.use_landmarks) return bound;

    // Let v be an end of the edge, and h(v) the landmark bound from v to the goal. A path that crosses the interval at p has at
    // least the length |root p| + h(v) - |p v|. This bound is lowest at the end of the interval that is farther from v.
    const double l = reach(lx, lz), r = reach(sx, sz);
    const double by_a = from_landmarks(interval.a) + r * length(sx, sz) - length(r * sx + rx, r * sz + rz);
    const double by_b = from_landmarks(interval.b) + l * length(lx, lz) - length(l * lx + rx - ex, l * lz + rz - ez);
    return std::max(bound, std::max(by_a, by_b));
}

// Clips the edge a b to a cone, and returns the distance from the root to the clipped edge [2^-20 lattice]. `left` and `right`
// are points on the sides of the cone.
double ExactEngine::distance_between_sides(const Root& root, PlanePoint a, PlanePoint b, PlanePoint left, PlanePoint right) {
    const double ex = double(b.x - a.x), ez = double(b.z - a.z);
    const double rx = double(root.at.x - a.x), rz = double(root.at.z - a.z);
    const double root_side = ez * rx - ex * rz;
    // computes the point at which a side crosses the edge, relative to the root
    const auto hit = [&](PlanePoint side, double& x, double& z) {
        x = double(side.x - root.at.x);
        z = double(side.z - root.at.z);
        const double k = -root_side / (ez * x - ex * z);
        x *= k;
        z *= k;
    };
    double lx, lz, sx, sz;
    hit(left, lx, lz);
    hit(right, sx, sz);
    const double dx = lx - sx, dz = lz - sz, dd = dx * dx + dz * dz;
    const double t = dd > 0 ? std::clamp(-(sx * dx + sz * dz) / dd, 0.0, 1.0) : 0;
    return length(sx + t * dx, sz + t * dz);
}

// Measures the shortest paths from the start to all vertices. The key of a cone is the length of the shortest path to the part
// of its edge that the root of the cone sees. The key of any other node is the length of the path to its root. Stops early if
// more than kMaxExactRoots roots are needed.
void ExactEngine::measure(std::vector<double>& lengths) {
    lengths_ = &lengths;
    search_.options = {.use_blocks = false, .use_landmarks = false};
    search_.target = search_.request.start;
    begin();
    while (!heap_.empty() && !search_.exhausted) {
        const ExactScratch::HeapEntry top = heap_.take();
        if (!scratch_.roots[scratch_.nodes[top.id].root].stale) expand(top.id);
    }
}

}  // namespace navspan
