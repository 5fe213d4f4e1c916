// Finds the first error in the rings of a plan.
//
// In: a plan.
// Out: the first error, or nothing.
// Idea: Three steps:
// 1. Test each ring for repeated points and for collinearity.
// 2. Test the edges of each shape for crossings and overlaps, and the edges of each ring for contacts.
// 3. Overlay the rings of each shape to find overlapping holes, and parts of holes outside the outline. This also finds rings
//    that cross at a common point, which step 2 accepts. After step 2, rings only meet at lattice points, so the overlay is
//    exact.
// Source: own method.
// Weak cases: none known.

#include "plan/check_rings.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "core/predicates.h"
#include "polygon/edge_pairs.h"
#include "polygon/planar_edges.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

// Returns the index of the first point that repeats an earlier point, and the index of the earlier point.
std::optional<std::pair<uint32_t, uint32_t>> find_repeat(std::span<const LatticePoint> ring) {
    std::vector<uint32_t> order(ring.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](uint32_t i, uint32_t k) { return ring[i] == ring[k] ? i < k : is_before(ring[i], ring[k]); });
    std::optional<std::pair<uint32_t, uint32_t>> first;
    for (size_t i = 1; i < order.size(); ++i) {
        if (ring[order[i]] == ring[order[i - 1]] && (!first || order[i] < first->first)) first = {order[i], order[i - 1]};
    }
    return first;
}

std::optional<RingError> find_in_ring(std::span<const LatticePoint> ring) {
    RingError trouble;
    if (ring.size() < 3) return trouble;
    if (const auto repeat = find_repeat(ring)) {
        trouble.fault = RingFault::repeat;
        std::tie(trouble.point, trouble.other_point) = *repeat;
        return trouble;
    }
    trouble.fault = RingFault::flat;
    const bool flat = std::all_of(ring.begin(), ring.end(), [&](LatticePoint p) { return is_collinear(ring[0], ring[1], p); });
    if (flat) return trouble;
    return std::nullopt;
}

// An edge of a shape, with its ring and start point.
struct ShapeEdge {
    LatticePoint a, b;
    uint32_t ring = 0, point = 0;
};

bool is_fault(const ShapeEdge& e, const ShapeEdge& f) {
    const bool along = is_collinear(e.a, e.b, f.a) && is_collinear(e.a, e.b, f.b);
    if ((e.a == f.a && e.b == f.b) || (e.a == f.b && e.b == f.a)) return true;
    if (!segments_conflict(e.a, e.b, f.a, f.b)) return false;
    if (e.ring == f.ring || along) return true;
    // Rings may touch at an end of an edge.
    const auto on = [](LatticePoint p, const ShapeEdge& edge) { return is_collinear(edge.a, edge.b, p); };
    return !on(e.a, f) && !on(e.b, f) && !on(f.a, e) && !on(f.b, e);
}

std::optional<RingError> find_crossing(const GroundPlan& plan, const PlanShape& shape) {
    std::vector<ShapeEdge> edges;
    std::vector<Segment> ends;
    for (uint32_t r = 0; r < shape.ring_count; ++r) {
        const std::span<const LatticePoint> ring = plan_ring(plan, shape.first_ring + r);
        for (uint32_t i = 0; i < ring.size(); ++i) {
            edges.push_back({ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], r, i});
            ends.push_back({edges.back().a, edges.back().b});
        }
    }
    std::optional<std::pair<uint32_t, uint32_t>> first;
    // Find the lowest faulty pair (i, k). Pairs come in ascending order of i: stop after all pairs with the first faulty i.
    (void)any_overlapping_pair(ends, {}, [&](uint32_t i, uint32_t k) {
        if (first && i > first->first) return true;
        const std::pair<uint32_t, uint32_t> pair{i, k};
        if ((!first || pair < *first) && is_fault(edges[i], edges[k])) first = pair;
        return false;
    });
    if (!first) return std::nullopt;
    const ShapeEdge &e = edges[first->first], &f = edges[first->second];
    return RingError{RingFault::crossing, 0, e.ring, e.point, f.ring, f.point};
}

std::optional<RingError> find_wrong_nesting(const GroundPlan& plan, const PlanShape& shape) {
    if (shape.ring_count < 2) return std::nullopt;
    std::vector<CurveSegment> curves;
    for (uint32_t r = 0; r < shape.ring_count; ++r)
        add_curve(curves, plan_ring(plan, shape.first_ring + r), r);
    std::optional<RingError> trouble;
    // A valid shape stays below this limit: its rings do not cross, and each point is inside at most two of them.
    const size_t max_parts = 4 * curves.size() + 4;
    const auto find_trouble = [&](std::span<const LayerWinding> around) {
        if (trouble || around.empty()) return uint8_t{0};
        if (around[0].layer != 0) {
            trouble = RingError{RingFault::hole_outside, 0, around[0].layer, 0, 0, 0};
        } else if (around.size() > 2) {
            trouble = RingError{RingFault::hole_in_hole, 0, around[2].layer, 0, around[1].layer, 0};
        }
        return uint8_t{0};
    };
    (void)overlay_curves(curves, find_trouble, max_parts);
    return trouble;
}

std::optional<RingError> find_in_shape(const GroundPlan& plan, const PlanShape& shape) {
    for (uint32_t r = 0; r < shape.ring_count; ++r) {
        std::optional<RingError> trouble = find_in_ring(plan_ring(plan, shape.first_ring + r));
        if (!trouble) continue;
        trouble->ring = r;
        return trouble;
    }
    if (std::optional<RingError> trouble = find_crossing(plan, shape)) return trouble;
    return find_wrong_nesting(plan, shape);
}

}  // namespace

std::optional<RingError> find_ring_error(const GroundPlan& plan) {
    for (uint32_t s = 0; s < plan.shapes.size(); ++s) {
        std::optional<RingError> trouble = find_in_shape(plan, plan.shapes[s]);
        if (!trouble) continue;
        trouble->shape = s;
        return trouble;
    }
    return std::nullopt;
}

}  // namespace navspan
