// Relinks the tiles around a change.
//
// In: the tiles after a change, and the positions of the changed tiles.
// Out: the linked form of the changed tiles and their neighbours, and the pairs of twin edges on their borders.
// Idea: Linking fits a tile to its eight neighbours. Changed tiles, their neighbours and one more ring of tiles are passed to
//   conform_seams. For the outer ring, only the twin edges of the result are used. A change can also make an island smaller
//   than the minimum size, or large enough again. All tiles of such an island are relinked (parts.cpp).
// Source: own method.
// Weak cases: If the minimum size of islands is large, one change can relink many tiles.

#include <algorithm>
#include <array>
#include <utility>

#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navmesh/seams/plan.h"

namespace navspan {
namespace {

using Neighbourhood = LiveChange::Neighbourhood;

// Marks the tile at a position and its neighbours.
void mark_around(const LiveTiles& tiles, TilePosition place, TileMarks& marks) {
    for (int32_t dz = -1; dz <= 1; ++dz) {
        for (int32_t dx = -1; dx <= 1; ++dx) {
            const uint32_t near = find_tile_at_offset(tiles, place, dx, dz);
            if (near != kNoIndex) marks[near] = 1;
        }
    }
}

// Returns the marks, extended to the neighbours of the marked tiles.
TileMarks grown(const LiveTiles& tiles, const TileMarks& marks) {
    TileMarks out(tiles.size());
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        if (marks[t]) mark_around(tiles, place_of(*tiles[t]->baked), out);
    }
    return out;
}

Result<Neighbourhood> link_neighbourhood(const LiveTiles& tiles, const TileMarks& members, bool drop) {
    Neighbourhood neighbourhood;
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        if (!members[t] || tiles[t]->baked->polygons.empty()) continue;
        neighbourhood.members.push_back(t);
        neighbourhood.linked.push_back(*tiles[t]->baked);
        neighbourhood.linked.back().links = {};
        // Polygons of dropped parts get the cell count 0, all other polygons get 1. With min_island_cells = 1, conform_seams
        // then drops exactly these parts.
        std::vector<uint32_t>& cells = neighbourhood.linked.back().border.polygon_cells;
        for (uint32_t p = 0; drop && p < cells.size(); ++p)
            cells[p] = !tiles[t]->components[tiles[t]->polygon_component[p]].dropped;
    }
    Result<std::vector<std::pair<EdgeRef, EdgeRef>>> twins =
        conform_seams(neighbourhood.linked, {.min_island_cells = drop ? 1u : 0u});
    if (!twins) return twins.error();
    neighbourhood.twins = *std::move(twins);
    return neighbourhood;
}

}  // namespace

void LiveChange::find_joins(const Neighbourhood& neighbourhood) {
    std::vector<std::array<std::vector<ComponentLink>, 2>> component_links(neighbourhood.members.size());
    for (const auto& [a, b] : neighbourhood.twins) {
        const auto part = [&](EdgeRef edge) {
            const LiveTile& tile = *after_.tiles[neighbourhood.members[edge.tile]];
            return tile.polygon_component[neighbourhood.linked[edge.tile].edge_polygon[edge.edge]];
        };
        // The tile with the lower index stores the pair. component_links[0] is for the neighbour in +x, component_links[1] for
        // the neighbour in +z.
        const auto [low, high] = std::minmax(a, b);
        const size_t d = neighbourhood.linked[low.tile].tile_z == neighbourhood.linked[high.tile].tile_z ? 0 : 1;
        component_links[low.tile][d].push_back({part(low), part(high)});
    }
    for (size_t m = 0; m < neighbourhood.members.size(); ++m) {
        const uint32_t t = neighbourhood.members[m];
        if (!affected_[t]) continue;
        for (auto& pairs : component_links[m]) {
            std::sort(pairs.begin(), pairs.end());
            pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        }
        if (component_links[m] == after_.tiles[t]->component_links) continue;
        auto joined = std::make_shared<LiveTile>(*after_.tiles[t]);
        joined->component_links = std::move(component_links[m]);
        after_.tiles[t] = std::move(joined);
    }
}

Status LiveChange::link() {
    affected_.assign(after_.tiles.size(), 0);
    for (const TilePosition place : changed_)
        mark_around(after_.tiles, place, affected_);
    const TileMarks members = grown(after_.tiles, affected_);
    Result<Neighbourhood> neighbourhood = link_neighbourhood(after_.tiles, members, false);
    if (!neighbourhood) return neighbourhood.error();
    neighbourhood_ = *std::move(neighbourhood);
    find_joins(neighbourhood_);
    groups_ = join_parts(after_.tiles);
    relinked_ = find_dropped_parts(after_.tiles, groups_, after_.params.min_island_cells);
    bool again = false;
    for (uint32_t t = 0; t < after_.tiles.size(); ++t) {
        const auto& components = after_.tiles[t]->components;
        again |= relinked_[t] || (members[t] && std::any_of(components.begin(), components.end(),
                                                            [](const TileComponent& part) { return part.dropped; }));
        relinked_[t] |= affected_[t];
    }
    if (!again) return Done{};
    neighbourhood = link_neighbourhood(after_.tiles, grown(after_.tiles, relinked_), true);
    if (!neighbourhood) return neighbourhood.error();
    neighbourhood_ = *std::move(neighbourhood);
    return Done{};
}

}  // namespace navspan
