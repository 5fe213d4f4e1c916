#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Shared by the ways a NavMesh comes about: linking tiles, adding links, reading a file.

/// Fills what is derived: polygon_offset, edge_offset, link_offset, polygon_summary, link_summary. Links must be in order and between
/// polygons that exist. Error (failed): more than 32 bits count.
Status update_mesh_counts(NavMesh& mesh);

/// The error of a mesh that is too large to count.
Error too_many_edges();

/// A polygon's area seen from above, as islands sum it [wu^2].
double polygon_area(const NavTile& tile, uint32_t polygon);

/// Adds all of another island but its area, which is summed in the order of polygons.
void join_island(Island& island, const Island& other);

/// Adds a polygon to an island's sums. @param base  of the mesh's first tile
void add_to_island(Island& island, const NavTile& tile, const TileFrame& base, uint32_t polygon);

/// The polygons next to each polygon, across its half-edges in order, then over links from and to it.
struct PolygonGraph {
    std::vector<uint32_t> first;       ///< polygons + 1: where each one's neighbours begin
    std::vector<uint32_t> neighbours;  ///< numbered over the whole mesh
};
PolygonGraph polygon_graph(const NavMesh& mesh);

/// Two polygons numbered over the whole mesh, or two islands, that a link joins.
using IndexPair = std::pair<uint32_t, uint32_t>;
/// Gives the polygons of a graph their neighbours over links, after those across half-edges. @param links  from, to
void add_link_neighbours(PolygonGraph& graph, std::span<const IndexPair> links);

/// The number that each of `count` things has when those that are joined become one, numbered anew by their lowest members.
std::vector<uint32_t> merge_sets(uint32_t count, std::span<const IndexPair> joined);

/// The block-cut tree of a graph of polygons; edge_block and link_block are left empty.
BlockCutTree build_block_cut_tree(const PolygonGraph& graph);
/// The block of an edge between two neighbours: they hang in it together, or one of them is what it hangs from.
uint32_t block_between(const BlockCutTree& tree, uint32_t p, uint32_t q);

/// Fills polygon_island and islands from tiles, seams and links; after update_mesh_counts.
void find_islands(NavMesh& mesh);

}  // namespace navspan
