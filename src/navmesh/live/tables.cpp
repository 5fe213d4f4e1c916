// Finds tiles of a live mesh by position.
//
// In: a position, and the sites of all tiles in order of position.
// Out: the index of a tile, or the indices of a tile and its neighbours.
// Idea: Binary search in one array, which does not read the tiles.
// Source: own method.
// Weak cases: none known.

#include "navmesh/live/tables.h"

#include <algorithm>

#include "navmesh/graph/place_links.h"
#include "navspan/core/lattice.h"

namespace navspan {

TileSite site_of(const NavTile& baked) {
    TileSite site{.position = position_of(baked),
                  .x0 = baked.frame.x0,
                  .z0 = baked.frame.z0,
                  .y0 = baked.frame.y0,
                  .has_polygons = !baked.polygons.empty(),
                  .has_seams = baked.seam_edges != 0,
                  .ground = ground_box(baked),
                  .jumps = {}};
    std::vector<LinkRequest> jumps;
    add_generated_links(baked, jumps);
    for (const LinkRequest& jump : jumps) {
        for (const DVec3 end : {jump.link.start, jump.link.end})
            site.jumps.add(box_around(end, reach_of(jump.link, jump.reach)));
    }
    return site;
}

void copy_rows(LiveTables& to, const LiveTables& from, std::span<const uint32_t> tiles) {
    copy_lists(to.components, from.components, tiles);
    for (size_t d = 0; d < 2; ++d)
        copy_lists(to.component_pairs[d], from.component_pairs[d], tiles);
    copy_lists(to.linked, from.linked, tiles);
    copy_lists(to.areas, from.areas, tiles);
    copy_lists(to.component_group, from.component_group, tiles);
    for (const uint32_t t : tiles) {
        to.sites[t] = from.sites[t];
        to.polygon_component.replace(t, from.polygon_component.owner(t));
        for (const uint32_t group : from.component_group[t])
            to.groups[group] = from.groups[group];
        for (const LinkedComponent& component : from.linked[t])
            to.doubled_areas[component.island] = from.doubled_areas[component.island];
    }
}

uint32_t first_tile_from(std::span<const TileSite> sites, TilePosition position, uint32_t first) {
    const auto at =
        std::lower_bound(sites.begin() + first, sites.end(), position,
                         [](const TileSite& site, TilePosition wanted) { return is_tile_before(site.position, wanted); });
    return uint32_t(at - sites.begin());
}

uint32_t find_tile(std::span<const TileSite> sites, TilePosition position) {
    const uint32_t t = first_tile_from(sites, position);
    return t < sites.size() && sites[t].position == position ? t : kNoIndex;
}

std::vector<uint32_t> tiles_around(std::span<const TileSite> sites, std::span<const TilePosition> positions) {
    std::vector<uint32_t> tiles;
    for (const TilePosition position : positions) {
        for (int64_t dz = -1; dz <= 1; ++dz) {
            for (int64_t dx = -1; dx <= 1; ++dx) {
                const int64_t x = position.tile_x + dx, z = position.tile_z + dz;
                if (x != int32_t(x) || z != int32_t(z)) continue;
                const uint32_t t = find_tile(sites, {int32_t(x), int32_t(z)});
                if (t != kNoIndex) tiles.push_back(t);
            }
        }
    }
    std::sort(tiles.begin(), tiles.end());
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    return tiles;
}

}  // namespace navspan
