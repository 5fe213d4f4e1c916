// From cells to places in the world.
//
// In: a baked tile with the drops and jumps it found. Out: links that are wanted between the middles of their cells, at the
// height of the floors. Where the polygons are, which were simplified since, is found when they are placed.

#include "navmesh/graph/found_links.h"

namespace navspan {
namespace {

DVec3 middle(const TileFrame& frame, int32_t x, int32_t y, int32_t z) {
    return to_world(frame, {x + 0.5, frame.height_quantum * y, z + 0.5});
}

}  // namespace

void add_found_links(const NavTile& tile, std::vector<WantedLink>& wanted) {
    for (const TileLink& found : tile.links) {
        WantedLink link;
        link.link.start = middle(tile.frame, found.x, found.y, found.z);
        link.link.end = middle(tile.frame, found.end_x, found.end_y, found.end_z);
        link.link.cost = kCostIsLength;
        link.link.flags = found.flags;
        link.link.area = found.area;
        link.reach = double(found.reach);
        link.two_way = found.two_way != 0;
        link.found = true;
        wanted.push_back(std::move(link));
    }
}

}  // namespace navspan
