// Makes separately baked tiles meet along whole edges.
//
// In: tiles with border records (TileBorder). For each lattice unit of a border, a record has the heights of the floors on both
// sides.
// Out: a plan that cuts every seam edge into pieces. Each piece has a twin of the same shape, or none.
// Idea: Units of two tiles match if they have the same position and floors. A piece is a maximal run of an edge's units that
// all match units of one edge of the other tile, or that all have no match. All corners at a point get the same height. A
// connected component is dropped if its total size, summed over all tiles, is too small.
// Source: own method.
// Weak cases: At a point whose corners have different heights, the surface moves up or down.

#include "navmesh/seams/plan.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>
#include <utility>

#include "core/union_find.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/mesh/trusted.h"
#include "navmesh/validate/tile.h"
#include "navspan/core/lattice.h"

namespace navspan {
namespace {

auto place(const SeamUnit& unit) {
    return std::tie(unit.line, unit.at, unit.below, unit.above);
}

// Cuts the edges of a side into pieces: maximal runs of units that all match units of one edge of `across`, or that all have no
// match. Returns the piece of every unit.
// @param partner  for each unit: the matching unit of `across`, or kNoIndex
std::vector<uint32_t> cut_pieces(SeamPlan& plan, const SeamSide& side, const SeamSide& across,
                                 const std::vector<uint32_t>& partner) {
    std::vector<uint32_t> piece_of;
    piece_of.reserve(side.size());
    const auto edge_across = [&](size_t i) { return partner[i] == kNoIndex ? kNoIndex : across[partner[i]].edge; };
    for (size_t i = 0; i < side.size(); ++i) {
        const bool same_edge = i > 0 && side[i - 1].edge == side[i].edge;
        if (!same_edge || edge_across(i - 1) != edge_across(i)) {
            if (!same_edge) plan.edges[side[i].edge].first_piece = uint32_t(plan.pieces.size());
            plan.pieces.push_back({.edge = side[i].edge});
        }
        ++plan.pieces.back().steps;
        piece_of.push_back(uint32_t(plan.pieces.size()) - 1);
    }
    return piece_of;
}

// Matches the units of two tile sides that lie on the same lattice line, and cuts the edges of both sides into pieces.
void match_sides(SeamPlan& plan, const SeamSide& a, const SeamSide& b) {
    struct Ref {
        const SeamUnit* unit;
        uint32_t index;
        bool second;
    };
    std::vector<Ref> order;
    for (uint32_t i = 0; i < a.size(); ++i)
        order.push_back({&a[i], i, false});
    for (uint32_t i = 0; i < b.size(); ++i)
        order.push_back({&b[i], i, true});
    std::sort(order.begin(), order.end(), [](const Ref& l, const Ref& r) {
        return place(*l.unit) != place(*r.unit) ? place(*l.unit) < place(*r.unit)
                                                : std::tie(l.second, l.index) < std::tie(r.second, r.index);
    });
    std::vector<uint32_t> partner_a(a.size(), kNoIndex), partner_b(b.size(), kNoIndex);
    for (size_t i = 0; i + 1 < order.size(); ++i) {
        const Ref &l = order[i], &r = order[i + 1];
        if (place(*l.unit) != place(*r.unit) || l.second == r.second || l.unit->below == kNoFloor) continue;
        if (!l.second) {
            partner_a[l.index] = r.index;
            partner_b[r.index] = l.index;
        }
    }
    const std::vector<uint32_t> piece_a = cut_pieces(plan, a, b, partner_a), piece_b = cut_pieces(plan, b, a, partner_b);
    for (size_t i = 0; i < a.size(); ++i) {
        if (partner_a[i] == kNoIndex) continue;
        plan.pieces[piece_a[i]].partner = piece_b[partner_a[i]];
        plan.pieces[piece_b[partner_a[i]]].partner = piece_a[i];
    }
}

void leave_unmatched(SeamPlan& plan, const SeamSide& side) {
    cut_pieces(plan, side, {}, std::vector<uint32_t>(side.size(), kNoIndex));
}

// Ends a row of tiles. Sides of the previous row that are still unmatched have no adjacent tile. The current row becomes the
// previous row.
void finish_row(SeamPlan& plan) {
    for (const auto& [x, side] : plan.south_before)
        leave_unmatched(plan, side);
    plan.south_before = std::move(plan.south);
    plan.south.clear();
}

struct TileSides {
    SeamSide west, east, north, south;
};

// Adds the seam edges of a tile to the plan. Returns the lattice units that they cover, grouped by side of the tile.
TileSides collect_sides(SeamPlan& plan, const NavTile& tile, const TileParts& parts) {
    TileSides sides;
    const uint32_t slot = plan.slots() - 1;
    size_t next = 0;
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const HalfEdge& from = tile.half_edges[e];
        if (!is_seam_edge(from)) continue;
        const HalfEdge& to = tile.half_edges[trusted::next_edge(tile, e)];
        const LatticePoint a = trusted::lattice_point(tile, e), b = trusted::lattice_point(tile, trusted::next_edge(tile, e));
        const bool along_z = a.x == b.x;
        const int32_t begin = along_z ? a.z : a.x, end = along_z ? b.z : b.x;
        SeamSide& side = along_z ? (from.x == 0 ? sides.west : sides.east) : (from.z == 0 ? sides.north : sides.south);
        // `above` is the floor on the +x or +z side of the edge. If the edge is on the -x or -z side of the tile, this is the
        // tile's own floor. Seam edges run towards +z on the -x side of the tile, and towards -x on the -z side.
        const bool own_above = along_z ? end > begin : end < begin;
        for (int32_t at = begin; at != end; at += end > begin ? 1 : -1) {
            const SeamStep step = tile.border.steps[next++];
            side.push_back({.edge = uint32_t(plan.edges.size()),
                            .line = along_z ? a.x : a.z,
                            .at = end > begin ? at : at - 1,
                            .below = own_above ? step.across : step.own,
                            .above = own_above ? step.own : step.across});
        }
        plan.edges.push_back({.tile = slot,
                              .half_edge = e,
                              .vertex = from.vertex,
                              .end_vertex = to.vertex,
                              .y = tile.vertex_y[from.vertex],
                              .end_y = tile.vertex_y[to.vertex],
                              .part = plan.first_part.back() + parts.of[tile.edge_polygon[e]],
                              .steps = uint32_t(std::abs(end - begin))});
    }
    return sides;
}

void add_parts(SeamPlan& plan, const NavTile& tile, const TileParts& parts) {
    const size_t first = plan.parts.size();
    plan.parts.resize(first + parts.open);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        if (parts.of[p] >= parts.open) continue;
        SeamPart& part = plan.parts[first + parts.of[p]];
        if (tile.border.polygon_cells.empty()) {
            part.uncounted = true;
        } else {
            part.cells += tile.border.polygon_cells[p];
        }
    }
}

