#pragma once

#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Checks the off-mesh links of a mesh beyond what check_nav_mesh tests. The area of every link is in the areas table. If both
/// ends of a requested link have ground within reach, the link is in the mesh, in both directions if it is two-way. The
/// distance between a requested end and the end in the mesh equals the distance of the nearest ground.
/// @param pruned islands that were removed; a link may be missing if both its ends are within reach of the same removed island
void check_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, CheckReport& report,
                 std::span<const PrunedIsland> pruned = {});

/// Checks two invariants of the borders between tiles, for a mesh that validate_nav_mesh accepts:
/// 1. The two sides of a linked edge have the same heights, within float rounding.
/// 2. If polygons of two tiles share a lattice unit of the border and differ in height by at most the agent's climb, they are
///    linked there. This is tested only if no wall can separate the polygons: if the agent's radius exceeds a cell (a wall on
///    the border then removes the ground on both sides), or if both edges are marked as seams and cover the same segment. It is
///    not tested if the agent can rise by more than its height from one cell to the next, by a climb or on a slope. Such an
///    agent may reach several floors across the border.
void check_seams(const NavMesh& mesh, CheckReport& report);

/// Compares a sample of the landmark distances with shortest paths found by the exact search. No distance exceeds the length of
/// the path. It equals that length if there are no links and every polygon has a flag. The mesh must be valid.
void check_landmarks(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
