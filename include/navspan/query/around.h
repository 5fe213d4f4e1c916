#pragma once

/// \file
/// Finds the polygons that overlap or touch a circle, a convex shape or a box.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// const std::optional<SurfacePoint> at = find_nearest(mesh, {3, 0, 25});
/// if (!at) return;
/// std::vector<PolygonRef> polygons;  // reused from query to query
/// if (!polygons_in_circle(mesh, scratch, {.start = *at, .centre = at->position, .radius = 5}, polygons)) return;
/// const std::vector<DVec3> corners{{0, 0, 20}, {0, 0, 30}, {10, 0, 25}};
/// if (!polygons_in_shape(mesh, scratch, {.start = *at, .shape = corners}, polygons)) return;
/// if (!polygons_in_box(mesh, {.min = {0, -1, 20}, .max = {10, 3, 30}}, polygons)) return;
/// \endcode
///
/// Guarantees: equal input gives equal polygons in equal order. Thread-safe on one mesh with one scratch per thread. Throws
/// nothing but std::bad_alloc.
///
/// Caveats: circles and shapes are tested seen from above. A query with a circle or shape finds only polygons that can be
/// reached without leaving the circle or shape. A query with a box finds all polygons that touch the box, reachable or not.

#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/random_point.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// Finds the polygons that overlap or touch a circle, seen from above. Finds only polygons that can be reached from the start
/// polygon without leaving the circle, in breadth-first order. Finds nothing if the start polygon does not touch the circle.
/// Error (usage): has_point(mesh, start) is false, a coordinate of the centre is beyond 1e15 wu or not finite, or the radius is
/// negative or NaN.
Status polygons_in_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request,
                          std::vector<PolygonRef>& polygons);

/// Request of polygons_in_shape.
struct ShapeRequest {
    SurfacePoint start;                   ///< its polygon is the start, admitted regardless of the filter; position not read
    std::span<const DVec3> shape;         ///< corners of a convex polygon seen from above, clockwise or counter-clockwise [wu]
    const QueryFilter* filter = nullptr;  ///< null: use default_filter
};

/// Same as polygons_in_circle, but for a convex shape. Error (usage): has_point(mesh, start) is false, the shape has fewer
/// than 3 corners or is not convex, or a coordinate is beyond 1e15 wu or not finite.
Status polygons_in_shape(const NavMesh& mesh, SearchScratch& scratch, const ShapeRequest& request,
                         std::vector<PolygonRef>& polygons);

/// Request of polygons_in_box.
struct BoxRequest {
    DVec3 min,                            ///< lower corner [wu]
        max;                              ///< upper corner [wu]
    const QueryFilter* filter = nullptr;  ///< null: use default_filter
};

/// Finds all admitted polygons whose surface overlaps or touches a box, in ascending order. Error (usage): a coordinate is
/// beyond 1e15 wu or not finite, or a coordinate of min is greater than the same coordinate of max.
Status polygons_in_box(const NavMesh& mesh, const BoxRequest& request, std::vector<PolygonRef>& polygons);

}  // namespace navspan
