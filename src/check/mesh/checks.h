#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// The laws of a baked mesh's off-mesh links, beyond those of check_nav_mesh: their areas are in the table; every wanted link
/// that has ground within reach of both ends is there, in both directions if it leads both ways, with its ends as far from
/// where they were wanted as the nearest ground is.
/// @param pruned  islands that did not stay: a link with both ends in reach of one of them may have gone with it
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// The laws of the borders between tiles, of a mesh that validate_nav_mesh accepts. Both sides of a linked edge are at the same
/// heights, but for a float's rounding. No seam is open: where polygons of two tiles face each other along a lattice unit of
/// their border, no higher apart than the agent climbs, they are linked there. Tiles are only held to that where nothing else
/// can part them: for an agent with a radius of more than a cell (a wall on a border keeps its ground away from both sides),
/// and for others where two edges that are marked as seams run along the same segment; not for one that gets higher than it is
/// tall from one cell to the next, by a climb or on a slope, and so may reach several floors across.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// A sample of the landmarks' distances against the exact search: none is longer than the shortest way, and where nothing but
/// that way counts (no links, every polygon with a flag) none is shorter. The mesh must be valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
