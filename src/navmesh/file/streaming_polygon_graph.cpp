// The polygon graph of a mesh that is larger than memory, and its block-cut tree.
//
// In: the tiles, one after the other; then, for each edge on a seam, the polygon on the other side; then the off-mesh links.
// Out: the sections of the file that contain the block-cut tree.
// Idea: The graph keeps one number per polygon, one or two numbers per half-edge with a twin, and two bits per half-edge.
// These data are enough to compute the blocks (biconnected components) without reading the tiles again.
// Source: see block_cut_tree.cpp.
// Weak cases: The memory still grows with the number of polygons.

#include "navmesh/file/streaming_polygon_graph.h"

#include "navmesh/graph/islands.h"
#include "navspan/navmesh/search_index.h"

namespace navspan {

Status add_to_graph(StreamingPolygonGraph& passing, const NavTile& tile) {
    const uint64_t edges = uint64_t{passing.has_twin.size()} + tile.half_edges.size();
    if (edges >= kNoIndex) return too_many_edges();
    const uint32_t base = passing.polygon_offset.back();
    for (const NavPolygon& polygon : tile.polygons) {
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const uint32_t twin = tile.half_edges[e].twin;
            passing.has_twin.push_back(twin != kNoIndex);
            passing.is_last.push_back(e + 1 == polygon.first_edge + polygon.edge_count);
            if (twin == kNoIndex) continue;
            if (twin & kSeamBit) passing.across.push_back(passing.graph.neighbours.size());
            passing.graph.neighbours.push_back(twin & kSeamBit ? kNoIndex : base + tile.edge_polygon[twin]);
        }
        passing.graph.first.push_back(uint32_t(passing.graph.neighbours.size()));
    }
    passing.polygon_offset.push_back(base + uint32_t(tile.polygons.size()));
    return Done{};
}

void join_across(StreamingPolygonGraph& passing, std::span<const PolygonRef> across) {
    for (const PolygonRef& polygon : across)
        passing.graph.neighbours[passing.across[passing.joined++]] = polygon_number(passing, polygon);
}

void write_blocks(StreamingPolygonGraph& passing, std::span<const IndexPair> links, NavFileWriter& file) {
    add_link_neighbours(passing.graph, links);
    const BlockCutTree tree = build_block_cut_tree(passing.graph);
    std::vector<uint32_t> link_blocks;
    for (const auto& [from, to] : links)
        link_blocks.push_back(block_between(tree, from, to));
    file.begin_section(SectionType::edge_blocks, sizeof(uint32_t));
    constexpr size_t kPiece = size_t{1} << 16;
    std::vector<uint32_t> blocks;
    uint32_t polygon = 0, neighbour = 0;
    for (size_t e = 0; e < passing.has_twin.size(); ++e) {
        blocks.push_back(passing.has_twin[e] ? block_between(tree, polygon, passing.graph.neighbours[neighbour++]) : 0);
        if (passing.is_last[e]) neighbour = passing.graph.first[++polygon];
        if (blocks.size() < kPiece) continue;
        file.append(std::span<const uint32_t>(blocks));
        blocks.clear();
    }
    file.append(std::span<const uint32_t>(blocks));
    file.end_section();
    file.add_section(SectionType::link_blocks, std::span<const uint32_t>(link_blocks));
    file.add_section(SectionType::polygon_blocks, std::span(tree.polygon_block));
    file.add_section(SectionType::block_parents, std::span(tree.block_parent));
    file.add_section(SectionType::block_depths, std::span(tree.block_depth));
}

}  // namespace navspan
