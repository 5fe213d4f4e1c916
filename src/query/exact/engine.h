#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/core/no_index.h"
#include "query/exact/exact.h"
#include "query/search/target.h"

// State and helpers shared by the parts of the exact search. An engine exists only while one call of begin_exact, step_exact or
// finish_exact runs, or while landmarks are measured.

namespace navspan {

// Orders entries by key. If keys are equal, the newest node comes first, because it is probably closest to the goal.
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

    void begin();                    ///< starts a new search for search.target
    void step(uint64_t nodes);       ///< takes at most `nodes` nodes from the heap and expands them (see expand)
    void trace(Corridor& corridor);  ///< converts the path found into a corridor
    /// Searches without a goal: measures the shortest paths from search.request.start to all vertices of its island.
    /// @param lengths  for each half-edge: length of the shortest path that reaches the start of the half-edge through the
    /// polygon of the half-edge [2^-20 lattice]. An entry is replaced only by a shorter length.
    void measure(std::vector<double>& lengths);

private:
    // One side of a cone: the ray from the root through a vertex or, if `ahead` is true, through Root::ahead.
    struct ConeSide {
        LatticePoint vertex;
        bool ahead = false;
    };
    // The part of an edge that a root sees.
    struct EdgeInterval {
        uint32_t a, b;           // half-edges that start at the left end (a) and at the right end (b) of the edge
        PlanePoint left, right;  // points on the left and right side of the view
    };
    // The half-edges of a polygon, for traversal.
    struct EdgeRing {
        uint32_t first = 0, end = 0;
        const SearchEdge* edges = nullptr;
        LatticePoint vertex(uint32_t e) const { return edges[e].start; }
        PlanePoint point(uint32_t e) const { return plane_point(vertex(e)); }
        uint32_t after(uint32_t e) const { return e + 1 == end ? first : e + 1; }
        uint32_t before(uint32_t e) const { return e == first ? end - 1 : e - 1; }
        ConeSide side(uint32_t e) const { return {vertex(e), false}; }
    };
    // Converts points to coordinates relative to a root. If kOnLattice is true, the root and all points must be lattice points.
    // 64-bit products then suffice.
    template <bool kOnLattice>
    class RootView {
    public:
        explicit RootView(PlanePoint root) : root_(whole(root)) {}
        PlanePoint see(LatticePoint p) const {
            return kOnLattice ? PlanePoint{p.x - root_.x, p.z - root_.z} : see(plane_point(p));
        }
        PlanePoint see(PlanePoint p) const { return {whole(p).x - root_.x, whole(p).z - root_.z}; }
        // Direction of the rotation around the root from `from` to `to`: positive if counter-clockwise, negative if clockwise,
        // 0 if collinear.
        static int turn(PlanePoint from, PlanePoint to) {
            using Product = std::conditional_t<kOnLattice, int64_t, Int128>;
            const Product left = Product{from.z} * to.x, right = Product{from.x} * to.z;
            return (left > right) - (left < right);
        }

    private:
        static PlanePoint whole(PlanePoint p) {
            return kOnLattice ? PlanePoint{p.x >> kSubLatticeBits, p.z >> kSubLatticeBits} : p;
        }
        PlanePoint root_;
    };
    // A cone with its two sides. to_left and to_right are points on the sides, relative to the root.
    template <bool kOnLattice>
    struct Cone {
        RootView<kOnLattice> view;
        ConeSide left, right;
        PlanePoint to_left, to_right;
    };
    template <bool kOnLattice>
    Cone<kOnLattice> cone_of(const Node& node) const {
        const Root& root = scratch_.roots[node.root];
        const RootView<kOnLattice> view(root.at);
        const ConeSide left{node.left, node.kind == uint32_t(Kind::cone_left_open)};
        const ConeSide right{node.right, node.kind == uint32_t(Kind::cone_right_open)};
        const auto see = [&](const ConeSide& side) { return side.ahead ? view.see(root.ahead) : view.see(side.vertex); };
        return {view, left, right, see(left), see(right)};
    }
    // True if the root and its `ahead` point are lattice points.
    static bool is_on_lattice(const Root& root) { return is_lattice_point(root.at) && is_lattice_point(root.ahead); }
    static bool is_lattice_point(PlanePoint p) { return ((p.x | p.z) & ((1 << kSubLatticeBits) - 1)) == 0; }
    PlanePoint start_of(uint32_t e) const { return plane_point(edges_[e].start); }
    EdgeRing ring_of(uint32_t edge) const { return {edges_[edge].first, edges_[edge].end, edges_}; }
    EdgeRing ring_of(PolygonRef polygon) const { return ring_of(first_edge(mesh_, polygon)); }
    PolygonRef polygon_with(uint32_t edge) const { return trusted::polygon_at(mesh_, edge_at(mesh_, edge)); }
    bool is_target(const EdgeRing& ring) const { return ring.first == search_.target_edge; }
    std::span<const OffMeshLink> links_of(const EdgeRing& ring) const {
        if (mesh_.link_offset.empty()) return {};
        return trusted::links_from(mesh_, polygon_with(ring.first));
    }

