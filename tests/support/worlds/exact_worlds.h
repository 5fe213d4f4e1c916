#pragma once

#include "navspan/navmesh/nav_mesh.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/exact_oracles.h"
#include "support/text/random.h"

namespace navspan::support {

/// Builds a random plan of rectangles on a grid, with corners of 180 degrees, obstacles that touch in points, and many
/// collinear edges. @param tiles  number of tiles side by side, joined at seams
NavMesh random_plan(Random& random, int32_t columns, int32_t rows, double hole, int tiles = 1, int areas = 1);

/// Joins squares edge to edge at random, so that floors overlap without meeting and ramps wind around a point.
NavMesh random_sheets(Random& random, int squares);

/// Builds eight squares that go around one point twice, and a ring of squares around them. The point is the start of polygon
/// 0's first edge.
NavMesh double_winding_mesh();

/// Adds links between random points of the quarter lattice. Cheap links may cost less than the straight line.
NavMesh with_quarter_links(Random& random, const NavMesh& mesh, int links, bool cheap);

/// Returns a random point of a polygon: inside it, on an edge or on a corner.
QuarterPoint random_quarter_point(Random& random, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::support
