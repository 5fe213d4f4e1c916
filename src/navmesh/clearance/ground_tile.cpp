// Makes a tile of convex polygons from free rings. A free ring is the outline of ground that is at least the
// clearance away from all walls.
//
// In: rings with their connections.
// Out: a tile. For each of its polygons, the mesh polygon that contains it. For each of its half-edges, the mesh portal on
// which the half-edge lies, if any.
// Idea: A ring that is not convex is triangulated, and the triangles are merged into convex polygons. Twins inside a ring come
// from the triangulation, twins between rings from the connections. The ends of connected edges become common vertices.
// Source: see triangulate.h and merge_convex.h.
// Weak cases: Cuts run only between corners of a ring, so polygons can be long and thin.

#include "navmesh/clearance/ground_tile.h"

#include <numeric>

#include "core/union_find.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/navmesh/nearest.h"
#include "polygon/merge_convex.h"
#include "polygon/ring.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

constexpr int32_t kMaxGroundCorners = 12;  // largest number of corners of a polygon that is merged from triangles

class GroundTileBuilder {
public:
    GroundTileBuilder(const NavMesh& mesh, const std::vector<FreeRing>& rings) : mesh_(mesh), rings_(rings) {}

    GroundTile build(const FineLattice& fine) {
        place(fine);
        first_.assign(1, 0);
        for (const FreeRing& ring : rings_)
            first_.push_back(first_.back() + uint32_t(ring.edges.size()));
        unite_vertices();
        half_edge_.assign(first_.back(), kNoIndex);
        for (uint32_t r = 0; r < rings_.size(); ++r)
            add_ring(r);
        join_rings();
        number_vertices(out_.tile);
        index_tile(out_.tile);
        return std::move(out_);
    }

private:
    void place(const FineLattice& fine) {
        const TileFrame& frame = mesh_.tiles[0]->frame;
        NavTile& tile = out_.tile;
        tile.frame.origin = to_world(frame, {double(fine.base.x) - frame.x0, 0, double(fine.base.z) - frame.z0});
        tile.frame.quantum = frame.quantum / fine.scale;
        tile.frame.height_quantum = frame.height_quantum;
        tile.width = fine.width;
        tile.depth = fine.depth;
    }

    void unite_vertices() {
        vertices_.reset(first_.back());
        const auto next = [&](uint32_t r, uint32_t i) { return first_[r] + (i + 1 == rings_[r].edges.size() ? 0 : i + 1); };
        std::vector<uint32_t> end(first_.back());  // per ring edge: the next ring edge
        for (uint32_t r = 0; r < rings_.size(); ++r) {
            for (uint32_t i = 0; i < rings_[r].edges.size(); ++i)
                end[first_[r] + i] = next(r, i);
        }
        for (uint32_t r = 0; r < rings_.size(); ++r) {
            for (uint32_t i = 0; i < rings_[r].edges.size(); ++i) {
                const uint32_t across = rings_[r].edges[i].across;
                if (across == kNoIndex) continue;
                vertices_.unite(first_[r] + i, end[across]);
                vertices_.unite(end[first_[r] + i], across);
            }
        }
        out_.tile.vertex_y.assign(first_.back(), 0);
    }

    void add_ring(uint32_t r) {
        corners_.clear();
        for (const FreeRingEdge& e : rings_[r].edges)
            corners_.push_back(e.at);
        positions_.resize(corners_.size());
        std::iota(positions_.begin(), positions_.end(), 0u);
        place_vertices(r);
        if (ring_shape(corners_) == RingShape::convex) {
            const uint32_t first = begin_polygon(r, positions_);
            for (uint32_t i = 0; i < positions_.size(); ++i)
                half_edge_[first_[r] + i] = first + i;
            return;
        }
        const Triangulation& cut = triangulator_.triangulate(corners_);
        triangle_corners_.clear();
        for (const auto& triangle : cut.triangles) {
            for (const uint32_t k : triangle)
                triangle_corners_.push_back(corners_[k]);
        }
        add_parts(r, cut, merger_.merge(triangle_corners_, cut.twins, kMaxGroundCorners));
    }

