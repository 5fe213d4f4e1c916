// Overlays curves on the lattice.
//
// In: closed curves in layers, and a function that maps winding numbers to a label.
// Out: the edges whose two sides have different labels. These edges touch only at common ends.
// Idea: Crossing segments are cut at the lattice point nearest to the crossing. The moved segments can cross other segments.
// The next round cuts them at these crossings. If crossings remain after a few rounds, iterated snap rounding is used. A
// sweep then computes the winding numbers above each edge from the winding numbers below the edge.
// Source: Hobby, Practical segment intersection with finite precision output (1999); Halperin, Packer, Iterated snap rounding
// (2002).
// Weak cases: Long thin spikes have large bounding boxes, so many segments are compared.

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/predicates.h"
#include "polygon/box_tree.h"
#include "polygon/edge_pairs.h"
#include "polygon/edge_sweep.h"
#include "polygon/planar_edges.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

constexpr size_t kLayersPerPart = 64;  // number of entries in lists of layers that take about as much memory as one part
constexpr int kPlainRounds = 4;        // rounds before iterated snap rounding

// Part of a curve. `winding` is the change of the winding number when the part is crossed from below to above.
struct CurveSegmentPart {
    LatticePoint a, b;  // ordered by x, then z
    uint32_t layer = 0;
    int32_t winding = 0;
    bool is_new = true;  // true: has not been compared with all other parts
};

bool same_ends(const CurveSegmentPart& p, const CurveSegmentPart& q) {
    return p.a == q.a && p.b == q.b;
}

bool earlier(const CurveSegmentPart& p, const CurveSegmentPart& q) {
    if (p.a != q.a) return is_before(p.a, q.a);
    if (p.b != q.b) return is_before(p.b, q.b);
    return p.layer < q.layer;
}

// Adds the part of a segment between two points. Ignores zero-length parts.
void add_piece(std::vector<CurveSegmentPart>& pieces, LatticePoint from, LatticePoint to, uint32_t layer, int32_t winding,
               bool is_new = true) {
    if (from == to) return;
    if (is_before(from, to)) {
        pieces.push_back({from, to, layer, winding, is_new});
    } else {
        pieces.push_back({to, from, layer, -winding, is_new});
    }
}

// Sorts the parts. Merges coincident parts of one layer by adding their windings, and drops parts with winding 0.
void unite(std::vector<CurveSegmentPart>& pieces) {
    std::sort(pieces.begin(), pieces.end(), earlier);
    size_t kept = 0;
    for (size_t i = 0; i < pieces.size();) {
        CurveSegmentPart sum = pieces[i++];
        for (; i < pieces.size() && same_ends(sum, pieces[i]) && sum.layer == pieces[i].layer; ++i) {
            sum.winding += pieces[i].winding;
            sum.is_new &= pieces[i].is_new;
        }
        if (sum.winding != 0) pieces[kept++] = sum;
    }
    pieces.resize(kept);
}

int32_t rounded_quotient(Int128 numerator, Int128 denominator) {
    Int128 twice = 2 * numerator + denominator;
    Int128 whole = twice / (2 * denominator);
    if (whole * 2 * denominator > twice) --whole;
    return int32_t(int64_t(whole));
}

// Returns the lattice point nearest to the crossing of two segments.
LatticePoint crossing(const SweepEdge& s, const SweepEdge& t) {
    const Int128 from_a = orient2d(t.a, t.b, s.a), from_b = orient2d(t.a, t.b, s.b);
    Int128 whole = from_a - from_b, part = from_a;
    if (whole < 0) whole = -whole, part = -part;
    return {s.a.x + rounded_quotient(part * (int64_t{s.b.x} - s.a.x), whole),
            s.a.z + rounded_quotient(part * (int64_t{s.b.z} - s.a.z), whole)};
}

// True if the segment passes through the pixel of p: the square around p that extends half a step in x and in z.
bool passes_pixel(const SweepEdge& s, LatticePoint p) {
    const int64_t low_z = std::min(s.a.z, s.b.z), high_z = std::max(s.a.z, s.b.z);
    if (p.x < s.a.x || p.x > s.b.x || p.z < low_z || p.z > high_z) return false;
    const int64_t dx = std::abs(int64_t{s.b.x} - s.a.x), dz = std::abs(int64_t{s.b.z} - s.a.z);
    return 2 * std::abs(orient2d(s.a, s.b, p)) <= dx + dz;
}

