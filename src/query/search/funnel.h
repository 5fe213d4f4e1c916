#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/mesh/plane_point.h"

namespace navspan {

/// A segment that a path crosses. `left` and `right` are its ends, seen in the direction of the path. They may be equal.
struct Portal {
    PlanePoint left, right;
};

/// A point at which a taut string starts, turns or ends.
struct StringPoint {
    PlanePoint point;
    uint32_t portal = 0;  ///< index of the first portal with this end point; 0 for the start, number of portals for the goal
    friend bool operator==(const StringPoint&, const StringPoint&) = default;
};

/// Memory of pull_string, reused between calls.
struct FunnelScratch {
    struct StringNode {
        StringPoint at;
        uint32_t parent = 0;
    };
    std::vector<StringNode> nodes;
    std::vector<uint32_t> deque;
};

/// Computes the shortest line from start to goal that crosses all portals in order, in linear time. Exact: integer predicates,
/// no epsilon. The free space between adjacent portals is the quadrilateral that they span.
/// Preconditions (if one is violated, the line is unspecified):
///   - The start is not beyond the line through the first portal.
///   - The goal is not before the line through the last portal.
///   - No portal has its ends swapped.
/// @param line  receives the start, the points at which the line bends, and the goal; one point if start and goal are equal
/// Sources: Lee, Preparata, Euclidean shortest paths in the presence of rectilinear barriers (1984); Chazelle, A theorem on
/// polygon cutting with applications (1982); Hershberger, Snoeyink, Computing minimum length paths of a given homotopy class
/// (1994).
void pull_string(PlanePoint start, PlanePoint goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 std::vector<StringPoint>& line);

}  // namespace navspan
