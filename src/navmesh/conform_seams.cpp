// Tiles that were baked each for itself are made to meet along whole edges.
//
// In: tiles whose seam edges tell, for each lattice unit, between which two floors one crosses there. Out: the same tiles, in
// which every seam edge either has a twin on the same two lattice points and at the same heights, or leads nowhere.
//
// A unit of a seam is named by its place on the lattice and by both floors; both tiles name it alike, as they were made from
// the same voxels, so sorting brings the two sides together, and a ramp above another floor finds its own. Along an edge, units
// with the same edge across make a piece, and where pieces meet the edge gets a vertex (a T-vertex: a straight corner, which
// splits the one detail triangle on that edge, as edges on seams have no samples). Corners that are one point are found by
// uniting the ends of matched pieces; all take the height that the lowest tile with a corner of its own there gives.
//
// Components of polygons are summed up over the seams; those that reach a border and have fewer cells than the least are
// dropped. Components inside one tile have been judged there.

#include "conform_seams.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace navspan {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

// One lattice unit of a seam edge.
struct Step {
    uint32_t tile = 0, edge = 0;
    int32_t line = 0, at = 0;      // the lattice line, the lower end of the unit on it
    int32_t below = 0, above = 0;  // floors on the line's lower and upper side
    bool along_z = false;          // the line is x = const
    uint32_t piece = kNone;
    uint32_t partner = kNone;  // the same unit in the tile across

    auto place() const { return std::tie(along_z, line, at, below, above); }
};

// A stretch of a seam edge that has one edge across, or none.
struct Piece {
    uint32_t tile = 0, edge = 0;
    uint32_t first_step = 0, steps = 0;
    uint32_t partner = kNone;             // the piece across
    uint32_t start = kNone, end = kNone;  // corners
};

// A corner of a seam edge, or a vertex to be inserted into one.
struct SeamCorner {
    uint32_t tile = 0;
    uint32_t vertex = kNone;  // kNone: inserted
    double y = 0;             // world height above the lattice's origin
};

class Conformer {
public:
    Conformer(std::vector<NavTile>& tiles, uint64_t min_cells) : tiles_(tiles), min_cells_(min_cells) {}

    std::vector<std::pair<EdgeRef, EdgeRef>> run() {
        collect_steps();
        match_steps();
        cut_pieces();
        find_corners();
        drop_small();
        settle_heights();
        rebuild();
        return twins();
    }

private:
    void collect_steps();
    void match_steps();
    void cut_pieces();
    void find_corners();
    void drop_small();
    void settle_heights();
    void rebuild();
    void rebuild_tile(uint32_t t);
    void add_polygon(uint32_t t, uint32_t p, NavTile& out);
    std::vector<std::pair<EdgeRef, EdgeRef>> twins() const;

    uint32_t corner_of_vertex(uint32_t tile, uint32_t vertex);
    double base(uint32_t tile) const { return tiles_[tile].frame.height_quantum * tiles_[tile].frame.y0; }
    static uint32_t find(std::vector<uint32_t>& parent, uint32_t i) {
        while (parent[i] != i)
            i = parent[i] = parent[parent[i]];
        return i;
    }

    std::vector<NavTile>& tiles_;
    const uint64_t min_cells_;
    std::vector<Step> steps_;  // by tile, edge, along the edge
    std::vector<Piece> pieces_;
    std::vector<SeamCorner> corners_;
    std::vector<uint32_t> parent_;                      // union-find over corners
    std::vector<std::vector<uint32_t>> vertex_corner_;  // per tile, per vertex: its corner or kNone
    std::vector<std::vector<uint32_t>> first_piece_;    // per tile, per edge: its first piece or kNone
    std::vector<std::vector<uint8_t>> dropped_;         // per tile, per polygon
    std::vector<uint32_t> new_edge_;                    // per piece: the edge it became
};

