// What the links a baked tile found must fulfil before link_tiles may place them.

#include <string>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

Status validate_tile_links(const NavTile& tile) {
    for (size_t i = 0; i < tile.links.size(); ++i) {
        const TileLink& link = tile.links[i];
        const auto broken = [i](const char* law) { return Error{ErrorKind::input, "link " + std::to_string(i) + law}; };
        if (link.x < 0 || link.x >= tile.width || link.z < 0 || link.z >= tile.depth) {
            return broken(" does not start in the tile");
        }
        for (const int32_t n : {link.y, link.end_x, link.end_y, link.end_z}) {
            if (n < -2 * kMaxLattice || n > 2 * kMaxLattice) return broken(" leads out of the world");
        }
        if (!(link.reach >= 0 && double(link.reach) <= kMaxHeight_wu)) return broken(" has a reach that is not from 0 to 1e9");
        if (link.area < 1 || link.area > 63) return broken(" has an area id that is not from 1 to 63");
        if (link.two_way > 1) return broken(" leads neither one way nor both");
        if (i && link < tile.links[i - 1]) return broken(" is out of order");
    }
    return Done{};
}

}  // namespace navspan
