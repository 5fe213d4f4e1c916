// Finds islands that are too small, without visiting polygons.
//
// In: tiles with their components, and the pairs of components that are connected across seams. A component is a connected
// component of one tile's polygons.
// Out: a mark on every component that is dropped.
// Idea: The rule is the same as in seams/plan.cpp. This file applies the rule to stored components and pairs of components,
// without reading edges. A tile has few components, so all tiles of a large world can be visited. Changed tiles and their
// neighbours are always relinked. Any other tile is relinked only if the mark of one of its components changes.
// Source: own method.
// Weak cases: none known.

#include "navmesh/live/components.h"

#include <utility>

#include "navmesh/seams/plan.h"
#include "navspan/core/lattice.h"

namespace navspan {

std::vector<TileComponent> find_components(LiveTile& live) {
    const NavTile& tile = *live.baked;
    TileParts found = find_tile_parts(tile);
    std::vector<TileComponent> components(found.count);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        TileComponent& component = components[found.of[p]];
        component.open = found.of[p] < found.open;
        if (tile.border.polygon_cells.empty()) {
            component.uncounted = true;
        } else {
            component.cells += tile.border.polygon_cells[p];
        }
    }
    live.polygon_component = std::move(found.of);
    return components;
}

UnionFind join_components(const LiveTables& tables) {
    const PackedLists<TileComponent>& components = tables.components;
    UnionFind groups(components.all().size());
    const auto join = [&](uint32_t t, uint32_t across, size_t direction) {
        for (const ComponentPair& link : tables.component_pairs[direction][t])
            groups.unite(components.first(t) + link.own, components.first(across) + link.other);
    };
    uint32_t next_row = 0;  // the tile at the neighbour position in +z, or the first tile after that position
    for (uint32_t t = 0; t < tables.sites.size(); ++t) {
        join(t, t + 1, 0);
        if (tables.component_pairs[1][t].empty()) continue;
        const TilePosition position = tables.sites[t].position, wanted{position.tile_x, position.tile_z + 1};
        while (is_tile_before(tables.sites[next_row].position, wanted))
            ++next_row;
        join(t, next_row, 1);
    }
    return groups;
}

std::vector<uint32_t> drop_components(LiveTables& tables, UnionFind& groups, uint64_t min_cells) {
    std::vector<uint32_t> changed;
    if (min_cells == 0) return changed;
    const std::vector<TileComponent>& components = tables.components.all();
    std::vector<TileComponent> sums(components.size());
    for (uint32_t c = 0; c < components.size(); ++c) {
        TileComponent& sum = sums[groups.find(c)];
        sum.cells += components[c].cells;
        sum.open |= components[c].open;
        sum.uncounted |= components[c].uncounted;
    }
    for (uint32_t t = 0; t < tables.sites.size(); ++t) {
        uint32_t c = tables.components.first(t);
        for (TileComponent& component : tables.components.mutable_list(t)) {
            const TileComponent& sum = sums[groups.find(c++)];
            const bool dropped = sum.open && !sum.uncounted && sum.cells < min_cells;
            if (component.dropped != dropped && (changed.empty() || changed.back() != t)) changed.push_back(t);
            component.dropped = dropped;
        }
    }
    return changed;
}

}  // namespace navspan
