#pragma once

// Finds connected components, and decides which components of the tiles of a live mesh are dropped. A component is a connected
// component of the polygons of one tile. Not public.

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

/// Joins the components of all tiles across seams. A component has its index in LiveTables::components.all().
UnionFind join_components(const LiveTables& tables);

/// Adds a component to a group.
void add_component(ComponentGroup& group, const TileComponent& component);
/// Removes a component from a group.
void remove_component(ComponentGroup& group, const TileComponent& component);
/// True if the components of a group are dropped. This requires that the group reaches a seam, that it has fewer than min_cells
/// cells, and that all its tiles store the cell counts of their polygons.
bool is_dropped(const ComponentGroup& group, uint64_t min_cells);

/// Fills LiveTables::component_group, groups and min_island_cells, and sets TileComponent::dropped of all components.
/// @param joined  result of join_components
/// @return the tiles with a component whose mark changed, ascending
std::vector<uint32_t> find_groups(LiveTables& tables, UnionFind& joined, uint64_t min_cells);

/// Identifies a component of a live mesh.
struct ComponentId {
    uint32_t tile = 0;    ///< index in LiveMesh::tiles
    uint32_t number = 0;  ///< index of the component of the tile
    friend auto operator<=>(const ComponentId&, const ComponentId&) = default;
};
/// Two components that are connected.
using ComponentIds = std::pair<ComponentId, ComponentId>;

/// Adds the pairs of connected components with at least one component of the given tiles. May add a pair twice.
/// @param tiles  indices in LiveMesh::tiles
void add_pairs_of(const LiveTables& tables, std::span<const uint32_t> tiles, std::vector<ComponentIds>& pairs);

/// For each inner component before and after a change: the first outer component of its set, or the first inner component if
/// the set has no outer ones.
struct Representatives {
    std::vector<ComponentId> before, after;
};

/// Finds sets of connected components near changed tiles. The components of the changed tiles are called inner components, all
/// others outer components.
/// @param changed  indices of the changed tiles, ascending
/// @param inner_before, inner_after  the inner components before and after the change, ascending
/// @param before, after  the pairs of connected components with an inner component, and other pairs that the change removes or
/// adds, before and after the change
/// @return nothing if the pairs before and after the change connect different outer components
std::optional<Representatives> find_representatives(std::span<const uint32_t> changed,
                                                    std::span<const ComponentId> inner_before,
                                                    std::span<const ComponentId> inner_after,
                                                    std::span<const ComponentIds> before, std::span<const ComponentIds> after);

}  // namespace navspan
