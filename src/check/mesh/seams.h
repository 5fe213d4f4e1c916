#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The laws of the borders between tiles, of a mesh that validate_nav_mesh accepts. Both sides of a linked edge are at the same
/// heights, but for a float's rounding. No seam is open: where polygons of two tiles face each other along a lattice unit of
/// their border, no higher apart than the agent climbs, they are linked there. Tiles are only held to that where nothing else
/// can part them: for an agent with a radius of more than a cell (a wall on a border keeps its ground away from both sides),
/// and for others where two edges that are marked as seams run along the same segment; not for one that gets higher than it is
/// tall from one cell to the next, by a climb or on a slope, and so may reach several floors across.
void check_seams(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
