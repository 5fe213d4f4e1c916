#pragma once

/// \file
/// Finds the polygons that are reachable from a polygon, or within a walking distance of a point.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25});
/// const std::optional<SurfacePoint> goal = find_nearest(mesh, {57, 2, 10});
/// if (!start || !goal) return;
/// if (!is_reachable(mesh, scratch, {.start = *start}, *goal)) return;
/// std::vector<PolygonRef> all;
/// if (!collect_reachable(mesh, scratch, {.start = *start}, all)) return;
/// std::vector<ReachedPolygon> near;
/// if (!polygons_within_distance(mesh, scratch, {.start = *start, .max_distance = 20}, near)) return;
/// \endcode
///
/// Guarantees: equal input gives equal polygons in equal order. Walking distances are lengths of exact shortest paths.
/// Thread-safe on one mesh with one scratch per thread. Throws nothing but std::bad_alloc.
///
/// Caveats: polygons_within_distance is slow for a large distance on open ground with many scattered obstacles. Comparing
/// islands (island_of, nav_mesh.h) is faster than is_reachable, but ignores filters and the direction of links.

#include <limits>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// Request of collect_reachable, is_reachable and sample_reachable.
struct ReachRequest {
    SurfacePoint start;                   ///< its polygon is the start, admitted regardless of the filter; position not read
    const QueryFilter* filter = nullptr;  ///< null: use default_filter
};

/// Collects all polygons that can be reached from the start polygon over portals and admitted off-mesh links. A link is used
/// only in its direction. Each polygon occurs once. The order is breadth-first, beginning with the start polygon.
/// Error (usage): has_point(mesh, start) is false; the list is then empty.
Status collect_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request,
                         std::vector<PolygonRef>& out);

/// True if collect_reachable would reach the polygon of \p goal. False if has_point is false for the start or the goal.
bool is_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request, const SurfacePoint& goal);

/// Request of polygons_within_distance.
struct DistanceRequest {
    SurfacePoint start;                                             ///< start; its polygon is always admitted
    double max_distance = std::numeric_limits<double>::infinity();  ///< largest walking distance [wu], >= 0
    const QueryFilter* filter = nullptr;                            ///< null: use default_filter; its costs have no effect
};

/// A polygon that polygons_within_distance found.
struct ReachedPolygon {
    PolygonRef polygon;   ///< reference to the polygon
    double distance = 0;  ///< horizontal length of the shortest path to the polygon [wu]; off-mesh links add their cost
};

/// Finds the polygons within a walking distance, nearest first, beginning with the start polygon. Equally near polygons are
/// ordered by PolygonRef. The walking distance of a polygon is the length of the shortest path to its nearest point. The time
/// grows with the number of corners within the distance. It also grows with the number of pairs of these corners that see each
/// other.
/// Error (usage): has_point(mesh, start) is false, a coordinate is beyond 1e15 wu or not finite, or the distance is negative
/// or NaN.
/// Source: Dijkstra, A note on two problems in connexion with graphs (1959).
Status polygons_within_distance(const NavMesh& mesh, SearchScratch& scratch, const DistanceRequest& request,
                                std::vector<ReachedPolygon>& polygons);

/// Sum of the areas of \p polygons, seen from above [wu^2]. Polygons that the mesh does not have count as 0. A list has no
/// revision: pass a list of this snapshot.
double area_of(const NavMesh& mesh, std::span<const PolygonRef> polygons);

}  // namespace navspan