    void add_parts(uint32_t r, const Triangulation& cut, const ConvexParts& parts) {
        half_edge_of_triangle_.assign(cut.twins.size(), kNoIndex);
        for (size_t p = 0; p + 1 < parts.first.size(); ++p) {
            positions_.clear();
            for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k)
                positions_.push_back(cut.triangles[parts.edges[k] / 3][parts.edges[k] % 3]);
            const uint32_t first = begin_polygon(r, positions_);
            for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k) {
                const uint32_t e = parts.edges[k], half_edge = first + k - parts.first[p];
                half_edge_of_triangle_[e] = half_edge;
                // Rounding can make a ring cross itself. A triangle edge then skips corners, and is no edge of the ring.
                const uint32_t from = cut.triangles[e / 3][e % 3], to = cut.triangles[e / 3][(e + 1) % 3];
                if (cut.twins[e] == kNoIndex && to == (from + 1) % corners_.size()) half_edge_[first_[r] + from] = half_edge;
            }
        }
        for (size_t e = 0; e < cut.twins.size(); ++e) {
            if (half_edge_of_triangle_[e] == kNoIndex || cut.twins[e] == kNoIndex) continue;
            out_.tile.half_edges[half_edge_of_triangle_[e]].twin = half_edge_of_triangle_[cut.twins[e]];
        }
    }

    // Sets the heights of the vertices of a ring.
    void place_vertices(uint32_t r) {
        const PolygonRef polygon = polygon_ref(mesh_, rings_[r].polygon);
        const TileFrame& frame = out_.tile.frame;
        for (uint32_t i = 0; i < corners_.size(); ++i) {
            const DVec3 p = to_world(frame, {double(corners_[i].x), 0, double(corners_[i].z)});
            const uint32_t vertex = vertices_.find(first_[r] + i);
            if (vertex == first_[r] + i) out_.tile.vertex_y[vertex] = float(polygon_height(mesh_, polygon, p.x, p.z) - p.y);
        }
    }

    // Appends a polygon with the given corners of a ring. Returns its first half-edge.
    uint32_t begin_polygon(uint32_t r, std::span<const uint32_t> positions) {
        NavTile& tile = out_.tile;
        const NavPolygon& origin = polygon_of(mesh_, polygon_ref(mesh_, rings_[r].polygon));
        NavPolygon polygon;
        polygon.first_edge = uint32_t(tile.half_edges.size());
        polygon.edge_count = uint32_t(positions.size());
        polygon.flags = origin.flags;
        polygon.area = origin.area;
        polygon.first_detail_triangle = uint32_t(tile.detail_triangles.size());
        polygon_corners_.clear();
        for (const uint32_t i : positions) {
            polygon_corners_.push_back(corners_[i]);
            tile.half_edges.push_back({corners_[i].x, corners_[i].z, vertices_.find(first_[r] + i), kNoIndex});
            out_.portal_origin.push_back(kNoIndex);
        }
        const Triangulation& cut = detail_triangulator_.triangulate(polygon_corners_);
        for (const auto& [a, b, c] : cut.triangles)
            tile.detail_triangles.push_back({a, b, c});
        polygon.detail_triangle_count = uint32_t(cut.triangles.size());
        tile.polygons.push_back(polygon);
        out_.polygon_origin.push_back(rings_[r].polygon);
        return polygon.first_edge;
    }

    // Sets the twins of half-edges on the border between two rings, and the portal on which each of these half-edges lies.
    void join_rings() {
        for (uint32_t r = 0; r < rings_.size(); ++r) {
            for (uint32_t i = 0; i < rings_[r].edges.size(); ++i) {
                const FreeRingEdge& edge = rings_[r].edges[i];
                const uint32_t own = half_edge_[first_[r] + i];
                if (edge.across == kNoIndex || own == kNoIndex || half_edge_[edge.across] == kNoIndex) continue;
                out_.tile.half_edges[own].twin = half_edge_[edge.across];
                out_.portal_origin[own] = edge.portal;
            }
        }
    }

    const NavMesh& mesh_;
    const std::vector<FreeRing>& rings_;
    GroundTile out_;
    UnionFind vertices_;               // sets of ring edges that start at the same vertex
    std::vector<uint32_t> first_;      // per ring: number of its first edge
    std::vector<uint32_t> half_edge_;  // per ring edge: the half-edge of the tile
    Triangulator triangulator_, detail_triangulator_;
    ConvexMerger merger_;
    std::vector<LatticePoint> corners_, triangle_corners_, polygon_corners_;
    std::vector<uint32_t> positions_, half_edge_of_triangle_;
};

}  // namespace

GroundTile tile_from_rings(const NavMesh& mesh, const FineLattice& fine, const std::vector<FreeRing>& rings) {
    return GroundTileBuilder(mesh, rings).build(fine);
}

}  // namespace navspan
