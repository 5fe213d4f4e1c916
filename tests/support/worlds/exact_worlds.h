#pragma once

#include "navspan/navmesh/nav_mesh.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/exact_oracles.h"
#include "support/text/random.h"

namespace navspan::support {

/// Builds a mesh of random rectangles on a grid of `columns` by `rows` squares. The mesh has corners of 180 degrees, obstacles
/// that touch at single points, and many collinear edges.
/// @param hole   probability that a square is an obstacle
/// @param tiles  number of tiles next to each other along x, joined at seams
NavMesh random_plan(Random& random, int32_t columns, int32_t rows, double hole, int tiles = 1, int areas = 1);

/// Builds a mesh by joining squares edge to edge at random. Squares can lie above each other without being connected, and a
/// chain of squares can wind around a point several times.
NavMesh random_sheets(Random& random, int squares);

/// Builds a chain of eight squares that winds around a point twice, and attaches another square to each free side of the chain.
/// The point is the start of the first edge of polygon 0.
NavMesh double_winding_mesh();

/// Adds links between random points whose coordinates are multiples of a quarter of a lattice unit. A link costs less than its
/// straight-line length only if `cheap` is true.
NavMesh with_quarter_links(Random& random, const NavMesh& mesh, int links, bool cheap);

/// Returns a random point of a random admitted polygon: inside it, on an edge or on a corner.
QuarterPoint random_quarter_point(Random& random, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::support
