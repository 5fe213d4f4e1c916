#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Computes the derived fields of NavMesh::hubs and tests the stored fields as validate_hubs does. Error (input): the first
/// broken invariant.
Status index_hubs(NavMesh& mesh);

/// Tests that queries on the hub index of a mesh stay in bounds and terminate. Error (input): the first broken invariant and
/// its position. Invariants:
///   - All offsets and ranks are in range.
///   - If label A has the next vertex v, then v has a label B of the same hub. A.distance is B.distance plus the length of the
///     step to v, which is straight or along a link.
///   - The derived fields nodes, via_node, region_lists, group_hub, group_bounds (without bounds) and corners (without
///     positions) match the stored fields. All other derived fields have the right number of elements.
Status validate_hubs(const NavMesh& mesh);

}  // namespace navspan
