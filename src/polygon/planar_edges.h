#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

// "Above" and "below" refer to a drawing with x to the right and z up. The ends of an edge are ordered by x, then z. "Above" an
// edge is the side with greater z or, for a vertical edge, with smaller x.

/// A directed segment of a closed curve. The curves of a layer share a single winding number at each location.
struct CurveSegment {
    LatticePoint from, to;
    uint32_t layer = 0;
};

/// Appends a ring to the curves, as part of a layer.
inline void add_curve(std::vector<CurveSegment>& curves, std::span<const LatticePoint> ring, uint32_t layer) {
    for (size_t i = 0; i < ring.size(); ++i)
        curves.push_back({ring[i], ring[i + 1 < ring.size() ? i + 1 : 0], layer});
}

/// Winding number of a layer at a location. Positive if the curves run counter-clockwise seen from +y.
struct LayerWinding {
    uint32_t layer = 0;
    int32_t winding = 0;  ///< not 0
    friend auto operator<=>(const LayerWinding&, const LayerWinding&) = default;
};

/// Returns the label of a location, or 0 for no label. The argument lists the layers that wind around the location, in
/// ascending order.
using LabelFunction = std::function<uint8_t(std::span<const LayerWinding>)>;

struct PlanarEdge {
    uint32_t a = 0, b = 0;         ///< end points: indices into PlanarEdges::points, a < b
    uint8_t below = 0, above = 0;  ///< labels on its two sides
    friend bool operator==(const PlanarEdge&, const PlanarEdge&) = default;
};

/// Edges without crossings: they touch only at common ends.
struct PlanarEdges {
    std::vector<LatticePoint> points;  ///< ordered by x, then z; without duplicates; each is the end of an edge
    std::vector<PlanarEdge> edges;     ///< ordered by (a, b)
};

/// Overlays closed curves and keeps the edges whose two sides have different labels. Removes the common point of two collinear
/// edges with the same labels, unless more edges meet there. If a crossing is not a lattice point, both curves are routed
/// through the nearest lattice point. This can create new crossings, so the search for crossings repeats until none remains.
/// The result is exact if curves cross and touch only in lattice points. Otherwise each round of the search moves curves by at
/// most one step.
/// @param segments   |coordinates| <= 2^29; the segments of each layer form closed curves
/// @param max_parts  limit on memory. Returns nullopt if crossings cut the segments into more than max_parts parts, or if the
///                   different lists of layers (see LabelFunction) have more than 64 * max_parts entries in total
std::optional<PlanarEdges> overlay_curves(std::span<const CurveSegment> segments, const LabelFunction& label,
                                          size_t max_parts = SIZE_MAX);

/// Borders of the areas with a label. Each ring bounds one connected component: outlines run counter-clockwise seen from +y,
/// holes clockwise. Ring r is corners[first[r] .. first[r + 1]), indices of points.
struct LabelRings {
    std::vector<uint32_t> corners;
    std::vector<uint32_t> first{0};
};
LabelRings rings_of_label(const PlanarEdges& edges, uint8_t label);

}  // namespace navspan
