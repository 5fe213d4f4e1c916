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

/// An edge in space to be crossed, longer than zero. Left and right are as seen when crossing it, with the ground below.
struct SurfacePortal {
    DVec3 left, right;  ///< [wu]
};

/// Memory of paths along the ground: the unfolded string and the strip of triangles under a path. Reused between calls.
struct SurfaceScratch {
    std::vector<FlatPortal> flat;  ///< portals unfolded
    std::vector<Portal> portals;
    std::vector<double> shares;  ///< crossings of a leg of the string with its portals, as shares
    std::vector<StringPoint> line;
    FunnelScratch funnel;

    struct Step {
        DVec3 a, b;
    };
    /// A detail triangle that the path touches.
    struct Triangle {
        uint32_t polygon = 0;              ///< index in the corridor
        std::array<uint32_t, 3> vertex{};  ///< vertex indices of the detail triangle
        std::array<DVec3, 3> corner{};     ///< [wu]
    };
    struct Node {
        uint32_t from = 0;  ///< previous triangle
        bool seen = false;
        SurfacePortal portal;  ///< portal by which the triangle was reached
    };
    std::vector<Triangle> triangles;   ///< ordered by polygon
    std::vector<size_t> layer;         ///< start offset of each polygon's triangles
    std::vector<Step> steps;           ///< of the path in the current polygon
    std::vector<Node> nodes;           ///< per triangle
    std::vector<uint32_t> queue;       ///< of the breadth-first search: triangles
    std::vector<SurfacePortal> strip;  ///< portals to be unfolded
    std::vector<DVec3> points;         ///< the line between two links
    std::vector<SurfaceStep> ground;   ///< the path itself
    std::vector<double> crossings;     ///< of a step of the path with edges of detail triangles, as shares
};

/// Computes the shortest line over a strip of triangles. Between adjacent portals, the ground is the triangle that they span,
/// or two triangles if they share no end (right ends first). The strip is unfolded into the plane, the string is pulled through
/// it, and the line is folded back.
/// @param points  receives the start, the crossing of each portal and the goal, without equal neighbours
/// @return length of the line [wu]
/// Sources: Sharir, Schorr, On shortest paths in polyhedral spaces (1986), for the unfolding; funnel.h for the string.
double pull_surface_string(DVec3 start, DVec3 goal, std::span<const SurfacePortal> portals, SurfaceScratch& scratch,
                           std::vector<DVec3>& points);

}  // namespace navspan
