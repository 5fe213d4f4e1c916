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

/// The block-cut tree of the polygon graph. Searches use it to skip parts of the mesh that no path can pass through. The graph
/// has an edge for each pair of twins and for each off-mesh link, in both directions, regardless of filters.
///
/// A block is a biconnected component: a maximal set of polygons that stays connected if any one of its polygons is removed.
/// Two blocks share at most one polygon (an articulation vertex of the graph). The tree is rooted at the lowest polygon of each
/// island: a block has one parent polygon, and all other polygons of the block are its children. Each polygon except the roots
/// is the child of exactly one block. Each edge lies in exactly one block.
///
/// Block 0 means "no block". It is assigned to walls, to links from a polygon to itself and to the roots; no path uses an
/// edge or link of block 0. Invariants: polygon_block[block_parent[b]] < b; both polygons of an edge in block b are either
/// children of b or its parent. Polygons and half-edges are numbered over the whole mesh (polygon_index, NavMesh::edge_offset).
struct BlockCutTree {
    std::vector<uint32_t> edge_block;     ///< per half-edge: its block
    std::vector<uint32_t> link_block;     ///< per off-mesh link: its block
    std::vector<uint32_t> polygon_block;  ///< per polygon: the block of which it is a child
    std::vector<uint32_t> block_parent;   ///< per block: its parent polygon; kNoIndex for block 0
    std::vector<uint32_t> block_depth;    ///< per block: number of blocks from the root of its island to it, inclusive

    /// True if the tree was not computed or was dropped.
    bool empty() const { return block_parent.empty(); }
    /// Memberwise comparison.
    friend bool operator==(const BlockCutTree&, const BlockCutTree&) = default;
};

/// Computes the tree of a mesh whose tiles, seams and links are set. Linear time.
/// Source: Hopcroft, Tarjan, Algorithm 447: efficient algorithms for graph manipulation (1973).
BlockCutTree build_block_cut_tree(const NavMesh& mesh);

/// Returns the cost factor that all admitted areas of an island share, or nothing if their costs differ. Returns 0 if no area
/// is admitted. An area counts as admitted if the filter may admit one of its polygons.
std::optional<double> uniform_cost(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);

/// True if some cheapest path enters no polygon twice, so that pruning by the block-cut tree and by landmarks is exact. This is
/// the case if all admitted areas of the island have the same cost, and no admitted link of the mesh costs less than walking
/// its straight-line distance seen from above (with a relative tolerance of 1e-9).
bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);
/// True if pruning is exact on all islands together.
bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter);

constexpr uint32_t kMaxLandmarks = 64;  ///< largest number of landmarks per island

/// Distances between landmarks and all fans of their island; they give lower bounds for searches. A fan is the set of polygons
/// around a vertex that are connected there by edges (corners.h).
///
/// A distance is the length of the shortest path seen from above if all polygons and links are admitted, links can be used in
/// both directions, and a link has its straight-line length. A filter that pruning_is_exact accepts can only make paths longer.
/// By the triangle inequality, the distance between two fans is therefore at least the difference of their distances to any
/// landmark.
struct LandmarkTable {
    uint32_t count = 0;           ///< landmarks per island, 1..kMaxLandmarks; 0: there is no table
    std::vector<float> distance;  ///< per fan, per landmark [cell]; fans are ordered by their representative half-edges
    // derived from the above
    std::vector<uint32_t> row;  ///< per half-edge of the mesh: the fan of its start
    double slack = 0;           ///< upper bound on the rounding error of a difference of two distances [cell]

    /// True if there is no table.
    bool empty() const { return count == 0; }
    /// The \p count distances of the fan at the start of a half-edge. \p edge is numbered over the whole mesh.
    const float* at(uint32_t edge) const { return distance.data() + size_t{row[edge]} * count; }
    /// Memberwise comparison.
    friend bool operator==(const LandmarkTable&, const LandmarkTable&) = default;
};

/// Number of fans of a mesh. Precondition: NavMesh::fans is set. If \p row is not null, it receives for each half-edge the fan
/// of its start.
uint32_t count_fans(const NavMesh& mesh, std::vector<uint32_t>* row = nullptr);

/// Computes the derived fields of NavMesh::landmarks. Error (input): the number of distances is not fans times landmarks, or
/// there are too many landmarks.
Status index_landmarks(NavMesh& mesh);

/// Tests the landmarks of a mesh: distances are finite and not negative, and along each edge they differ by at most its length.
/// Error (input): the first broken invariant and its position.
Status validate_landmarks(const NavMesh& mesh);

}  // namespace navspan
