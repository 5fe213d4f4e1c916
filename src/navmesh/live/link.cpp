// Relinks the tiles around a change.
//
// In: the tiles after a change, and the positions of the changed tiles.
// Out: the linked form of the changed tiles and their neighbours, and the pairs of twin edges on their borders.
// Idea: Linking fits a tile to its eight neighbours. Changed tiles, their neighbours and one more ring of tiles are passed to
// conform_seams. For the outer ring, only the twin edges of the result are used. A change can also make an island smaller
// than the minimum size, or large enough again. All tiles of such an island are relinked (parts.cpp).
// Source: own method.
// Weak cases: If the minimum size of islands is large, one change can relink many tiles.

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "navmesh/live/change.h"
#include "navmesh/live/components.h"
#include "navmesh/seams/plan.h"

namespace navspan {
namespace {

std::vector<TilePosition> positions_of(std::span<const TileSite> sites, std::span<const uint32_t> tiles) {
    std::vector<TilePosition> positions;
    for (const uint32_t t : tiles)
        positions.push_back(sites[t].position);
    return positions;
}

}  // namespace

// Links tiles and their neighbours to each other. @param drop  true: leaves out the components that are dropped
Result<LiveChange::Neighbourhood> LiveChange::link_neighbourhood(std::span<const uint32_t> tiles, bool drop) const {
    Neighbourhood neighbourhood;
    for (const uint32_t t : tiles_around(tables_.sites, positions_of(tables_.sites, tiles))) {
        const LiveTile& live = *after_.tiles[t];
        if (live.baked->polygons.empty()) continue;
        neighbourhood.members.push_back(t);
        neighbourhood.linked.push_back(*live.baked);
        neighbourhood.linked.back().links = {};
        // Polygons of dropped components get the cell count 0, all other polygons get 1. With min_island_cells = 1,
        // conform_seams then drops exactly these components.
        std::vector<uint32_t>& cells = neighbourhood.linked.back().border.polygon_cells;
        for (uint32_t p = 0; drop && p < cells.size(); ++p)
            cells[p] = !tables_.components[t][live.polygon_component[p]].dropped;
    }
    Result<std::vector<std::pair<EdgeRef, EdgeRef>>> twins =
        conform_seams(neighbourhood.linked, {.min_island_cells = drop ? 1u : 0u});
    if (!twins) return twins.error();
    neighbourhood.twins = *std::move(twins);
    return neighbourhood;
}

// Fills LiveTables::component_pairs.
void LiveChange::find_component_pairs(const Neighbourhood& neighbourhood) {
    std::vector<std::array<std::vector<ComponentPair>, 2>> component_pairs(neighbourhood.members.size());
    for (const auto& [a, b] : neighbourhood.twins) {
        const auto component = [&](EdgeRef edge) {
            const LiveTile& tile = *after_.tiles[neighbourhood.members[edge.tile]];
            return tile.polygon_component[neighbourhood.linked[edge.tile].edge_polygon[edge.edge]];
        };
        // The tile with the lower index stores the pair. component_pairs[0] is for the neighbour in +x, component_pairs[1] for
        // the neighbour in +z.
        const auto [low, high] = std::minmax(a, b);
        const size_t d = neighbourhood.linked[low.tile].tile_z == neighbourhood.linked[high.tile].tile_z ? 0 : 1;
        component_pairs[low.tile][d].push_back({component(low), component(high)});
    }
    const TileRuns runs = runs_without(unchanged_, affected_);
    for (size_t d = 0; d < 2; ++d) {
        size_t m = 0;  // the member of the neighbourhood
        const auto pairs_of = [&](uint32_t t) -> std::vector<ComponentPair> {
            while (m < component_pairs.size() && neighbourhood.members[m] < t)
                ++m;
            if (m == component_pairs.size() || neighbourhood.members[m] != t) return {};
            std::vector<ComponentPair>& pairs = component_pairs[m][d];
            std::sort(pairs.begin(), pairs.end());
            pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
            return std::move(pairs);
        };
        fill_rows(tables_.component_pairs[d], old_.component_pairs[d], runs, after_.tiles.size(), pairs_of);
    }
}

// Assigns the components of the changed tiles to groups, if the groups of all other components stay the same.
// @return false if they do not, or if they are unknown
bool LiveChange::update_groups() {
    const uint64_t min_cells = after_.params.min_island_cells;
    if (!in_place_ || old_.min_island_cells != min_cells) return false;
    if (old_.groups.size() > 2 * tables_.components.all().size() + 64) return false;  // most groups are empty
    std::vector<ComponentIds> before, after;
    std::vector<ComponentId> inner_before, inner;
    add_pairs_of(old_, replaced_, before);
    add_pairs_of(tables_, replaced_, after);
    for (const uint32_t t : replaced_) {
        for (uint32_t c = 0; c < old_.components[t].size(); ++c)
            inner_before.push_back({t, c});
        for (uint32_t c = 0; c < tables_.components[t].size(); ++c)
            inner.push_back({t, c});
    }
    const auto representatives = find_representatives(replaced_, inner_before, inner, before, after);
    if (!representatives) return false;

    std::vector<ComponentGroup>& groups = tables_.groups;
    std::vector<uint32_t> resized;
    std::vector<std::vector<uint32_t>> rows;
    for (const uint32_t t : replaced_) {
        for (uint32_t c = 0; c < old_.components[t].size(); ++c) {
            resized.push_back(old_.component_group[t][c]);
            remove_component(groups[resized.back()], old_.components[t][c]);
        }
        rows.emplace_back(tables_.components[t].size());
    }
    tables_.component_group.replace(replaced_, rows);
    for (size_t i = 0; i < inner.size(); ++i) {
        const auto [t, c] = inner[i];
        const ComponentId first = representatives->after[i];
        uint32_t& group = tables_.component_group.mutable_list(t)[c];
        group = first == inner[i] ? uint32_t(groups.size()) : tables_.component_group[first.tile][first.number];
        if (group == groups.size()) groups.emplace_back();
        resized.push_back(group);
        add_component(groups[group], tables_.components[t][c]);
    }
    for (const uint32_t g : resized) {
        const bool dropped = is_dropped(groups[g], min_cells);
        if (g < old_.groups.size() && groups[g].count != 0 && groups[g].dropped != dropped) return false;
        groups[g].dropped = dropped;
    }
    for (const auto [t, c] : inner)
        tables_.components.mutable_list(t)[c].dropped = groups[tables_.component_group[t][c]].dropped;
    return true;
}

// True if a component of one of the tiles, or of one of their neighbours, is dropped.
bool LiveChange::has_dropped_components(std::span<const uint32_t> tiles) const {
    const std::vector<uint32_t> around = tiles_around(tables_.sites, positions_of(tables_.sites, tiles));
    return std::any_of(around.begin(), around.end(), [&](uint32_t t) {
        const std::span<const TileComponent> components = tables_.components[t];
        return std::any_of(components.begin(), components.end(), [](const TileComponent& c) { return c.dropped; });
    });
}

Status LiveChange::link() {
    affected_ = tiles_around(tables_.sites, changed_);
    Result<Neighbourhood> neighbourhood = link_neighbourhood(affected_, false);
    if (!neighbourhood) return neighbourhood.error();
    neighbourhood_ = *std::move(neighbourhood);
    find_component_pairs(neighbourhood_);
    same_groups_ = update_groups();
    std::vector<uint32_t> marked;
    if (!same_groups_) {
        UnionFind joined = join_components(tables_);
        marked = find_groups(tables_, joined, after_.params.min_island_cells);
    }
    std::set_union(affected_.begin(), affected_.end(), marked.begin(), marked.end(), std::back_inserter(relinked_));
    if (marked.empty() && !has_dropped_components(affected_)) return Done{};
    neighbourhood = link_neighbourhood(relinked_, true);
    if (!neighbourhood) return neighbourhood.error();
    neighbourhood_ = *std::move(neighbourhood);
    return Done{};
}

}  // namespace navspan
