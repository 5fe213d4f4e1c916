#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace navspan {

/// A point in the plane on an integer grid of any fineness, |x|, |z| <= 2^52. Paths use 2^-20 lattice units.
struct PlanePoint {
    int64_t x = 0, z = 0;
    friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// A segment to be crossed. Left and right are as seen when crossing it. Its width may be zero.
struct Portal {
    PlanePoint left, right;
};

/// A point at which a taut string starts, turns or ends.
struct StringPoint {
    PlanePoint point;
    uint32_t portal = 0;  ///< the first portal with this point as an end; 0 at the start, the number of portals at the end
    friend bool operator==(const StringPoint&, const StringPoint&) = default;
};

/// Memory of pull_string, reused between calls.
struct FunnelScratch {
    struct Node {
        StringPoint at;
        uint32_t parent = 0;
    };
    std::vector<Node> nodes;
    std::vector<uint32_t> deque;
};

/// Computes the shortest line from start to goal that crosses all portals in order, by the funnel algorithm, in linear time.
/// Exact: integer predicates, no epsilon. The free space between adjacent portals is the quadrilateral that they span. The
/// start must not lie beyond the line through the first portal, nor the goal before the line through the last one. (If this
/// does not hold, or if portals are flipped, the result is some line, not a crash.) Points on straight parts are omitted.
/// @param line  receives the start, the corners and the goal; only one point if all are equal
/// Sources: Lee, Preparata, Euclidean shortest paths in the presence of rectilinear barriers (1984); Chazelle, A theorem on
/// polygon cutting with applications (1982); Hershberger, Snoeyink, Computing minimum length paths of a given homotopy class
/// (1994).
void pull_string(PlanePoint start, PlanePoint goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 std::vector<StringPoint>& line);

}  // namespace navspan
