#pragma once

#include "navspan/navmesh/nav_mesh.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/exact_oracles.h"
#include "support/text/random.h"

namespace navspan::support {

/// A random plan of rectangles on a grid, with corners of 180 degrees, obstacles that touch in points and much on one line.
/// @param tiles  cut into so many tiles side by side, joined at seams
NavMesh random_plan(Random& random, int32_t columns, int32_t rows, double hole, int tiles = 1, int areas = 1);

/// Squares joined edge to edge at random, floors crossing above one another without meeting, ramps that wind about a point.
NavMesh random_sheets(Random& random, int squares);

/// Eight squares that go round one point twice, and a ring of squares around them; the point is the start of polygon 0's first
/// edge.
NavMesh double_round();

/// With links between random places, on the lattice of quarters; cheap ones may cost less than the straight line.
NavMesh with_quarter_links(Random& random, const NavMesh& mesh, int links, bool cheap);

/// A random point of a polygon: inside, on an edge or a corner.
QuarterPoint random_place(Random& random, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::support
