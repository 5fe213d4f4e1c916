#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Checks the off-mesh links of a mesh beyond what check_nav_mesh tests. The areas table has every link's area. If both
/// ends of a wanted link have ground within reach, the link is in the mesh, in both directions if it is two-way. Each end is as
/// far from the wanted end as the nearest ground is.
/// @param pruned  islands that were removed; a link may be missing if both its ends are within reach of one of them
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks the borders between tiles of a mesh that validate_nav_mesh accepts. The two sides of a linked edge have the same
/// heights, within float rounding. Polygons of two tiles that share a lattice unit of the border are linked there if their
/// heights differ by at most the agent's climb. The second invariant is only tested if nothing else can separate the polygons:
/// if the agent's radius exceeds a cell (a wall on the border then removes the ground on both sides), or if the edges are
/// marked as seams and cover the same segment. It is not tested if the agent can rise by more than its height from one cell to
/// the next (by a climb or on a slope), because it may then reach several floors across the border.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with the exact search. No distance exceeds the shortest path. Without links, and
/// if every polygon has a flag, the distances also equal it. The mesh must be valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
