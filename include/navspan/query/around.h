#pragma once

#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/random_point.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// The polygons that touch a circle seen from above and can be walked to from a polygon through portals that touch it, breadth
/// first. Nothing where the start polygon does not touch it.
/// Error (usage): a centre that is not finite or beyond 1e15, a radius that is negative or NaN.
Status polygons_in_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request,
                          std::vector<PolygonRef>& polygons);

struct ShapeRequest {
    PolygonRef start;                     ///< counts as admitted
    std::span<const DVec3> shape;         ///< corners of a convex polygon seen from above, either way round [wu]
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// The same for a convex shape. Error (usage): fewer than 3 corners, one that is not finite or beyond 1e15, a shape that is not
/// convex.
Status polygons_in_shape(const NavMesh& mesh, SearchScratch& scratch, const ShapeRequest& request,
                         std::vector<PolygonRef>& polygons);

struct BoxRequest {
    DVec3 min, max;                       ///< [wu]
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// All polygons whose surface touches a box, wherever they are, in order. Error (usage): a corner that is not finite or beyond
/// 1e15, a box whose min is above its max.
Status polygons_in_box(const NavMesh& mesh, const BoxRequest& request, std::vector<PolygonRef>& polygons);

}  // namespace navspan