// A position at which a segment is cut.
struct CurveCut {
    uint32_t segment = 0;
    int64_t along = 0;  // dot product of (at - a) and (b - a); orders the cuts of segment a b from a to b
    LatticePoint at;
    auto key() const { return std::tie(segment, along, at.x, at.z); }
};

class Noder {
public:
    explicit Noder(const std::vector<CurveSegmentPart>& pieces) {
        for (const CurveSegmentPart& piece : pieces) {
            if (segments_.empty() || segments_.back().a != piece.a || segments_.back().b != piece.b) {
                segments_.push_back({piece.a, piece.b});
                is_new_.push_back(1);
            }
            is_new_.back() &= uint8_t(piece.is_new);
            segment_of_.push_back(uint32_t(segments_.size()) - 1);
        }
    }

    // Returns a cut wherever two segments cross, and wherever an end of a segment lies on another segment. If use_hot_pixels is
    // true, also cuts each segment at all hot pixels (ends of segments and rounded crossings) that it passes. Returns nullopt
    // if there are more than max_cuts.
    std::optional<std::vector<CurveCut>> find_cuts(bool use_hot_pixels, size_t max_cuts) {
        std::vector<LatticePoint> hot;
        const bool has_many = any_overlapping_pair(segments_, is_new_, [&](uint32_t i, uint32_t j) {
            compare(i, j, hot);
            return cuts_.size() > max_cuts;
        });
        if (has_many) return std::nullopt;
        if (use_hot_pixels && !cuts_.empty() && !cut_at_hot(std::move(hot), max_cuts)) return std::nullopt;
        const auto first = [](const CurveCut& l, const CurveCut& r) { return l.key() < r.key(); };
        std::sort(cuts_.begin(), cuts_.end(), first);
        cuts_.erase(
            std::unique(cuts_.begin(), cuts_.end(), [](const CurveCut& l, const CurveCut& r) { return l.key() == r.key(); }),
            cuts_.end());
        return std::move(cuts_);
    }

    uint32_t segment_of(size_t piece) const { return segment_of_[piece]; }

private:
    void cut(uint32_t i, LatticePoint p) {
        const SweepEdge& s = segments_[i];
        if (p == s.a || p == s.b) return;
        const int64_t along =
            (int64_t{p.x} - s.a.x) * (int64_t{s.b.x} - s.a.x) + (int64_t{p.z} - s.a.z) * (int64_t{s.b.z} - s.a.z);
        cuts_.push_back({i, along, p});
    }

    void compare(uint32_t i, uint32_t j, std::vector<LatticePoint>& hot) {
        const SweepEdge &s = segments_[i], &t = segments_[j];
        const int sa = sign_of(orient2d(t.a, t.b, s.a)), sb = sign_of(orient2d(t.a, t.b, s.b));
        if (sa * sb > 0) return;
        const int ta = sign_of(orient2d(s.a, s.b, t.a)), tb = sign_of(orient2d(s.a, s.b, t.b));
        if (ta * tb > 0) return;
        if (sa * sb < 0 && ta * tb < 0) {
            const LatticePoint p = crossing(s, t);
            cut(i, p);
            cut(j, p);
            hot.push_back(p);
            return;
        }
        if (is_inside_segment(t.a, t.b, s.a)) cut(j, s.a);
        if (is_inside_segment(t.a, t.b, s.b)) cut(j, s.b);
        if (is_inside_segment(s.a, s.b, t.a)) cut(i, t.a);
        if (is_inside_segment(s.a, s.b, t.b)) cut(i, t.b);
    }

    // Cuts the segments at hot pixels: the points in `hot` and the ends of all segments. Returns false if there are more than
    // max_cuts cuts.
    bool cut_at_hot(std::vector<LatticePoint> hot, size_t max_cuts) {
        const SegmentTree near = build_segment_tree(segments_);
        for (const SweepEdge& s : segments_) {
            hot.push_back(s.a);
            hot.push_back(s.b);
        }
        std::sort(hot.begin(), hot.end(), is_before);
        hot.erase(std::unique(hot.begin(), hot.end()), hot.end());
        for (const LatticePoint p : hot) {
            const LatticeBox around{p, p};
            const bool has_many = any_item(
                near.tree, [&](const LatticeBox& box) { return overlap(box, around); },
                [&](uint32_t i) {
                    if (overlap(near.box[i], around) && passes_pixel(segments_[i], p)) cut(i, p);
                    return cuts_.size() > max_cuts;
                });
            if (has_many) return false;
        }
        return true;
    }

