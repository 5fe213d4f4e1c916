// Connects the polygons of Detour's tiles into one mesh.
//
// In: tiles whose indices are valid (read.h).
// Out: a ring of sides per polygon. Each side has a start node (a shared vertex). Sides that are not walls also have a twin.
// Idea: Within a tile, two polygons are neighbours if each polygon lists the other polygon at their common side. On a seam, two
// linked sides are cut at the ends of the interval in which Detour links them (seams.h). Coinciding nodes are merged, if
// possible into an original corner.
// Source: own method.
// Weak cases: A merged node gets the height of one of the original nodes.

#include "io/detour/rings.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/union_find.h"

namespace navspan {
namespace {

using std::to_string;

// A part of a portal: a crossing to another portal (DetourCrossing), or a wall.
struct DetourPortalPart {
    int32_t low = 0, high = 0;     // ends of the part along the seam [lattice]
    uint32_t crossing = kNoIndex;  // index in crossings_; kNoIndex: a wall
};

// Indices of the first polygon and the first node of a tile.
struct TileStart {
    uint32_t polygon = 0, node = 0;
};

class RingJoiner {
public:
    RingJoiner(const DetourSet& set, const DetourLattice& lattice) : set_(set), lattice_(lattice) {}
    Result<DetourRings> run();

private:
    void number_tiles();
    Status join_inside(uint32_t tile);
    Error disagree(uint32_t tile, uint32_t polygon, uint32_t side, uint32_t across) const;
    Status cross_seams();
    std::vector<DetourPortalPart> parts_of(uint32_t portal, const std::vector<uint32_t>& crossings) const;
    void cut_sides();
    void cut_portal(uint32_t portal, const std::vector<uint32_t>& crossings);
    uint32_t node_at(uint32_t portal, int32_t at, uint32_t& last);
    void unite_crossings();
    void merge_duplicate_corners();

    DetourNode& add_node() {
        same_node_.add();
        return out_.nodes.emplace_back();
    }
    uint32_t end_node(uint32_t side) const { return sides_[next_[side]].node; }

