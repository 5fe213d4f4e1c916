#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "navspan/query/plane.h"
#include "navspan/query/scratch.h"

namespace navspan {

enum class PathStatus : uint8_t {
    complete,  ///< the path ends at the goal (snapped to the surface)
    partial,   ///< the goal cannot be reached: the path ends at the reachable point nearest to it
    none,      ///< no admitted polygon near the start or the goal
};
/// "complete", "partial" or "none".
const char* status_name(PathStatus status);

struct PathRequest {
    DVec3 start, goal;                                      ///< [wu]
    const QueryFilter* filter = nullptr;                    ///< null: default_filter
    double snap = std::numeric_limits<double>::infinity();  ///< how far start and goal may be from the surface [wu], >= 0
};

struct Path {
    PathStatus status = PathStatus::none;
    std::string reason;                 ///< one line when not complete; else empty
    std::vector<DVec3> points;          ///< start, corners, end: two or more, or none; heights on the surface [wu]
    std::vector<DVec3> surface_points;  ///< the same and every place where the path crosses from polygon to polygon
    double length_xz = 0;               ///< seen from above [wu]
    double length_3d = 0;               ///< along surface_points [wu]
    double cost = 0;                    ///< length seen from above times area cost, polygon by polygon [wu]
    double gap = 0;                     ///< from the end to the goal asked for [wu]; with status none 0
    double start_gap = 0;               ///< from the start asked for to the path's first point [wu]
    Corridor corridor;                  ///< polygons, portals, counters
};

/// The path from start to goal: nearest polygons, A* for the corridor, the string pulled through it, heights from the detail
/// surface. Start and goal are snapped to 2^-20 of a lattice cell for the predicates; lengths are measured between the
/// unsnapped points, so that they hold to 1e-6 also when start and goal are close together.
/// Error (usage): a coordinate that is not finite or beyond 1e15, a negative or NaN snap, a bad filter.
Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request);
/// The same into a path whose memory is reused.
Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path);

}  // namespace navspan
