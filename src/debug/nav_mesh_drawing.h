#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

enum class MeshPart : uint8_t {
    polygons,        ///< polygons, coloured by area and height; Drawing::Polygon::id is the mesh-wide polygon index
    detail_surface,  ///< detail triangles in the same colours; id: the polygon that contains them
    portals,         ///< edges that agents can cross; one line for each pair of twins; id: one of the two polygons
    walls,           ///< edges without an adjacent polygon; id: the polygon of the edge
    tile_borders,    ///< a rectangle around each tile at the height of its lowest vertex
    links,           ///< off-mesh links as arrows that bend to the left
};
Drawing draw_mesh_part(const NavMesh& mesh, MeshPart part);

/// Draws a mesh: polygons coloured by area and height, dark walls, light portals, and arrows for off-mesh links. Also draws the
/// path with its corners.
/// @param path  null: draw only the mesh
Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path = nullptr);

}  // namespace navspan