    // defined in exact.cpp
    void restart();
    void set_link_bound();
    void mark_block_joints();
    void add_stop(PolygonRef polygon);
    bool is_block_joint(uint32_t first_edge) const { return scratch_.stops[first_edge / 64] >> first_edge % 64 & 1; }
    void verify_target();

    // defined in bound.cpp
    double lower_bound(const Root& root, const EdgeInterval& interval) const;
    double lower_bound(PlanePoint from, uint32_t edge) const;  // edge: half-edge that starts at `from`, or kNoIndex
    double from_landmarks(uint32_t edge) const;

    // defined in expand.cpp
    void expand(uint32_t id);
    template <typename Sees>
    void offer(uint32_t id, const EdgeRing& ring, Sees sees);
    uint32_t single_exit(uint32_t entry) const;
    template <bool kOnLattice>
    bool follow_single_exits(uint32_t& id);
    uint32_t expand_cone(uint32_t id);
    template <bool kOnLattice>
    uint32_t visit_cone(uint32_t id);
    void push(const Node& node, double key);
    void push_cone(uint32_t parent, const EdgeRing& ring, uint32_t exit, uint32_t entry, ConeSide left, ConeSide right);
    void push_visible_cone(uint32_t parent, const EdgeRing& ring, uint32_t exit, ConeSide left, ConeSide right);
    Node cone_node(uint32_t parent, uint32_t entry, ConeSide left, ConeSide right) const;
    PlanePoint side_point(const Root& root, ConeSide side) const { return side.ahead ? root.ahead : plane_point(side.vertex); }
    bool may_cross(uint32_t exit) const;

    // defined in turns.cpp
    void expand_turn(uint32_t id);
    void expand_inside(uint32_t id);
    template <bool kOnLattice>
    void expand_first_polygon(uint32_t id, uint32_t crossed);
    void expand_around_root(uint32_t id, const EdgeRing& ring, uint32_t in);
    void expand_collinear_edge(uint32_t id, const EdgeRing& ring, uint32_t e);
    void push_turn(uint32_t parent, Kind kind, const EdgeRing& ring, uint32_t crossed, bool known_to_have_successors = false);
    bool has_successors(Kind kind, const EdgeRing& ring, uint32_t crossed, PlanePoint before, PlanePoint at) const;
    bool take_slot(ExactScratch::Slot& slot);
    uint32_t straight_from(uint32_t root, PlanePoint to) const;
    void push_link(uint32_t parent, const OffMeshLink& link, PlanePoint start);
    double link_length(const OffMeshLink& link) const;

    template <typename Sees>
    void update_vertex_lengths(const Root& root, const EdgeRing& ring, Sees sees);
    static double distance_between_sides(const Root& root, PlanePoint a, PlanePoint b, PlanePoint left, PlanePoint right);

    // defined in trace.cpp
    PolygonRef polygon_of_node(const Node& node) const;
    uint32_t origin_of_node(const Node& node) const;
    void trace_turn(const Node& node, uint32_t until, Corridor& corridor) const;
    uint32_t cross(uint32_t exit, Corridor& corridor) const;

    static double length(double x, double z) { return std::sqrt(x * x + z * z); }
    static double distance(PlanePoint a, PlanePoint b) { return length(double(b.x - a.x), double(b.z - a.z)); }

    std::vector<double>* lengths_ = nullptr;  // output of measure(); null in a search for a goal
};

// True if the polygon across an edge exists and is admitted, and pruning does not exclude the edge.
inline bool ExactEngine::may_cross(uint32_t exit) const {
    const SearchEdge& edge = edges_[exit];
    if (edge.twin == kNoIndex) return false;
    if (search_.prune && !scratch_.blocks.has(edge.block)) return false;
    return search_.all_admitted || admits(filter_, edges_[edge.twin]);
}

// For measure(): updates the length of the path to every corner of the polygon for which sees(corner) is true.
template <typename Sees>
void ExactEngine::update_vertex_lengths(const Root& root, const EdgeRing& ring, Sees sees) {
    for (uint32_t e = ring.first; e < ring.end; ++e) {
        const PlanePoint at = ring.point(e);
        if (!sees(at)) continue;
        double& length = (*lengths_)[e];
        length = std::min(length, root.length + distance(root.at, at));
    }
}

// Processes a polygon that the root of node `id` sees. If the root sees the goal, updates the best path. For each link whose
// start the root sees, pushes the end of the link.
template <typename Sees>
void ExactEngine::offer(uint32_t id, const EdgeRing& ring, Sees sees) {
    const Root& root = scratch_.roots[scratch_.nodes[id].root];
    if (lengths_) {
        update_vertex_lengths(root, ring, sees);
    } else if (is_target(ring) && sees(search_.goal)) {
        const double length = root.length + distance(root.at, search_.goal);
        if (length < search_.best_length) {
            search_.best_length = length;
            search_.best_node = id;
        }
    }
    for (const OffMeshLink& link : links_of(ring)) {
        if (!admits(filter_, link) || !admits(filter_, trusted::polygon_of(mesh_, link.to))) continue;
        if (search_.prune && !scratch_.blocks.has(mesh_.blocks.link_block[size_t(&link - mesh_.links.data())])) continue;
        const PlanePoint start = snap_inside(mesh_, link.from, link.start);
        if (sees(start)) push_link(id, link, start);
    }
}

}  // namespace navspan
