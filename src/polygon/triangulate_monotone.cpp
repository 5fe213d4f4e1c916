// Partition into monotone polygons, and their triangulation.
//
// In: edges without crossings (PlanarEdges). Each side of an edge has a label or none.
// Out: triangles that fill all labelled areas, and the label of each triangle.
// Idea: A line sweeps over the points and crosses labelled areas in intervals. If a point splits an interval or merges two
// intervals, a diagonal is added. The resulting faces are monotone. Each face is triangulated with a stack.
// Source: Garey, Johnson, Preparata, Tarjan, Triangulating a simple polygon (1978); de Berg et al., Computational Geometry
// (2008), chapter 3.
// Weak cases: The triangles are thinner than the triangles of ear clipping.

#include "polygon/triangulate_monotone.h"

#include <algorithm>
#include <utility>

#include "core/group_by_count.h"
#include "core/predicates.h"
#include "polygon/edge_sweep.h"

namespace navspan {
namespace {

struct Diagonal {
    uint32_t a = 0, b = 0;
    uint8_t label = 0;
};

// The interval of the sweep line between an edge and the next edge above it. `helper` is the point that the sweep visited last
// on the border of the interval (de Berg et al.).
struct SweepInterval {
    uint32_t helper = 0;  // index of a point
    bool merged = false;  // true: two intervals merged at the helper
};

// Finds the diagonals that cut the areas into monotone polygons.
class MonotoneCuts {
public:
    explicit MonotoneCuts(const PlanarEdges& drawing) : drawing_(drawing), above_(drawing.edges.size()) {
        edges_.reserve(drawing.edges.size());
        for (const PlanarEdge& e : drawing.edges)
            edges_.push_back({drawing.points[e.a], drawing.points[e.b]});
    }

    std::vector<Diagonal> run() {
        uint32_t point = 0;  // the sweep visits the points in order
        sweep_edges(edges_, [&](LatticePoint, uint32_t below, std::span<const uint32_t> ended,
                                std::span<const uint32_t> started, uint32_t) { visit(point++, below, ended, started); });
        return std::move(diagonals_);
    }

private:
    uint8_t label_above(uint32_t edge) const { return edge == kNoIndex ? 0 : drawing_.edges[edge].above; }

    void cut(uint32_t p, uint32_t edge) { diagonals_.push_back({above_[edge].helper, p, label_above(edge)}); }
    void cut_if_merged(uint32_t p, uint32_t edge) {
        if (label_above(edge) && above_[edge].merged) cut(p, edge);
    }

    void visit(uint32_t p, uint32_t below, std::span<const uint32_t> ended, std::span<const uint32_t> started) {
        if (ended.empty()) {
            if (label_above(below)) cut(p, below);
        } else {
            cut_if_merged(p, below);
            for (const uint32_t e : ended)
                cut_if_merged(p, e);
        }
        if (below != kNoIndex) above_[below] = {p, started.empty()};
        for (const uint32_t e : started)
            above_[e] = {p, false};
    }

    const PlanarEdges& drawing_;
    std::vector<SweepEdge> edges_;
    std::vector<SweepInterval> above_;  // for each edge: the interval above it
    std::vector<Diagonal> diagonals_;
};

// A half-edge of a face. `label` is the label on its left, seen from +y.
struct Half {
    uint32_t from = 0, to = 0;
    uint8_t label = 0;
    uint32_t next = 0;
};

// Returns one half-edge for each labelled side of an edge, and two for each diagonal. The half-edges are linked into faces.
std::vector<Half> half_edges(const PlanarEdges& drawing, std::span<const Diagonal> diagonals) {
    std::vector<Half> halves;
    for (const PlanarEdge& e : drawing.edges) {
        if (e.below) halves.push_back({e.a, e.b, e.below, 0});
        if (e.above) halves.push_back({e.b, e.a, e.above, 0});
    }
    for (const Diagonal& d : diagonals) {
        halves.push_back({d.a, d.b, d.label, 0});
        halves.push_back({d.b, d.a, d.label, 0});
    }
    // One end of a half-edge at a point. If a half-edge arrives at the point, the next half-edge of its face is the first
    // leaving half-edge clockwise around the point.
    struct Spoke {
        uint32_t at, half;
        LatticePoint to;
        bool leaves;
    };
    std::vector<Spoke> spokes;
    spokes.reserve(2 * halves.size());
    for (uint32_t h = 0; h < halves.size(); ++h) {
        spokes.push_back({halves[h].from, h, drawing.points[halves[h].to], true});
        spokes.push_back({halves[h].to, h, drawing.points[halves[h].from], false});
    }
    // Sort clockwise, seen from +y; the direction -z comes last. If two half-edges lie in the same direction from the point,
    // the leaving half-edge comes first: its face is on the counter-clockwise side.
    std::sort(spokes.begin(), spokes.end(), [&](const Spoke& s, const Spoke& t) {
        if (s.at != t.at) return s.at < t.at;
        const LatticePoint v = drawing.points[s.at];
        const bool s_back = is_before(s.to, v), t_back = is_before(t.to, v);
        if (s_back != t_back) return t_back;
        const int64_t turn = orient2d(v, s.to, t.to);
        if (turn != 0) return turn < 0;
        return s.leaves && !t.leaves;
    });
    for (size_t begin = 0, end = 0; begin < spokes.size(); begin = end) {
        end = end_of_group(spokes, begin, &Spoke::at);
        for (size_t i = begin; i < end; ++i) {
            if (spokes[i].leaves) continue;
            const size_t after = i + 1 == end ? begin : i + 1;
            halves[spokes[i].half].next = spokes[after].half;
        }
    }
    return halves;
}

// Triangulates monotone faces, one at a time.
class FaceCutter {
public:
    FaceCutter(const std::vector<LatticePoint>& points, LabelledTriangles& out) : points_(points), out_(out) {}

