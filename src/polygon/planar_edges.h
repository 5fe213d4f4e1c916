#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

// Directions as on paper: x to the right, z up. An edge runs from its first end to its second, ends ordered by x, then z; above
// it is what lies on the paper's left of that: greater z, or for an upright edge smaller x.

/// A directed piece of a closed curve. Curves are told apart by their layers.
struct CurveSegment {
    LatticePoint from, to;
    uint32_t layer = 0;
};

/// Appends a ring as a curve of a layer.
inline void add_curve(std::vector<CurveSegment>& curves, std::span<const LatticePoint> ring, uint32_t layer) {
    for (size_t i = 0; i < ring.size(); ++i)
        curves.push_back({ring[i], ring[i + 1 < ring.size() ? i + 1 : 0], layer});
}

/// How often the curves of a layer run around a place; positive where they run counter-clockwise seen from above.
struct LayerWinding {
    uint32_t layer = 0;
    int32_t winding = 0;  ///< not 0
    friend auto operator<=>(const LayerWinding&, const LayerWinding&) = default;
};

/// Says what is at a place, from the layers that run around it, in order of their numbers. 0: nothing.
using LabelFunction = std::function<uint8_t(std::span<const LayerWinding>)>;

struct PlanarEdge {
    uint32_t a = 0, b = 0;         ///< its ends: indices into PlanarEdges::points, a < b
    uint8_t below = 0, above = 0;  ///< labels on its two sides
    friend bool operator==(const PlanarEdge&, const PlanarEdge&) = default;
};

/// A drawing without crossings: edges meet in common ends only.
struct PlanarEdges {
    std::vector<LatticePoint> points;  ///< ordered by x, then z; each once, and each the end of some edge
    std::vector<PlanarEdge> edges;     ///< ordered by (a, b)
};

/// Lays closed curves over each other and keeps the edges whose two sides have different labels; ends where such an edge goes
/// straight on with the same labels and nothing else meets it are taken out. Where curves cross beside the lattice, both are
/// led through the nearest lattice point; crossings are looked for again until there are none, so that the result is exact
/// wherever curves meet in lattice points only, and else moved by up to a step for each round of crossings. One round is the
/// rule; only crossings crowded into a few steps take many.
/// @param segments  |coordinates| <= 2^29; those of each layer form closed curves
PlanarEdges overlay_curves(std::span<const CurveSegment> segments, const LabelFunction& label);

/// The borders of everything with a label, as rings around one piece each: outlines counter-clockwise seen from above, holes
/// clockwise. Ring r is corners[first[r] .. first[r + 1]), indices of points.
struct LabelRings {
    std::vector<uint32_t> corners;
    std::vector<uint32_t> first{0};
};
LabelRings rings_of_label(const PlanarEdges& edges, uint8_t label);

}  // namespace navspan
