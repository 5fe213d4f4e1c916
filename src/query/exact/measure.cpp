// The exact search without a goal: how far everything is.
//
// In: a start. Out: the length of the shortest way to every vertex. The search is that of expand.cpp, ordered by length
// alone; a vertex is as far as the least of the roots that see it says, once nothing is left to look at.

#include "query/exact/engine.h"

namespace navspan {

// from the root straight to the nearest point of edge a..b between its sides
double ExactEngine::distance_between_sides(const Root& root, PlanePoint a, PlanePoint b, PlanePoint left, PlanePoint right) {
    const double ex = double(b.x - a.x), ez = double(b.z - a.z);
    const double rx = double(root.at.x - a.x), rz = double(root.at.z - a.z);
    const double root_side = ez * rx - ex * rz;
    // seen from the root: the ends of the interval
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
