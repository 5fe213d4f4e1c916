// Monotone partition and triangulation.
//
// A line sweeps over the points by x, then z. Between two adjacent edges under the line with a label between them is an
// interval; it remembers its helper, the last point that the line met on its border. A point inside an interval at which no
// edge arrives splits it: a diagonal to the helper keeps the piece behind monotone. If no edge leaves, two intervals merge: the
// point becomes the helper and is marked, and the next point on the interval's border gets a diagonal to it. Other points end
// the intervals between arriving edges and begin those between leaving edges.
//
// Edges and diagonals then form half-edges, joined around each point by angle; their faces are monotone. Each face is cut into
// triangles with a stack of the points that still have a reflex or straight chain behind them.
//
// Weak case: triangles are as thin as the sweep makes them, and merging them gives more polygons than merging ears.

#include "polygon/triangulate_monotone.h"

#include <algorithm>
#include <utility>

#include "core/predicates.h"
#include "polygon/edge_sweep.h"

namespace navspan {
namespace {

struct Diagonal {
    uint32_t a = 0, b = 0;
    uint8_t label = 0;
};

// The interval above an edge under the sweep line.
struct EdgeInterval {
    uint32_t helper = 0;  // point
    bool merged = false;  // two intervals met in the helper
};

// finds the diagonals
class MonotoneCuts {
public:
    explicit MonotoneCuts(const PlanarEdges& drawing) : drawing_(drawing), above_(drawing.edges.size()) {
        edges_.reserve(drawing.edges.size());
        for (const PlanarEdge& e : drawing.edges)
            edges_.push_back({drawing.points[e.a], drawing.points[e.b]});
    }

    std::vector<Diagonal> run() {
        uint32_t point = 0;  // the sweep meets the points in their order
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
    std::vector<EdgeInterval> above_;  // per edge
    std::vector<Diagonal> diagonals_;
};

// A face's edge: label on its left seen from above.
struct Half {
    uint32_t from = 0, to = 0;
    uint8_t label = 0;
    uint32_t next = 0;
};

// every edge with a label on its left, and both sides of diagonals, joined into faces
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
    // around every point, the spokes that arrive and leave; a face turns from one that arrives to the next that leaves,
    // clockwise
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
    // clockwise from straight up on paper; on one line the one that leaves first: its face lies before it
    std::sort(spokes.begin(), spokes.end(), [&](const Spoke& s, const Spoke& t) {
        if (s.at != t.at) return s.at < t.at;
        const LatticePoint v = drawing.points[s.at];
        const bool s_back = is_before(s.to, v), t_back = is_before(t.to, v);
        if (s_back != t_back) return t_back;
        const int64_t turn = orient2d(v, s.to, t.to);
        if (turn != 0) return turn < 0;
        return s.leaves && !t.leaves;
    });
    for (size_t begin = 0; begin < spokes.size();) {
        size_t end = begin;
        while (end < spokes.size() && spokes[end].at == spokes[begin].at)
            ++end;
        for (size_t i = begin; i < end; ++i) {
            if (spokes[i].leaves) continue;
            const size_t after = i + 1 == end ? begin : i + 1;
            halves[spokes[i].half].next = spokes[after].half;
        }
        begin = end;
    }
    return halves;
}

// cuts one monotone face into triangles
class FaceCutter {
public:
    FaceCutter(const std::vector<LatticePoint>& points, LabelledTriangles& out) : points_(points), out_(out) {}

    // corners: counter-clockwise seen from above
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
    struct Corner {
        uint32_t point = 0;
        bool upper = false;  // on the chain that is above on paper
    };

    // merges the two chains, both of which run from the first point to the last
    void sort_corners(std::span<const uint32_t> corners) {
        const size_t n = corners.size();
        const size_t low = size_t(std::min_element(corners.begin(), corners.end()) - corners.begin());
        sorted_.assign(1, {corners[low], false});
        // counter-clockwise from above runs clockwise on paper: forwards is the upper chain
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

    // the corner sees everything on the stack, from the other chain
    void fan(uint32_t i, uint8_t label) {
        for (size_t k = 1; k < stack_.size(); ++k)
            add(stack_[k - 1], stack_[k], i, label);
        stack_.assign({stack_.back(), i});
    }

    // on the same chain: cuts off what turns into the face
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
    std::vector<Corner> sorted_;
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
