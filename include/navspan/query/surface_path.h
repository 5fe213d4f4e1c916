#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// A point of a path with the ground under it.
struct SurfaceStep {
    DVec3 position;            ///< on the surface [wu]
    DVec3 normal;              ///< of the detail triangle there, length 1, upwards
    PolygonRef polygon;        ///< the step to the next point lies in it; at last the one of the end
    bool begins_link = false;  ///< the next point is reached by an off-mesh link
};

/// Unit normal of a polygon's detail surface at (x, z), upwards; just outside the polygon that of its nearest detail triangle.
DVec3 surface_normal(const NavMesh& mesh, PolygonRef polygon, double x, double z);

/// A path step by step along the ground, for feet and wheels: every point at which it turns or crosses from polygon to polygon
/// and, with `detail`, from one detail triangle to the next, each with height and surface normal. Between two points with
/// detail the ground is flat, so that the path hugs stairs and slopes.
/// Allocates nothing once scratch and steps are as large as they need to be.
/// @param path  of this mesh, with its surface points
void surface_path(const NavMesh& mesh, const Path& path, bool detail, SearchScratch& scratch, std::vector<SurfaceStep>& steps);

/// Length over the steps, links left out [wu].
double surface_length(const std::vector<SurfaceStep>& steps);

/// The shortest line over the strip of detail triangles that a path passes over: seen from above no longer the shortest, but
/// along the ground shorter, as on a hillside.
struct SurfaceLine {
    std::vector<DVec3> points;    ///< start, every crossing from triangle to triangle, end; on the surface [wu]
    std::vector<uint32_t> links;  ///< points[links[i]] begins an off-mesh link, which leads to the next point
    double length_3d = 0;         ///< links left out; never more than surface_length of the path with detail [wu]
};

/// Allocates nothing once scratch and line are as large as they need to be.
/// @param path  of this mesh, with its surface points
void unfold_path(const NavMesh& mesh, const Path& path, SearchScratch& scratch, SurfaceLine& line);

}  // namespace navspan
