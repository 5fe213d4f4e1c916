// The graph of components of a live mesh: finds islands that are too small, and the connections that a change keeps.
//
// In: tiles with their components, and the pairs of components that are connected across seams. A component is a connected
// component of one tile's polygons.
// Out: groups of connected components, a mark on each component that is dropped, and representatives of changed components.
// Idea: The rule is the same as in seams/plan.cpp. This file applies the rule to stored components and pairs of components,
// without reading edges. Changed tiles and their neighbours are always relinked. Any other tile is relinked only if the mark of
// one of its components changes. If the changed tiles connect the components around them in the same way as before, the groups
// of all other tiles stay the same, and only the components of the changed tiles are assigned to groups.
// Source: own method.
// Weak cases: none known.

#include "navmesh/live/components.h"

#include <algorithm>
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

void add_component(ComponentGroup& group, const TileComponent& component) {
    group.cells += component.cells;
    group.count += 1;
    group.open += component.open;
    group.uncounted += component.uncounted;
}

void remove_component(ComponentGroup& group, const TileComponent& component) {
    group.cells -= component.cells;
    group.count -= 1;
    group.open -= component.open;
    group.uncounted -= component.uncounted;
}

bool is_dropped(const ComponentGroup& group, uint64_t min_cells) {
    return group.open && !group.uncounted && group.cells < min_cells;
}

std::vector<uint32_t> find_groups(LiveTables& tables, UnionFind& joined, uint64_t min_cells) {
    const std::vector<TileComponent>& components = tables.components.all();
    std::vector<uint32_t> number(components.size());
    tables.groups.clear();
    for (uint32_t c = 0; c < components.size(); ++c) {
        // The root is the first component of its set.
        if (joined.is_root(c)) {
            number[c] = uint32_t(tables.groups.size());
            tables.groups.emplace_back();
        }
        number[c] = number[joined.find(c)];
        add_component(tables.groups[number[c]], components[c]);
    }
    for (ComponentGroup& group : tables.groups)
        group.dropped = is_dropped(group, min_cells);
    tables.min_island_cells = min_cells;
    tables.component_group = {};
    std::vector<uint32_t> changed;
    for (uint32_t t = 0; t < tables.sites.size(); ++t) {
        uint32_t c = tables.components.first(t);
        tables.component_group.push_back(std::span(number).subspan(c, tables.components[t].size()));
        for (TileComponent& component : tables.components.mutable_list(t)) {
            const bool dropped = tables.groups[number[c++]].dropped;
            if (component.dropped != dropped && (changed.empty() || changed.back() != t)) changed.push_back(t);
            component.dropped = dropped;
        }
    }
    return changed;
}

void add_pairs_of(const LiveTables& tables, std::span<const uint32_t> tiles, std::vector<ComponentIds>& pairs) {
    const auto add = [&](uint32_t t, uint32_t across, size_t direction) {
        for (const ComponentPair& pair : tables.component_pairs[direction][t])
            pairs.push_back({{t, pair.own}, {across, pair.other}});
    };
    const auto tile_in_row = [&](uint32_t t, int32_t dz) {
        const TilePosition position = tables.sites[t].position;
        const int64_t z = int64_t{position.tile_z} + dz;
        return z == int32_t(z) ? find_tile(tables.sites, {position.tile_x, int32_t(z)}) : kNoIndex;
    };
    for (const uint32_t t : tiles) {
        add(t, t + 1, 0);
        if (t > 0) add(t - 1, t, 0);  // has pairs only if it is a neighbour
        const uint32_t above = tile_in_row(t, 1), below = tile_in_row(t, -1);
        if (above != kNoIndex) add(t, above, 1);
        if (below != kNoIndex) add(below, t, 1);
    }
}

namespace {

// Returns the connected components of a graph. Node i is outer[i], or inner[i - outer.size()] if i >= outer.size().
UnionFind join_pairs(std::span<const ComponentId> outer, std::span<const ComponentId> inner,
                     std::span<const ComponentIds> pairs) {
    UnionFind sets(outer.size() + inner.size());
    const auto index_of = [&](ComponentId id) {
        const auto at = std::lower_bound(outer.begin(), outer.end(), id);
        if (at != outer.end() && *at == id) return uint32_t(at - outer.begin());
        return uint32_t(outer.size()) + uint32_t(std::lower_bound(inner.begin(), inner.end(), id) - inner.begin());
    };
    for (const auto& [a, b] : pairs)
        sets.unite(index_of(a), index_of(b));
    return sets;
}

}  // namespace

std::optional<Representatives> find_representatives(std::span<const uint32_t> changed,
                                                    std::span<const ComponentId> inner_before,
                                                    std::span<const ComponentId> inner_after,
                                                    std::span<const ComponentIds> before, std::span<const ComponentIds> after) {
    std::vector<ComponentId> outer;
    for (const std::span<const ComponentIds> pairs : {before, after}) {
        for (const auto& [a, b] : pairs) {
            for (const ComponentId id : {a, b}) {
                if (!std::binary_search(changed.begin(), changed.end(), id.tile)) outer.push_back(id);
            }
        }
    }
    std::sort(outer.begin(), outer.end());
    outer.erase(std::unique(outer.begin(), outer.end()), outer.end());
    UnionFind sets_before = join_pairs(outer, inner_before, before), sets_after = join_pairs(outer, inner_after, after);
    // The root of a set is its first component, so equal sets of outer components have equal roots.
    for (uint32_t i = 0; i < outer.size(); ++i) {
        if (sets_before.find(i) != sets_after.find(i)) return std::nullopt;
    }
    const auto roots = [&](std::span<const ComponentId> inner, UnionFind& sets) {
        std::vector<ComponentId> first;
        for (uint32_t i = 0; i < inner.size(); ++i) {
            const uint32_t root = sets.find(uint32_t(outer.size()) + i);
            first.push_back(root < outer.size() ? outer[root] : inner[root - outer.size()]);
        }
        return first;
    };
    return Representatives{roots(inner_before, sets_before), roots(inner_after, sets_after)};
}

}  // namespace navspan