void Conformer::collect_steps() {
    first_piece_.resize(tiles_.size());
    vertex_corner_.resize(tiles_.size());
    for (uint32_t t = 0; t < tiles_.size(); ++t) {
        const NavTile& tile = tiles_[t];
        first_piece_[t].assign(tile.half_edges.size(), kNone);
        vertex_corner_[t].assign(tile.vertex_y.size(), kNone);
        size_t next = 0;
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const uint32_t twin = tile.half_edges[e].twin;
            if (twin == kNoTwin || !(twin & kSeamBit)) continue;
            const LatticePoint a = lattice_point(tile, e), b = lattice_point(tile, next_edge(tile, e));
            const bool along_z = a.x == b.x;
            const int32_t from = along_z ? a.z : a.x, to = along_z ? b.z : b.x;
            // the tile's own side: towards +z it lies at greater x, towards +x at lesser z
            const bool own_above = along_z ? to > from : to < from;
            for (int32_t at = from; at != to; at += to > from ? 1 : -1) {
                const SeamStep step = tile.border.steps[next++];
                steps_.push_back({.tile = t,
                                  .edge = e,
                                  .line = along_z ? a.x : a.z,
                                  .at = to > from ? at : at - 1,
                                  .below = own_above ? step.across : step.own,
                                  .above = own_above ? step.own : step.across,
                                  .along_z = along_z});
            }
        }
    }
}

void Conformer::match_steps() {
    std::vector<uint32_t> order(steps_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return steps_[a].place() != steps_[b].place() ? steps_[a].place() < steps_[b].place() : a < b;
    });
    for (size_t i = 0; i + 1 < order.size(); ++i) {
        Step &a = steps_[order[i]], &b = steps_[order[i + 1]];
        if (a.place() != b.place() || a.tile == b.tile || a.below == kNoFloor || a.partner != kNone) continue;
        a.partner = order[i + 1];
        b.partner = order[i];
    }
}

void Conformer::cut_pieces() {
    const auto across = [&](uint32_t s) {
        const uint32_t partner = steps_[s].partner;
        return partner == kNone ? std::pair(kNone, kNone) : std::pair(steps_[partner].tile, steps_[partner].edge);
    };
    for (uint32_t s = 0; s < steps_.size(); ++s) {
        Step& step = steps_[s];
        const bool same_edge = s > 0 && steps_[s - 1].tile == step.tile && steps_[s - 1].edge == step.edge;
        if (!same_edge || across(s - 1) != across(s)) {
            if (!same_edge) first_piece_[step.tile][step.edge] = uint32_t(pieces_.size());
            pieces_.push_back({.tile = step.tile, .edge = step.edge, .first_step = s, .steps = 0});
        }
        ++pieces_.back().steps;
        step.piece = uint32_t(pieces_.size()) - 1;
    }
    for (Piece& piece : pieces_) {
        const uint32_t partner = steps_[piece.first_step].partner;
        if (partner != kNone) piece.partner = steps_[partner].piece;
    }
}

uint32_t Conformer::corner_of_vertex(uint32_t tile, uint32_t vertex) {
    uint32_t& corner = vertex_corner_[tile][vertex];
    if (corner == kNone) {
        corner = uint32_t(corners_.size());
        corners_.push_back({tile, vertex, base(tile) + double(tiles_[tile].vertex_y[vertex])});
    }
    return corner;
}

// gives pieces their ends and unites those that are one point
void Conformer::find_corners() {
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
        Piece& piece = pieces_[i];
        const NavTile& tile = tiles_[piece.tile];
        const uint32_t to_edge = next_edge(tile, piece.edge);
        const bool starts = first_piece_[piece.tile][piece.edge] == i;
        const bool ends = i + 1 == pieces_.size() || pieces_[i + 1].tile != piece.tile || pieces_[i + 1].edge != piece.edge;
        const uint32_t from = corner_of_vertex(piece.tile, tile.half_edges[piece.edge].vertex);
        const uint32_t to = corner_of_vertex(piece.tile, tile.half_edges[to_edge].vertex);
        piece.start = starts ? from : pieces_[i - 1].end;
        piece.end = to;
        if (ends) continue;
        const LatticePoint a = lattice_point(tile, piece.edge), b = lattice_point(tile, to_edge);
        const uint32_t first = pieces_[first_piece_[piece.tile][piece.edge]].first_step;
        const double share = double(piece.first_step + piece.steps - first) /
                             double(std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z));
        piece.end = uint32_t(corners_.size());
        corners_.push_back({piece.tile, kNone, corners_[from].y + (corners_[to].y - corners_[from].y) * share});
    }
    parent_.resize(corners_.size());
    std::iota(parent_.begin(), parent_.end(), 0u);
    const auto unite = [&](uint32_t a, uint32_t b) {
        a = find(parent_, a);
        b = find(parent_, b);
        parent_[std::max(a, b)] = std::min(a, b);
    };
    for (const Piece& piece : pieces_) {
        if (piece.partner == kNone) continue;
        unite(piece.start, pieces_[piece.partner].end);
        unite(piece.end, pieces_[piece.partner].start);
    }
}

