#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

/// What a drawing of a mesh is made of.
enum class MeshPart : uint8_t {
    polygons,        ///< by area and height, with their numbers over the mesh as ids
    detail_surface,  ///< the triangles that follow the ground, coloured alike, with the numbers of their polygons
    portals,         ///< edges one can cross, each once
    walls,           ///< edges with nothing behind
    tile_borders,    ///< a rectangle around every tile, at the tile's lowest point
    links,           ///< off-mesh links as arrows that rise and bend to their left
};
/// One part alone, to be shown and hidden.
Drawing draw_mesh_part(const NavMesh& mesh, MeshPart part);

/// The polygons by area and height, walls dark and portals light, off-mesh links as arrows, and on them the path with its
/// start, corners and goal.
/// @param path  null: the mesh alone
Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path = nullptr);

}  // namespace navspan
