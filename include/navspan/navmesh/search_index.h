#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"

namespace navspan {

struct NavMesh;
struct QueryFilter;

/// The block-cut tree of the graph of polygons, whose edges are twins and off-mesh links taken both ways, whatever filters say.
/// A block is a largest part that stays in one piece when any one of its polygons is taken away; two blocks share at most one
/// polygon. Hung up at the lowest polygon of every island, a block hangs from one polygon and holds others, and every polygon
/// but those lowest ones hangs in one block: the one above it. Every edge lies in one block.
///
/// Block 0 is none: walls, links from a polygon to itself and the lowest polygons of islands have it, and it is never marked.
/// Laws: polygon_block[block_parent[b]] < b; an edge of block b joins two polygons that each hang in b or are its parent.
/// Polygons and half-edges are numbered over the whole mesh (polygon_index; NavMesh::edge_base).
struct BlockCutTree {
    std::vector<uint32_t> edge_block;     ///< per half-edge: its block
    std::vector<uint32_t> link_block;     ///< per off-mesh link: its block
    std::vector<uint32_t> polygon_block;  ///< per polygon: the block it hangs in
    std::vector<uint32_t> block_parent;   ///< per block: the polygon it hangs from; kNoIndex for block 0
    std::vector<uint32_t> block_depth;  ///< per block: number of blocks from its island's lowest polygon to it, itself included

    bool empty() const { return block_parent.empty(); }  ///< there is no tree: it was not computed, or dropped
    friend bool operator==(const BlockCutTree&, const BlockCutTree&) = default;
};

/// The tree of a mesh with its tiles, seams and links in place; linear time.
/// Source: Hopcroft, Tarjan, Algorithm 447: efficient algorithms for graph manipulation (1973).
BlockCutTree build_block_cut_tree(const NavMesh& mesh);

/// The one cost of all areas present on an island that the filter admits, or nothing where they differ; 0 when there are none.
/// Flags are judged area by area: where some polygons of an area are admitted and some are not, the area counts.
std::optional<double> uniform_cost(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);

/// True when a cheapest path need not enter any polygon twice, so that pruning by the tree and by landmarks loses nothing: all
/// areas of the island that the filter admits cost the same, and no admitted link of the mesh costs less than walking the
/// straight line between its ends, seen from above (but for a billionth of it).
bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);
/// The same for all islands at once.
bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter);

constexpr uint32_t kMaxLandmarks = 64;  ///< most landmarks an island may have

/// How far every fan of polygons around a vertex (corners.h) is from the landmarks of its island: along the shortest path seen
/// from above, with every polygon and every link admitted, links as long as the straight line between their ends and taken both
/// ways. So no filter that pruning_is_exact accepts makes any way shorter, and by the triangle inequality the way between two
/// fans is at least as long as their distances from any landmark differ.
struct LandmarkTable {
    uint32_t count = 0;           ///< landmarks of each island, 1..kMaxLandmarks; 0: there is no table
    std::vector<float> distance;  ///< per fan, per landmark [cell]; fans in the order of the half-edges that name them
    // derived from the above
    std::vector<uint32_t> row;  ///< per half-edge of the mesh: the fan of its start
    double slack = 0;           ///< no less than by what rounding may make two distances differ too much [cell]

    bool empty() const { return count == 0; }
    /// The distances of the fan at the start of a half-edge, numbered over the whole mesh.
    const float* at(uint32_t edge) const { return distance.data() + size_t{row[edge]} * count; }
    friend bool operator==(const LandmarkTable&, const LandmarkTable&) = default;
};

/// Number of fans of a mesh whose corners are found. @param row  receives, when not null, the fan of every half-edge's start
uint32_t count_fans(const NavMesh& mesh, std::vector<uint32_t>* row = nullptr);

/// Fills what is derived in NavMesh::landmarks from count and distance. Error (input): not a distance per fan and landmark, or
/// too many landmarks.
Status index_landmarks(NavMesh& mesh);

/// Tests a mesh's landmarks: distances are finite, not negative, and along no edge differ by more than it is long.
/// Error (input): the first law broken, and where.
Status validate_landmarks(const NavMesh& mesh);

}  // namespace navspan