    std::vector<SweepEdge> segments_;  // without duplicates
    std::vector<uint8_t> is_new_;
    std::vector<uint32_t> segment_of_;
    std::vector<CurveCut> cuts_;
};

// Cuts parts until no two of them cross. Returns false if there would be more than max_parts.
bool node(std::vector<CurveSegmentPart>& pieces, size_t max_parts) {
    unite(pieces);
    for (int round = 0;; ++round) {
        Noder noder(pieces);
        const size_t max_cuts = max_parts - std::min(max_parts, pieces.size());
        const std::optional<std::vector<CurveCut>> found = noder.find_cuts(round >= kPlainRounds, max_cuts);
        if (!found || found->empty()) return found.has_value();
        const std::vector<CurveCut>& cuts = *found;
        std::vector<CurveSegmentPart> next;
        next.reserve(pieces.size() + cuts.size());
        for (size_t i = 0, c = 0; i < pieces.size(); ++i) {
            const uint32_t segment = noder.segment_of(i);
            if (i > 0 && segment != noder.segment_of(i - 1)) {
                while (c < cuts.size() && cuts[c].segment < segment)
                    ++c;
            }
            LatticePoint from = pieces[i].a;
            // The parts of a segment whose cuts all lie on it have been compared. Its crossings with such segments are cut.
            bool moves = false;
            for (size_t k = c; k < cuts.size() && cuts[k].segment == segment && !moves; ++k)
                moves = !is_collinear(pieces[i].a, pieces[i].b, cuts[k].at);
            for (size_t k = c; k < cuts.size() && cuts[k].segment == segment; ++k) {
                add_piece(next, from, cuts[k].at, pieces[i].layer, pieces[i].winding, moves);
                from = cuts[k].at;
            }
            add_piece(next, from, pieces[i].b, pieces[i].layer, pieces[i].winding, moves);
        }
        pieces = std::move(next);
        unite(pieces);
    }
}

using Windings = std::vector<LayerWinding>;

// Numbers the states and caches the transitions between them. A state is the list of the layers around a location, with their
// winding numbers.
class States {
public:
    explicit States(const LabelFunction& label) : label_(label) { number({}); }

    // Returns the state above an edge. @param from  state below the edge  @param step  winding numbers of the edge, by layer
    uint32_t across(uint32_t from, const Windings& step) {
        const uint32_t s = numbered(steps_, step);
        const auto [found, is_new] = across_.try_emplace({from, s}, 0);
        if (is_new) found->second = number(sum(*states_[from], step));
        return found->second;
    }
    uint8_t label(uint32_t state) const { return labels_[state]; }
    size_t layer_count() const { return layer_count_; }  // sum over all states

private:
    static uint32_t numbered(std::map<Windings, uint32_t>& all, const Windings& state) {
        return all.try_emplace(state, uint32_t(all.size())).first->second;
    }
    uint32_t number(const Windings& state) {
        const auto [at, is_new] = numbers_.try_emplace(state, uint32_t(numbers_.size()));
        if (is_new) {
            states_.push_back(&at->first);
            labels_.push_back(label_(state));
            layer_count_ += state.size();
        }
        return at->second;
    }
    static Windings sum(const Windings& a, const Windings& b) {
        Windings out;
        for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
            if (j == b.size() || (i < a.size() && a[i].layer < b[j].layer)) {
                out.push_back(a[i++]);
            } else if (i == a.size() || b[j].layer < a[i].layer) {
                out.push_back(b[j++]);
            } else {
                const int32_t winding = a[i].winding + b[j].winding;
                if (winding != 0) out.push_back({a[i].layer, winding});
                ++i, ++j;
            }
        }
        return out;
    }

    const LabelFunction& label_;
    std::map<Windings, uint32_t> numbers_, steps_;
    std::vector<const Windings*> states_;
    std::vector<uint8_t> labels_;
    size_t layer_count_ = 0;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> across_;
};

// The edges whose two sides have different labels, and these labels.
struct LabelledEdges {
    std::vector<SweepEdge> ends;
    std::vector<std::pair<uint8_t, uint8_t>> labels;  // below, above
};

