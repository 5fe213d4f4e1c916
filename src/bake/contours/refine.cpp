// Refinement: puts raw vertices back until simplified rings no longer cross, touch or collapse.
//
// In: raw rings, and their arcs after simplification.
// Out: the arcs with additional kept vertices, and a flag for each ring: 1 if vertices were put back.
// Idea: Each arc was simplified alone, so edges may cross where ground is narrow. Each round finds these conflicts on each
// floor. The edge of a conflict that deviates most from its raw border is split at its farthest raw vertex. The rounds end when
// no edge is split.
// Source: Saalfeld, Topologically consistent line simplification with the Douglas-Peucker algorithm (1999).
// Weak cases: With max_error 0 and noisy ground, many pairs of edges are tested.

#include <algorithm>
#include <array>
#include <optional>

#include "bake/contours/buckets.h"
#include "bake/contours/clearance.h"
#include "bake/contours/contact.h"
#include "bake/contours/contours.h"
#include "bake/contours/internal.h"
#include "bake/contours/stacked_regions.h"
#include "bake/regions/internal.h"
#include "core/group_by_count.h"
#include "core/predicates.h"
#include "polygon/ring.h"

namespace navspan::contour {
namespace {

// In a bucket with more edges, the floors of two edges are compared before their geometry: the bucket is in a tall building.
constexpr size_t kManyEdges = 64;

// A simplified edge: the part of an arc between two consecutive kept vertices.
struct Edge {
    LatticePoint a, b;
    uint32_t arc = 0;
    uint32_t low = 0, high = 0;    // end points of the edge: indices of vertices within the arc
    uint32_t left = 0, right = 0;  // regions on both sides; right is 0 for a wall, a drop or a seam
};

bool shares_region(const Edge& e, const Edge& f) {
    return e.left == f.left || e.left == f.right || (e.right != 0 && (e.right == f.left || e.right == f.right));
}

// Properties of the raw vertices of an edge.
struct EdgeFacts {
    bool known = false;
    bool leaves = false;              // an inner raw vertex is to the left of the edge
    int32_t lowest = 0, highest = 0;  // heights of the raw vertices [vx]
};

class Refiner {
public:
    Refiner(const CompactHeightfield& field, const RegionMap& regions, const RawBorders& raw, const ContourParams& params,
            const WallClearance& clearance, Simplified& simple)
        : field_(field),
          regions_(regions),
          raw_(raw),
          params_(params),
          clearance_(clearance),
          simple_(simple),
          edge_buckets_(field.grid.width, field.grid.depth),
          vertex_buckets_(field.grid.width, field.grid.depth),
          touched_(raw.rings.size(), 0) {
        chain_.sweeps = clearance.allows_outside();
    }

    std::vector<uint8_t> run() {
        do {
            collect_edges();
            splits_ = 0;
            check_edges();
            check_passages();
            check_vertices_between();
        } while (splits_ > 0);
        return std::move(touched_);
    }

private:
    const ContourVertex& vertex(const BorderArc& s, uint32_t k) const {
        return raw_.vertices[raw_index(raw_.rings[s.ring], s, k)];
    }
    LatticePoint point(const BorderArc& s, uint32_t k) const { return point_of(vertex(s, k)); }

    void collect_edges();
    void check_edges();
    void check_passages();
    void check_vertices_between();
    bool needs_test(const Edge& e, const Edge& f);
    bool can_conflict(const Edge& e, const Edge& f) { return needs_test(e, f) && on_one_floor(e, f); }
    bool leaves_region(const Edge& e);
    bool on_one_floor(const Edge& e, const Edge& f);
    bool reaches(const Edge& e, uint32_t region, int32_t y);
    bool overlap_vertically(uint32_t a, uint32_t b);
    const EdgeFacts& facts(const Edge& e) {
        EdgeFacts& facts = facts_[size_t(&e - edges_.data())];
        if (!facts.known) facts = compute_facts(e);
        return facts;
    }
    EdgeFacts compute_facts(const Edge& e) const;
    bool is_between_edge_and_raw_border(const Edge& e, LatticePoint p) const;
    double deviation_of(uint32_t edge);
    bool split_at(uint32_t edge, LatticePoint where);
    void split_worst(std::initializer_list<uint32_t> edges);
    void split(uint32_t edge, uint32_t at);

