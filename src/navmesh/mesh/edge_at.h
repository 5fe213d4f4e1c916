#pragma once

#include <algorithm>
#include <cstdint>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns the half-edge with an index, as edge_ref does, but in less time. Precondition: `index` is the edge_index of a
/// half-edge.
inline EdgeRef edge_at(const NavMesh& mesh, uint32_t index) {
    if (mesh.tiles.size() == 1) return {0, index};
    const auto after = std::upper_bound(mesh.edge_offset.begin(), mesh.edge_offset.end(), index);
    const uint32_t tile = uint32_t(after - mesh.edge_offset.begin()) - 1;
    return {tile, index - mesh.edge_offset[tile]};
}

}  // namespace navspan
