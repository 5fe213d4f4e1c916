#pragma once

/// \file
/// Finds the point of the surface nearest to a point in 3D.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const QueryFilter filter = default_filter(mesh);
/// const std::optional<SurfacePoint> start = find_nearest(mesh, {3, 0, 25}, {.max_distance = 2, .filter = &filter});
/// if (!start) return;  // no admitted ground within 2 units
/// [[maybe_unused]] const PolygonRef polygon = start->polygon;  // valid for this snapshot only
/// [[maybe_unused]] const DVec3 on_ground = start->position;
/// \endcode
///
/// Guarantees: the result is the nearest admitted point of the detail surface, at any distance up to max_distance. Equal input
/// gives an equal result. Thread-safe on one mesh; allocates nothing. Throws only what NearestOptions::accept throws.
///
/// Caveats: if NearestOptions::filter is null, all polygons with at least one flag are admitted (see default_filter).

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr double kMaxWorld_wu = 1e15;  ///< largest |coordinate| that queries accept [wu]

/// True if all coordinates are finite and within kMaxWorld_wu.
inline bool is_in_world(DVec3 point) {
    return std::fabs(point.x) <= kMaxWorld_wu && std::fabs(point.y) <= kMaxWorld_wu && std::fabs(point.z) <= kMaxWorld_wu;
}

/// A point on the surface of a mesh. Functions that need only a polygon also take a SurfacePoint, because a point stores its
/// snapshot. For a PolygonRef of a list, write `SurfacePoint{.polygon = ref, .position = {}, .revision = revision}` with the
/// NavMesh::revision of the list's snapshot.
struct SurfacePoint {
    PolygonRef polygon;   ///< polygon that contains the point
    DVec3 position;       ///< the point [wu]
    double distance = 0;  ///< distance from the query point [wu]
    /// NavMesh::revision of the snapshot that the point belongs to. kNoRevision: the point is not valid. kAnyRevision: the
    /// caller guarantees that the point belongs to the mesh.
    uint32_t revision = kNoRevision;
};

/// True if the mesh has the polygon of a point, and the revision of the point is kAnyRevision or NavMesh::revision. All
/// functions of this library set the revision of the points that they return. This detects a point of another snapshot of a
/// live mesh. All other meshes have revision 0, so a point of one such mesh is not detected in another one: use a point only
/// with its mesh. If the wrong mesh has the polygon too, queries give a meaningless answer, but read nothing out of bounds.
inline bool has_point(const NavMesh& mesh, const SurfacePoint& point) {
    return has_polygon(mesh, point.polygon) && (point.revision == mesh.revision || point.revision == kAnyRevision);
}

/// Options of find_nearest.
struct NearestOptions {
    double max_distance = std::numeric_limits<double>::infinity();  ///< largest distance to the surface [wu], >= 0
    const QueryFilter* filter = nullptr;                            ///< null: use default_filter
    std::function<bool(PolygonRef)> accept = nullptr;               ///< optional; returns false for polygons to exclude
};

/// Returns the point of the detail surface nearest to \p point in 3D. If several polygons are equally near, the polygon with
/// the smallest PolygonRef is used. Returns nothing if no admitted polygon is within max_distance, if max_distance is negative
/// or NaN, or if is_in_world(point) is false.
std::optional<SurfacePoint> find_nearest(const NavMesh& mesh, DVec3 point, const NearestOptions& options = {});

/// Returns the point nearest to \p point in 3D on the detail surface of the polygon of \p on. The position of \p on is not
/// read. Returns a point with an invalid polygon if has_point(mesh, on) is false or is_in_world(point) is false.
SurfacePoint nearest_on_polygon(const NavMesh& mesh, const SurfacePoint& on, DVec3 point);

/// Height at (x, z) of the detail surface of the polygon of \p on [wu]. The position of \p on is not read. Outside the polygon,
/// returns the height at the horizontally nearest point of the polygon. Returns NaN if has_point(mesh, on) is false, or a
/// coordinate is beyond 1e15 wu or not finite.
double surface_height(const NavMesh& mesh, const SurfacePoint& on, double x, double z);

}  // namespace navspan
