// Erodes the ground by the agent's radius, without voxels.
//
// In: ground with labels; the radius of the agent.
// Out: the ground that is at least this radius away from the border.
// Idea: A polygon with 16 lattice corners approximates the agent's disc. The ground to remove is covered by strips along the
// border edges, and by fans (disc sectors) at the reflex corners. Strips that overlap a lot are first merged in groups of 16.
// An overlay removes the ground under the strips and fans.
// Source: Guibas, Ramshaw, Stolfi, A kinetic framework for computational geometry (1983), for Minkowski sums.
// Weak cases: Some borders are eroded by up to 2 % more than the radius.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/predicates.h"
#include "plan/convex_ground.h"
#include "polygon/box_tree.h"
#include "polygon/edge_pairs.h"

namespace navspan {
namespace {

constexpr uint32_t kErodedLayer = 256;  // layer of strips and fans; a layer k < 256 contains the ground with label k

using Disc = std::array<LatticePoint, 16>;

LatticePoint moved(LatticePoint p, LatticePoint by) {
    return {p.x + by.x, p.z + by.z};
}

// Returns the disc corner that is farthest to the left of direction `from` -> `to`.
uint32_t farthest_left(const Disc& disc, LatticePoint from, LatticePoint to) {
    const auto reach = [&](uint32_t i) { return orient2d(from, to, moved(from, disc[i])); };
    uint32_t best = 0;
    for (uint32_t i = 1; i < disc.size(); ++i) {
        if (reach(i) > reach(best)) best = i;
    }
    return best;
}

// Closed curves (strips, fans or unions of them) around the ground to remove. Curve i has segments[first[i]] to
// segments[first[i + 1] - 1].
struct RemovedGround {
    std::vector<CurveSegment> segments;
    std::vector<size_t> first{0};
    size_t count() const { return first.size() - 1; }
    void add(std::span<const LatticePoint> ring) {
        add_curve(segments, ring, kErodedLayer);
        first.push_back(segments.size());
    }
};

// Adds the strips and fans of one border ring. The ground is on the left.
void add_eroded_ground(RemovedGround& removed, std::span<const LatticePoint> ring, const Disc& disc) {
    const size_t n = ring.size();
    std::vector<uint32_t> towards(n);
    for (size_t i = 0; i < n; ++i)
        towards[i] = farthest_left(disc, ring[i], ring[i + 1 == n ? 0 : i + 1]);
    std::vector<LatticePoint> fan;
    for (size_t i = 0; i < n; ++i) {
        const LatticePoint a = ring[i], b = ring[i + 1 == n ? 0 : i + 1], c = ring[(i + 2) % n];
        const uint32_t of_edge = towards[i], of_next = towards[i + 1 == n ? 0 : i + 1];
        const LatticePoint strip[4] = {a, b, moved(b, disc[of_edge]), moved(a, disc[of_edge])};
        removed.add(strip);
        if (of_edge == of_next || orient2d(a, b, c) >= 0) continue;
        // The fan is counter-clockwise like the strip. The disc is clockwise, so visit its corners in reverse.
        fan.assign(1, b);
        for (uint32_t k = of_next; k != of_edge; k = (k + 15) % 16)
            fan.push_back(moved(b, disc[k]));
        fan.push_back(moved(b, disc[of_edge]));
        removed.add(fan);
    }
}

// The strips and fans of all border rings.
RemovedGround strips_along(const PlanarEdges& border, const Disc& disc) {
    RemovedGround removed;
    const LabelRings rings = rings_of_label(border, 1);
    std::vector<LatticePoint> ring;
    for (size_t r = 0; r + 1 < rings.first.size(); ++r) {
        ring.clear();
        for (uint32_t i = rings.first[r]; i < rings.first[r + 1]; ++i)
            ring.push_back(border.points[rings.corners[i]]);
        add_eroded_ground(removed, ring, disc);
    }
    return removed;
}

// True if a segment overlaps more than kMaxOverlaps other segments on average. Tests a sample. n strips may cross n * n times,
// although their union has O(n) edges (Kedem, Livne, Pach, Sharir, On the union of Jordan regions and collision-free
// translational motion amidst polygonal obstacles, 1986).
bool overlap_often(const RemovedGround& removed) {
    constexpr size_t kMaxOverlaps = 64, kStep = 16;
    std::vector<Segment> segments;
    segments.reserve(removed.segments.size());
    for (const CurveSegment& s : removed.segments)
        segments.push_back({s.from, s.to});
    const SegmentTree near = build_segment_tree(segments);
    const size_t most = kMaxOverlaps * (segments.size() / kStep + 1);
    size_t overlaps = 0;
    for (size_t i = 0; i < segments.size(); i += kStep) {
        if (any_overlapping(near, segments, uint32_t(i), [&](uint32_t) { return ++overlaps > most; })) return true;
    }
    return false;
}

// Returns the curve indices in the order of the Morton codes of their bounding boxes.
std::vector<uint32_t> in_spatial_order(const RemovedGround& removed) {
    std::vector<LatticeBox> boxes(removed.count());
    for (size_t c = 0; c < removed.count(); ++c) {
        for (size_t i = removed.first[c]; i < removed.first[c + 1]; ++i)
            grow(boxes[c], box_around(removed.segments[i].from, removed.segments[i].to));
    }
    std::vector<uint32_t> all(removed.count());
    std::iota(all.begin(), all.end(), 0u);
    BoxTree tree;
    build_box_tree(tree, all, boxes);
    return std::move(tree.items);
}

constexpr size_t kGroup = 16;  // number of curves merged together

// Replaces each group of curves by the boundary of its union, which may be empty.
std::optional<RemovedGround> merge_groups(const RemovedGround& removed, size_t max_parts) {
    const std::vector<uint32_t> order = in_spatial_order(removed);
    const auto is_inside = [](std::span<const LayerWinding> around) { return uint8_t(!around.empty()); };
    RemovedGround merged;
    std::vector<CurveSegment> group;
    for (size_t begin = 0; begin < order.size(); begin += kGroup) {
        group.clear();
        for (size_t k = begin; k < std::min(begin + kGroup, order.size()); ++k) {
            const auto curve = removed.segments.begin();
            group.insert(group.end(), curve + std::ptrdiff_t(removed.first[order[k]]),
                         curve + std::ptrdiff_t(removed.first[order[k] + 1]));
        }
        const std::optional<PlanarEdges> outline = overlay_curves(group, is_inside, max_parts);
        if (!outline) return std::nullopt;
        for (const PlanarEdge& e : outline->edges) {
            const LatticePoint a = outline->points[e.a], b = outline->points[e.b];
            merged.segments.push_back(e.below ? CurveSegment{a, b, kErodedLayer} : CurveSegment{b, a, kErodedLayer});
        }
        merged.first.push_back(merged.segments.size());
    }
    return merged;
}

// Returns the ground to remove along the border, as curves with few overlaps. The overlay with the ground has `ground_parts`
// more parts.
std::optional<RemovedGround> removed_ground(const PlanarEdges& border, double radius, size_t ground_parts, size_t max_parts) {
    RemovedGround removed = strips_along(border, erosion_disc(radius));
    if (!overlap_often(removed)) {
        // Adjacent strips can share sides, which cancel each other. At least half of the segments remain in the overlay.
        if (ground_parts + removed.segments.size() / 2 > max_parts) return std::nullopt;
        return removed;
    }
    // At each level of groups, snapping may move edges by about 2 steps. Enlarge the disc by 2 steps for each level, and 2 for
    // the final overlay.
    int32_t levels = 0;
    for (size_t groups = removed.count(); groups > 1; groups = (groups + kGroup - 1) / kGroup)
        ++levels;
    removed = strips_along(border, erosion_disc(radius, 2 + 2 * levels));
    do {
        std::optional<RemovedGround> merged = merge_groups(removed, max_parts);
        if (!merged) return std::nullopt;
        removed = *std::move(merged);
    } while (removed.count() > 1 && overlap_often(removed));
    return removed;
}

}  // namespace

std::array<LatticePoint, 16> erosion_disc(double radius, int32_t margin) {
    // Two corners of the regular 16-gon around the unit circle: (1, tan a) and (cos 3a, sin 3a) / cos a, a = 11.25 degrees.
    // Symmetry gives the others.
    constexpr double kTangent = 0.19891236737965801, kCosine = 0.84775906502257351, kSine = 0.56645449735052163;
    const double reach = std::ceil(radius) + margin;
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

std::optional<PlanarEdges> erode_ground(const PlanarEdges& ground, double radius, size_t max_parts) {
    std::vector<CurveSegment> curves;
    PlanarEdges border{ground.points, {}};
    for (const PlanarEdge& e : ground.edges) {
        const LatticePoint a = ground.points[e.a], b = ground.points[e.b];
        // `below` is the label on the side with smaller z (see planar_edges.h). Seen from +y, this is the left side of a..b.
        if (e.below) curves.push_back({a, b, e.below});
        if (e.above) curves.push_back({b, a, e.above});
        if (!e.below != !e.above) border.edges.push_back({e.a, e.b, uint8_t(e.below != 0), uint8_t(e.above != 0)});
    }
    const std::optional<RemovedGround> removed = removed_ground(border, radius, curves.size(), max_parts);
    if (!removed) return std::nullopt;
    curves.insert(curves.end(), removed->segments.begin(), removed->segments.end());
    const auto label = [](std::span<const LayerWinding> around) {
        if (around.empty() || around.back().layer == kErodedLayer) return uint8_t{0};
        return uint8_t(around.back().layer);
    };
    return overlay_curves(curves, label, max_parts);
}

}  // namespace navspan
