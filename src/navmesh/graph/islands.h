#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Functions for the code that creates a NavMesh by linking tiles, adding links or reading a file.

/// Fills derived data: polygon_offset, edge_offset, link_offset, polygon_summary, link_summary. The links must be sorted as
/// described at NavMesh::links. Error (failed): there are too many half-edges and link ends for 32-bit indices, or a link joins
/// a polygon that does not exist.
Status update_mesh_counts(NavMesh& mesh);

/// Fills link_offset and link_summary. polygon_offset must be set. Errors: as update_mesh_counts.
Status count_links(NavMesh& mesh);

/// Adds a link to the summary of its area. Ignores areas above 63.
void add_link_use(AreaUses& uses, const OffMeshLink& link);

/// Returns a mesh with the same tiles and seams. It has no links, islands, search edges, landmarks, hub labels or blocks.
NavMesh mesh_of_same_tiles(const NavMesh& mesh);

/// Returns the error for a mesh with too many half-edges.
Error too_many_edges();

/// Returns the area of a polygon seen from above [wu^2].
double polygon_area(const NavTile& tile, uint32_t polygon);

/// Converts twice an area in lattice units to an area in world units [wu^2]. @param doubled_area  [quantum^2]
double area_of(const TileFrame& frame, double doubled_area);

/// Adds the polygons of island `other` to an island. Does not change Island::area.
void join_island(Island& island, const Island& other);

/// Polygons of one tile that belong to one island.
struct TilePolygons {
    uint32_t count = 0;
    BvhNode box;              ///< box around the polygons; only its bounds are used
    uint64_t areas = 0;       ///< bit i is set if a polygon has area i
    double doubled_area = 0;  ///< twice the area of the polygons [quantum^2]; exact up to 2^53
};
/// Returns a polygon of a tile.
TilePolygons one_polygon(const NavTile& tile, uint32_t polygon);
/// Adds other polygons of the same tile.
void add_polygons(TilePolygons& sum, const TilePolygons& more);

/// Adds polygons of a tile to an island. Does not change Island::area.
/// @param frame  frame of the tile  @param base  frame of the first tile of the mesh
void add_to_island(Island& island, const TileFrame& frame, const TileFrame& base, const TilePolygons& polygons);

/// Adds polygons to islands, tile after tile.
class IslandSums {
public:
    /// Adds polygons of the current tile to an island.
    void add(uint32_t island, const TilePolygons& polygons);
    /// Adds the polygons of the current tile to `islands`, and starts the next tile. Does not change Island::area.
    /// @param base  frame of the first tile of the mesh
    void end_tile(std::vector<Island>& islands, const TileFrame& frame, const TileFrame& base);
    /// Returns twice the area of each island [quantum^2]. Afterwards, all sums are 0. Sums up to 2^53 are exact, so they do not
    /// depend on the order of the polygons.
    std::vector<double> take_doubled_areas() { return std::exchange(doubled_areas_, {}); }

private:
    struct Sum {
        uint32_t island = 0;
        TilePolygons polygons;
    };
    std::vector<double> doubled_areas_;
    std::vector<Sum> sums_;           // the islands of the current tile
    std::vector<uint32_t> position_;  // for each island: index in sums_, if sums_[index] is the island; otherwise any number
};

/// Sets Island::area. @param doubled_areas  twice the area of each island [quantum^2]
void set_areas(std::vector<Island>& islands, std::span<const double> doubled_areas, const TileFrame& frame);

/// The neighbours of each polygon: across its half-edges in order, then over its outgoing links, then over its incoming links.
struct PolygonGraph {
    std::vector<uint32_t> first;       ///< for each polygon: offset of its first neighbour; one additional entry at the end
    std::vector<uint32_t> neighbours;  ///< numbered over the whole mesh
};
PolygonGraph polygon_graph(const NavMesh& mesh);

/// The numbers of two polygons of the mesh, or of two islands, that a link joins.
using IndexPair = std::pair<uint32_t, uint32_t>;
/// For each link, adds the two polygons to each other's lists of neighbours. Neighbours across half-edges stay first in each
/// list.
/// @param links  (from, to)
void add_link_neighbours(PolygonGraph& graph, std::span<const IndexPair> links);

/// Partitions `count` items into sets: the two items of each pair in `joined` are in the same set. Returns the number of each
/// item's set. Sets are numbered in the order of their first items.
std::vector<uint32_t> merge_sets(uint32_t count, std::span<const IndexPair> joined);

/// Computes the block-cut tree of a mesh whose tiles, seams and links are set. Runs in linear time.
BlockCutTree build_block_cut_tree(const NavMesh& mesh);
/// Builds the block-cut tree of a polygon graph. edge_block and link_block stay empty.
BlockCutTree build_block_cut_tree(const PolygonGraph& graph);
/// Returns the block of the edge between two adjacent polygons, or 0 if p == q.
uint32_t block_between(const BlockCutTree& tree, uint32_t p, uint32_t q);

/// Fills polygon_island and islands from tiles, seams and links. Precondition: update_mesh_counts was called.
void find_islands(NavMesh& mesh);

}  // namespace navspan
