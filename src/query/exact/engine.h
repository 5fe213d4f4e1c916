#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "navmesh/mesh/corners.h"
#include "navspan/core/no_index.h"
#include "query/exact/exact.h"
#include "query/search/target.h"

// The parts of the exact search share this: one call of begin, step or finish with all that it looks at.

namespace navspan {

// of equal keys the newest node comes first, since it is likely to be nearer to the goal
struct ExactBefore {
    bool operator()(const ExactScratch::HeapEntry& a, const ExactScratch::HeapEntry& b) const {
        return (a.key < b.key) | ((a.key == b.key) & (a.id > b.id));
    }
};

class ExactEngine : SearchEngine<ExactScratch, ExactSearch, ExactBefore> {
public:
    using SearchEngine::SearchEngine;
    using Node = ExactScratch::Node;
    using Root = ExactScratch::Root;
    using Kind = ExactScratch::NodeKind;

    void begin();                    ///< forgets everything and starts out for search.target
    void step(uint64_t nodes);       ///< expands so many nodes
    void trace(Corridor& corridor);  ///< the way found as a corridor
    /// Instead of all this: how long the shortest way is from search.request.start to the vertices on its island
    /// [2^-20 lattice]. Every half-edge is given what it is from its own polygon; what is there already is only made less.
    /// @param lengths  by number of the half-edge that starts at the vertex
    void measure(std::vector<double>& lengths);

private:
    // a side of a cone: a vertex, or the line ahead of the root
    struct ConeSide {
        LatticePoint vertex;
        bool ahead = false;
    };
    // what a root sees of an edge
    struct Interval {
        uint32_t a, b;           // start at its ends, as seen by who crosses it: a to the left, b to the right
        PlanePoint left, right;  // the sides
    };
    // a polygon, to be walked around
    struct Ring {
        uint32_t first = 0, end = 0;
        const SearchEdge* edges = nullptr;
        LatticePoint vertex(uint32_t e) const { return edges[e].start; }
        PlanePoint point(uint32_t e) const { return plane_point(vertex(e)); }
        uint32_t after(uint32_t e) const { return e + 1 == end ? first : e + 1; }
        uint32_t before(uint32_t e) const { return e == first ? end - 1 : e - 1; }
        ConeSide side(uint32_t e) const { return {vertex(e), false}; }
    };
    // points as seen from a root: half the bits do where they are all on the lattice
    template <bool kOnLattice>
    class View {
    public:
        explicit View(PlanePoint root) : root_(whole(root)) {}
        PlanePoint see(LatticePoint p) const {
            return kOnLattice ? PlanePoint{p.x - root_.x, p.z - root_.z} : see(plane_point(p));
        }
        PlanePoint see(PlanePoint p) const { return {whole(p).x - root_.x, whole(p).z - root_.z}; }
        // whether one turns left from one of them to another: positive, right: negative, or neither: 0
        static int turn(PlanePoint from, PlanePoint to) {
            __extension__ using Wide = __int128;
            using Product = std::conditional_t<kOnLattice, int64_t, Wide>;
            const Product left = Product{from.z} * to.x, right = Product{from.x} * to.z;
            return (left > right) - (left < right);
        }

    private:
        static PlanePoint whole(PlanePoint p) {
            return kOnLattice ? PlanePoint{p.x >> kSubLatticeBits, p.z >> kSubLatticeBits} : p;
        }
        PlanePoint root_;
    };
    // a cone: its sides, and where they pass as seen from its root
    template <bool kOnLattice>
    struct Cone {
        View<kOnLattice> view;
        ConeSide left, right;
        PlanePoint to_left, to_right;
    };
    template <bool kOnLattice>
    Cone<kOnLattice> cone_of(const Node& node) const {
        const Root& root = scratch_.roots[node.root];
        const View<kOnLattice> view(root.at);
        const ConeSide left{node.left, node.kind == uint32_t(Kind::cone_left_open)};
        const ConeSide right{node.right, node.kind == uint32_t(Kind::cone_right_open)};
        const auto see = [&](const ConeSide& side) { return side.ahead ? view.see(root.ahead) : view.see(side.vertex); };
        return {view, left, right, see(left), see(right)};
    }
    // whether a root and the line ahead of it are on the lattice
    static bool is_on_lattice(const Root& root) { return is_lattice_point(root.at) && is_lattice_point(root.ahead); }
    static bool is_lattice_point(PlanePoint p) { return ((p.x | p.z) & ((1 << kSubLatticeBits) - 1)) == 0; }
    PlanePoint start_of(uint32_t e) const { return plane_point(edges_[e].start); }
    Ring ring_of(uint32_t edge) const { return {edges_[edge].first, edges_[edge].end, edges_}; }
    Ring ring_of(PolygonRef polygon) const { return ring_of(first_edge(mesh_, polygon)); }
    PolygonRef polygon_with(uint32_t edge) const { return polygon_at(mesh_, edge_ref(mesh_, edge)); }
    bool is_target(const Ring& ring) const { return ring.first == search_.target_edge; }
    std::span<const OffMeshLink> links_of(const Ring& ring) const {
        if (mesh_.link_offset.empty()) return {};
        return links_from(mesh_, polygon_with(ring.first));
    }