void Conformer::drop_small() {
    std::vector<std::pair<EdgeRef, EdgeRef>> joined;
    for (const Piece& piece : pieces_) {
        if (piece.partner == kNone) continue;
        const Piece& other = pieces_[piece.partner];
        joined.push_back({{piece.tile, piece.edge}, {other.tile, other.edge}});
    }
    dropped_ = find_small_components(tiles_, joined, min_cells_);
}

// a point takes the height of the lowest tile that has a vertex of its own there, or else of the lowest inserted one
void Conformer::settle_heights() {
    std::vector<uint32_t> best(corners_.size(), kNone);
    const auto rank = [&](uint32_t c) { return std::tuple(corners_[c].vertex == kNone, corners_[c].tile, c); };
    for (uint32_t c = 0; c < corners_.size(); ++c) {
        uint32_t& b = best[find(parent_, c)];
        if (b == kNone || rank(c) < rank(b)) b = c;
    }
    std::vector<double> settled(corners_.size());
    for (uint32_t c = 0; c < corners_.size(); ++c)
        settled[c] = corners_[best[find(parent_, c)]].y;
    for (uint32_t c = 0; c < corners_.size(); ++c) {
        const SeamCorner& own = corners_[c];
        const bool keeps = best[find(parent_, c)] == c;
        corners_[c].y = settled[c];
        if (own.vertex != kNone && !keeps) tiles_[own.tile].vertex_y[own.vertex] = float(settled[c] - base(own.tile));
    }
}

// Appends polygon p of tile t with its T-vertices; twins inside the tile still have their old numbers.
void Conformer::add_polygon(uint32_t t, uint32_t p, NavTile& out) {
    const NavTile& tile = tiles_[t];
    const NavPolygon& from = tile.polygons[p];
    NavPolygon to = from;
    to.first_edge = uint32_t(out.half_edges.size());
    to.first_detail_vertex = uint32_t(out.detail_vertices.size());
    to.first_detail_triangle = uint32_t(out.detail_triangles.size());

    std::vector<uint32_t> moved(from.edge_count + from.detail_vertex_count);  // old corner: new corner
    struct Cut {
        uint32_t a, b;                // new corners at the ends of an edge
        std::vector<uint32_t> inner;  // new corners between them
    };
    std::vector<Cut> cuts;
    uint32_t corner = 0;
    for (uint32_t k = 0; k < from.edge_count; ++k) {
        const uint32_t e = from.first_edge + k;
        HalfEdge edge = tile.half_edges[e];
        moved[k] = corner++;
        uint32_t piece = first_piece_[t][e];
        if (piece == kNone) {
            out.half_edges.push_back(edge);
            continue;
        }
        const HalfEdge& end = tile.half_edges[next_edge(tile, e)];
        const int32_t length = std::abs(end.x - edge.x) + std::abs(end.z - edge.z);
        const int32_t dx = (end.x - edge.x) / length, dz = (end.z - edge.z) / length;
        Cut cut{moved[k], 0, {}};
        for (bool first = true; piece < pieces_.size() && pieces_[piece].tile == t && pieces_[piece].edge == e; ++piece) {
            if (!first) {
                edge.vertex = uint32_t(out.vertex_y.size());
                out.vertex_y.push_back(float(corners_[pieces_[piece].start].y - base(t)));
                cut.inner.push_back(corner++);
            }
            edge.twin = pieces_[piece].partner == kNone ? kNoTwin : kSeamBit;
            new_edge_[piece] = uint32_t(out.half_edges.size());
            out.half_edges.push_back(edge);
            edge.x += dx * int32_t(pieces_[piece].steps);
            edge.z += dz * int32_t(pieces_[piece].steps);
            first = false;
        }
        if (!cut.inner.empty()) {
            cut.b = k + 1;  // as an old corner: it may not have been moved yet
            cuts.push_back(std::move(cut));
        }
    }
    to.edge_count = corner;
    for (uint32_t i = 0; i < from.detail_vertex_count; ++i) {
        moved[from.edge_count + i] = corner + i;
        out.detail_vertices.push_back(tile.detail_vertices[from.first_detail_vertex + i]);
    }
    std::vector<NavDetailTriangle> triangles;
    for (uint32_t i = 0; i < from.detail_triangle_count; ++i) {
        const NavDetailTriangle& d = tile.detail_triangles[from.first_detail_triangle + i];
        triangles.push_back({moved[d.a], moved[d.b], moved[d.c]});
    }
    for (const Cut& cut : cuts) {
        const uint32_t end = moved[cut.b == from.edge_count ? 0 : cut.b];
        // the triangle on the edge becomes a fan around the corner opposite
        for (size_t i = 0; i < triangles.size(); ++i) {
            std::array<uint32_t, 3> c{triangles[i].a, triangles[i].b, triangles[i].c};
            for (int turn = 0; turn < 3 && !(c[0] == cut.a && c[1] == end); ++turn)
                std::rotate(c.begin(), c.begin() + 1, c.end());
            if (c[0] != cut.a || c[1] != end) continue;
            uint32_t last = cut.a;
            for (const uint32_t inner : cut.inner) {
                if (last == cut.a) {
                    triangles[i] = {last, inner, c[2]};
                } else {
                    triangles.push_back({last, inner, c[2]});
                }
                last = inner;
            }
            triangles.push_back({last, end, c[2]});
            break;
        }
    }
    to.detail_triangle_count = uint32_t(triangles.size());
    out.detail_triangles.insert(out.detail_triangles.end(), triangles.begin(), triangles.end());
    out.polygons.push_back(to);
}

