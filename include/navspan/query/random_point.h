#pragma once

/// \file
/// Chooses random points of the surface, uniformly by area seen from above.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// RandomSequence random{.state = 7};  // the seed
/// const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
/// if (!at) return;
/// PointSampler sampler;  // filled once, used for many points
/// const CircleRequest circle{.start = *at, .centre = at->position, .radius = 10};
/// if (!sample_circle(mesh, scratch, circle, sampler)) return;
/// const std::optional<SurfacePoint> patrol = random_point(mesh, sampler, random);
/// if (!patrol) return;  // the circle contains no ground
/// \endcode
///
/// Guarantees: equal seeds give equal points on every machine. Points are reachable from the start polygon. Thread-safe on one
/// mesh with one scratch and one sequence per thread. Throws nothing but std::bad_alloc.
///
/// Caveats: areas are measured seen from above. A slope therefore gets fewer points per unit of its surface than level ground.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "navspan/core/hash.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/reachable.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// A region of the surface from which random_point chooses points. sample_reachable and sample_circle fill a sampler. Reuse the
/// object to reuse its memory.
struct PointSampler {
    /// A triangle of the region.
    struct Triangle {
        PolygonRef polygon;  ///< polygon that contains the triangle
        double ax = 0,       ///< x of corner a, relative to the tile's corner [lattice]
            az = 0,          ///< z of corner a [lattice]
            bx = 0,          ///< x of corner b [lattice]
            bz = 0,          ///< z of corner b [lattice]
            cx = 0,          ///< x of corner c [lattice]
            cz = 0;          ///< z of corner c [lattice]
    };
    std::vector<Triangle> triangles;                          ///< triangles that cover the region, or slightly more
    std::vector<double> area_prefix_sum;                      ///< inclusive prefix sum of the triangle areas [lattice^2]
    uint32_t revision = kNoRevision;                          ///< NavMesh::revision of the sampled snapshot
    DVec3 centre;                                             ///< centre of the circle that bounds the region [wu]
    double radius = std::numeric_limits<double>::infinity();  ///< radius of that circle [wu]; infinity: no circle
    /// Result of random_point if the region has no area or all random points miss the circle. Empty if the region is empty, and
    /// after sample_reachable.
    std::optional<SurfacePoint> fallback;
};

/// Fills the sampler with all polygons that are reachable from the start polygon (see collect_reachable).
/// Error (usage): has_point(mesh, start) is false; the sampler is then empty.
Status sample_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request, PointSampler& sampler);

/// Request of sample_circle and polygons_in_circle.
struct CircleRequest {
    SurfacePoint start;                   ///< its polygon is the start, admitted regardless of the filter; position not read
    DVec3 centre;                         ///< centre of the circle; y is ignored [wu]
    double radius = 0;                    ///< horizontal radius [wu], >= 0
    const QueryFilter* filter = nullptr;  ///< null: use default_filter
};

/// Fills the sampler with the ground in a circle. The ground must be reachable from the start polygon without leaving the
/// circle. The sampler stays empty if the start polygon does not touch the circle.
/// Error (usage): has_point(mesh, start) is false, a coordinate of the centre is beyond 1e15 wu or not finite, or the radius is
/// negative or not finite.
Status sample_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request, PointSampler& sampler);

/// Returns a random point of the sampler's region, with `distance` 0. After sample_circle, the point lies inside the circle.
/// Advances \p random. Returns nothing if the region is empty or the mesh does not have the chosen polygon. Also returns
/// nothing if the sampler was filled from another snapshot of the mesh (see PointSampler::revision).
std::optional<SurfacePoint> random_point(const NavMesh& mesh, const PointSampler& sampler, RandomSequence& random);

}  // namespace navspan
