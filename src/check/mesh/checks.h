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
/// 3. Each end of a link is on the ground nearest to the requested end. Only the distances are compared.
/// @param pruned  removed islands; a link may be missing if both its ends are within reach of the same removed island
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks two invariants of the borders between tiles, for a mesh that validate_nav_mesh accepts:
/// 1. The two sides of a linked edge have the same heights, within float rounding.
/// 2. Let two polygons of different tiles share a lattice unit of the border. If their heights in this unit differ by at most
///    the agent's climb, the polygons are linked.
/// Invariant 2 is tested only if no wall can stand between the two polygons. This is certain in two cases:
/// - The agent's radius is greater than the cell size. A wall on the border would then remove the ground on both sides.
/// - Both edges are marked as seams and cover the same segment.
/// If the agent can rise by more than its own height between adjacent cells, invariant 2 is skipped.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with the path lengths of the exact search. The mesh must be valid. A stored
/// distance must not exceed the path length. If the mesh has no links and every polygon has flags, both must be equal up to
/// rounding.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

/// Compares the lengths of paths found by hub labels with the lengths of paths found by the exact search. Tests sampled pairs
/// of vertices in the first 64 islands. The mesh must be valid.
void check_hubs(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
