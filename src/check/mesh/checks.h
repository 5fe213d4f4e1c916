#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Checks the off-mesh links of a mesh beyond what check_nav_mesh tests. The area of every link must be in the areas table. If
/// both ends of a requested link have ground within reach, the mesh must contain the link, and also the reverse link if the
/// request is two-way. The distance from a requested end to the end of the link in the mesh must equal the distance from the
/// requested end to the nearest ground.
/// @param pruned  islands that were removed; a link may be missing if both its ends are within reach of the same removed island
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks two invariants of the borders between tiles, for a mesh that validate_nav_mesh accepts:
/// 1. The two sides of a linked edge have the same heights, within float rounding.
/// 2. If polygons of two tiles share a lattice unit of the border and their heights there differ by at most the agent's climb,
/// the polygons are linked there. This is tested only if no wall can separate the polygons. That is certain in two cases. In
/// the first case, the agent's radius exceeds a cell: a wall on the border then removes the ground on both sides. In the second
/// case, both edges are marked as seams and cover the same segment. The second invariant is not tested for an agent that can
/// rise by more than its own height from one cell to the next, because it may reach several floors across the border.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with shortest paths found by the exact search. A stored distance must not exceed
/// the length of the path. It must equal the length if the mesh has no links and every polygon has a flag. The mesh must be
/// valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

/// Compares two paths for each sampled pair of vertices in the first 64 islands: the path found by hub labels and the path
/// found by the exact search. Their lengths must be equal. The mesh must be valid.
void check_hubs(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
