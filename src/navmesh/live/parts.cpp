// Finds islands that are too small, without visiting polygons.
//
// In: tiles with their parts, and the pairs of parts that are connected across seams. A part is a connected component of one
//   tile's polygons.
// Out: a mark on every part that is dropped.
// Idea: The rule is the same as in seams/plan.cpp. This file applies the rule to stored parts and pairs of parts, without
//   reading edges. A tile has few parts, so all tiles of a large world can be visited. Changed tiles and their neighbours are
//   always relinked. Any other tile is relinked only if the mark of one of its parts changes.
// Source: own method.
// Weak cases: none known.

#include "navmesh/live/parts.h"

#include <algorithm>
#include <utility>

#include "navmesh/seams/plan.h"
#include "navspan/core/lattice.h"

namespace navspan {

uint32_t find_tile(const LiveTiles& tiles, TilePosition place) {
    const auto at = std::lower_bound(tiles.begin(), tiles.end(), place, [](const auto& tile, TilePosition wanted) {
        return is_tile_before(*tile->baked, wanted);
    });
    return at != tiles.end() && place_of(*(*at)->baked) == place ? uint32_t(at - tiles.begin()) : kNoIndex;
}

uint32_t find_tile_at_offset(const LiveTiles& tiles, TilePosition place, int32_t dx, int32_t dz) {
    const int64_t x = int64_t{place.tile_x} + dx, z = int64_t{place.tile_z} + dz;
    if (x != int32_t(x) || z != int32_t(z)) return kNoIndex;
    return find_tile(tiles, {int32_t(x), int32_t(z)});
}

void find_parts(LiveTile& live) {
    const NavTile& tile = *live.baked;
    TileParts found = find_tile_parts(tile);
    live.components.assign(found.count, {});
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        TileComponent& part = live.components[found.of[p]];
        part.open = found.of[p] < found.open;
        if (tile.border.polygon_cells.empty()) {
            part.uncounted = true;
        } else {
            part.cells += tile.border.polygon_cells[p];
        }
    }
    live.polygon_component = std::move(found.of);
}

PartGroups join_parts(const LiveTiles& tiles) {
    PartGroups groups;
    groups.first.push_back(0);
    for (const auto& tile : tiles)
        groups.first.push_back(groups.first.back() + uint32_t(tile->components.size()));
    groups.sets.reset(groups.first.back());
    uint32_t next_row = 0;  // index of the +z neighbour of tile t, if component_links[1] is not empty
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        for (const ComponentLink& join : tiles[t]->component_links[0])
            groups.sets.unite(groups.first[t] + join.own, groups.first[t + 1] + join.other);
        if (tiles[t]->component_links[1].empty()) continue;
        const TilePosition place = place_of(*tiles[t]->baked), wanted{place.tile_x, place.tile_z + 1};
        while (is_tile_before(*tiles[next_row]->baked, wanted))
            ++next_row;
        for (const ComponentLink& join : tiles[t]->component_links[1])
            groups.sets.unite(groups.first[t] + join.own, groups.first[next_row] + join.other);
    }
    return groups;
}

TileMarks find_dropped_parts(LiveTiles& tiles, PartGroups& groups, uint64_t min_cells) {
    if (min_cells == 0) return TileMarks(tiles.size());
    const std::vector<uint32_t>& first = groups.first;
    UnionFind& sets = groups.sets;
    std::vector<TileComponent> whole(first.back());
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        for (uint32_t k = 0; k < tiles[t]->components.size(); ++k) {
            const TileComponent& part = tiles[t]->components[k];
            TileComponent& sum = whole[sets.find(first[t] + k)];
            sum.cells += part.cells;
            sum.open |= part.open;
            sum.uncounted |= part.uncounted;
        }
    }
    TileMarks changed(tiles.size());
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        const auto dropped = [&](uint32_t k) {
            const TileComponent& sum = whole[sets.find(first[t] + k)];
            return sum.open && !sum.uncounted && sum.cells < min_cells;
        };
        for (uint32_t k = 0; k < tiles[t]->components.size(); ++k)
            changed[t] |= tiles[t]->components[k].dropped != dropped(k);
        if (!changed[t]) continue;
        auto judged = std::make_shared<LiveTile>(*tiles[t]);
        for (uint32_t k = 0; k < judged->components.size(); ++k)
            judged->components[k].dropped = dropped(k);
        tiles[t] = std::move(judged);
    }
    return changed;
}

}  // namespace navspan