// Labels the two sides of each edge, and keeps the edges whose labels differ. Returns nullopt if the lists of layers of all
// States have more than max_layers entries in total.
std::optional<LabelledEdges> label_edges(const std::vector<CurveSegmentPart>& pieces, const LabelFunction& label,
                                         size_t max_layers) {
    std::vector<SweepEdge> edges;
    std::vector<uint32_t> first;
    for (uint32_t i = 0; i < pieces.size(); ++i) {
        if (i > 0 && same_ends(pieces[i], pieces[i - 1])) continue;
        edges.push_back({pieces[i].a, pieces[i].b});
        first.push_back(i);
    }
    first.push_back(uint32_t(pieces.size()));
    States states(label);
    std::vector<uint32_t> above(edges.size(), 0);
    LabelledEdges out;
    Windings step;
    sweep_edges(edges, [&](LatticePoint, uint32_t below, auto, std::span<const uint32_t> started, uint32_t) {
        if (states.layer_count() > max_layers) return;
        uint32_t state = below == kNoIndex ? 0 : above[below];
        for (const uint32_t e : started) {
            step.clear();
            for (uint32_t i = first[e]; i < first[e + 1]; ++i)
                step.push_back({pieces[i].layer, pieces[i].winding});
            above[e] = states.across(state, step);
            const uint8_t label_below = states.label(state), label_above = states.label(above[e]);
            state = above[e];
            if (label_below == label_above) continue;
            out.ends.push_back(edges[e]);
            out.labels.emplace_back(label_below, label_above);
        }
    });
    if (states.layer_count() > max_layers) return std::nullopt;
    return out;
}

// Removes points at which an edge continues straight with the same labels, and numbers the remaining points.
PlanarEdges remove_collinear_points(const LabelledEdges& drawing) {
    std::vector<LatticePoint> points;
    for (const SweepEdge& e : drawing.ends) {
        points.push_back(e.a);
        points.push_back(e.b);
    }
    std::sort(points.begin(), points.end(), is_before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    const auto number = [&](LatticePoint p) {
        return uint32_t(std::lower_bound(points.begin(), points.end(), p, is_before) - points.begin());
    };
    const uint32_t n = uint32_t(drawing.ends.size());
    PlanarEdges out;
    std::vector<uint32_t> ending(points.size(), kNoIndex), starting = ending, meeting(points.size(), 0);
    for (uint32_t e = 0; e < n; ++e) {
        out.edges.push_back(
            {number(drawing.ends[e].a), number(drawing.ends[e].b), drawing.labels[e].first, drawing.labels[e].second});
        ++meeting[out.edges[e].a];
        ++meeting[out.edges[e].b];
        starting[out.edges[e].a] = e;
        ending[out.edges[e].b] = e;
    }
    std::vector<uint8_t> gone(n, 0);
    std::vector<uint32_t> renumbered(points.size(), 0);
    for (uint32_t p = 0; p < points.size(); ++p) {
        renumbered[p] = uint32_t(out.points.size());
        const uint32_t s = ending[p], t = starting[p];
        if (meeting[p] == 2 && s != kNoIndex && t != kNoIndex) {
            PlanarEdge &in = out.edges[s], &on = out.edges[t];
            if (in.below == on.below && in.above == on.above && is_collinear(points[in.a], points[p], points[on.b])) {
                in.b = on.b;
                ending[on.b] = s;
                gone[t] = 1;
                continue;
            }
        }
        out.points.push_back(points[p]);
    }
    uint32_t kept = 0;
    for (uint32_t e = 0; e < n; ++e) {
        if (gone[e]) continue;
        const PlanarEdge edge = out.edges[e];
        out.edges[kept++] = {renumbered[edge.a], renumbered[edge.b], edge.below, edge.above};
    }
    out.edges.resize(kept);
    std::sort(out.edges.begin(), out.edges.end(),
              [](const PlanarEdge& l, const PlanarEdge& r) { return std::tie(l.a, l.b) < std::tie(r.a, r.b); });
    return out;
}

}  // namespace

std::optional<PlanarEdges> overlay_curves(std::span<const CurveSegment> segments, const LabelFunction& label,
                                          size_t max_parts) {
    std::vector<CurveSegmentPart> pieces;
    pieces.reserve(segments.size());
    // Curves are counter-clockwise seen from +y. If an edge runs from its lesser to its greater end, the inside is below the
    // edge (planar_edges.h). Crossing this edge from below decreases the winding number by 1.
    for (const CurveSegment& s : segments)
        add_piece(pieces, s.from, s.to, s.layer, -1);
    if (!node(pieces, max_parts)) return std::nullopt;
    const std::optional<LabelledEdges> labelled =
        label_edges(pieces, label, std::min(max_parts, SIZE_MAX / kLayersPerPart) * kLayersPerPart);
    if (!labelled) return std::nullopt;
    return remove_collinear_points(*labelled);
}

}  // namespace navspan
