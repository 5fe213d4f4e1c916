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

// Sets the fan and the corner bits of all half-edges in the fan of half-edge `first`.
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

// Adds records for the half-edges of a polygon. Their corner bits are not set yet; index_fan sets them.
void add_polygon(NavMesh& mesh, uint32_t t, const NavPolygon& polygon) {
    const uint32_t base = mesh.edge_offset[t], first = base + polygon.first_edge, end = first + polygon.edge_count;
    for (uint32_t e = first; e < end; ++e) {
        const EdgeRef twin = twin_of(mesh, {t, e - base});
        mesh.search_edges.push_back({.start = lattice_point(*mesh.tiles[t], e - base),
                                     .twin = twin.valid() ? edge_index(mesh, twin) : kNoIndex,
                                     .first = first,
                                     .end = end,
                                     .block = mesh.blocks.empty() ? 0 : mesh.blocks.edge_block[e],
                                     .flags = polygon.flags,
                                     .area = polygon.area});
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

// Copies the records of kept tiles from an earlier mesh, and makes new records for all other tiles.
//
// The indices of the half-edges of a run of kept tiles change by Range::shift. If all neighbours of a tile are in its run, the
// same shift is added to all indices in the records of the tile. Otherwise, the run of each index is looked up.
class SearchEdgeUpdate {
public:
    SearchEdgeUpdate(NavMesh& mesh, const NavMesh& before, const TileRuns& kept) : mesh_(mesh), before_(before), kept_(kept) {
        for (const TileRun& run : kept) {
            const uint32_t first = before.edge_offset[run.before];
            ranges_.push_back({first, before.edge_offset[run.before + run.count], mesh.edge_offset[run.after] - first});
        }
    }

    void run() {
        mesh_.search_edges.reserve(mesh_.edge_count());
        mesh_.fans.reserve(mesh_.edge_count());
        std::vector<uint32_t> made;
        const auto copy = [&](const TileRun& run) { copy_run(run); };
        visit_tiles(kept_, mesh_.tiles.size(), copy, [&](uint32_t s) {
            made.push_back(s);
            for (const NavPolygon& polygon : mesh_.tiles[s]->polygons)
                add_polygon(mesh_, s, polygon);
            mesh_.fans.resize(mesh_.search_edges.size(), kNoIndex);
        });
        for (const uint32_t s : made)
            join_new_tile(s);
        for (const uint32_t s : made) {
            for (uint32_t e = mesh_.edge_offset[s]; e < mesh_.edge_offset[s + 1]; ++e) {
                if (mesh_.fans[e] == kNoIndex) index_fan(mesh_, e);
            }
        }
        for (const uint32_t e : changed_) {
            index_fan(mesh_, e);
            index_fan(mesh_, ring_after(mesh_.search_edges.data(), e));
        }
    }

private:
    // The half-edges of a run.
    struct Range {
        uint32_t first = 0, end = 0;  // half-edges of the earlier mesh
        uint32_t shift = 0;           // index in the new mesh minus index in the earlier mesh, modulo 2^32
    };
    // Tiles of the earlier mesh.
    struct Slots {
        uint32_t first = 0, end = 0;
    };

    // Returns the tiles of a run whose neighbours all lie in the run. Tiles are ordered by (tile_z, tile_x), so that a tile is
    // in the run if its coordinates are between those of the first and the last tile of the run.
    Slots inner_tiles(const TileRun& run) const {
        // The coordinates of a tile, both increased by `offset`.
        const auto position = [](const NavTile* tile, int64_t offset) {
            return std::pair(tile->tile_z + offset, tile->tile_x + offset);
        };
        const uint32_t end = run.before + run.count;
        const auto tiles = before_.tiles.begin(), begin_of_run = tiles + run.before, end_of_run = tiles + end;
        const auto low = std::lower_bound(begin_of_run, end_of_run, position(*begin_of_run, 1),
                                          [&](const NavTile* tile, const auto& at) { return position(tile, 0) < at; });
        const auto high = std::upper_bound(begin_of_run, end_of_run, position(end_of_run[-1], -1),
                                           [&](const auto& at, const NavTile* tile) { return at < position(tile, 0); });
        const bool is_first = run.before == 0 && run.after == 0;
        const bool is_last = end == before_.tiles.size() && run.after + run.count == mesh_.tiles.size();
        Slots inner{is_first ? run.before : uint32_t(low - tiles), is_last ? end : uint32_t(high - tiles)};
        inner.end = std::max(inner.first, inner.end);
        return inner;
    }

    void copy_run(const TileRun& run) {
        const Range& range = ranges_[size_t(&run - kept_.data())];
        const Slots inner = inner_tiles(run);
        const uint32_t first = before_.edge_offset[inner.first], end = before_.edge_offset[inner.end];
        renumber(range, copy(range.first, first));
        // Copy and shift pieces that fit into the cache.
        constexpr uint32_t kPiece = 256;
        for (uint32_t e = first; e < end; e += std::min(kPiece, end - e))
            shift(range.shift, copy(e, e + std::min(kPiece, end - e)));
        renumber(range, copy(end, range.end));
    }

    // Copies the records of half-edges of the earlier mesh. Returns the index of the first new record.
    uint32_t copy(uint32_t first, uint32_t end) {
        const auto begin = uint32_t(mesh_.search_edges.size());
        mesh_.search_edges.insert(mesh_.search_edges.end(), before_.search_edges.begin() + first,
                                  before_.search_edges.begin() + end);
        mesh_.fans.insert(mesh_.fans.end(), before_.fans.begin() + first, before_.fans.begin() + end);
        if (!before_.blocks.empty()) {
            for (size_t e = begin; e < mesh_.search_edges.size(); ++e)
                mesh_.search_edges[e].block = 0, mesh_.search_edges[e].only_exit = kNoIndex;
        }
        return begin;
    }

    // Adds a number to the indices in all records from `begin` on.
    void shift(uint32_t number, uint32_t begin) {
        if (number == 0) return;
        for (size_t e = begin; e < mesh_.search_edges.size(); ++e) {
            SearchEdge& edge = mesh_.search_edges[e];
            edge.first += number;
            edge.end += number;
            edge.twin += edge.twin == kNoIndex ? 0 : number;
            mesh_.fans[e] += number;
        }
    }

    // Returns the new number of a half-edge of the earlier mesh, or kNoIndex if its tile is not kept.
    uint32_t renumbered(uint32_t old) const {
        const auto after =
            std::upper_bound(ranges_.begin(), ranges_.end(), old, [](uint32_t e, const Range& r) { return e < r.first; });
        if (after == ranges_.begin() || old >= std::prev(after)->end) return kNoIndex;
        return old + std::prev(after)->shift;
    }

    // Renumbers the indices in all records from `begin` on. The records belong to one run.
    void renumber(const Range& range, uint32_t begin) {
        for (auto e = begin; e < mesh_.search_edges.size(); ++e) {
            SearchEdge& edge = mesh_.search_edges[e];
            edge.first += range.shift;
            edge.end += range.shift;
            mesh_.fans[e] = renumbered(mesh_.fans[e]);
            if (edge.twin == kNoIndex) continue;
            edge.twin = renumbered(edge.twin);
            if (edge.twin == kNoIndex) changed_.push_back(e);
        }
    }

    // Sets the twins of kept half-edges if the twins belong to tile `s`, which is not kept.
    void join_new_tile(uint32_t s) {
        for (const EdgeRef& twin : mesh_.seams[s]) {
            if (!twin.valid()) continue;
            const EdgeRef own = twin_of(mesh_, twin);
            mesh_.search_edges[edge_index(mesh_, twin)].twin = edge_index(mesh_, own);
        }
    }

    NavMesh& mesh_;
    const NavMesh& before_;
    const TileRuns& kept_;
    std::vector<Range> ranges_;      // the half-edges of each run
    std::vector<uint32_t> changed_;  // kept half-edges whose twin is not kept
};

}  // namespace

void update_search_edges(NavMesh& mesh, const NavMesh& before, const TileRuns& kept) {
    mesh.search_edges.clear();
    mesh.fans.clear();
    SearchEdgeUpdate(mesh, before, kept).run();
}

void index_search_edges(NavMesh& mesh) {
    mesh.search_edges.clear();
    mesh.search_edges.reserve(mesh.edge_count());
    mesh.fans.assign(mesh.edge_count(), kNoIndex);
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (const NavPolygon& polygon : mesh.tiles[t]->polygons)
            add_polygon(mesh, t, polygon);
    }
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
