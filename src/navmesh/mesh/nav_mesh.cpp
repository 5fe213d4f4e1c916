// What is asked of a mesh as a whole.

#include "navspan/navmesh/nav_mesh.h"

#include <algorithm>
#include <cassert>

namespace navspan {

PolygonRef polygon_ref(const NavMesh& mesh, uint32_t index) {
    assert(index < mesh.polygon_count());
    const auto after = std::upper_bound(mesh.polygon_base.begin(), mesh.polygon_base.end(), index);
    const uint32_t tile = uint32_t(after - mesh.polygon_base.begin()) - 1;
    return {tile, index - mesh.polygon_base[tile]};
}

EdgeRef edge_ref(const NavMesh& mesh, uint32_t index) {
    assert(index < mesh.edge_count());
    if (mesh.tiles.size() == 1) return {0, index};
    const auto after = std::upper_bound(mesh.edge_base.begin(), mesh.edge_base.end(), index);
    const uint32_t tile = uint32_t(after - mesh.edge_base.begin()) - 1;
    return {tile, index - mesh.edge_base[tile]};
}

}  // namespace navspan
