#pragma once

/// \file
/// Follows a path along the ground, with heights and normals.
///
/// Given `const NavMesh& mesh`:
/// \code
/// SearchScratch scratch;
/// const Result<Path> path = find_path(mesh, scratch, {.start = {3, 0, 25}, .goal = {57, 2, 10}});
/// if (!path) return;
/// std::vector<SurfaceStep> steps;
/// if (!surface_path(mesh, *path, true, scratch, steps)) return;
/// for (const SurfaceStep& step : steps) {
///     if (step.begins_link) continue;  // the agent jumps from here to the next step
/// }
/// SurfaceLine line;  // a short line over the sloped surface of the path's polygons
/// if (!unfold_path(mesh, *path, scratch, line)) return;
/// \endcode
///
/// Guarantees: if detail is requested, the ground between two consecutive steps lies in one plane. Steps connected by a link
/// are an exception. Thread-safe on one mesh with one scratch per thread. Scratch and output keep their memory: further calls
/// of the same size allocate nothing. Throws nothing but std::bad_alloc.
///
/// Caveats: the path must have been found on the same mesh with PathRequest::surface. The time per step is proportional to the
/// number of detail triangles of its polygon.

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// A point of a path on the ground.
struct SurfaceStep {
    DVec3 position;  ///< point on the surface [wu]
    DVec3 normal;    ///< unit normal of the detail triangle at this point, upwards
    /// Polygon that contains the path from this point to the next. At the start of a link: polygon that the link leaves. At the
    /// last point: polygon that contains the point.
    PolygonRef polygon;
    bool begins_link = false;         ///< true if an off-mesh link leads to the next point
    uint32_t revision = kNoRevision;  ///< NavMesh::revision of the snapshot of the path; see SurfacePoint::revision
};

/// Unit normal at (x, z) of the detail surface of the polygon of \p on, upwards. The position of \p on is not read. Outside the
/// polygon, returns the normal of the nearest detail triangle. Returns {0, 0, 0} if has_point(mesh, on) is false, or a
/// coordinate is beyond 1e15 wu or not finite.
DVec3 surface_normal(const NavMesh& mesh, const SurfacePoint& on, double x, double z);

/// Computes all points where a path turns or crosses into another polygon. If \p detail is true, also computes all points where
/// the path crosses into another detail triangle. The steps then follow stairs and slopes.
/// A path without surface points gives no steps, whatever its mesh.
/// Error (usage): the path does not belong to the mesh; there are then no steps.
Status surface_path(const NavMesh& mesh, const Path& path, bool detail, SearchScratch& scratch,
                    std::vector<SurfaceStep>& steps);

/// Length of the line through the steps, without links [wu].
double surface_length(const std::vector<SurfaceStep>& steps);

/// The shortest line along the ground within the strip of detail triangles below a path. Measured along the ground, this line
/// is never longer than the path. Seen from above, the line can be longer than the path.
struct SurfaceLine {
    std::vector<DVec3> points;    ///< start, all points where the line crosses into another triangle, end; on the surface [wu]
    std::vector<uint32_t> links;  ///< for each link i: the link leads from points[links[i]] to the next point
    double length_3d = 0;         ///< length without links [wu]; <= surface_length of the path
};

/// Unfolds the strip of detail triangles below a path into a plane, and computes the shortest line. The line is empty if the
/// path has no surface points.
/// Error (usage): the path does not belong to the mesh; the line is then empty.
Status unfold_path(const NavMesh& mesh, const Path& path, SearchScratch& scratch, SurfaceLine& line);

}  // namespace navspan