    const DetourSet& set_;
    const DetourLattice& lattice_;
    int32_t tolerance_ = 0;
    std::vector<TileStart> tile_starts_;  // first polygon and node of each tile
    UnionFind same_node_;                 // sets of coinciding nodes in out_; original corners come first
    std::vector<uint32_t> first_;         // start offset of each polygon in sides_; the last element is sides_.size()
    std::vector<DetourRingSide> sides_;   // polygon sides, before cut_sides divides the portals
    std::vector<uint32_t> next_;          // for each side: next side of the same polygon
    std::vector<DetourPortal> portals_;
    std::vector<DetourCrossing> crossings_;
    // For each crossing: the nodes at its low end and its high end. ends_a_ has the nodes of portal a, ends_b_ the nodes of
    // portal b.
    std::vector<std::pair<uint32_t, uint32_t>> ends_a_, ends_b_;
    // For each crossing: the sides in out_ that were cut from portal a (cut_a_) and from portal b (cut_b_).
    std::vector<uint32_t> cut_a_, cut_b_;
    DetourRings out_;
};

// Creates nodes and sides from the vertices and polygons of all tiles.
void RingJoiner::number_tiles() {
    first_.push_back(0);
    for (uint32_t t = 0; t < set_.tiles.size(); ++t) {
        const DetourTile& tile = set_.tiles[t];
        tile_starts_.push_back({uint32_t(first_.size()) - 1, uint32_t(out_.nodes.size())});
        std::vector<bool> used(tile.vertices.size() / 3);
        for (size_t p = 0; p < tile.details.size(); ++p) {
            for (uint32_t i = 0; i < tile.polygons[p].corner_count; ++i)
                used[tile.polygons[p].corners[i]] = true;
        }
        for (size_t v = 0; v < used.size(); ++v) {
            DetourNode& node = add_node();
            // Unused vertices, such as ends of off-mesh connections, could overflow the lattice coordinates.
            if (!used[v]) continue;
            node.at = lattice_.point(&tile.vertices[3 * v]);
            node.y = double(tile.vertices[3 * v + 1]);
        }
        for (size_t p = 0; p < tile.details.size(); ++p) {
            const DetourPolygon& polygon = tile.polygons[p];
            for (uint32_t i = 0; i < polygon.corner_count; ++i) {
                sides_.push_back({.node = tile_starts_[t].node + polygon.corners[i], .twin = kNoIndex, .corner = i});
                next_.push_back(i + 1 == polygon.corner_count ? first_.back() : uint32_t(sides_.size()));
            }
            first_.push_back(uint32_t(sides_.size()));
        }
    }
}

Error RingJoiner::disagree(uint32_t tile, uint32_t polygon, uint32_t side, uint32_t across) const {
    return {ErrorKind::input, detour_tile_name(set_, tile) + ": polygon " + to_string(polygon) + " has polygon " +
                                  to_string(across) + " as neighbour across its side " + to_string(side) +
                                  ", which has a different neighbour there"};
}

Status RingJoiner::join_inside(uint32_t t) {
    const DetourTile& tile = set_.tiles[t];
    for (uint32_t p = 0; p < tile.details.size(); ++p) {
        const DetourPolygon& polygon = tile.polygons[p];
        for (uint32_t i = 0; i < polygon.corner_count; ++i) {
            const uint16_t across = polygon.neighbours[i];
            const uint32_t side = first_[tile_starts_[t].polygon + p] + i;
            if (across & kDetourPortal) {
                const DetourNode &from = out_.nodes[sides_[side].node], &to = out_.nodes[end_node(side)];
                const DetourPortal portal{t, side, uint8_t(across & 7), from.at, to.at, from.y, to.y};
                if (portal.begin() != portal.end()) portals_.push_back(portal);
                continue;
            }
            if (across == 0) continue;
            const uint32_t q = across - 1u;
            uint32_t& twin = sides_[side].twin;
            for (uint32_t k = 0; k < tile.polygons[q].corner_count; ++k) {
                const uint32_t other = first_[tile_starts_[t].polygon + q] + k;
                const bool same = sides_[other].node == end_node(side) && end_node(other) == sides_[side].node;
                if (same && q != p && tile.polygons[q].neighbours[k] == p + 1) twin = other;
            }
            if (twin == kNoIndex) return disagree(t, p, i, q);
        }
    }
    for (uint32_t p = 0; p < tile.details.size(); ++p) {
        for (uint32_t i = 0; i < tile.polygons[p].corner_count; ++i) {
            const uint32_t side = first_[tile_starts_[t].polygon + p] + i, twin = sides_[side].twin;
            if (twin != kNoIndex && sides_[twin].twin != side) return disagree(t, p, i, tile.polygons[p].neighbours[i] - 1u);
        }
    }
    return Done{};
}

Status RingJoiner::cross_seams() {
    Result<std::vector<DetourCrossing>> found =
        match_detour_portals(set_, portals_, {.quantum = lattice_.quantum, .tolerance = tolerance_});
    if (!found) return found.error();
    crossings_ = *std::move(found);
    ends_a_.resize(crossings_.size());
    ends_b_.resize(crossings_.size());
    cut_a_.resize(crossings_.size());
    cut_b_.resize(crossings_.size());
    return Done{};
}

// Splits a portal into linked intervals and the walls between them.
std::vector<DetourPortalPart> RingJoiner::parts_of(uint32_t portal, const std::vector<uint32_t>& crossings) const {
    std::vector<DetourPortalPart> parts;
    const int32_t end = portals_[portal].high();
    int32_t at = portals_[portal].low();
    for (const uint32_t c : crossings) {
        const DetourCrossing& crossing = crossings_[c];
        if (crossing.low - at > tolerance_) parts.push_back({at, crossing.low, kNoIndex});
        parts.push_back({crossing.low, crossing.high, c});
        at = crossing.high;
    }
    if (parts.empty() || end - at > tolerance_) parts.push_back({at, end, kNoIndex});
    parts.front().low = portals_[portal].low();
    parts.back().high = end;
    return parts;
}

// Returns the portal's node at a position along the seam. Ends of the portal and positions close to `last` (the newest node)
// already have a node. Any other position gets a new node.
uint32_t RingJoiner::node_at(uint32_t portal, int32_t at, uint32_t& last) {
    const DetourPortal& p = portals_[portal];
    if (at == p.begin()) return sides_[p.edge].node;
    if (at == p.end()) return end_node(p.edge);
    const auto place = [&](const DetourNode& n) { return p.along_z() ? n.at.z : n.at.x; };
    if (last != kNoIndex && std::abs(place(out_.nodes[last]) - at) <= tolerance_) return last;
    last = uint32_t(out_.nodes.size());
    const double share = (double(at) - p.begin()) / (double(p.end()) - p.begin());
    const double from = p.along_z() ? p.from.x : p.from.z, to = p.along_z() ? p.to.x : p.to.z;
    const auto line = int32_t(std::floor(from + (to - from) * share + 0.5));
    DetourNode& node = add_node();
    node.at = p.along_z() ? LatticePoint{line, at} : LatticePoint{at, line};
    node.y = p.height_at(at);
    return last;
}

// Cuts a portal into parts, and appends a side for each part to out_.
void RingJoiner::cut_portal(uint32_t portal, const std::vector<uint32_t>& crossings) {
    const DetourPortal& p = portals_[portal];
    std::vector<DetourPortalPart> parts = parts_of(portal, crossings);
    const bool falls = p.end() < p.begin();
    if (falls) std::reverse(parts.begin(), parts.end());
    uint32_t last = kNoIndex, start = sides_[p.edge].node;
    for (size_t i = 0; i < parts.size(); ++i) {
        const DetourPortalPart& part = parts[i];
        const uint32_t end = node_at(portal, falls ? part.low : part.high, last);
        const auto side = uint32_t(out_.sides.size());
        out_.sides.push_back({.node = start, .twin = kNoIndex, .corner = i == 0 ? sides_[p.edge].corner : kNoIndex});
        if (part.crossing != kNoIndex) {
            const bool is_a = crossings_[part.crossing].a == portal;
            (is_a ? cut_a_ : cut_b_)[part.crossing] = side;
            (is_a ? ends_a_ : ends_b_)[part.crossing] = falls ? std::pair(end, start) : std::pair(start, end);
        }
        start = end;
    }
}

// Copies all sides to out_, cuts portals into parts, and renumbers the twins.
void RingJoiner::cut_sides() {
    std::vector<uint32_t> portal_of(sides_.size(), kNoIndex), moved(sides_.size());
    for (uint32_t i = 0; i < portals_.size(); ++i)
        portal_of[portals_[i].edge] = i;
    std::vector<std::vector<uint32_t>> crossings(portals_.size());
    for (uint32_t c = 0; c < crossings_.size(); ++c) {
        crossings[crossings_[c].a].push_back(c);
        crossings[crossings_[c].b].push_back(c);
    }
    for (std::vector<uint32_t>& list : crossings) {
        std::sort(list.begin(), list.end(), [&](uint32_t l, uint32_t r) { return crossings_[l].low < crossings_[r].low; });
    }
    out_.first.push_back(0);
    for (uint32_t p = 0; p + 1 < first_.size(); ++p) {
        for (uint32_t side = first_[p]; side < first_[p + 1]; ++side) {
            moved[side] = uint32_t(out_.sides.size());
            if (portal_of[side] == kNoIndex) {
                out_.sides.push_back(sides_[side]);
            } else {
                cut_portal(portal_of[side], crossings[portal_of[side]]);
            }
        }
        out_.first.push_back(uint32_t(out_.sides.size()));
    }
    for (DetourRingSide& side : out_.sides)
        side.twin = side.twin == kNoIndex ? kNoIndex : moved[side.twin];
}

void RingJoiner::unite_crossings() {
    for (size_t c = 0; c < crossings_.size(); ++c) {
        out_.sides[cut_a_[c]].twin = cut_b_[c];
        out_.sides[cut_b_[c]].twin = cut_a_[c];
        same_node_.unite(ends_a_[c].first, ends_b_[c].first);
        same_node_.unite(ends_a_[c].second, ends_b_[c].second);
    }
}

// Merges the nodes of consecutive polygon corners at the same position.
void RingJoiner::merge_duplicate_corners() {
    for (uint32_t p = 0; p + 1 < out_.first.size(); ++p) {
        const uint32_t begin = out_.first[p], end = out_.first[p + 1];
        for (uint32_t side = begin; side < end; ++side) {
            const uint32_t a = same_node_.find(out_.sides[side].node),
                           b = same_node_.find(out_.sides[side + 1 == end ? begin : side + 1].node);
            if (out_.nodes[a].at == out_.nodes[b].at) same_node_.unite(a, b);
        }
    }
}

Result<DetourRings> RingJoiner::run() {
    uint64_t numbers = 0;
    for (const DetourTile& tile : set_.tiles)
        numbers += tile.vertices.size() + kDetourMostCorners * uint64_t{tile.polygons.size()};
    // Indices must fit into 32 bits. A portal has at most 64 crossings on average, and each crossing adds at most four sides
    // and four nodes.
    if (numbers >= kNoIndex / 512) return Error{ErrorKind::failed, "the tile set has too many polygons for one mesh"};
    // Detour links two seam sides if they are at most 0.01 wu apart. An exact lattice needs no tolerance.
    tolerance_ = lattice_.is_exact ? 0 : int32_t(std::min(0.01 / lattice_.quantum, 1e6));
    number_tiles();
    for (uint32_t t = 0; t < set_.tiles.size(); ++t) {
        if (Status s = join_inside(t); !s) return s.error();
    }
    if (Status s = cross_seams(); !s) return s.error();
    cut_sides();
    unite_crossings();
    merge_duplicate_corners();
    for (DetourRingSide& side : out_.sides)
        side.node = same_node_.find(side.node);
    return std::move(out_);
}

}  // namespace

Result<DetourRings> join_detour_polygons(const DetourSet& set, const DetourLattice& lattice) {
    return RingJoiner(set, lattice).run();
}

}  // namespace navspan