    // exact.cpp
    void restart();
    void set_link_bound();
    void set_stops();
    void add_stop(PolygonRef polygon);
    bool is_stop(uint32_t first_edge) const { return scratch_.stops[first_edge / 64] >> first_edge % 64 & 1; }
    void settle();

    // bound.cpp
    double lower_bound(const Root& root, const Interval& interval) const;
    double lower_bound(PlanePoint from, uint32_t edge) const;  // the edge that starts there, or kNoIndex
    double from_landmarks(uint32_t edge) const;

    // expand.cpp
    void expand(uint32_t id);
    template <typename Sees>
    void offer(uint32_t id, const Ring& ring, Sees sees);
    uint32_t only_way_on(uint32_t entry) const;
    template <bool kOnLattice>
    bool run_ahead(uint32_t& id);
    uint32_t expand_cone(uint32_t id);
    template <bool kOnLattice>
    uint32_t look_through(uint32_t id);
    void push(const Node& node, double key);
    void push_cone(uint32_t parent, const Ring& ring, uint32_t exit, uint32_t entry, ConeSide left, ConeSide right);
    void see_cone(uint32_t parent, const Ring& ring, uint32_t exit, ConeSide left, ConeSide right);
    Node cone_node(uint32_t parent, uint32_t entry, ConeSide left, ConeSide right) const;
    PlanePoint side_point(const Root& root, ConeSide side) const { return side.ahead ? root.ahead : plane_point(side.vertex); }
    bool may_cross(uint32_t exit) const;

    // turns.cpp
    void expand_turn(uint32_t id);
    void expand_inside(uint32_t id);
    template <bool kOnLattice>
    void see_behind_turn(uint32_t id, uint32_t crossed);
    void see_all_around(uint32_t id, const Ring& ring, uint32_t in);
    void see_along(uint32_t id, const Ring& ring, uint32_t e);
    void push_turn(uint32_t parent, Kind kind, const Ring& ring, uint32_t crossed, bool surely_leads_on = false);
    bool leads_on(Kind kind, const Ring& ring, uint32_t crossed, PlanePoint before, PlanePoint at) const;
    bool take_slot(ExactScratch::Slot& slot);
    uint32_t straight_from(uint32_t root, PlanePoint to) const;
    void push_link(uint32_t parent, const OffMeshLink& link, PlanePoint start);
    double link_length(const OffMeshLink& link) const;

    template <typename Sees>
    void note_vertices(const Root& root, const Ring& ring, Sees sees);
    static double distance_between_sides(const Root& root, PlanePoint a, PlanePoint b, PlanePoint left, PlanePoint right);

    // trace.cpp
    PolygonRef polygon_of_node(const Node& node) const;
    uint32_t origin_of_node(const Node& node) const;
    void trace_turn(const Node& node, uint32_t until, Corridor& corridor) const;
    uint32_t cross(uint32_t exit, Corridor& corridor) const;

    static double length(double x, double z) { return std::sqrt(x * x + z * z); }
    static double distance(PlanePoint a, PlanePoint b) { return length(double(b.x - a.x), double(b.z - a.z)); }

    std::vector<double>* lengths_ = nullptr;  // when measuring: the lengths found so far
};

// whether an edge leads on, to its twin
inline bool ExactEngine::may_cross(uint32_t exit) const {
    const SearchEdge& edge = edges_[exit];
    if (edge.twin == kNoIndex) return false;
    if (search_.prune && !scratch_.blocks.has(edge.block)) return false;
    return search_.all_admitted || admits(filter_, edges_[edge.twin]);
}

// the corners of a polygon, as far as the root sees them
template <typename Sees>
void ExactEngine::note_vertices(const Root& root, const Ring& ring, Sees sees) {
    for (uint32_t e = ring.first; e < ring.end; ++e) {
        const PlanePoint at = ring.point(e);
        if (!sees(at)) continue;
        double& length = (*lengths_)[e];
        length = std::min(length, root.length + distance(root.at, at));
    }
}

// the goal and the starts of links in a polygon, as far as the root of the node sees them
template <typename Sees>
void ExactEngine::offer(uint32_t id, const Ring& ring, Sees sees) {
    const Root& root = scratch_.roots[scratch_.nodes[id].root];
    if (lengths_) {
        note_vertices(root, ring, sees);
    } else if (is_target(ring) && sees(search_.goal)) {
        const double length = root.length + distance(root.at, search_.goal);
        if (length < search_.best_length) {
            search_.best_length = length;
            search_.best_node = id;
        }
    }
    for (const OffMeshLink& link : links_of(ring)) {
        if (!admits(filter_, link) || !admits(filter_, polygon_of(mesh_, link.to))) continue;
        if (search_.prune && !scratch_.blocks.has(mesh_.blocks.link_block[size_t(&link - mesh_.links.data())])) continue;
        const PlanePoint start = snap_into(mesh_, link.from, link.start);
        if (sees(start)) push_link(id, link, start);
    }
}

}  // namespace navspan
