#pragma once

// The graph of polygons of a mesh whose tiles pass by one at a time. Not public.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/writer.h"
#include "navmesh/graph/islands.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The graph of polygons, and how the half-edges stand to it; about 60 bytes a polygon.
struct StreamingPolygonGraph {
    PolygonGraph graph{.first = {0}, .neighbours = {}};
    std::vector<bool> has_twin;             // per half-edge
    std::vector<bool> is_last;              // per half-edge: of its polygon
    std::vector<uint32_t> polygon_offset{0};  // per slot, and one more: the number of its first polygon
    std::vector<size_t> across;             // per seam edge that has a twin: its place in neighbours, tile after tile
    size_t joined = 0;                      // seam edges of which is known where they lead
};

/// A polygon's number over the whole mesh; its tile must have passed.
inline uint32_t polygon_number(const StreamingPolygonGraph& passing, PolygonRef ref) {
    return passing.polygon_offset[ref.tile] + ref.polygon;
}

/// The next tile, in its final form; an error when the mesh has more half-edges than there are numbers.
Status add_to_graph(StreamingPolygonGraph& passing, const NavTile& tile);

/// After the last tile: which polygons lie across the seam edges that have a twin, tile after tile, in any number of calls.
void join_across(StreamingPolygonGraph& passing, std::span<const PolygonRef> across);

/// When all seams are joined: finds the block-cut tree and writes its sections.
/// @param links  the polygons that off-mesh links join, link after link; they become part of the graph
void write_blocks(StreamingPolygonGraph& passing, std::span<const IndexPair> links, NavFileWriter& file);

}  // namespace navspan
