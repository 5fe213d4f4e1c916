#pragma once

// The polygon graph of a mesh whose tiles are added one at a time. Not public.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/writer.h"
#include "navmesh/graph/islands.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The polygon graph, and the data to find the block of every half-edge. Uses about 60 bytes per polygon.
struct StreamingPolygonGraph {
    PolygonGraph graph{.first = {0}, .neighbours = {}};
    std::vector<bool> has_twin;               // for each half-edge: true if it has a twin
    std::vector<bool> is_last;                // for each half-edge: true if it is the last half-edge of its polygon
    std::vector<uint32_t> polygon_offset{0};  // for each tile slot: index of its first polygon; one more entry for the end
    // For each seam edge with a twin, in tile order: index of the entry of graph.neighbours for the polygon across the edge.
    std::vector<size_t> across;
    size_t joined = 0;  // number of seam edges whose neighbour is known
};

/// Returns the number of a polygon in the whole mesh. The tile of the polygon must have been added.
inline uint32_t polygon_number(const StreamingPolygonGraph& passing, PolygonRef ref) {
    return passing.polygon_offset[ref.tile] + ref.polygon;
}

/// Adds the next tile in its final form. Error: the mesh has too many half-edges.
Status add_to_graph(StreamingPolygonGraph& passing, const NavTile& tile);

/// Sets the neighbours of the seam edges that have twins. `across` lists the polygon on the other side of each of these edges,
/// tile after tile. Several calls may pass the list in parts. Precondition: all tiles have been added.
void join_across(StreamingPolygonGraph& passing, std::span<const PolygonRef> across);

/// Builds the block-cut tree and writes its sections. Precondition: all seams are joined.
/// @param links  for each off-mesh link: the two polygons that the link joins; added to the graph
void write_blocks(StreamingPolygonGraph& passing, std::span<const IndexPair> links, NavFileWriter& file);

}  // namespace navspan