// Adds the corners at which the pieces of a tile start and end.
void find_corners(SeamPlan& plan, uint32_t slot) {
    const uint32_t begin = plan.first_edge[slot], end = plan.first_edge[slot + 1];
    std::vector<uint32_t> vertices;
    for (uint32_t k = begin; k < end; ++k)
        vertices.insert(vertices.end(), {plan.edges[k].vertex, plan.edges[k].end_vertex});
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<uint32_t> known(vertices.size(), kNoIndex);
    const auto add = [&](uint32_t vertex, double y) {
        const auto corner = uint32_t(plan.corners.size());
        plan.corners.push_back({slot, vertex, false, y});
        return corner;
    };
    const auto corner_of = [&](uint32_t vertex, float y) {
        uint32_t& corner = known[size_t(std::lower_bound(vertices.begin(), vertices.end(), vertex) - vertices.begin())];
        if (corner == kNoIndex) corner = add(vertex, double(y));
        return corner;
    };
    for (uint32_t k = begin; k < end; ++k) {
        const SeamEdge& edge = plan.edges[k];
        const uint32_t from = corner_of(edge.vertex, edge.y), to = corner_of(edge.end_vertex, edge.end_y);
        uint32_t done = 0, last = from;
        for (uint32_t i = edge.first_piece; done < edge.steps; ++i) {
            done += plan.pieces[i].steps;
            plan.pieces[i].start = last;
            const double y = plan.corners[from].y + (plan.corners[to].y - plan.corners[from].y) * (double(done) / edge.steps);
            last = plan.pieces[i].end = done == edge.steps ? to : add(kNoIndex, y);
        }
    }
}

// Returns, for each corner, the lowest index of a corner at the same point.
std::vector<uint32_t> find_points(const SeamPlan& plan) {
    UnionFind points(plan.corners.size());
    for (const SeamPiece& piece : plan.pieces) {
        if (piece.partner == kNoIndex) continue;
        points.unite(piece.start, plan.pieces[piece.partner].end);
        points.unite(piece.end, plan.pieces[piece.partner].start);
    }
    return points.take_roots();
}

