#pragma once

/// \file
/// Draws random points of the surface, uniformly by area seen from above.
///
/// Given `const NavMesh& mesh` and `RandomSequence& random`:
/// \code
/// SearchScratch scratch;
/// const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
/// if (!at) return;
/// PointSampler sampler;  // made once, drawn from many times
/// const CircleRequest circle{.start = at->polygon, .centre = at->position, .radius = 10};
/// if (!sample_circle(mesh, scratch, circle, sampler)) return;
/// const std::optional<SurfacePoint> patrol = random_point(mesh, sampler, random);
/// if (!patrol) return;  // the circle contains no ground
/// \endcode
///
/// Guarantees: equal seeds give equal points on every machine. Points are reachable from the start polygon. Thread-safe on one
/// mesh with one scratch and one sequence per thread. Throws nothing but std::bad_alloc.
///
/// Caveats: area is measured seen from above, so slopes get fewer points per surface area than level ground.

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

/// A part of the surface from which random_point draws points. Filled by sample_reachable or sample_circle; its memory is
/// reused.
struct PointSampler {
    /// A triangle of the part.
    struct Triangle {
        PolygonRef polygon;  ///< polygon that contains the triangle
        double ax = 0,       ///< x of corner a, relative to the tile's corner [lattice]
            az = 0,          ///< z of corner a [lattice]
            bx = 0,          ///< x of corner b [lattice]
            bz = 0,          ///< z of corner b [lattice]
            cx = 0,          ///< x of corner c [lattice]
            cz = 0;          ///< z of corner c [lattice]
    };
    std::vector<Triangle> triangles;                          ///< triangles that cover the part
    std::vector<double> area_prefix_sum;                      ///< per triangle: inclusive prefix sum of the areas [lattice^2]
    DVec3 centre;                                             ///< centre of the circle that contains the points [wu]
    double radius = std::numeric_limits<double>::infinity();  ///< radius of that circle [wu]; infinity: no circle
    std::optional<SurfacePoint> fallback;  ///< the result for a part without area; empty if the part is empty
};

/// Fills the sampler with all polygons that are reachable from a polygon (see collect_reachable).
void sample_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request, PointSampler& sampler);

/// Request of sample_circle and polygons_in_circle.
struct CircleRequest {
    PolygonRef start;                     ///< start polygon; admitted regardless of the filter
    DVec3 centre;                         ///< centre of the circle; y is ignored [wu]
    double radius = 0;                    ///< radius seen from above [wu], >= 0
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// Fills the sampler with the part of the mesh that lies in a circle seen from above and is reachable from a polygon without
/// leaving the circle. Polygons are clipped to the circle. The part is empty if the start polygon does not touch the circle.
/// Error (usage): the centre is not finite or beyond 1e15, or the radius is negative or not finite.
Status sample_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request, PointSampler& sampler);

/// Returns a random point of the sampler's part, or nothing if the part is empty. The point lies inside the circle, if there is
/// one; its distance field is 0. Advances \p random.
std::optional<SurfacePoint> random_point(const NavMesh& mesh, const PointSampler& sampler, RandomSequence& random);

}  // namespace navspan