    // @param corners  counter-clockwise seen from +y
    void cut(std::span<const uint32_t> corners, uint8_t label) {
        sort_corners(corners);
        stack_.assign({0, 1});
        const uint32_t n = uint32_t(sorted_.size());
        for (uint32_t i = 2; i < n; ++i) {
            if (i + 1 == n || sorted_[i].upper != sorted_[stack_.back()].upper) {
                fan(i, label);
            } else {
                fold(i, label);
            }
        }
    }

private:
    struct ChainCorner {
        uint32_t point = 0;
        bool upper = false;  // true: the corner is on the upper chain
    };

    // Merges the two chains of the face into sorted_. Both chains run from the first point to the last point.
    void sort_corners(std::span<const uint32_t> corners) {
        const size_t n = corners.size();
        const size_t low = size_t(std::min_element(corners.begin(), corners.end()) - corners.begin());
        sorted_.assign(1, {corners[low], false});
        // `corners` runs counter-clockwise seen from +y. In a picture with z up (planar_edges.h), it runs clockwise, so `up`
        // follows the upper chain.
        size_t up = (low + 1) % n, down = (low + n - 1) % n;
        while (sorted_.size() < n) {
            if (corners[up] < corners[down]) {
                sorted_.push_back({corners[up], true});
                up = (up + 1) % n;
            } else {
                sorted_.push_back({corners[down], false});
                down = (down + n - 1) % n;
            }
        }
    }

    void add(uint32_t a, uint32_t b, uint32_t c, uint8_t label) {
        const uint32_t i = sorted_[a].point, j = sorted_[b].point, k = sorted_[c].point;
        if (is_left(points_[i], points_[j], points_[k])) {
            out_.triangles.push_back({i, j, k});
        } else {
            out_.triangles.push_back({i, k, j});
        }
        out_.labels.push_back(label);
    }

    // Connects corner i with all corners of the stack: adds one triangle for each pair of consecutive corners of the stack.
    // Then keeps only the last of these corners, and corner i, on the stack. Precondition: corner i is on the opposite chain,
    // or is the last corner of the face.
    void fan(uint32_t i, uint8_t label) {
        for (size_t k = 1; k < stack_.size(); ++k)
            add(stack_[k - 1], stack_[k], i, label);
        stack_.assign({stack_.back(), i});
    }

    // Cuts off the last corners of the stack while the chain is convex there. Then pushes corner i. Precondition: corner i is
    // on the same chain as the last corner of the stack.
    void fold(uint32_t i, uint8_t label) {
        while (stack_.size() >= 2) {
            const uint32_t b = stack_.back(), a = stack_[stack_.size() - 2];
            const int64_t turn = orient2d(points_[sorted_[a].point], points_[sorted_[b].point], points_[sorted_[i].point]);
            if (sorted_[i].upper ? turn <= 0 : turn >= 0) break;
            add(a, b, i, label);
            stack_.pop_back();
        }
        stack_.push_back(i);
    }

    const std::vector<LatticePoint>& points_;
    LabelledTriangles& out_;
    std::vector<ChainCorner> sorted_;
    std::vector<uint32_t> stack_;
};

}  // namespace

LabelledTriangles triangulate_monotone(const PlanarEdges& edges) {
    const std::vector<Half> halves = half_edges(edges, MonotoneCuts(edges).run());
    LabelledTriangles out;
    FaceCutter cutter(edges.points, out);
    std::vector<uint8_t> done(halves.size(), 0);
    std::vector<uint32_t> corners;
    for (uint32_t begin = 0; begin < halves.size(); ++begin) {
        if (done[begin]) continue;
        corners.clear();
        for (uint32_t h = begin; !done[h]; h = halves[h].next) {
            done[h] = 1;
            corners.push_back(halves[h].from);
        }
        cutter.cut(corners, halves[begin].label);
    }
    return out;
}

}  // namespace navspan