// Chooses one corner at each point, and sets the heights of all corners at the point to the height of the chosen corner.
// Corners that are original vertices take precedence over inserted vertices. Among the remaining candidates, the corner in the
// tile with the lowest slot is chosen.
void assign_heights(SeamPlan& plan) {
    const std::vector<uint32_t> point = find_points(plan);
    std::vector<uint32_t> best(plan.corners.size(), kNoIndex);
    const auto rank = [&](uint32_t c) { return std::tuple(plan.corners[c].vertex == kNoIndex, plan.corners[c].tile, c); };
    for (uint32_t c = 0; c < plan.corners.size(); ++c) {
        uint32_t& b = best[point[c]];
        if (b == kNoIndex || rank(c) < rank(b)) b = c;
    }
    // The loop does not change the height of a chosen corner, so it can overwrite the heights in place.
    for (uint32_t c = 0; c < plan.corners.size(); ++c) {
        const uint32_t b = best[point[c]];
        plan.corners[c].keeps = b == c;
        // The offset between the tiles is a difference of integers. It does not change if the whole world is moved up or down
        // by height steps.
        const double up = double(plan.y0[plan.corners[b].tile]) - plan.y0[plan.corners[c].tile];
        plan.corners[c].y = plan.corners[b].y + plan.height_quantum * up;
    }
}

void drop_small_parts(SeamPlan& plan) {
    UnionFind sets(plan.parts.size());
    for (const SeamPiece& piece : plan.pieces) {
        if (piece.partner == kNoIndex) continue;
        sets.unite(plan.edges[piece.edge].part, plan.edges[plan.pieces[piece.partner].edge].part);
    }
    for (uint32_t i = 0; i < plan.parts.size(); ++i) {
        const uint32_t root = plan.parts[i].root = sets.find(i);
        if (root == i) continue;
        plan.parts[root].cells += plan.parts[i].cells;
        plan.parts[root].uncounted |= plan.parts[i].uncounted;
    }
    for (uint32_t i = 0; i < plan.parts.size(); ++i) {
        const SeamPart& root = plan.parts[plan.parts[i].root];
        plan.parts[i].dropped = !root.uncounted && root.cells < plan.min_cells;
    }
}

// For each piece of a tile in order, calls visit(slot of the partner's tile, partner). Skips pieces without a partner and
// pieces whose polygon was removed.
template <class Visit>
void for_each_twin(const SeamPlan& plan, uint32_t slot, Visit visit) {
    for (uint32_t k = plan.first_edge[slot]; k < plan.first_edge[slot + 1]; ++k) {
        uint32_t done = 0;
        for (uint32_t i = plan.edges[k].first_piece; done < plan.edges[k].steps; ++i) {
            const SeamPiece& piece = plan.pieces[i];
            done += piece.steps;
            if (piece.partner == kNoIndex || piece.new_edge == kNoIndex) continue;
            const SeamPiece& across = plan.pieces[piece.partner];
            visit(plan.edges[across.edge].tile, across);
        }
    }
}

}  // namespace

// Finds each part by a flood fill over twins inside the tile, starting at the first polygon that has no part yet.
TileParts find_tile_parts(const NavTile& tile) {
    TileParts parts;
    parts.of.assign(tile.polygons.size(), kNoIndex);
    std::vector<uint32_t> stack;
    std::vector<uint8_t> is_open;  // one entry for each part, in the order in which the parts are found
    for (uint32_t first = 0; first < tile.polygons.size(); ++first) {
        if (parts.of[first] != kNoIndex) continue;
        stack.assign(1, first);
        parts.of[first] = parts.count;
        is_open.push_back(0);
        while (!stack.empty()) {
            const uint32_t p = stack.back();
            stack.pop_back();
            for (const HalfEdge& edge : trusted::polygon_edges(tile, p)) {
                if (edge.twin == kNoIndex) continue;
                if (is_seam_edge(edge)) {
                    is_open.back() = 1;
                    continue;
                }
                const uint32_t q = tile.edge_polygon[edge.twin];
                if (parts.of[q] != kNoIndex) continue;
                parts.of[q] = parts.count;
                stack.push_back(q);
            }
        }
        parts.open += is_open.back();
        ++parts.count;
    }
    // Renumber the parts: parts that reach a seam come first. Both groups stay ordered by their first polygon.
    std::vector<uint32_t> number;
    uint32_t open = 0, closed = parts.open;
    for (const uint8_t reaches : is_open)
        number.push_back(reaches ? open++ : closed++);
    for (uint32_t& part : parts.of)
        part = number[part];
    return parts;
}