void Conformer::rebuild_tile(uint32_t t) {
    NavTile& tile = tiles_[t];
    NavTile out;
    out.frame = tile.frame;
    out.tile_x = tile.tile_x, out.tile_z = tile.tile_z, out.width = tile.width, out.depth = tile.depth;
    out.vertex_y = tile.vertex_y;
    std::vector<uint32_t> moved(tile.half_edges.size(), kNoTwin);  // old edge: new edge
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        if (dropped_[t][p]) continue;
        const NavPolygon& polygon = tile.polygons[p];
        const uint32_t begin = uint32_t(out.half_edges.size());
        add_polygon(t, p, out);
        for (uint32_t k = 0, at = begin; k < polygon.edge_count; ++k) {
            const uint32_t e = polygon.first_edge + k;
            moved[e] = at;
            uint32_t piece = first_piece_[t][e], count = piece == kNone ? 1u : 0u;
            for (; piece < pieces_.size() && pieces_[piece].tile == t && pieces_[piece].edge == e; ++piece)
                ++count;
            at += count;
        }
    }
    for (HalfEdge& edge : out.half_edges) {
        if (edge.twin != kNoTwin && !(edge.twin & kSeamBit)) edge.twin = moved[edge.twin];
    }
    // vertices that only dropped polygons had go
    std::vector<uint32_t> number(out.vertex_y.size(), kNone);
    std::vector<float> heights;
    for (HalfEdge& edge : out.half_edges) {
        if (number[edge.vertex] == kNone) {
            number[edge.vertex] = uint32_t(heights.size());
            heights.push_back(out.vertex_y[edge.vertex]);
        }
        edge.vertex = number[edge.vertex];
    }
    out.vertex_y = std::move(heights);
    index_tile(out);
    tile = std::move(out);
}

void Conformer::rebuild() {
    new_edge_.assign(pieces_.size(), kNone);
    for (uint32_t t = 0; t < tiles_.size(); ++t) {
        if (!tiles_[t].border.polygon_cells.empty() || !tiles_[t].border.steps.empty()) rebuild_tile(t);
    }
}

std::vector<std::pair<EdgeRef, EdgeRef>> Conformer::twins() const {
    std::vector<std::pair<EdgeRef, EdgeRef>> out;
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
        const uint32_t j = pieces_[i].partner;
        if (j == kNone || j < i || new_edge_[i] == kNone || new_edge_[j] == kNone) continue;
        out.push_back({{pieces_[i].tile, new_edge_[i]}, {pieces_[j].tile, new_edge_[j]}});
    }
    return out;
}

}  // namespace

std::vector<std::pair<EdgeRef, EdgeRef>> conform_seams(std::vector<NavTile>& tiles, uint64_t min_cells) {
    return Conformer(tiles, min_cells).run();
}

}  // namespace navspan
