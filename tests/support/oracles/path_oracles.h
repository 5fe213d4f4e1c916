#pragma once

#include <optional>
#include <span>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/funnel.h"

namespace navspan::support {

/// Returns the cost [wu] of the cheapest path over portal midpoints (Dijkstra's algorithm), or nullopt if there is no path.
std::optional<double> dijkstra_cost(const NavMesh& mesh, const QueryFilter& filter, const SurfacePoint& start,
                                    const SurfacePoint& goal);

/// Returns the length of the shortest polyline that crosses all portals in order, in the units of the points. Tests all pairs
/// of portal ends for visibility, then finds the shortest chain of visible pairs.
double shortest_line(PlanePoint start, PlanePoint goal, std::span<const Portal> portals);

}  // namespace navspan::support
