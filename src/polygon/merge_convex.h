#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// Convex polygons put together from triangles. The edges of polygon p are edges[first[p] .. first[p + 1]), counter-clockwise;
/// each is the half-edge 3 t + k of a triangle t (see Triangulation) that lies on the polygon's border.
struct ConvexParts {
    std::vector<uint32_t> edges;
    std::vector<uint32_t> first;  ///< number of polygons + 1
};

/// Merges triangles over common edges into convex polygons of at most max_vertices (>= 3) corners: the longest common edge
/// whose removal leaves both its ends strictly convex first, until none is left. Ties: the pair whose polygons come first,
/// where the polygon merged away gives its place to the last one.
/// @param corners  per half-edge 3 t + k: the point it starts at; triangles counter-clockwise and not flat
/// @param twins    per half-edge: the same edge in the triangle across, or kNoIndex
/// Sources: Hertel, Mehlhorn, Fast triangulation of simple polygons (1983); Mononen, Recast (2009), for the order.
ConvexParts merge_convex(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices);

/// A polygon, or a triangle that is part of one.
struct ConvexPart {
    uint32_t parent = 0;  // itself, or a part that it has been merged into
    uint32_t edge = 0;    // one of its half-edges
    uint32_t count = 0;
    uint32_t place = 0;
};

/// An edge between two triangles.
struct InnerEdge {
    int64_t length = 0;  // squared
    uint32_t half_edge = 0;
};

/// Two polygons that may be merged.
struct MergeCandidate {
    uint32_t low = 0, high = 0;  // places of the two polygons
    uint32_t edge = 0;           // the half-edge in the polygon of the lower place
};

/// Polygons while they are merged.
struct MergeState {
    std::span<const LatticePoint> corners;
    std::span<const uint32_t> twins;
    uint32_t max_vertices = 0;
    std::vector<uint32_t> next, prev;  // per half-edge, around its polygon
    std::vector<ConvexPart> parts;     // per triangle
    std::vector<uint32_t> part_at_position;    // part in each place
    std::vector<InnerEdge> edges;      // between two triangles, the longest first
    std::span<const InnerEdge> alike;  // those of the length whose turn it is
    std::vector<MergeCandidate> heap;  // of these
};

/// Does the same to many triangulations one after the other, in memory that is kept from one to the next.
class ConvexMerger {
public:
    /// @return valid until the next call
    ConvexParts& merge(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices);

private:
    MergeState merging_;
    ConvexParts result_;
};

}  // namespace navspan
