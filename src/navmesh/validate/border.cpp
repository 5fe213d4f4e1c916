// What a tile's border records must fulfil before link_tiles may follow them.

#include <cstdlib>
#include <string>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

Status validate_border(const NavTile& tile) {
    const auto broken = [](const std::string& law) { return Error{ErrorKind::input, law}; };
    if (!tile.border.polygon_cells.empty() && tile.border.polygon_cells.size() != tile.polygons.size()) {
        return broken("the border counts cells of another number of polygons");
    }
    if (tile.border.steps.empty() && tile.border.polygon_cells.empty()) return Done{};
    uint64_t units = 0;
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const HalfEdge& a = tile.half_edges[e];
        if (a.twin == kNoIndex || !(a.twin & kSeamBit)) continue;
        const HalfEdge& b = tile.half_edges[next_edge(tile, e)];
        const bool along_z = a.x == b.x && (a.x == 0 || a.x == tile.width);
        const bool along_x = a.z == b.z && (a.z == 0 || a.z == tile.depth);
        if (!along_x && !along_z) return broken("half-edge " + std::to_string(e) + " on a seam is not on the tile's border");
        units += uint64_t(std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z));
    }
    if (tile.border.steps.size() != units) return broken("the border does not tell the floors along every seam edge");
    return Done{};
}

}  // namespace navspan
