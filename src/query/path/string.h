#pragma once

#include "navspan/query/path.h"

namespace navspan {

/// Draws a point of the surface that stands a hair outside its polygon, seen from above, back into it.
SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point);

/// Fills the path's points, links, lengths and cost from its corridor: the string pulled through it from `start` to the
/// corridor's end; with the weighted method, held where the cheapest way crosses from one cost to another.
/// @param surface  whether to fill the surface points too
void string_path(const NavMesh& mesh, const QueryFilter& filter, SearchScratch& scratch, DVec3 start, bool surface, Path& path);

struct StringEnds {
    DVec3 start, goal;  ///< in the first and in the last polygon [wu]
};

/// The first corners of the string pulled through a corridor, the ends of links and the goal among them.
void string_corners(const NavMesh& mesh, const std::vector<PolygonRef>& polygons, const std::vector<EdgeRef>& portals,
                    const StringEnds& ends, size_t most, SearchScratch& scratch, std::vector<CorridorCorner>& corners);

}  // namespace navspan
