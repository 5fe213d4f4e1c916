// Splits polygons that have too many corners.
//
// In: a mesh of one tile.
// Out: the same mesh, with large polygons cut along chords. The parts replace the polygon in the list. The detail triangles of
// a part use only its corners.
// Idea: Both parts of a cut must have positive area. Straight corners (180 degrees) therefore cause no degenerate polygons.
// Source: own method.
// Weak cases: none known.

#include "navbench/split_mesh.h"

#include <algorithm>
#include <string>
#include <vector>

#include "navmesh/mesh/index_tile.h"
#include "polygon/triangulate.h"

namespace navspan::bench {
namespace {

using OldEdgeRing = std::vector<uint32_t>;  // corners, as half-edges of the old tile that start there

int64_t doubled_area(const NavTile& tile, const OldEdgeRing& ring) {
    int64_t sum = 0;
    const HalfEdge& o = tile.half_edges[ring[0]];
    for (size_t i = 1; i + 1 < ring.size(); ++i) {
        const HalfEdge &a = tile.half_edges[ring[i]], &b = tile.half_edges[ring[i + 1]];
        sum += int64_t{a.z - o.z} * (b.x - o.x) - int64_t{a.x - o.x} * (b.z - o.z);
    }
    return sum;
}

// Cuts off and returns the largest possible part of a ring, with at most max_corners corners. Both this part and the rest of
// the ring must have positive area. Returns an empty ring if the ring cannot be divided in this way.
OldEdgeRing cut_off(const NavTile& tile, OldEdgeRing& ring, uint32_t max_corners) {
    const size_t n = ring.size();
    for (size_t size = max_corners; size >= 3; --size) {
        for (size_t first = 0; first < n; ++first) {
            std::rotate(ring.begin(), ring.begin() + 1, ring.end());
            OldEdgeRing piece(ring.begin(), ring.begin() + size), rest(ring.begin() + size - 1, ring.end());
            rest.push_back(ring[0]);
            if (doubled_area(tile, piece) <= 0 || doubled_area(tile, rest) <= 0) continue;
            ring = rest;
            return piece;
        }
    }
    return {};
}

class Splitter {
public:
    explicit Splitter(const NavTile& old) : old_(old), edge_at_(old.half_edges.size(), kNoIndex) {
        tile_.frame = old.frame;
        tile_.tile_x = old.tile_x;
        tile_.tile_z = old.tile_z;
        tile_.width = old.width;
        tile_.depth = old.depth;
        tile_.vertex_y = old.vertex_y;
        tile_.detail_vertices = old.detail_vertices;
    }

    void keep(const NavPolygon& polygon) {
        OldEdgeRing ring;
        for (uint32_t i = 0; i < polygon.edge_count; ++i)
            ring.push_back(polygon.first_edge + i);
        add(polygon, ring);
        for (uint32_t i = 0; i < polygon.detail_triangle_count; ++i)
            tile_.detail_triangles.push_back(old_.detail_triangles[polygon.first_detail_triangle + i]);
        tile_.polygons.back().detail_triangle_count = polygon.detail_triangle_count;
    }

    // Cuts a polygon and adds its parts. Returns false if there is no valid chord.
    bool split(const NavPolygon& polygon, uint32_t max_corners) {
        OldEdgeRing ring;
        for (uint32_t i = 0; i < polygon.edge_count; ++i)
            ring.push_back(polygon.first_edge + i);
        while (ring.size() > max_corners) {
            const OldEdgeRing piece = cut_off(old_, ring, max_corners);
            if (piece.empty()) return false;
            add(polygon, piece);
            triangulate_last();
        }
        add(polygon, ring);
        triangulate_last();
        return true;
    }

    NavTile take() {
        index_tile(tile_);
        // Old edges keep their twins. Chords are paired by their end vertices.
        std::vector<std::pair<uint64_t, uint32_t>> chords;
        for (uint32_t e = 0; e < tile_.half_edges.size(); ++e) {
            const uint32_t old = from_[e];
            if (old == kNoIndex) {
                chords.push_back({chord_key(e), e});
            } else if (const uint32_t twin = old_.half_edges[old].twin; twin != kNoIndex) {
                tile_.half_edges[e].twin = edge_at_[twin];
            }
        }
        std::sort(chords.begin(), chords.end());
        for (size_t i = 0; i + 1 < chords.size(); i += 2) {
            tile_.half_edges[chords[i].second].twin = chords[i + 1].second;
            tile_.half_edges[chords[i + 1].second].twin = chords[i].second;
        }
        return std::move(tile_);
    }

private:
    void add(const NavPolygon& polygon, const OldEdgeRing& ring) {
        const NavPolygon piece{.first_edge = uint32_t(tile_.half_edges.size()),
                               .edge_count = uint32_t(ring.size()),
                               .flags = polygon.flags,
                               .area = polygon.area,
                               .first_detail_vertex = polygon.first_detail_vertex,
                               .detail_vertex_count = polygon.detail_vertex_count,
                               .first_detail_triangle = uint32_t(tile_.detail_triangles.size())};
        for (size_t i = 0; i < ring.size(); ++i) {
            const uint32_t edge = ring[i], next = ring[i + 1 == ring.size() ? 0 : i + 1];
            const bool whole = next == next_edge(old_, edge);
            if (whole) edge_at_[edge] = uint32_t(tile_.half_edges.size());
            from_.push_back(whole ? edge : kNoIndex);
            tile_.half_edges.push_back(old_.half_edges[edge]);
            tile_.half_edges.back().twin = kNoIndex;
        }
        tile_.polygons.push_back(piece);
    }

    void triangulate_last() {
        NavPolygon& polygon = tile_.polygons.back();
        std::vector<LatticePoint> ring;
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            const HalfEdge& edge = tile_.half_edges[polygon.first_edge + i];
            ring.push_back({edge.x, edge.z});
        }
        for (const auto& [a, b, c] : triangulate(ring).triangles)
            tile_.detail_triangles.push_back({a, b, c});
        polygon.detail_triangle_count = polygon.edge_count - 2;
    }

    uint64_t chord_key(uint32_t e) const {
        const uint32_t a = tile_.half_edges[e].vertex;
        const uint32_t b = tile_.half_edges[next_edge(tile_, e)].vertex;
        return uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    }

    const NavTile& old_;
    NavTile tile_;
    std::vector<uint32_t> edge_at_;  // new half-edge of each old half-edge
    std::vector<uint32_t> from_;     // old half-edge of each new half-edge; kNoIndex for chords
};

}  // namespace

Result<NavMesh> split_mesh(const NavMesh& mesh, uint32_t max_corners) {
    if (mesh.tiles.size() != 1) return Error{ErrorKind::input, "only meshes of one tile can be split"};
    const NavTile& old = *mesh.tiles[0];
    Splitter splitter(old);
    bool any = false;
    for (uint32_t p = 0; p < old.polygons.size(); ++p) {
        const NavPolygon& polygon = old.polygons[p];
        if (polygon.edge_count <= max_corners) {
            splitter.keep(polygon);
            continue;
        }
        any = true;
        const std::string name = "polygon " + std::to_string(p);
        if (polygon.detail_vertex_count)
            return Error{ErrorKind::input, name +
                                               " has heights inside it and cannot be split; bake with polygons.max_vertices " +
                                               std::to_string(max_corners)};
        if (!splitter.split(polygon, max_corners)) return Error{ErrorKind::input, name + " cannot be split"};
    }
    if (!any) return mesh;
    std::vector<NavTile> tiles;
    tiles.push_back(splitter.take());
    return link_tiles(std::move(tiles), mesh.info);
}

}  // namespace navspan::bench
