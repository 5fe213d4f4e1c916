#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr double kMaxWorld_wu = 1e15;  ///< largest |coordinate| a query may ask about [wu]

/// True when all three are numbers within kMaxWorld_wu.
inline bool is_in_world(DVec3 point) {
    return std::fabs(point.x) <= kMaxWorld_wu && std::fabs(point.y) <= kMaxWorld_wu && std::fabs(point.z) <= kMaxWorld_wu;
}

/// A point on the surface of a mesh.
struct SurfacePoint {
    PolygonRef polygon;
    DVec3 position;       ///< [wu]
    double distance = 0;  ///< from the point asked for [wu]
};

struct NearestOptions {
    double max_distance = std::numeric_limits<double>::infinity();  ///< how far the surface may be [wu], >= 0
    const QueryFilter* filter = nullptr;                            ///< null: every polygon counts
    std::function<bool(PolygonRef)> accept = nullptr;               ///< a further test of polygons; empty: all
};

/// The point of the detail surface that is truly nearest in 3D, at any distance; of equally near polygons the lowest. Nothing
/// when no admitted polygon is near enough. @param point
/// within kMaxWorld_wu [wu]
std::optional<SurfacePoint> find_nearest(const NavMesh& mesh, DVec3 point, const NearestOptions& options = {});

/// The point of one polygon's detail surface nearest to a world point.
SurfacePoint nearest_on_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point);

/// Height of a polygon's detail surface at (x, z) [wu]; just outside the polygon, the height at its nearest detail triangle.
double surface_height(const NavMesh& mesh, PolygonRef polygon, double x, double z);

}  // namespace navspan
