#pragma once

// The graph of components of a live mesh, and the choice of the components to drop. A node of the graph is a connected
// component of the polygons of one tile. An edge connects two components of adjacent tiles across a seam. Not public.

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/union_find.h"
#include "navmesh/live/tables.h"

namespace navspan {

/// Fills LiveTile::polygon_component. Components are numbered as in find_tile_parts. Returns the components.
std::vector<TileComponent> find_components(LiveTile& tile);

/// Finds the components that are connected across seams. Returns disjoint sets of the indices in LiveTables::components.all().
UnionFind join_components(const LiveTables& tables);

/// Adds a component to a group.
void add_component(ComponentGroup& group, const TileComponent& component);
/// Removes a component from a group.
void remove_component(ComponentGroup& group, const TileComponent& component);
/// True if the components of a group are dropped. This requires that the group reaches a seam, that it has fewer than min_cells
/// cells, and that all its tiles store the cell counts of their polygons.
bool is_dropped(const ComponentGroup& group, uint64_t min_cells);

/// Fills LiveTables::component_group, groups and min_island_cells. Sets TileComponent::dropped of all components.
/// @param joined  result of join_components
/// @return the tiles with a component whose mark changed, ascending
std::vector<uint32_t> find_groups(LiveTables& tables, UnionFind& joined, uint64_t min_cells);

/// Identifies a component of a live mesh.
struct ComponentId {
    uint32_t tile = 0;    ///< index in LiveMesh::tiles
    uint32_t number = 0;  ///< index of the component of the tile
    friend auto operator<=>(const ComponentId&, const ComponentId&) = default;
};
/// An edge of the graph of components.
using ComponentIds = std::pair<ComponentId, ComponentId>;

/// Adds the edges of the graph that have at least one end in the given tiles. May add an edge twice.
/// @param tiles  indices in LiveMesh::tiles
void add_pairs_of(const LiveTables& tables, std::span<const uint32_t> tiles, std::vector<ComponentIds>& pairs);

/// The representative of each inner component, before and after a change: the first outer component that is connected to it. If
/// there is none, the first inner component that is connected to it, which may be the component itself.
struct Representatives {
    std::vector<ComponentId> before, after;
};

/// Tests whether a change keeps the connections between components of tiles that it does not change. The components of the
/// changed tiles are called inner components, all others outer components.
/// @param changed  indices of the changed tiles, ascending
/// @param inner_before, inner_after  the inner components before and after the change, ascending
/// @param before, after  edges of the graph before and after the change: all edges with an inner component, and the other edges
/// that the change removes or adds
/// @return nothing if these edges connect other outer components after the change than before
std::optional<Representatives> find_representatives(std::span<const uint32_t> changed,
                                                    std::span<const ComponentId> inner_before,
                                                    std::span<const ComponentId> inner_after,
                                                    std::span<const ComponentIds> before, std::span<const ComponentIds> after);

}  // namespace navspan
