#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/query/surface_path.h"
#include "query/search/funnel.h"
#include "query/search/plane.h"

namespace navspan {

/// An edge in space to be crossed, its ends as seen by the one who crosses it with the ground below. It has some width.
struct SurfacePortal {
    DVec3 left, right;  ///< [wu]
};

/// Memory of paths along the ground: the unfolded string and the strip of triangles under a path. Reused from call to call.
struct SurfaceScratch {
    std::vector<FlatPortal> flat;  ///< portals unfolded
    std::vector<Portal> portals;
    std::vector<double> shares;  ///< of a leg of the string: where it crosses its portals
    std::vector<StringPoint> line;
    FunnelScratch funnel;

    struct Step {
        DVec3 a, b;
    };
    /// A detail triangle that the path touches.
    struct Triangle {
        uint32_t polygon = 0;              ///< index in the corridor
        std::array<uint32_t, 3> vertex{};  ///< as the detail triangle has them
        std::array<DVec3, 3> corner{};     ///< [wu]
    };
    struct Node {
        uint32_t from = 0;  ///< triangle
        bool seen = false;
        SurfacePortal portal;  ///< by which it was come to
    };
    std::vector<Triangle> triangles;   ///< of polygon after polygon
    std::vector<size_t> layer;         ///< where each polygon's begin
    std::vector<Step> steps;           ///< of the path, in the polygon in hand
    std::vector<Node> nodes;           ///< per triangle
    std::vector<uint32_t> queue;       ///< of triangles
    std::vector<SurfacePortal> strip;  ///< what is to be unfolded
    std::vector<DVec3> points;         ///< the line from link to link
    std::vector<SurfaceStep> ground;   ///< the path itself
    std::vector<double> crossings;     ///< of a step of the path: where it crosses edges of detail triangles, as shares
};

/// The shortest line over a strip of triangles: between neighbouring portals the ground is the triangle they span, or two where
/// they share no end (right ends first). The strip is unfolded into the plane, the string pulled through it, and the line
/// folded back. @param points  receives the start, where each portal is crossed, and the goal, equal neighbours once
/// @return its length [wu]
/// Sources: Sharir, Schorr, On shortest paths in polyhedral spaces (1986), for the unfolding; funnel.h for the string.
double pull_surface_string(DVec3 start, DVec3 goal, std::span<const SurfacePortal> portals, SurfaceScratch& scratch,
                           std::vector<DVec3>& points);

}  // namespace navspan
