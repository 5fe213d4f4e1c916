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

/// A segment to be crossed, with its ends as seen by the one who crosses it. It may have no width.
struct Portal {
    PlanePoint left, right;
};

/// A point at which a pulled string starts, turns or ends.
struct StringPoint {
    PlanePoint point;
    uint32_t portal = 0;  ///< the first portal with this point as an end; 0 at the start, the number of portals at the end
    friend bool operator==(const StringPoint&, const StringPoint&) = default;
};

/// Memory of pull_string, reused from call to call.
struct FunnelScratch {
    struct Node {
        StringPoint at;
        uint32_t parent = 0;
    };
    std::vector<Node> nodes;
    std::vector<uint32_t> deque;
};

/// The shortest line from start to goal that crosses all portals in order, by the funnel. Exact: integer predicates, no
/// epsilon, in linear time. Between neighbouring portals the free space is the quadrilateral they span; the start must not lie
/// beyond the line of the first portal nor the goal before that of the last, not by one unit. (A start that does, or portals
/// that turn over, give some line, not a crash.) Points on a straight part are left out.
/// @param line  receives the start, the corners and the goal; just one point when all are the same
/// Sources: Lee, Preparata, Euclidean shortest paths in the presence of rectilinear barriers (1984); Chazelle, A theorem on
/// polygon cutting with applications (1982); Hershberger, Snoeyink, Computing minimum length paths of a given homotopy class
/// (1994).
void pull_string(PlanePoint start, PlanePoint goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 std::vector<StringPoint>& line);

}  // namespace navspan
