#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

/// The parts of a drawing of a mesh.
enum class MeshPart : uint8_t {
    polygons,        ///< coloured by area and height; ids are indices over the whole mesh
    detail_surface,  ///< triangles of the detail surface, coloured the same way; ids are those of their polygons
    portals,         ///< edges that can be crossed, each once
    walls,           ///< edges without a polygon behind
    tile_borders,    ///< a rectangle around every tile, at the tile's lowest point
    links,           ///< off-mesh links as arrows that rise and bend to their left
};
/// Draws one part alone, so that a viewer can show and hide it.
Drawing draw_mesh_part(const NavMesh& mesh, MeshPart part);

/// Draws polygons by area and height, dark walls, light portals, off-mesh links as arrows, and the path with its corners.
/// @param path  null: draw only the mesh
Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path = nullptr);

}  // namespace navspan