    const CompactHeightfield& field_;
    const RegionMap& regions_;
    const RawBorders& raw_;
    const ContourParams& params_;
    const WallClearance& clearance_;
    Simplified& simple_;
    Buckets edge_buckets_, vertex_buckets_;
    std::vector<uint8_t> touched_;  // 1 for each ring in which vertices were put back
    std::vector<Edge> edges_;
    std::vector<uint32_t> arc_first_edge_;  // first edge of each arc, arcs + 1 entries; of two twins, only the first has edges
    std::vector<uint8_t> split_done_;       // 1 for each edge that was split in this round
    // Squared distance of each edge from its farthest raw vertex [cell^2]; < 0: not computed yet.
    std::vector<double> deviation_;
    std::vector<uint32_t> farthest_;         // for each edge: index of its farthest raw vertex in the arc
    std::vector<EdgeFacts> facts_;           // of each edge; computed when first needed
    std::optional<StackedRegions> stacked_;  // computed on first use
    uint32_t splits_ = 0;
    Chain chain_;
};

void Refiner::collect_edges() {
    edges_.clear();
    arc_first_edge_.assign(simple_.arcs.size() + 1, 0);
    for (uint32_t i = 0; i < simple_.arcs.size(); ++i) {
        const BorderArc& s = simple_.arcs[i];
        arc_first_edge_[i] = uint32_t(edges_.size());
        if (s.twin < i) continue;
        const RawRing& ring = raw_.rings[s.ring];
        uint32_t low = 0;
        for (uint32_t k = 1; k <= s.count; ++k) {
            if (!simple_.keep[raw_index(ring, s, k)]) continue;
            // Floors above each other may end at the same seam, so kSeamRegion is not stored as a common region.
            const uint32_t right = s.right == kSeamRegion ? 0 : s.right;
            edges_.push_back({point(s, low), point(s, k), i, low, k, s.left, right});
            low = k;
        }
    }
    arc_first_edge_.back() = uint32_t(edges_.size());
    split_done_.assign(edges_.size(), 0);
    deviation_.assign(edges_.size(), -1);
    farthest_.assign(edges_.size(), 0);
    facts_.assign(edges_.size(), {});
}

bool Refiner::overlap_vertically(uint32_t a, uint32_t b) {
    if (a == 0 || b == 0 || a == b) return false;
    if (!stacked_) {
        std::vector<uint8_t> overlaps_itself;
        const RegionSegments segments = cut_into_segments(field_, regions_.region);
        stacked_.emplace(find_stacked_regions(field_, segments, regions_.region_count, overlaps_itself));
    }
    return stacked_->contain(a, b);
}

EdgeFacts Refiner::compute_facts(const Edge& e) const {
    const BorderArc& s = simple_.arcs[e.arc];
    EdgeFacts facts{true, false, vertex(s, e.low).y, vertex(s, e.low).y};
    for (uint32_t k = e.low + 1; k <= e.high; ++k) {
        facts.leaves |= k < e.high && orient2d(e.a, e.b, point(s, k)) > 0;
        facts.lowest = std::min(facts.lowest, vertex(s, k).y);
        facts.highest = std::max(facts.highest, vertex(s, k).y);
    }
    return facts;
}

bool Refiner::needs_test(const Edge& e, const Edge& f) {
    const bool walls = e.right == 0 && f.right == 0;
    return !walls || e.left == f.left || params_.walls == WallSimplification::two_sided || leaves_region(e) || leaves_region(f);
}

// True if the edge is a wall with a raw vertex to the left of the edge.
bool Refiner::leaves_region(const Edge& e) {
    return e.right == 0 && clearance_.allows_outside() && facts(e).leaves;
}

// False if the edges are on different floors. Such edges share no region, have regions above each other, and differ in height
// by more than the climb.
bool Refiner::on_one_floor(const Edge& e, const Edge& f) {
    if (shares_region(e, f)) return true;
    const EdgeFacts &he = facts(e), &hf = facts(f);
    if (he.lowest <= hf.highest + field_.walkable_climb && hf.lowest <= he.highest + field_.walkable_climb) return true;
    const bool above = overlap_vertically(e.left, f.left) || overlap_vertically(e.left, f.right) ||
                       overlap_vertically(e.right, f.left) || overlap_vertically(e.right, f.right);
    return !above;
}

// False if an edge and a vertex are on different floors (see on_one_floor).
// @param region, y  region and height [vx] of the vertex
bool Refiner::reaches(const Edge& e, uint32_t region, int32_t y) {
    if (region == e.left || region == e.right) return true;
    if (!overlap_vertically(e.left, region) && !overlap_vertically(e.right, region)) return true;
    const EdgeFacts& range = facts(e);
    return range.lowest <= y + field_.walkable_climb && y <= range.highest + field_.walkable_climb;
}

double Refiner::deviation_of(uint32_t edge) {
    if (deviation_[edge] >= 0) return deviation_[edge];
    const Edge& e = edges_[edge];
    const BorderArc& s = simple_.arcs[e.arc];
    double most = 0;
    uint32_t at = e.low;
    for (uint32_t k = e.low + 1; k < e.high; ++k) {
        const double d = deviation_squared(e.a, e.b, point(s, k));
        if (d > most) {
            most = d;
            at = k;
        }
    }
    deviation_[edge] = most;
    farthest_[edge] = at;
    return most;
}

// Puts the raw vertex `at` back and simplifies both halves of the edge again.
void Refiner::split(uint32_t edge, uint32_t at) {
    split_done_[edge] = 1;
    ++splits_;
    const Edge& e = edges_[edge];
    const BorderArc& s = simple_.arcs[e.arc];
    load_chain(raw_, simple_, s, chain_);
    if (chain_.sweeps) chain_.component = clearance_.component_of(raw_.edge[raw_.rings[s.ring].first] >> 2);
    chain_.keep[at] = 1;
    simplify_chain(params_, clearance_, s.kind, e.low, at, chain_);
    simplify_chain(params_, clearance_, s.kind, at, e.high, chain_);
    store_chain(raw_, s, chain_, simple_);
    touched_[s.ring] = 1;
    if (s.twin != kNoIndex) touched_[simple_.arcs[s.twin].ring] = 1;
}

// Splits an edge at its raw vertex at the point `where`. Returns false if it has no such vertex.
bool Refiner::split_at(uint32_t edge, LatticePoint where) {
    const Edge& e = edges_[edge];
    const BorderArc& s = simple_.arcs[e.arc];
    for (uint32_t k = e.low + 1; k < e.high; ++k) {
        if (point(s, k) != where) continue;
        split(edge, k);
        return true;
    }
    return false;
}

// Splits the edge with the largest deviation. Does nothing if any of the edges was split in this round.
void Refiner::split_worst(std::initializer_list<uint32_t> edges) {
    uint32_t worst = kNoIndex;
    for (const uint32_t e : edges) {
        if (split_done_[e]) return;
        if (deviation_of(e) > 0 && (worst == kNoIndex || deviation_of(e) > deviation_of(worst))) worst = e;
    }
    if (worst != kNoIndex) split(worst, farthest_[worst]);
}

// Splits edges of zero length, and edges that cross, overlap or touch another edge.
void Refiner::check_edges() {
    edge_buckets_.fill(edges_.size(),
                       [&](size_t i, auto visit) { edge_buckets_.for_each_of_segment(edges_[i].a, edges_[i].b, visit); });
    for (uint32_t i = 0; i < edges_.size(); ++i) {
        if (edges_[i].a == edges_[i].b) split_worst({i});
    }
    for (size_t bucket = 0; bucket < edge_buckets_.size(); ++bucket) {
        const bool floors_first = size_t(edge_buckets_.end(bucket) - edge_buckets_.begin(bucket)) > kManyEdges;
        for (const uint32_t* i = edge_buckets_.begin(bucket); i != edge_buckets_.end(bucket); ++i) {
            for (const uint32_t* j = edge_buckets_.begin(bucket); j != i; ++j) {
                const Edge& e = edges_[*i];
                const Edge& f = edges_[*j];
                if (split_done_[*i] || split_done_[*j] || (floors_first && !can_conflict(e, f))) continue;
                const Contact contact = contact_of({e.a, e.b}, {f.a, f.b});
                if (contact.kind == ContactKind::none || (!floors_first && !can_conflict(e, f))) continue;
                if (contact.kind == ContactKind::touch && (split_at(*i, contact.where) || split_at(*j, contact.where)))
                    continue;
                split_worst({*i, *j});
            }
        }
    }
}

// Finds points that are a corner of two rings, or two corners of one ring. If the angles of the two corners overlap on one
// floor, splits an edge of one corner.
void Refiner::check_passages() {
    std::vector<RingCorner> passages;
    std::vector<std::pair<uint32_t, bool>> ring_edges;  // index of an edge; true if the ring traverses this edge in reverse
    for (uint32_t r = 0; r < raw_.rings.size(); ++r) {
        ring_edges.clear();
        for (uint32_t i = simple_.ring_begin[r]; i < simple_.ring_begin[r + 1]; ++i) {
            const uint32_t twin = simple_.arcs[i].twin;
            const bool against = twin < i;
            const uint32_t owner = against ? twin : i;
            const uint32_t first = arc_first_edge_[owner], last = arc_first_edge_[owner + 1];
            for (uint32_t k = first; k < last; ++k)
                ring_edges.push_back({against ? last - 1 - (k - first) : k, against});
        }
        for (size_t k = 0; k < ring_edges.size(); ++k) {
            const auto [in, in_against] = ring_edges[k == 0 ? ring_edges.size() - 1 : k - 1];
            const auto [out, out_against] = ring_edges[k];
            const Edge& e = edges_[in];
            const Edge& f = edges_[out];
            const int32_t y = vertex(simple_.arcs[f.arc], out_against ? f.high : f.low).y;
            passages.push_back(
                {out_against ? f.b : f.a, in_against ? e.b : e.a, out_against ? f.a : f.b, in, out, raw_.rings[r].region, y});
        }
    }
    std::stable_sort(passages.begin(), passages.end(), [](const RingCorner& p, const RingCorner& q) {
        return p.at.z != q.at.z ? p.at.z < q.at.z : p.at.x < q.at.x;
    });
    for (size_t first = 0, end = 0; first < passages.size(); first = end) {
        end = end_of_group(passages, first, &RingCorner::at);
        for (size_t i = first; i < end; ++i) {
            for (size_t j = first; j < i; ++j) {
                const RingCorner& p = passages[i];
                const RingCorner& q = passages[j];
                if (std::abs(p.y - q.y) > field_.walkable_climb && overlap_vertically(p.region, q.region)) continue;
                if (!corners_overlap(p, q)) continue;
                split_worst({p.in, p.out, q.in, q.out});
            }
        }
    }
}

// True if p is strictly inside the closed curve of the edge and its raw vertices (even-odd rule).
bool Refiner::is_between_edge_and_raw_border(const Edge& e, LatticePoint p) const {
    const BorderArc& s = simple_.arcs[e.arc];
    bool odd = false;
    LatticePoint a = e.b;
    for (uint32_t k = e.low; k <= e.high; ++k) {
        const LatticePoint b = point(s, k);
        const int64_t side = orient2d(a, b, p);
        if (side == 0 && is_between(a, b, p)) return false;
        if ((a.z > p.z) != (b.z > p.z) && (side > 0) == (b.z > a.z)) odd = !odd;
        a = b;
    }
    return odd;
}

// Splits an edge if a vertex lies between the edge and its raw border. Example: if the vertex belongs to a hole, the hole would
// lie outside its outline, although no edges cross.
void Refiner::check_vertices_between() {
    struct Kept {
        LatticePoint at;
        int32_t y = 0;
        uint32_t region = 0;
    };
    std::vector<Kept> kept;
    for (const RawRing& ring : raw_.rings) {
        for (uint32_t k = ring.first; k < ring.first + ring.count; ++k) {
            const ContourVertex& v = raw_.vertices[k];
            if (simple_.keep[k]) kept.push_back({point_of(v), v.y, ring.region});
        }
    }
    vertex_buckets_.fill(kept.size(), [&](size_t k, auto visit) {
        vertex_buckets_.for_each_of_box({kept[k].at, kept[k].at}, visit);
    });
    for (uint32_t i = 0; i < edges_.size(); ++i) {
        const Edge& e = edges_[i];
        if (e.high - e.low < 3 || split_done_[i]) continue;
        const BorderArc& s = simple_.arcs[e.arc];
        LatticeBox box{e.a, e.a};
        for (uint32_t k = e.low + 1; k <= e.high; ++k)
            grow(box, {point(s, k), point(s, k)});
        vertex_buckets_.for_each_of_box(box, [&](size_t bucket) {
            for (const uint32_t* k = vertex_buckets_.begin(bucket); k != vertex_buckets_.end(bucket); ++k) {
                const LatticePoint p = kept[*k].at;
                if (split_done_[i] || p.x <= box.low.x || p.x >= box.high.x || p.z <= box.low.z || p.z >= box.high.z) continue;
                if (is_between_edge_and_raw_border(e, p) && reaches(e, kept[*k].region, kept[*k].y)) split_worst({i});
            }
        });
    }
}

}  // namespace

std::vector<uint8_t> refine_borders(const CompactHeightfield& field, const RegionMap& regions, const RawBorders& raw,
                                    const ContourParams& params, const WallClearance& clearance, Simplified& simple) {
    if (raw.rings.empty()) return {};
    return Refiner(field, regions, raw, params, clearance, simple).run();
}

}  // namespace navspan::contour
