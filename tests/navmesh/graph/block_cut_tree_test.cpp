#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "navmesh/graph/block_path.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/search_index.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

// An edge of the polygon graph. `number` is the index of a half-edge, or edge_count() plus the index of an off-mesh link.
// `block` is the index of the edge's block (biconnected component).
struct GraphEdge {
    uint32_t from, to, number, block;
};

std::vector<GraphEdge> graph_edges(const NavMesh& mesh) {
    std::vector<GraphEdge> edges;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e) {
            const uint32_t number = mesh.edge_offset[t] + e;
            const EdgeRef twin = twin_of(mesh, {t, e});
            if (!twin.valid()) {
                EXPECT_EQ(mesh.blocks.edge_block[number], 0u);
                continue;
            }
            const uint32_t from = polygon_index(mesh, polygon_at(mesh, {t, e}));
            edges.push_back({from, polygon_index(mesh, polygon_at(mesh, twin)), number, mesh.blocks.edge_block[number]});
        }
    }
    for (uint32_t i = 0; i < mesh.links.size(); ++i) {
        const uint32_t from = polygon_index(mesh, mesh.links[i].from), to = polygon_index(mesh, mesh.links[i].to);
        const uint32_t number = mesh.edge_count() + i, block = mesh.blocks.link_block[i];
        edges.push_back({from, to, number, block});
        edges.push_back({to, from, number, block});
    }
    return edges;
}

// Tries all simple paths from start to goal. Returns the blocks of all edges on these paths.
std::set<uint32_t> blocks_of_simple_paths(const NavMesh& mesh, const std::vector<GraphEdge>& edges, uint32_t start,
                                          uint32_t goal) {
    std::set<uint32_t> blocks;
    std::vector<bool> on_path(mesh.polygon_count());
    std::vector<uint32_t> path;
    const std::function<void(uint32_t)> walk = [&](uint32_t p) {
        if (p == goal) {
            blocks.insert(path.begin(), path.end());
            return;
        }
        on_path[p] = true;
        for (const GraphEdge& edge : edges) {
            if (edge.from != p || on_path[edge.to]) continue;
            path.push_back(edge.block);
            walk(edge.to);
            path.pop_back();
        }
        on_path[p] = false;
    };
    walk(start);
    return blocks;
}

std::set<uint32_t> marked_blocks(const BlockCutTree& tree, const Marks& scratch) {
    std::set<uint32_t> marked;
    for (uint32_t b = 0; b < tree.block_parent.size(); ++b) {
        if (scratch.has(b)) marked.insert(b);
    }
    return marked;
}

void expect_invariants(const NavMesh& mesh) {
    const BlockCutTree& tree = mesh.blocks;
    ASSERT_EQ(tree.edge_block.size(), mesh.edge_count());
    ASSERT_EQ(tree.link_block.size(), mesh.links.size());
    ASSERT_EQ(tree.polygon_block.size(), mesh.polygon_count());
    ASSERT_EQ(tree.block_parent.size(), tree.block_depth.size());
    ASSERT_EQ(tree.block_parent[0], kNoIndex);
    ASSERT_EQ(tree.block_depth[0], 0u);
    for (uint32_t b = 1; b < tree.block_parent.size(); ++b) {
        const uint32_t above = tree.polygon_block[tree.block_parent[b]];
        ASSERT_LT(above, b);
        ASSERT_EQ(tree.block_depth[b], tree.block_depth[above] + 1);
    }
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const PolygonRef ref = polygon_ref(mesh, p);
        ASSERT_EQ(tree.polygon_block[p] == 0, mesh.islands[island_of(mesh, ref)].first == ref);
    }
    for (const GraphEdge& edge : graph_edges(mesh)) {
        if (edge.from == edge.to) {
            ASSERT_EQ(edge.block, 0u);
            continue;
        }
        ASSERT_NE(edge.block, 0u);
        for (const uint32_t p : {edge.from, edge.to})
            ASSERT_TRUE(tree.polygon_block[p] == edge.block || tree.block_parent[edge.block] == p);
    }
}

void expect_ways_hold_all_simple_paths(const NavMesh& mesh) {
    const std::vector<GraphEdge> edges = graph_edges(mesh);
    Marks scratch;
    for (uint32_t start = 0; start < mesh.polygon_count(); ++start) {
        for (uint32_t goal = 0; goal < mesh.polygon_count(); ++goal) {
            const bool connected = mark_block_path(mesh.blocks, start, goal, scratch);
            ASSERT_EQ(connected, island_of(mesh, polygon_ref(mesh, start)) == island_of(mesh, polygon_ref(mesh, goal)));
            if (!connected) continue;
            ASSERT_EQ(marked_blocks(mesh.blocks, scratch), blocks_of_simple_paths(mesh, edges, start, goal))
                << start << " to " << goal;
        }
    }
}

