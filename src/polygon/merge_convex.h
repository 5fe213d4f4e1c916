#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/union_find.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Convex polygons that are merged from triangles. The edges of polygon p are edges[first[p] .. first[p + 1]),
/// counter-clockwise. Each edge is a half-edge 3 t + k of a triangle t (see Triangulation) on the border of the polygon.
struct ConvexParts {
    std::vector<uint32_t> edges;
    std::vector<uint32_t> first;  ///< start offsets in `edges`: one per polygon, plus the end
};

/// Merges triangles into convex polygons of at most max_vertices (>= 3) corners. Repeatedly removes the longest common edge
/// whose removal leaves both of its ends strictly convex. Ties: the edge between the polygons with the lowest indices in the
/// list of polygons. (Compares the lower index, then the higher index.) The merged polygon gets the lower index, and the last
/// polygon of the list moves to the higher index.
/// @param corners  for each half-edge 3 t + k: its start point; triangles are counter-clockwise and not degenerate
/// @param twins    for each half-edge: the same edge in the adjacent triangle, or kNoIndex
/// Sources: Hertel, Mehlhorn, Fast triangulation of simple polygons (1983); Mononen, Recast (2009), for the order.
ConvexParts merge_convex(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices);

/// A polygon during merging; at the start, each triangle is a polygon.
struct ConvexPart {
    uint32_t edge = 0;      // a half-edge on its border
    uint32_t count = 0;     // number of corners
    uint32_t position = 0;  // index in the list of polygons
};

/// An edge between two triangles.
struct InnerEdge {
    int64_t length = 0;  // squared length [lattice units squared]
    uint32_t half_edge = 0;
};

/// Two polygons that may be merged.
struct MergeCandidate {
    uint32_t low = 0, high = 0;  // list indices of the two polygons
    uint32_t edge = 0;           // half-edge of the polygon with list index `low`
};

/// State of a merge.
struct MergeState {
    std::span<const LatticePoint> corners;
    std::span<const uint32_t> twins;
    uint32_t max_vertices = 0;
    std::vector<uint32_t> next, prev;        // for each half-edge: next and previous half-edge of its polygon
    UnionFind polygon_of_triangle;           // the triangles of a polygon are one set
    std::vector<ConvexPart> parts;           // for each triangle: its polygon; valid only for the root of each set
    std::vector<uint32_t> part_at_position;  // the list of polygons, as indices in `parts`
    std::vector<InnerEdge> edges;            // edges between two triangles, longest first
    std::span<const InnerEdge> alike;        // the edges of the current length
    std::vector<MergeCandidate> heap;        // candidates among `alike`
};

/// Merges the triangles of a triangulation into convex polygons. Reuses its memory for the next triangulation.
class ConvexMerger {
public:
    /// @return valid until the next call
    ConvexParts& merge(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices);

private:
    MergeState merging_;
    ConvexParts result_;
};

}  // namespace navspan
