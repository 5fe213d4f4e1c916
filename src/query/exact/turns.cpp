// The exact search: paths that bend at corners.
//
// In: a root: a corner at which the path bends (a turn), or a point inside a polygon.
// Out: the cones and turns that continue the path from the root.
// Idea: For a turn, the polygons around the corner are visited up to a wall. The visible parts of these polygons yield cones
// and turns. In the first polygon, the view ends at the line ahead (the straight extension of the path beyond the corner).
// Paths that bend to a point beyond this line are not taut.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
// Weak cases: A turn visits all polygons at its corner.

#include "navmesh/mesh/trusted.h"
#include "query/exact/engine.h"

namespace navspan {

// Considers the path to `root`, continued straight to `to`. Returns the root at which the last straight part of this path
// starts: the parent of `root` if the path does not bend at `root`, otherwise `root`.
uint32_t ExactEngine::straight_from(uint32_t root, PlanePoint to) const {
    const Root& r = scratch_.roots[root];
    if (r.parent == root || turn(r.at, r.ahead, to) != 0) return root;
    const bool is_ahead = (r.ahead.x > r.at.x) == (to.x > r.at.x) && (r.ahead.z > r.at.z) == (to.z > r.at.z);
    return is_ahead ? r.parent : root;
}

// True if a path can continue after a turn. This is the case if the polygon contains the goal or the start of a link. It is
// also the case if the path can cross `crossed` or an edge between `crossed` and the line ahead. Always true for measure(),
// which needs the distances of all vertices.
bool ExactEngine::has_successors(Kind kind, const EdgeRing& ring, uint32_t crossed, PlanePoint before, PlanePoint at) const {
    if (may_cross(crossed)) return true;
    if (lengths_ || is_target(ring) || !links_of(ring).empty()) return true;
    if (kind == Kind::turn_right) {
        for (uint32_t e = ring.after(crossed); e != ring.before(crossed); e = ring.after(e)) {
            if (turn(before, at, ring.point(e)) >= 0) return false;
            if (may_cross(e)) return true;
        }
    } else {
        for (uint32_t e = ring.before(crossed); e != ring.after(crossed); e = ring.before(e)) {
            if (turn(before, at, ring.point(ring.after(e))) <= 0) return false;
            if (may_cross(e)) return true;
        }
    }
    return false;
}

// Pushes a turn around the start (turn_right) or the end (turn_left) of edge `crossed`. Does nothing if that vertex is not a
// corner, if the turn has no successors, or if a path found earlier makes this path unnecessary.
void ExactEngine::push_turn(uint32_t parent, Kind kind, const EdgeRing& ring, uint32_t crossed, bool known_to_have_successors) {
    const uint32_t corner = kind == Kind::turn_right ? crossed : ring.after(crossed);
    if (!(edges_[corner].corner & kCorner) && (search_.all_admitted || !is_corner(mesh_, filter_, corner))) return;
    const PlanePoint at = ring.point(corner);
    const uint32_t from = straight_from(scratch_.nodes[parent].root, at);
    const Root& before = scratch_.roots[from];
    if (!known_to_have_successors && !has_successors(kind, ring, crossed, before.at, at)) return;
    const uint32_t name = search_.all_admitted ? mesh_.fans[corner] : fan_id(mesh_, filter_, corner);
    const double length = before.length + distance(before.at, at);

    // One path per corner suffices, so a path of equal length from another root is dropped. A path of equal length from the
    // same root gets its own node, because it may turn in the opposite direction.
    ExactScratch::Slot& slot = scratch_.slots[name];
    uint32_t root = uint32_t(scratch_.roots.size());
    if (slot.stamp == scratch_.stamp) {
        const Root& known = scratch_.roots[slot.root];
        if (known.length < length || (known.length == length && known.parent != from)) return;
        if (known.length == length) root = slot.root;
    }
    const double key = length + lower_bound(at, corner);
    if (key >= search_.best_length) return;
    if (root == scratch_.roots.size()) {
        const PlanePoint ahead{2 * at.x - before.at.x, 2 * at.z - before.at.z};
        if (!take_slot(slot)) return;
        scratch_.roots.push_back({at, ahead, length, from, false});
    }
    push({{}, {}, root, uint32_t(kind), crossed, parent}, key);
}

// Assigns a slot to a new root, which the caller must append to scratch_.roots. Marks the previous root of the slot as
// stale: its path is not shorter than the path of the new root. If the limit on the number of roots is reached, ends the search
// and returns false.
bool ExactEngine::take_slot(ExactScratch::Slot& slot) {
    if (scratch_.roots.size() >= search_.options.max_roots) {
        search_.exhausted = true;
        return false;
    }
    if (slot.stamp == scratch_.stamp) scratch_.roots[slot.root].stale = true;
    slot = {scratch_.stamp, uint32_t(scratch_.roots.size())};
    return true;
}

double ExactEngine::link_length(const OffMeshLink& link) const {
    return link_cost(filter_, link) / (search_.rate * trusted::tile_at(mesh_, 0).frame.quantum) * double(1 << kSubLatticeBits);
}

// Pushes the end of a link as a new root. The root of node `parent` must see `start`, the snapped start of the link.
void ExactEngine::push_link(uint32_t parent, const OffMeshLink& link, PlanePoint start) {
    const auto index = uint32_t(&link - mesh_.links.data());
    const uint32_t from = scratch_.nodes[parent].root;
    const PlanePoint end = snap_inside(mesh_, link.to, link.end);
    const double length = scratch_.roots[from].length + distance(scratch_.roots[from].at, start) + link_length(link);
    ExactScratch::Slot& slot = scratch_.slots[mesh_.edge_count() + index];
    if (slot.stamp == scratch_.stamp && scratch_.roots[slot.root].length <= length) return;
    if (!take_slot(slot)) return;
    scratch_.roots.push_back({end, end, length, slot.root, false});
    push({{}, {}, slot.root, uint32_t(Kind::inside), mesh_.edge_count() + index, parent}, length + lower_bound(end, kNoIndex));
}

// Handles an edge on a line through the root. The root sees no interval of this edge, so a turn around the nearer end of the
// edge is pushed.
void ExactEngine::expand_collinear_edge(uint32_t id, const EdgeRing& ring, uint32_t e) {
    const PlanePoint root = scratch_.roots[scratch_.nodes[id].root].at, u = ring.point(e), w = ring.point(ring.after(e));
    const bool u_is_nearer = std::abs(u.x - root.x) + std::abs(u.z - root.z) < std::abs(w.x - root.x) + std::abs(w.z - root.z);
    push_turn(id, u_is_nearer ? Kind::turn_right : Kind::turn_left, ring, e);
}

void ExactEngine::expand_turn(uint32_t id) {
    const Node node = scratch_.nodes[id];
    const bool right = node.kind == uint32_t(Kind::turn_right);
    const uint32_t first = node.edge;
    if (is_on_lattice(scratch_.roots[node.root])) {
        expand_first_polygon<true>(id, first);
    } else {
        expand_first_polygon<false>(id, first);
    }
    uint32_t crossed = first;
    while (may_cross(crossed)) {
        const uint32_t entry = edges_[crossed].twin;
        const EdgeRing ring = ring_of(entry);
        const uint32_t in = right ? entry : ring.before(entry);
        expand_around_root(id, ring, in);
        crossed = right ? ring.after(in) : in;
        if (crossed == first) break;
    }
}

// Expands a turn in its first polygon. Visits the edges from `crossed` (exclusive) up to the line ahead: the straight
// continuation of the path beyond the root, through Root::ahead.
template <bool kOnLattice>
void ExactEngine::expand_first_polygon(uint32_t id, uint32_t crossed) {
    const Node node = scratch_.nodes[id];
    const bool right = node.kind == uint32_t(Kind::turn_right);
    const RootView<kOnLattice> view(scratch_.roots[node.root].at);
    const PlanePoint to_ahead = view.see(scratch_.roots[node.root].ahead);
    const EdgeRing ring = ring_of(crossed);
    offer(id, ring, [](PlanePoint) { return true; });
    const ConeSide straight_on{{}, true};
    // The path turns to one side of the line ahead. next_of: the next edge of the polygon on the way to this line. side_of: 1
    // if a point is on the side to which the path turns, -1 on the other side, 0 on the line.
    const auto next_of = [&](uint32_t e) { return right ? ring.after(e) : ring.before(e); };
    const auto side_of = [&](PlanePoint p) { return right ? -view.turn(to_ahead, p) : view.turn(to_ahead, p); };
    PlanePoint near = view.see(ring.vertex(right ? ring.after(crossed) : crossed));
    int near_side = side_of(near);
    const uint32_t end = right ? ring.before(crossed) : ring.after(crossed);
    for (uint32_t e = next_of(crossed); e != end && near_side > 0; e = next_of(e)) {
        const uint32_t after = ring.after(e);
        const PlanePoint far = view.see(ring.vertex(right ? after : e));
        const int far_side = side_of(far);
        if (view.turn(near, far) == 0) {
            expand_collinear_edge(id, ring, e);
        } else if (right) {
            push_visible_cone(id, ring, e, far_side >= 0 ? ring.side(after) : straight_on, ring.side(e));
        } else {
            push_visible_cone(id, ring, e, ring.side(after), far_side >= 0 ? ring.side(e) : straight_on);
        }
        near = far;
        near_side = far_side;
    }
}

// Visits a polygon that has the root as a corner. Precondition: edge `in` of the polygon ends at the root.
void ExactEngine::expand_around_root(uint32_t id, const EdgeRing& ring, uint32_t in) {
    const PlanePoint at = scratch_.roots[scratch_.nodes[id].root].at;
    offer(id, ring, [](PlanePoint) { return true; });
    for (uint32_t e = ring.after(ring.after(in)); e != in; e = ring.after(e)) {
        const uint32_t next = ring.after(e);
        if (turn(at, ring.point(e), ring.point(next)) == 0) {
            expand_collinear_edge(id, ring, e);
        } else {
            push_visible_cone(id, ring, e, ring.side(next), ring.side(e));
        }
    }
}

// Visits all polygons that contain the root, beginning with the polygon of node `first`. If the root lies on an edge of a
// visited polygon, the neighbour across that edge contains the root too.
void ExactEngine::expand_inside(uint32_t first) {
    scratch_.flood.begin(mesh_.polygon_count());
    scratch_.flood.add(trusted::polygon_index(mesh_, polygon_of_node(scratch_.nodes[first])));
    scratch_.chain.assign(1, first);
    for (size_t i = 0; i < scratch_.chain.size(); ++i) {
        const uint32_t id = scratch_.chain[i], root = scratch_.nodes[id].root;
        const PlanePoint at = scratch_.roots[root].at;
        const EdgeRing ring = ring_of(polygon_of_node(scratch_.nodes[id]));
        offer(id, ring, [](PlanePoint) { return true; });
        for (uint32_t e = ring.first; e < ring.end; ++e) {
            const PlanePoint u = ring.point(e), w = ring.point(ring.after(e));
            if (turn(at, u, w) != 0) {
                push_visible_cone(id, ring, e, ring.side(ring.after(e)), ring.side(e));
            } else if (!is_between(at, u, w)) {
                expand_collinear_edge(id, ring, e);
            } else if (may_cross(e) && scratch_.flood.add(trusted::polygon_index(mesh_, polygon_with(edges_[e].twin)))) {
                scratch_.nodes.push_back({{}, {}, root, uint32_t(Kind::inside), edges_[e].twin, id});
                scratch_.chain.push_back(uint32_t(scratch_.nodes.size() - 1));
            }
        }
    }
}

}  // namespace navspan
