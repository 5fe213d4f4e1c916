#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

/// The parts of a drawing of a mesh.
enum class MeshPart : uint8_t {
    polygons,        ///< polygons, coloured by area and height; Drawing::Polygon::id is the index in the whole mesh
    detail_surface,  ///< detail triangles in the same colours, with the id of the polygon that contains them
    portals,         ///< edges that agents can cross; one line per pair of twins, with the id of one of the polygons
    walls,           ///< edges without a polygon on the other side, with the id of their polygon
    tile_borders,    ///< a rectangle around each tile, at the height of the tile's lowest vertex
    links,           ///< off-mesh links as arrows that rise and bend to their left
};
/// Draws one part of a mesh, so that a viewer can show and hide parts separately.
Drawing draw_mesh_part(const NavMesh& mesh, MeshPart part);

/// Draws a mesh: polygons coloured by area and height, dark walls, light portals, off-mesh links as arrows, and the path with
/// its corners.
/// @param path  null: draw only the mesh
Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path = nullptr);

}  // namespace navspan
