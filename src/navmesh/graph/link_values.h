#pragma once

#include <cstddef>
#include <span>

#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Tests the ends, cost, radius and area id of a requested link. The cost may be kCostIsLength. Error (input): the first value
/// that is out of range. @param index  number of the link in the message
Status validate_requested_link(size_t index, const OffMeshLink& link);

/// Tests the invariants of a mesh's links that queries rely on: no link is faulty (see with_links), and the links are in order.
/// Precondition: the tiles are valid. Error (input): the first broken invariant and its link.
Status validate_links(const NavMesh& mesh);
/// Tests links of a mesh in the same way.
Status validate_links(const NavMesh& mesh, std::span<const OffMeshLink> links);

/// True if link `a` precedes link `b` in the order of sort_links.
bool is_link_before(const OffMeshLink& a, const OffMeshLink& b);

}  // namespace navspan
