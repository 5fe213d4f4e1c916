// The half-edge records that searches read, and corners: vertices where shortest paths may turn.
//
// In: polygons, their twins and the block-cut tree.
// Out: per half-edge, a search record and an identifier of its fan.
// Idea: The fan of a half-edge consists of the polygons around its start. A vertex is a corner if its fan ends at walls, or
// winds around the vertex more than once. Otherwise, if the polygons of the fan differ in area or flags, each query decides
// whether the vertex is a corner.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017), which handles only the plane.
// Weak cases: Fans with different areas or flags take time in every query.

#include "navmesh/mesh/corners.h"

#include <algorithm>
#include <utility>

#include "core/predicates.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/filter.h"

namespace navspan {
namespace {

// True if the direction from the start of e to `target` lies in the sector of e's polygon. The sector includes the direction of
// e, but not the direction of the polygon's other edge at this vertex.
bool sector_contains(const SearchEdge* edges, uint32_t e, LatticePoint target) {
    const LatticePoint at = edges[e].start, first = edges[ring_after(edges, e)].start,
                       last = edges[ring_before(edges, e)].start;
    const int64_t turn = orient2d(at, first, target);
    if (turn == 0) return dot2d(at, first, target) > 0;
    return turn > 0 && orient2d(at, target, last) > 0;
}

// Goes clockwise around the start of `edge` while polygons are admitted. Returns the last half-edge. If the fan is closed and
// all its polygons are admitted, sets `closed` and returns `edge`.
uint32_t clockwise_end(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge, bool& closed) {
    const SearchEdge* edges = mesh.search_edges.data();
    uint32_t e = edge;
    while (true) {
        const uint32_t twin = edges[e].twin;
        closed = false;
        if (twin == kNoIndex || !admits(filter, edges[twin])) return e;
        e = ring_after(edges, twin);
        closed = e == edge;
        if (closed) return e;
    }
}

// If exactly two edges of a polygon belong to a block, stores each of these edges as the only exit of the other edge: a path
// within the block that enters the polygon through one of the edges leaves it through the other edge.
class SingleExitFinder {
public:
    explicit SingleExitFinder(NavMesh& mesh) : edges_(mesh.search_edges), blocks_(mesh.blocks.block_parent.size()) {}

    void find(uint32_t first, uint32_t end) {
        for (uint32_t e = first; e < end; ++e) {
            if (BlockEdges* block = block_of(e)) {
                block->edges += 1;
                block->sum += e;
            }
        }
        for (uint32_t e = first; e < end; ++e) {
            if (const BlockEdges* block = block_of(e); block && block->edges == 2)
                edges_[e].only_exit = uint32_t(block->sum - e);
        }
        for (uint32_t e = first; e < end; ++e) {
            if (BlockEdges* block = block_of(e)) *block = {};
        }
    }

private:
    // The edges of the current polygon that belong to one block.
    struct BlockEdges {
        uint32_t edges = 0;
        uint64_t sum = 0;  // sum of the edges' indices; if there are two edges, sum - e is the other edge
    };
    BlockEdges* block_of(uint32_t e) { return edges_[e].block ? &blocks_[edges_[e].block] : nullptr; }

    std::vector<SearchEdge>& edges_;
    std::vector<BlockEdges> blocks_;
};

}  // namespace

void index_fan(NavMesh& mesh, uint32_t first) {
    SearchEdge* edges = mesh.search_edges.data();
    // go clockwise to the wall, or around the vertex once
    uint32_t e = first, begin = first;
    bool open = false;
    while (true) {
        const uint32_t twin = edges[e].twin;
        open = twin == kNoIndex;
        if (open) break;
        e = ring_after(edges, twin);
        begin = std::min(begin, e);
        if (e == first) break;
    }
    if (open) begin = e;
    const LatticePoint ahead = edges[ring_after(edges, begin)].start;
    // go counter-clockwise to the other wall, or around the vertex once
    uint32_t rounds = 0;
    bool mixed = false;
    const auto visit = [&](auto&& what) {
        e = begin;
        while (true) {
            what(e);
            e = edges[ring_before(edges, e)].twin;
            if (e == kNoIndex || e == begin) break;
        }
    };
    visit([&](uint32_t at) {
        rounds += sector_contains(edges, at, ahead);
        mixed = mixed || edges[at].area != edges[first].area || edges[at].flags != edges[first].flags;
    });
    const auto kind = uint8_t((open || rounds > 1 ? kCorner : 0) | (mixed ? kMixedPolygons : 0));
    visit([&](uint32_t at) {
        mesh.fans[at] = begin;
        edges[at].corner = kind;
    });
}

void write_search_edges(NavMesh& mesh, uint32_t t) {
    const NavTile& tile = *mesh.tiles[t];
    const uint32_t base = mesh.edge_offset[t];
    for (const NavPolygon& polygon : tile.polygons) {
        const uint32_t first = base + polygon.first_edge, end = first + polygon.edge_count;
        for (uint32_t e = first; e < end; ++e) {
            const EdgeRef twin = twin_of(mesh, {t, e - base});
            mesh.search_edges[e] = {.start = trusted::lattice_point(tile, e - base),
                                    .twin = twin.valid() ? edge_index(mesh, twin) : kNoIndex,
                                    .first = first,
                                    .end = end,
                                    .block = mesh.blocks.empty() ? 0 : mesh.blocks.edge_block[e],
                                    .flags = polygon.flags,
                                    .area = polygon.area};
        }
    }
}

void index_search_edges(NavMesh& mesh) {
    mesh.search_edges.clear();
    mesh.search_edges.resize(mesh.edge_count());
    mesh.fans.assign(mesh.edge_count(), kNoIndex);
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t)
        write_search_edges(mesh, t);
    SingleExitFinder only_exit(mesh);
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        if (mesh.search_edges[e].first == e) only_exit.find(e, mesh.search_edges[e].end);
        if (mesh.fans[e] == kNoIndex) index_fan(mesh, e);
    }
}

bool is_corner(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge) {
    const uint8_t kind = mesh.search_edges[edge].corner;
    if (kind & kCorner) return true;
    if (!(kind & kMixedPolygons)) return false;
    bool closed = false;
    clockwise_end(mesh, filter, edge, closed);
    return !closed;
}

uint32_t fan_id(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge) {
    if (!(mesh.search_edges[edge].corner & kMixedPolygons)) return mesh.fans[edge];
    bool closed = false;
    const uint32_t end = clockwise_end(mesh, filter, edge, closed);
    return closed ? mesh.fans[edge] : end;
}

}  // namespace navspan
