#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Checks the off-mesh links of a mesh beyond what check_nav_mesh tests. The area of every link must be in the areas table. If
/// both ends of a requested link have ground within reach, the mesh must contain the link, and for a two-way request also the
/// reverse link. Each end of the link in the mesh must be as close to the requested end as the nearest ground.
/// @param pruned  islands that were removed; a link may be missing if both its ends are within reach of the same removed island
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks two invariants of the borders between tiles, for a mesh that validate_nav_mesh accepts:
/// 1. The two sides of a linked edge have the same heights, within float rounding.
/// 2. If polygons of two tiles share a lattice unit of the border and their heights there differ by at most the agent's climb,
///    the polygons are linked there.
/// Invariant 2 is tested only if no wall can separate the polygons. That is certain in two cases:
/// - The agent's radius exceeds a cell. A wall on the border would then remove the ground on both sides.
/// - Both edges are marked as seams and cover the same segment.
/// Invariant 2 is not tested if the agent can rise by more than its own height from one cell to the next. Such an agent may
/// reach several floors across the border.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with shortest paths found by the exact search. A stored distance ignores filters
/// and the direction of links, so it must not exceed the length of the path. If the mesh has no links and every polygon has a
/// flag, both must be equal. The mesh must be valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

/// For sampled pairs of vertices in the first 64 islands, compares the path found by hub labels with the path found by the
/// exact search. Their lengths must be equal. The mesh must be valid.
void check_hubs(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
