// Brings a tile into its final form, according to the seam plan of its world.
//
// In: a baked tile, and the plan.
// Out: the tile without its dropped parts and with the planned heights. A vertex is inserted wherever two pieces of a seam edge
// meet. A piece is an interval of a seam edge with at most one twin.
// Idea: An inserted vertex is a straight corner of its polygon. Edges on seams have no height samples, so each has only one
// detail triangle, and the inserted vertices split this triangle.
// Source: own method.
// Weak cases: Heights on an edge of a seam are interpolated between its vertices.

#include <algorithm>
#include <array>
#include <utility>

#include "core/parallel.h"
#include "navmesh/mesh/index_tile.h"
#include "navmesh/mesh/trusted.h"
#include "navmesh/seams/plan.h"

namespace navspan {
namespace {

// A polygon edge into which vertices are inserted.
struct EdgeCut {
    uint32_t a = 0;               // start of the edge: corner number in the new polygon
    uint32_t b = 0;               // end of the edge: corner number in the old polygon, because the new number is not known yet
    std::vector<uint32_t> inner;  // inserted vertices: corner numbers in the new polygon
};

class Conformer {
public:
    Conformer(SeamPlan& plan, uint32_t slot, const NavTile& tile) : plan_(plan), slot_(slot), tile_(tile) {}

    ConformedTile run() {
        ConformedTile result;
        out_.frame = tile_.frame;
        out_.tile_x = tile_.tile_x, out_.tile_z = tile_.tile_z, out_.width = tile_.width, out_.depth = tile_.depth;
        moved_edge_.assign(tile_.half_edges.size(), kNoIndex);
        assign_heights();
        const TileParts parts = find_tile_parts(tile_);
        for (uint32_t p = 0; p < tile_.polygons.size(); ++p) {
            const bool open = parts.of[p] < parts.open;
            if (open && plan_.parts[plan_.first_part[slot_] + parts.of[p]].dropped) continue;
            add_polygon(p);
            result.part.push_back(parts.of[p]);
        }
        for (HalfEdge& edge : out_.half_edges) {
            if (edge.twin != kNoIndex && !is_seam_edge(edge)) edge.twin = moved_edge_[edge.twin];
        }
        number_vertices(out_);
        index_tile(out_);
        result.tile = std::move(out_);
        return result;
    }

private:
    bool is_on_seam(uint32_t e) const { return is_seam_edge(tile_.half_edges[e]); }
    const SeamEdge& seam_edge(uint32_t e) const {
        return plan_.edges[plan_.first_edge[slot_] + (tile_.half_edges[e].twin & ~kSeamBit)];
    }

    // Gives the original vertices their planned heights. A vertex that keeps its height (SeamCorner::keeps) is not changed.
    void assign_heights() {
        out_.vertex_y = tile_.vertex_y;
        for (uint32_t c = plan_.first_corner[slot_]; c < plan_.first_corner[slot_ + 1]; ++c) {
            const SeamCorner& corner = plan_.corners[c];
            if (corner.vertex != kNoIndex && !corner.keeps) out_.vertex_y[corner.vertex] = float(corner.y);
        }
    }

    // Appends a polygon. Twins inside the tile keep their old numbers until run() converts them.
    void add_polygon(uint32_t p) {
        const NavPolygon& from = tile_.polygons[p];
        NavPolygon to = from;
        to.first_edge = uint32_t(out_.half_edges.size());
        to.first_detail_vertex = uint32_t(out_.detail_vertices.size());
        to.first_detail_triangle = uint32_t(out_.detail_triangles.size());
        // For each corner number in the old polygon: the number in the new polygon.
        std::vector<uint32_t> moved(from.edge_count + from.detail_vertex_count);
        std::vector<EdgeCut> cuts;
        uint32_t corner = 0;
        for (uint32_t k = 0; k < from.edge_count; ++k) {
            const uint32_t e = from.first_edge + k;
            moved_edge_[e] = uint32_t(out_.half_edges.size());
            moved[k] = corner++;
            if (!is_on_seam(e)) {
                out_.half_edges.push_back(tile_.half_edges[e]);
                continue;
            }
            EdgeCut cut{moved[k], k + 1 == from.edge_count ? 0 : k + 1, {}};
            add_piece_edges(e, cut, corner);
            if (!cut.inner.empty()) cuts.push_back(std::move(cut));
        }
        to.edge_count = corner;
        for (uint32_t i = 0; i < from.detail_vertex_count; ++i) {
            moved[from.edge_count + i] = corner + i;
            out_.detail_vertices.push_back(tile_.detail_vertices[from.first_detail_vertex + i]);
        }
        add_triangles(from, moved, cuts);
        to.detail_triangle_count = uint32_t(out_.detail_triangles.size()) - to.first_detail_triangle;
        out_.polygons.push_back(to);
    }

