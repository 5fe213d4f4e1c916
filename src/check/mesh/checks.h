#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Checks the off-mesh links of a mesh beyond check_nav_mesh:
/// 1. The area of every link is in the areas table.
/// 2. If both ends of a requested link have ground within reach, the mesh has the link. A two-way request also needs the
///    reverse link.
/// 3. Each end of a link in the mesh is as close to the requested end as the nearest ground.
/// @param pruned  removed islands; a link with both ends within reach of the same removed island may be missing
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks two invariants of the borders between tiles, for a mesh that validate_nav_mesh accepts:
/// 1. The two sides of a linked edge have the same heights, within float rounding.
/// 2. Polygons of two tiles that share a lattice unit of the border are linked if their heights there differ by at most the
///    agent's climb.
/// Invariant 2 is tested only if no wall can separate the polygons:
/// - The agent's radius exceeds a cell: a wall on the border would remove the ground on both sides.
/// - Or both edges are marked as seams and cover the same segment.
/// Invariant 2 is skipped if the agent can climb more than its height from one cell to the next.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with the exact search. The mesh must be valid. A stored distance must not exceed
/// the path length. If the mesh has no links and every polygon has flags, the two must be equal. (The search cannot enter a
/// polygon without flags.)
void check_landmarks(const NavMesh& mesh, CheckReport& report);

/// For sampled pairs of vertices, compares the path lengths of hub labels and of the exact search. Only tests the first 64
/// islands. The mesh must be valid.
void check_hubs(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
