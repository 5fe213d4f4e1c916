// The exact search: expansion of cones.
//
// In: a cone: the part of a polygon that a root (start of a straight line) sees through the entry edge, between two rays.
// Out: the cones, and the turns (bends at corners), that continue the path into adjacent polygons.
// Idea: Each edge of the polygon between the rays yields a narrower cone. If a ray passes through a corner at an end of the
// entry edge, the path can bend there (turns.cpp). All tests are signs of exact cross products.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
// Weak cases: Many small polygons split a cone into many cones.

#include "query/exact/engine.h"

namespace navspan {

void ExactEngine::push(const Node& node, double key) {
    if (key >= search_.best_length) return;
    scratch_.nodes.push_back(node);
    heap_.push({key, uint32_t(scratch_.nodes.size() - 1)});
    ++search_.pushed;
}

ExactEngine::Node ExactEngine::cone_node(uint32_t parent, uint32_t entry, ConeSide left, ConeSide right) const {
    const Kind kind = left.ahead ? Kind::cone_left_open : right.ahead ? Kind::cone_right_open : Kind::cone;
    const uint32_t root = scratch_.nodes[parent].root;
    return {left.vertex, right.vertex, root, uint32_t(kind), entry, parent};
}

void ExactEngine::push_cone(uint32_t parent, const EdgeRing& ring, uint32_t exit, uint32_t entry, ConeSide left,
                            ConeSide right) {
    const Root& root = scratch_.roots[scratch_.nodes[parent].root];
    const EdgeInterval interval{ring.after(exit), exit, side_point(root, left), side_point(root, right)};
    push(cone_node(parent, entry, left, right), root.length + lower_bound(root, interval));
}

// If edge `exit` can be crossed, pushes the cone behind the edge: what the root of node `parent` sees through the edge, between
// `left` and `right`.
void ExactEngine::push_visible_cone(uint32_t parent, const EdgeRing& ring, uint32_t exit, ConeSide left, ConeSide right) {
    if (may_cross(exit)) push_cone(parent, ring, exit, edges_[exit].twin, left, right);
}

// If a path can leave the polygon of `entry` by only one edge other than `entry`, returns this edge. Returns kNoIndex if there
// is no such edge, if there are several, or if the polygon contains the target.
uint32_t ExactEngine::single_exit(uint32_t entry) const {
    const SearchEdge& in = edges_[entry];
    if (in.first == search_.target_edge) return kNoIndex;
    if (!is_block_joint(in.first)) return in.only_exit;
    uint32_t only = kNoIndex;
    for (uint32_t e = in.first; e < in.end; ++e) {
        if (e == entry || edges_[e].twin == kNoIndex || !scratch_.blocks.has(edges_[e].block)) continue;
        if (only != kNoIndex) return kNoIndex;
        only = e;
    }
    return only;
}

// Follows a cone through consecutive polygons that have a single exit. Pushes the turns at the sides of the cone. If
// visit_cone() must continue, returns true and sets `id` to a node for the polygon at which this function stopped.
template <bool kOnLattice>
bool ExactEngine::follow_single_exits(uint32_t& id) {
    Cone<kOnLattice> cone = cone_of<kOnLattice>(scratch_.nodes[id]);
    const RootView<kOnLattice>& view = cone.view;
    uint32_t at = scratch_.nodes[id].edge;
    bool touches_left = view.see(edges_[at].start) == cone.to_left;
    bool touches_right = view.see(edges_[ring_of(at).after(at)].start) == cone.to_right;
    const auto stay = [&] {
        if (scratch_.nodes[id].edge == at) return;
        scratch_.nodes.push_back(cone_node(id, at, cone.left, cone.right));
        id = uint32_t(scratch_.nodes.size() - 1);
    };
    uint64_t passed = 0;
    bool goes_on = true;
    while (true) {
        const uint32_t out = single_exit(at);
        if (out == kNoIndex) break;
        const EdgeRing ring = ring_of(at);
        const uint32_t out_end = ring.after(out);
        if (!search_.all_admitted && !admits(filter_, edges_[edges_[out].twin])) {
            goes_on = false;
            break;
        }
        const PlanePoint u = view.see(ring.vertex(out)), w = view.see(ring.vertex(out_end));
        const int right_turn = view.turn(cone.to_right, u), left_turn = view.turn(cone.to_left, w);
        // If a side of the cone touches an end of the entry edge, a path can turn at this end. Only such a turn reaches the
        // part of the exit edge outside this side of the cone.
        const bool turns_right = touches_right && right_turn < 0, turns_left = touches_left && left_turn > 0;
        if (turns_right || turns_left) {
            const uint32_t next = ring.after(at), back = ring.before(at);
            if (turns_right && view.turn(cone.to_right, view.see(ring.vertex(ring.after(next)))) == 0) break;
            if (turns_left && view.turn(cone.to_left, view.see(ring.vertex(back))) == 0) break;
            stay();
            if (turns_right) push_turn(id, Kind::turn_right, ring, next, true);
            if (turns_left) push_turn(id, Kind::turn_left, ring, back, true);
        }
        // The cone ends if the whole exit edge is to the right or to the left of the cone.
        const bool is_right_of_cone = right_turn <= 0 && view.turn(cone.to_right, w) <= 0;
        const bool is_left_of_cone = left_turn >= 0 && view.turn(cone.to_left, u) >= 0;
        if (is_right_of_cone || is_left_of_cone) {
            // If a side of the cone passes through a vertex of the entry edge and a vertex of the exit edge, a turn at the
            // vertex of the entry edge may be possible. visit_cone() handles this case.
            goes_on = (touches_right && right_turn == 0) || (touches_left && left_turn == 0);
            break;
        }
        touches_right = right_turn >= 0;
        touches_left = left_turn <= 0;
        if (touches_right) {
            cone.right = ring.side(out);
            cone.to_right = u;
        }
        if (touches_left) {
            cone.left = ring.side(out_end);
            cone.to_left = w;
        }
        at = edges_[out].twin;
        ++passed;
    }
    search_.expanded += passed;
    if (goes_on) stay();
    return goes_on;
}

// Expands a cone. If this yields exactly one new cone, returns its node without pushing it. Otherwise returns kNoIndex.
uint32_t ExactEngine::expand_cone(uint32_t id) {
    return is_on_lattice(scratch_.roots[scratch_.nodes[id].root]) ? visit_cone<true>(id) : visit_cone<false>(id);
}

template <bool kOnLattice>
uint32_t ExactEngine::visit_cone(uint32_t id) {
    if (search_.skips_single_exits && !follow_single_exits<kOnLattice>(id)) return kNoIndex;
    const Node node = scratch_.nodes[id];
    const Root from = scratch_.roots[node.root];
    const Cone<kOnLattice> cone = cone_of<kOnLattice>(node);
    const RootView<kOnLattice>& view = cone.view;
    const ConeSide left = cone.left, right = cone.right;
    const PlanePoint to_left = cone.to_left, to_right = cone.to_right;
    const EdgeRing ring = ring_of(node.edge);
    offer(id, ring, [&](PlanePoint p) {
        return turn(from.at, side_point(from, right), p) >= 0 && turn(from.at, side_point(from, left), p) <= 0;
    });

    // Visit the edges to the right of the cone. If the right side of the cone touches the end of the entry edge, paths can turn
    // at this end.
    uint32_t e = ring.after(node.edge);
    PlanePoint u = view.see(ring.vertex(e));
    int u_turn = view.turn(to_right, u);
    bool touches = u == to_right;
    while (true) {
        const int w_turn = view.turn(to_right, view.see(ring.vertex(ring.after(e))));
        if (w_turn > 0) break;
        if (touches) push_turn(id, Kind::turn_right, ring, e);
        touches = touches && w_turn == 0;
        u_turn = w_turn;
        e = ring.after(e);
    }
    // Visit the edges between the sides of the cone. Each edge that can be crossed yields a new cone. The first new cone is
    // held back. If it remains the only new cone, its node is returned and not pushed.
    ConeSide begin = u_turn >= 0 ? ring.side(e) : right, held_left, held_right;
    uint32_t held = 0, cones = 0;
    while (true) {
        const uint32_t next = ring.after(e);
        const int past = view.turn(to_left, view.see(ring.vertex(next)));
        const ConeSide end = past > 0 ? left : ring.side(next);
        if (may_cross(e)) {
            if (++cones == 1) {
                held = e;
                held_left = end;
                held_right = begin;
            } else {
                if (cones == 2) push_cone(id, ring, held, edges_[held].twin, held_left, held_right);
                push_cone(id, ring, e, edges_[e].twin, end, begin);
            }
        }
        e = next;
        if (past >= 0) break;
        begin = end;
    }
    // Visit the edges to the left of the cone, in reverse order.
    if (view.see(ring.vertex(node.edge)) == to_left) {
        for (uint32_t back = ring.before(node.edge); back != ring.before(e); back = ring.before(back)) {
            const int past = view.turn(to_left, view.see(ring.vertex(back)));
            if (past >= 0) push_turn(id, Kind::turn_left, ring, back);
            if (past != 0) break;
        }
    }
    if (cones != 1) return kNoIndex;
    scratch_.nodes.push_back(cone_node(id, edges_[held].twin, held_left, held_right));
    return uint32_t(scratch_.nodes.size() - 1);
}

void ExactEngine::expand(uint32_t id) {
    ++search_.expanded;
    switch (Kind(scratch_.nodes[id].kind)) {
        case Kind::turn_right:
        case Kind::turn_left:
            return expand_turn(id);
        case Kind::inside:
            return expand_inside(id);
        default:
            break;
    }
    // If expanding a cone yields a single new cone, the new cone is expanded at once, without the heap.
    while ((id = expand_cone(id)) != kNoIndex)
        ++search_.expanded;
}

}  // namespace navspan
