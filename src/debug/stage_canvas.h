#pragma once

// Helpers shared by the drawings of stages, meshes and queries.

#include <span>
#include <string>

#include "navspan/core/lattice.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Returns an empty drawing with the grid's position, cell size and extent.
Drawing canvas(const Grid& grid, const Lattice& lattice, std::string title);

/// Returns the position of the start of a half-edge [wu].
DVec3 edge_corner(const NavTile& tile, const HalfEdge& edge);

/// Adds a line from a to b. @param width [px]
void add_edge(Drawing& drawing, DVec3 a, DVec3 b, Color color, float width);

/// Returns the mean height of the corners of a polygon [wu].
double mean_height(std::span<const DVec3> corners);

/// Sorts polygons by mean height, lowest first, so that a bridge is drawn over the ground below the bridge.
void order_by_height(Drawing& drawing);

}  // namespace navspan
