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
/// surface_path(mesh, *path, true, scratch, steps);
/// for (const SurfaceStep& step : steps) {
///     if (step.begins_link) continue;  // the agent jumps from here to the next step
/// }
/// SurfaceLine line;  // a path that is shorter along the slopes
/// unfold_path(mesh, *path, scratch, line);
/// \endcode
///
/// Guarantees: with detail, the ground between two steps is flat. Thread-safe on one mesh with one scratch per thread. Nothing
/// is allocated once scratch and output have grown. Throws nothing but std::bad_alloc.
///
/// Caveats: needs a path of the same mesh that was found with PathRequest::surface. Polygons with very many detail triangles
/// make every step slower.

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// A point of a path on the ground.
struct SurfaceStep {
    DVec3 position;            ///< point on the surface [wu]
    DVec3 normal;              ///< unit normal of the detail triangle there, upwards
    PolygonRef polygon;        ///< polygon that contains the step to the next point; for the last point, the polygon of the end
    bool begins_link = false;  ///< true if an off-mesh link leads to the next point
};

/// Unit normal of a polygon's detail surface at (x, z), upwards. For a point slightly outside the polygon, the normal of the
/// nearest detail triangle.
DVec3 surface_normal(const NavMesh& mesh, PolygonRef polygon, double x, double z);

/// Computes all points at which a path turns or crosses into another polygon and, if \p detail is true, into another detail
/// triangle, with height and surface normal. With detail, the path follows stairs and slopes.
void surface_path(const NavMesh& mesh, const Path& path, bool detail, SearchScratch& scratch, std::vector<SurfaceStep>& steps);

/// Length of the steps, without links [wu].
double surface_length(const std::vector<SurfaceStep>& steps);

/// The shortest line on the strip of detail triangles below a path. It can be longer than the path seen from above, but is
/// shorter along the ground, for example on a hillside.
struct SurfaceLine {
    std::vector<DVec3> points;    ///< start, all crossings from triangle to triangle, end; on the surface [wu]
    std::vector<uint32_t> links;  ///< an off-mesh link leads from points[links[i]] to the next point
    double length_3d = 0;         ///< length without links; at most surface_length of the path with detail [wu]
};

/// Computes the shortest line on the unfolded strip of detail triangles below a path. Empty if the path has no surface points.
void unfold_path(const NavMesh& mesh, const Path& path, SearchScratch& scratch, SurfaceLine& line);

}  // namespace navspan
