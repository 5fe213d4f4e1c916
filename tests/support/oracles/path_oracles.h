#pragma once

#include <optional>
#include <span>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/funnel.h"

namespace navspan::support {

/// Cheapest way over portal midpoints by Dijkstra, without a heap or an estimate [wu]; nothing when there is none.
std::optional<double> dijkstra_cost(const NavMesh& mesh, const QueryFilter& filter, const SurfacePoint& start,
                                    const SurfacePoint& goal);

/// Length of the shortest line through the portals: all pairs of portal ends that see each other, then the best chain of them.
/// In the units of the points.
double shortest_line(PlanePoint start, PlanePoint goal, std::span<const Portal> portals);

}  // namespace navspan::support