Status add_to_plan(SeamPlan& plan, const NavTile& tile) {
    const auto failed = [&](const std::string& why) { return Error{ErrorKind::failed, tile_name(tile) + why}; };
    if (plan.slots() == 0) plan.first_edge = plan.first_part = {0};
    if (plan.slots() && !is_tile_before(plan, tile)) {
        return failed(" is duplicated or out of order");
    }
    if (Status s = validate_border(tile); !s) return failed(": " + s.error().message);
    if (tile.seam_edges && tile.border.steps.empty()) return failed(" has no border data, but other tiles do");
    const bool same_row = plan.slots() > 0 && tile.tile_z == plan.tile_z;
    const bool is_east_neighbour = same_row && int64_t{tile.tile_x} - 1 == plan.tile_x;
    if (!is_east_neighbour) leave_unmatched(plan, std::exchange(plan.east, {}));
    if (!same_row) {
        finish_row(plan);
        if (int64_t{tile.tile_z} - 1 != plan.tile_z) finish_row(plan);
    }
    plan.tile_x = tile.tile_x;
    plan.tile_z = tile.tile_z;
    plan.y0.push_back(tile.frame.y0);
    plan.height_quantum = tile.frame.height_quantum;

    const TileParts parts = find_tile_parts(tile);
    TileSides sides = collect_sides(plan, tile, parts);
    add_parts(plan, tile, parts);
    plan.first_edge.push_back(uint32_t(plan.edges.size()));
    plan.first_part.push_back(uint32_t(plan.parts.size()));
    match_sides(plan, plan.east, sides.west);
    plan.east = std::move(sides.east);
    const auto above = plan.south_before.find(tile.tile_x);
    match_sides(plan, above == plan.south_before.end() ? SeamSide{} : above->second, sides.north);
    if (above != plan.south_before.end()) plan.south_before.erase(above);
    plan.south[tile.tile_x] = std::move(sides.south);
    // Upper bound on the number of corners: each piece adds at most one, and each edge adds at most two.
    if (plan.pieces.size() + 2 * plan.edges.size() >= kNoIndex) {
        return Error{ErrorKind::failed, "the seams between tiles have more than 2^32 corners; raise tiles.size"};
    }
    return Done{};
}

void resolve_seams(SeamPlan& plan) {
    leave_unmatched(plan, std::exchange(plan.east, {}));
    finish_row(plan);
    finish_row(plan);
    plan.first_corner.assign(1, 0);
    for (uint32_t slot = 0; slot < plan.slots(); ++slot) {
        find_corners(plan, slot);
        plan.first_corner.push_back(uint32_t(plan.corners.size()));
    }
    drop_small_parts(plan);
    assign_heights(plan);
}

uint32_t root_part(const SeamPlan& plan, uint32_t slot, uint32_t part) {
    return plan.parts[plan.first_part[slot] + part].root;
}

void renumber_pieces(SeamPlan& plan, uint32_t slot, const std::vector<uint32_t>& edge, const std::vector<uint32_t>& polygon) {
    for (uint32_t k = plan.first_edge[slot]; k < plan.first_edge[slot + 1]; ++k) {
        uint32_t done = 0;
        for (uint32_t i = plan.edges[k].first_piece; done < plan.edges[k].steps; ++i) {
            SeamPiece& piece = plan.pieces[i];
            done += piece.steps;
            if (piece.new_edge == kNoIndex) continue;
            piece.new_edge = edge[piece.new_edge];
            piece.new_polygon = polygon[piece.new_polygon];
        }
    }
}

std::vector<EdgeRef> seam_twins(const SeamPlan& plan, uint32_t slot) {
    std::vector<EdgeRef> twins;
    for_each_twin(plan, slot, [&](uint32_t tile, const SeamPiece& across) { twins.push_back({tile, across.new_edge}); });
    return twins;
}

std::vector<PolygonRef> polygons_across(const SeamPlan& plan, uint32_t slot) {
    std::vector<PolygonRef> polygons;
    for_each_twin(plan, slot, [&](uint32_t tile, const SeamPiece& across) { polygons.push_back({tile, across.new_polygon}); });
    return polygons;
}

}  // namespace navspan
