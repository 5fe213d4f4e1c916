#pragma once

#include <array>
#include <cstdint>
#include <memory>
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

/// Does the same to many triangulations one after the other, in memory that is kept from one to the next.
class ConvexMerger {
public:
    ConvexMerger();
    ~ConvexMerger();

    /// @return valid until the next call
    ConvexParts& merge(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices);

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace navspan
