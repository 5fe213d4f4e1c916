#pragma once

// What the drawings of stages have in common.

#include <string>

#include "navspan/core/lattice.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// An empty drawing of the grid's extent.
Drawing canvas(const Grid& grid, const Lattice& lattice, std::string title);

/// Where a half-edge starts.
DVec3 edge_corner(const NavTile& tile, const HalfEdge& edge);

/// Adds a line from a to b. @param width [px]
void add_edge(Drawing& drawing, DVec3 a, DVec3 b, Color color, float width);

/// Low polygons first, so that bridges lie on top of what they cross.
void order_by_height(Drawing& drawing);

}  // namespace navspan
