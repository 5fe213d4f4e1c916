// Erodes the ground by the agent's radius, without voxels.
//
// In: ground with labels; the radius of the agent.
// Out: the ground at a distance of at least the radius from the border.
// Idea: Unwalkable ground grows by the disc of the agent (a Minkowski sum). The disc is approximated by a circumscribed lattice
// polygon with 16 corners, so all geometry uses integers and is exact. Each edge of the border adds a strip: the area between
// the edge and a copy of the edge, moved by the corner of the disc that reaches farthest into the ground. At a reflex corner of
// the ground, a fan of disc corners fills the gap between the strips of the two edges. Strips and fans form one additional
// layer of the overlay, and every point with a non-zero winding number in this layer is removed. Strips may overlap in any way,
// so ground narrower than the agent vanishes completely.
// Accuracy: Borders along the axes and the diagonals are eroded by the radius plus a few lattice steps, other borders by up to
// 2 % more. The disc has a margin of 2 steps, because each round of snapping moves crossings to lattice points by up to one
// step. More than two rounds at one point are only needed if many crossings lie within a few steps of the point.
// Source: Guibas, Ramshaw, Stolfi, A kinetic framework for computational geometry (1983), for Minkowski sums by convolution.
// Weak cases: if many short edges curve around the ground, each strip overlaps the strips of all edges within the radius.

#include <cmath>
#include <span>
#include <vector>

#include "core/predicates.h"
#include "plan/convex_ground.h"

namespace navspan {
namespace {

constexpr uint32_t kErodedLayer = 256;  // layer of strips and fans; smaller numbers are labels

using Disc = std::array<LatticePoint, 16>;

LatticePoint moved(LatticePoint p, LatticePoint by) {
    return {p.x + by.x, p.z + by.z};
}

// Returns the corner of the disc that is farthest to the left of the direction from `from` to `to`.
uint32_t farthest_left(const Disc& disc, LatticePoint from, LatticePoint to) {
    const auto reach = [&](uint32_t i) { return orient2d(from, to, moved(from, disc[i])); };
    uint32_t best = 0;
    for (uint32_t i = 1; i < disc.size(); ++i) {
        if (reach(i) > reach(best)) best = i;
    }
    return best;
}

// Adds the strips and fans of one ring of the border. The ground is on the left of the ring.
void add_eroded_ground(std::vector<CurveSegment>& curves, std::span<const LatticePoint> ring, const Disc& disc) {
    const size_t n = ring.size();
    std::vector<uint32_t> towards(n);
    for (size_t i = 0; i < n; ++i)
        towards[i] = farthest_left(disc, ring[i], ring[i + 1 == n ? 0 : i + 1]);
    std::vector<LatticePoint> fan;
    for (size_t i = 0; i < n; ++i) {
        const LatticePoint a = ring[i], b = ring[i + 1 == n ? 0 : i + 1], c = ring[(i + 2) % n];
        const uint32_t of_edge = towards[i], of_next = towards[i + 1 == n ? 0 : i + 1];
        const LatticePoint strip[4] = {a, b, moved(b, disc[of_edge]), moved(a, disc[of_edge])};
        add_curve(curves, strip, kErodedLayer);
        if (of_edge == of_next || orient2d(a, b, c) >= 0) continue;
        // the fan must run counter-clockwise like the strip, but the disc is clockwise, so corners are visited in reverse
        fan.assign(1, b);
        for (uint32_t k = of_next; k != of_edge; k = (k + 15) % 16)
            fan.push_back(moved(b, disc[k]));
        fan.push_back(moved(b, disc[of_edge]));
        add_curve(curves, fan, kErodedLayer);
    }
}

}  // namespace

std::array<LatticePoint, 16> erosion_disc(double radius) {
    // Corners of the regular 16-gon around the unit circle, with a = 11.25 degrees: (1, tan a) and (cos 3a, sin 3a) / cos a.
    constexpr double kTangent = 0.19891236737965801, kCosine = 0.84775906502257351, kSine = 0.56645449735052163;
    const double reach = std::ceil(radius) + 2;
    const auto steps = [&](double factor) { return int32_t(std::ceil(reach * factor)); };
    const int32_t long_side = steps(1), short_side = steps(kTangent), longer = steps(kCosine), shorter = steps(kSine);
    const LatticePoint quarter[4] = {{long_side, short_side}, {longer, shorter}, {shorter, longer}, {short_side, long_side}};
    Disc disc;
    for (uint32_t i = 0; i < 4; ++i) {
        const auto [x, z] = quarter[i];
        disc[i] = {x, z};
        disc[i + 4] = {-z, x};
        disc[i + 8] = {-x, -z};
        disc[i + 12] = {z, -x};
    }
    return disc;
}

PlanarEdges erode_ground(const PlanarEdges& ground, double radius) {
    std::vector<CurveSegment> curves;
    PlanarEdges border{ground.points, {}};
    for (const PlanarEdge& e : ground.edges) {
        const LatticePoint a = ground.points[e.a], b = ground.points[e.b];
        // seen from above, `below` is the label on the left of the edge from a to b
        if (e.below) curves.push_back({a, b, e.below});
        if (e.above) curves.push_back({b, a, e.above});
        if (!e.below != !e.above) border.edges.push_back({e.a, e.b, uint8_t(e.below != 0), uint8_t(e.above != 0)});
    }
    const Disc disc = erosion_disc(radius);
    const LabelRings rings = rings_of_label(border, 1);
    std::vector<LatticePoint> ring;
    for (size_t r = 0; r + 1 < rings.first.size(); ++r) {
        ring.clear();
        for (uint32_t i = rings.first[r]; i < rings.first[r + 1]; ++i)
            ring.push_back(border.points[rings.corners[i]]);
        add_eroded_ground(curves, ring, disc);
    }
    return overlay_curves(curves, [](std::span<const LayerWinding> around) {
        if (around.empty() || around.back().layer == kErodedLayer) return uint8_t{0};
        return uint8_t(around.back().layer);
    });
}

}  // namespace navspan
