#pragma once

#include <limits>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// A query that spreads over the surface and what it begins with.
struct FloodRequest {
    PolygonRef start;                     ///< counts as admitted
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// All polygons that can be walked to, over portals and admitted off-mesh links in their direction; the start first, each once.
void collect_reachable(const NavMesh& mesh, SearchScratch& scratch, const FloodRequest& request, std::vector<PolygonRef>& out);

/// Whether one polygon can be walked to from another, over portals and admitted off-mesh links in their direction.
bool is_reachable(const NavMesh& mesh, SearchScratch& scratch, const FloodRequest& request, PolygonRef goal);

struct DistanceRequest {
    SurfacePoint start;                                             ///< its polygon counts as admitted
    double max_distance = std::numeric_limits<double>::infinity();  ///< how far to walk [wu], >= 0
    const QueryFilter* filter = nullptr;                            ///< null: default_filter; costs of areas do not matter
};

struct ReachedPolygon {
    PolygonRef polygon;
    double distance = 0;  ///< of the way to its nearest place, seen from above; an off-mesh link counts its cost [wu]
};

/// The polygons within a walking distance, nearest first, of equally near ones the lowest; the start's own first. Distances are
/// those of shortest paths, however they bend. Time grows with the corners within the distance and what they see of each other.
/// Source: Dijkstra, A note on two problems in connexion with graphs (1959).
/// Error (usage): a start that is not finite or beyond 1e15, a distance that is negative or NaN.
Status polygons_within_distance(const NavMesh& mesh, SearchScratch& scratch, const DistanceRequest& request,
                                std::vector<ReachedPolygon>& polygons);

/// Area of polygons seen from above [wu^2].
double area_of(const NavMesh& mesh, std::span<const PolygonRef> polygons);

}  // namespace navspan
