#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/reachable.h"
#include "navspan/query/scratch.h"

namespace navspan {

struct RandomSequence;

/// A part of the surface to draw random points from, uniformly by area seen from above. Made once, drawn from many times;
/// memory is reused when it is made again.
struct PointSampler {
    struct Piece {
        PolygonRef polygon;
        double ax = 0, az = 0, bx = 0, bz = 0, cx = 0, cz = 0;  ///< a triangle, from the tile's corner [lattice]
    };
    std::vector<Piece> pieces;
    std::vector<double> area_up_to;  ///< per piece: area of it and all before [lattice^2]
    DVec3 centre;                    ///< of the circle the points must lie in [wu]
    double radius = std::numeric_limits<double>::infinity();
    std::optional<SurfacePoint> fallback;  ///< a point of it, for parts without area; nothing when there is no such part
};

/// The whole part of the mesh that can be walked to from a polygon (collect_reachable).
void sample_reachable(const NavMesh& mesh, SearchScratch& scratch, const FloodRequest& request, PointSampler& sampler);

struct CircleRequest {
    PolygonRef start;                     ///< counts as admitted
    DVec3 centre;                         ///< only x and z matter [wu]
    double radius = 0;                    ///< seen from above [wu], >= 0
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// The part of the mesh that lies in a circle seen from above and can be walked to from a polygon without leaving the circle;
/// polygons are cut at the circle. Nothing where the start polygon does not touch the circle.
/// Error (usage): a centre that is not finite or beyond 1e15, a radius that is negative or not finite.
Status sample_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request, PointSampler& sampler);

/// A random point of the part, really inside its circle; nothing when the part is empty. The same sequence gives the same
/// points everywhere. @return distance 0
std::optional<SurfacePoint> random_point(const NavMesh& mesh, const PointSampler& sampler, RandomSequence& random);

}  // namespace navspan