    // Appends one half-edge for each piece of a seam edge.
    void add_piece_edges(uint32_t e, EdgeCut& cut, uint32_t& corner) {
        HalfEdge edge = tile_.half_edges[e];
        const HalfEdge& end = tile_.half_edges[trusted::next_edge(tile_, e)];
        const SeamEdge& seam = seam_edge(e);
        const int32_t length = int32_t(seam.steps);
        const int32_t dx = (end.x - edge.x) / length, dz = (end.z - edge.z) / length;
        uint32_t done = 0;
        for (uint32_t i = seam.first_piece; done < seam.steps; ++i) {
            SeamPiece& piece = plan_.pieces[i];
            if (done > 0) {
                edge.vertex = uint32_t(out_.vertex_y.size());
                out_.vertex_y.push_back(float(plan_.corners[piece.start].y));
                cut.inner.push_back(corner++);
            }
            edge.twin = piece.partner == kNoIndex ? kNoIndex : kSeamBit;
            piece.new_edge = uint32_t(out_.half_edges.size());
            piece.new_polygon = uint32_t(out_.polygons.size());
            out_.half_edges.push_back(edge);
            edge.x += dx * int32_t(piece.steps);
            edge.z += dz * int32_t(piece.steps);
            done += piece.steps;
        }
    }

    // Appends the detail triangles of a polygon. Replaces the triangle on a cut edge by a fan of triangles around the corner
    // opposite the edge.
    void add_triangles(const NavPolygon& from, const std::vector<uint32_t>& moved, const std::vector<EdgeCut>& cuts) {
        const size_t first = out_.detail_triangles.size();
        std::vector<NavDetailTriangle>& triangles = out_.detail_triangles;
        for (uint32_t i = 0; i < from.detail_triangle_count; ++i) {
            const NavDetailTriangle& d = tile_.detail_triangles[from.first_detail_triangle + i];
            triangles.push_back({moved[d.a], moved[d.b], moved[d.c]});
        }
        for (const EdgeCut& cut : cuts) {
            const uint32_t end = moved[cut.b];
            for (size_t i = first; i < triangles.size(); ++i) {
                std::array<uint32_t, 3> c{triangles[i].a, triangles[i].b, triangles[i].c};
                for (int turn = 0; turn < 3 && !(c[0] == cut.a && c[1] == end); ++turn)
                    std::rotate(c.begin(), c.begin() + 1, c.end());
                if (c[0] != cut.a || c[1] != end) continue;
                triangles[i] = {cut.a, cut.inner[0], c[2]};
                for (size_t k = 0; k < cut.inner.size(); ++k)
                    triangles.push_back({cut.inner[k], k + 1 < cut.inner.size() ? cut.inner[k + 1] : end, c[2]});
                break;
            }
        }
    }

    SeamPlan& plan_;
    const uint32_t slot_;
    const NavTile& tile_;
    NavTile out_;
    std::vector<uint32_t> moved_edge_;  // for each old half-edge: the new half-edge
};

}  // namespace

ConformedTile conform_tile(SeamPlan& plan, uint32_t slot, const NavTile& tile) {
    return Conformer(plan, slot, tile).run();
}

Result<std::vector<std::pair<EdgeRef, EdgeRef>>> conform_seams(std::vector<NavTile>& tiles, const LinkTilesParams& params) {
    SeamPlan plan;
    plan.min_cells = params.min_island_cells;
    for (const NavTile& tile : tiles) {
        if (Status s = add_to_plan(plan, tile); !s) return s.error();
    }
    resolve_seams(plan);
    // Each call writes into the plan only the results for the pieces of its own tile. No call reads results of other tiles.
    parallel_for(tiles.size(), {.threads = params.threads},
                 [&](size_t slot, unsigned) { tiles[slot] = conform_tile(plan, uint32_t(slot), tiles[slot]).tile; });
    std::vector<std::pair<EdgeRef, EdgeRef>> twins;
    for (uint32_t i = 0; i < plan.pieces.size(); ++i) {
        const SeamPiece& a = plan.pieces[i];
        if (a.partner == kNoIndex || a.partner < i || a.new_edge == kNoIndex) continue;
        const SeamPiece& b = plan.pieces[a.partner];
        twins.push_back({{plan.edges[a.edge].tile, a.new_edge}, {plan.edges[b.edge].tile, b.new_edge}});
    }
    return twins;
}

}  // namespace navspan
