#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/query/surface_path.h"
#include "query/path/leg_crossings.h"
#include "query/search/funnel.h"
#include "query/search/plane.h"

namespace navspan {

/// An edge in space that a path crosses. Its length is greater than 0. `left` and `right` are its ends, seen in the direction
/// of the path.
struct SurfacePortal {
    DVec3 left, right;  ///< [wu]
};

/// Memory for computing paths along the ground, reused between calls.
struct SurfaceScratch {
    std::vector<FlatPortal> flat;       ///< the portals unfolded into the plane [wu]
    std::vector<Portal> portals;        ///< the unfolded portals, rounded to integers
    std::vector<double> leg_crossings;  ///< where a leg of the string crosses each portal: 0 (left end) to 1 (right end)
    std::vector<StringPoint> line;
    FunnelScratch funnel;

    /// A straight part of the path.
    struct PathStep {
        DVec3 a, b;  ///< ends of the step [wu]
    };
    /// A detail triangle that the path touches.
    struct PathTriangle {
        uint32_t polygon = 0;              ///< index of its polygon in the corridor
        std::array<uint32_t, 3> vertex{};  ///< vertex indices of the detail triangle
        std::array<DVec3, 3> corner{};     ///< [wu]
    };
    struct TriangleVisit {
        uint32_t from = 0;  ///< index of the previous triangle in the search; a start triangle stores its own index
        bool seen = false;
        SurfacePortal portal;  ///< portal by which the triangle was reached
    };
    std::vector<PathTriangle> triangles;  ///< ordered by polygon
    std::vector<size_t> layer;            ///< for each polygon: start offset of its triangles in `triangles`
    std::vector<PathStep> steps;          ///< steps of the path in the current polygon
    std::vector<TriangleVisit> nodes;     ///< one entry for each triangle
    std::vector<uint32_t> queue;          ///< triangles to visit in the breadth-first search
    std::vector<SurfacePortal> strip;     ///< portals between the triangles of the strip
    std::vector<DVec3> points;            ///< all points of the shortest line between two links [wu]
    std::vector<SurfaceStep> ground;      ///< the original path along the ground
    std::vector<double> crossings;        ///< crossings of a segment with detail triangle edges, in fractions of the segment
};

/// Unfolds a strip of triangles into the plane, pulls a string and folds it back. Adjacent portals span one triangle if they
/// share an end. Otherwise they span two triangles. The common edge of these triangles leads from the left end of the first
/// portal to the right end of the second portal.
/// @param points  receives the start, the crossing of each portal and the goal, without equal consecutive points
/// @return length of the line [wu]
/// Sources: Sharir, Schorr, On shortest paths in polyhedral spaces (1986), for the unfolding; funnel.h for the string.
double pull_surface_string(DVec3 start, DVec3 goal, std::span<const SurfacePortal> portals, SurfaceScratch& scratch,
                           std::vector<DVec3>& points);

}  // namespace navspan