TEST(BlockCutTree, MarksExactlyThePolygonsOfSimplePaths) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 3, .rows = 2 + int32_t(seed % 2), .hole = 0.4});
        expect_invariants(mesh);
        expect_ways_hold_all_simple_paths(mesh);
        if (HasFatalFailure()) return;
    }
}

TEST(BlockCutTree, LinksAreUndirectedEdges) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 2, .rows = 2 + int32_t(seed % 2), .hole = 0.4});
        const NavMesh linked = support::with_random_links(random, mesh, random.between(1, 4));
        expect_invariants(linked);
        expect_ways_hold_all_simple_paths(linked);
        if (HasFatalFailure()) return;
    }
}

TEST(BlockCutTree, LargerMeshesKeepInvariants) {
    for (uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        expect_invariants(
            support::random_mesh(random, {.columns = 20, .rows = 20, .hole = 0.1 + 0.02 * double(seed), .floors = 2}));
    }
}

TEST(BlockCutTree, ACorridorIsAChainOfBlocks) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"......"}));
    EXPECT_EQ(mesh.blocks.block_parent.size(), 6u);
    EXPECT_EQ(mesh.blocks.block_depth.back(), 5u);
    Marks scratch;
    ASSERT_TRUE(mark_block_path(mesh.blocks, 1u, 3u, scratch));
    EXPECT_EQ(marked_blocks(mesh.blocks, scratch).size(), 2u);
}

TEST(BlockCutTree, DeadEndIsNotMarked) {
    // The mesh is a ring of squares with a dead end. Start and goal are on the ring.
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"...###", ".#....", "...###"}));
    Marks scratch;
    ASSERT_TRUE(mark_block_path(mesh.blocks, 0u, 9u, scratch));
    EXPECT_EQ(marked_blocks(mesh.blocks, scratch).size(), 1u);
    // If start and goal are in the same polygon, the path crosses no edge.
    ASSERT_TRUE(mark_block_path(mesh.blocks, 5u, 5u, scratch));
    EXPECT_TRUE(marked_blocks(mesh.blocks, scratch).empty());
}

TEST(BlockCutTree, StampOverflowClearsOldMarks) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"...."}));
    Marks scratch;
    ASSERT_TRUE(mark_block_path(mesh.blocks, 0u, 3u, scratch));
    scratch.stamp = 0xffffffffu;
    ASSERT_TRUE(mark_block_path(mesh.blocks, 0u, 1u, scratch));
    EXPECT_EQ(marked_blocks(mesh.blocks, scratch).size(), 1u);
}

TEST(BlockCutTree, DeepMeshesDoNotOverflowTheStack) {
    support::PolygonSoup soup = support::spiral_soup(20000);
    const NavMesh mesh = support::make_mesh(soup);
    EXPECT_EQ(mesh.blocks.block_depth.back(), 159'999u);
}

TEST(PruningIsExact, OnlyIfAllAdmittedAreasOfTheIslandCostTheSame) {
    support::PolygonSoup soup = support::soup_from_picture({"1122#22"});
    const NavMesh mesh = support::make_mesh(soup);
    QueryFilter filter = default_filter(mesh);
    EXPECT_TRUE(pruning_is_exact(mesh, filter, 0));
    filter.area_cost[3] = 5;  // the mesh has no such area
    EXPECT_TRUE(pruning_is_exact(mesh, filter, 0));
    filter.area_cost[2] = 5;
    EXPECT_FALSE(pruning_is_exact(mesh, filter, 0));
    EXPECT_TRUE(pruning_is_exact(mesh, filter, 1));
    EXPECT_EQ(uniform_cost(mesh, filter, 1), 5.0);
    filter.excluded_areas = uint64_t{1} << 2;
    EXPECT_TRUE(pruning_is_exact(mesh, filter, 0));
    filter.excluded_areas = 0;
    filter.exclude_flags = 1;
    EXPECT_TRUE(pruning_is_exact(mesh, filter, 0));
    EXPECT_EQ(uniform_cost(mesh, filter, 1), 0.0);
}

}  // namespace
}  // namespace navspan
