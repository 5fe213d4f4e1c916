// The exact search, one node at a time: what a root sees of a polygon, and what it sees behind corners.
//
// A cone is what a root sees through the edge by which a polygon is entered. It is kept as integers only: the root, the edge,
// and for each side the vertex the side passes through, so that every question of left or right is one exact product. In a
// convex polygon the other edges follow each other from the right side to the left one. Those between the sides are seen on: a
// cone each, its sides drawn in to the edge's ends. Those beyond a side can only be come to by bending at the end of the edge
// entered by, if the side touches it there and it is a corner; this makes one node for all of them, a turn. When its time comes
// the corner becomes a root and everything around it is seen, polygon after polygon, up to the wall; in the first polygon only
// up to the line that leads straight ahead, since a path that bends the other way could be shortened.
//
// Sides are closed. An edge that lies along a side is no cone, having no width: what is behind it is come to by a turn about
// its nearer end, which may bend by nothing. So paths along walls, through rows of corners on one line, and between obstacles
// that leave one line of sight are all found without a tolerance.

#include <cassert>

#include "exact_engine.h"

namespace navspan {

void ExactEngine::push(const Node& node, double key) {
    if (key >= search_.best_length) return;
    scratch_.nodes.push_back(node);
    heap_.push({key, uint32_t(scratch_.nodes.size() - 1)});
    ++search_.pushed;
}

ExactEngine::Node ExactEngine::cone_node(uint32_t parent, uint32_t entry, Side left, Side right) const {
    const Kind kind = left.ahead ? Kind::cone_left_open : right.ahead ? Kind::cone_right_open : Kind::cone;
    const uint32_t root = scratch_.nodes[parent].root;
    return {left.vertex, right.vertex, root, uint32_t(kind), entry, parent};
}

void ExactEngine::push_cone(uint32_t parent, const Ring& ring, uint32_t exit, uint32_t entry, Side left, Side right) {
    const Root& root = scratch_.roots[scratch_.nodes[parent].root];
    const Interval interval{ring.after(exit), exit, side_point(root, left), side_point(root, right)};
    push(cone_node(parent, entry, left, right), root.length + lower_bound(root, interval));
}

// what the node's root sees through an edge of a polygon, if the edge leads on
void ExactEngine::see_cone(uint32_t parent, const Ring& ring, uint32_t exit, Side left, Side right) {
    if (may_cross(exit)) push_cone(parent, ring, exit, edges_[exit].twin, left, right);
}

// where the straight line begins that leads over a root to a point: at the root, or if it only touches it, farther back
uint32_t ExactEngine::straight_from(uint32_t root, PlanePoint to) const {
    const Root& r = scratch_.roots[root];
    if (r.parent == root || turn(r.at, r.ahead, to) != 0) return root;
    const bool onward = (r.ahead.x > r.at.x) == (to.x > r.at.x) && (r.ahead.z > r.at.z) == (to.z > r.at.z);
    return onward ? r.parent : root;
}

// whether there is anything to be seen in a turn: behind the edge to be crossed, or beside it before the line ahead
bool ExactEngine::leads_on(Kind kind, const Ring& ring, uint32_t crossed, PlanePoint before, PlanePoint at) const {
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

// a turn about the start (to the right) or the end (to the left) of an edge that may be crossed in it
void ExactEngine::push_turn(uint32_t parent, Kind kind, const Ring& ring, uint32_t crossed, bool surely_leads_on) {
    const uint32_t corner = kind == Kind::turn_right ? crossed : ring.after(crossed);
    if (!(edges_[corner].corner & kTurnable) && (search_.all_admitted || !is_corner(mesh_, filter_, corner))) return;
    const PlanePoint at = ring.point(corner);
    const uint32_t from = straight_from(scratch_.nodes[parent].root, at);
    const Root& before = scratch_.roots[from];
    if (!surely_leads_on && !leads_on(kind, ring, crossed, before.at, at)) return;
    const uint32_t name = search_.all_admitted ? mesh_.fans[corner] : corner_name(mesh_, filter_, corner);
    const double length = before.length + distance(before.at, at);

    // one way to a corner is enough: of two equally long ones, what only one sees straight on has a shorter way elsewhere. But
    // one straight line may come along both sides of edges, and turn differently.
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
        take_slot(slot);
        scratch_.roots.push_back({at, ahead, length, from, false});
    }
    push({{}, {}, root, uint32_t(kind), crossed, parent}, key);
}

// the root to come is the best at its place; what the one before it has on the heap is looked at no more
void ExactEngine::take_slot(ExactScratch::Slot& slot) {
    assert(scratch_.roots.size() < size_t{1} << 29);  // what a node has room for: tens of gigabytes
    if (slot.stamp == scratch_.stamp) scratch_.roots[slot.root].stale = true;
    slot = {scratch_.stamp, uint32_t(scratch_.roots.size())};
}

double ExactEngine::link_length(const OffMeshLink& link) const {
    return link_cost(filter_, link) / (search_.rate * mesh_.tiles[0]->frame.quantum) * double(1 << kSubLatticeBits);
}

// the link starts where the node's root sees it
void ExactEngine::push_link(uint32_t parent, const OffMeshLink& link, PlanePoint start) {
    const auto index = uint32_t(&link - mesh_.links.data());
    const uint32_t from = scratch_.nodes[parent].root;
    const PlanePoint end = snap_into(mesh_, link.to, link.end);
    const double length = scratch_.roots[from].length + distance(scratch_.roots[from].at, start) + link_length(link);
    ExactScratch::Slot& slot = scratch_.slots[mesh_.edge_count() + index];
    if (slot.stamp == scratch_.stamp && scratch_.roots[slot.root].length <= length) return;
    take_slot(slot);
    scratch_.roots.push_back({end, end, length, slot.root, false});
    push({{}, {}, slot.root, uint32_t(Kind::inside), mesh_.edge_count() + index, parent}, length + lower_bound(end, kNoEdge));
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
        if (search_.prune && !on_way(scratch_.blocks, mesh_.blocks.link_block[size_t(&link - mesh_.links.data())])) continue;
        const PlanePoint start = snap_into(mesh_, link.from, link.start);
        if (sees(start)) push_link(id, link, start);
    }
}

// an edge the root lies in line with: behind it paths bend at its nearer end, or go straight on beside it
void ExactEngine::see_along(uint32_t id, const Ring& ring, uint32_t e) {
    const PlanePoint root = scratch_.roots[scratch_.nodes[id].root].at, u = ring.point(e), w = ring.point(ring.after(e));
    const bool u_is_nearer = std::abs(u.x - root.x) + std::abs(u.z - root.z) < std::abs(w.x - root.x) + std::abs(w.z - root.z);
    push_turn(id, u_is_nearer ? Kind::turn_right : Kind::turn_left, ring, e);
}

// the only edge by which a way goes on that came by an edge, or kNoNumber
uint32_t ExactEngine::only_way_on(uint32_t entry) const {
    const SearchEdge& in = edges_[entry];
    if (in.first == search_.target_edge) return kNoNumber;
    if (!is_stop(in.first)) return in.onward;
    uint32_t only = kNoNumber;
    for (uint32_t e = in.first; e < in.end; ++e) {
        if (e == entry || edges_[e].twin == kNoNumber || !on_way(scratch_.blocks, edges_[e].block)) continue;
        if (only != kNoNumber) return kNoNumber;
        only = e;
    }
    return only;
}

// Follows a cone through polygons that have but one edge to go on by, pushing the turns at its sides; the node of where it
// comes to takes the place of the one it began with. False when there is no more of it.
template <bool kOnLattice>
bool ExactEngine::run_ahead(uint32_t& id) {
    const Node node = scratch_.nodes[id];
    const Root from = scratch_.roots[node.root];
    const View<kOnLattice> view(from.at);
    Side left{node.left, node.kind == uint32_t(Kind::cone_left_open)};
    Side right{node.right, node.kind == uint32_t(Kind::cone_right_open)};
    // points and sides as seen from the root
    PlanePoint to_left = left.ahead ? view.see(from.ahead) : view.see(left.vertex);
    PlanePoint to_right = right.ahead ? view.see(from.ahead) : view.see(right.vertex);
    uint32_t at = node.edge;
    bool touches_left = view.see(edges_[at].start) == to_left;
    bool touches_right = view.see(edges_[ring_of(at).after(at)].start) == to_right;
    const auto stay = [&] {
        if (scratch_.nodes[id].edge == at) return;
        scratch_.nodes.push_back(cone_node(id, at, left, right));
        id = uint32_t(scratch_.nodes.size() - 1);
    };
    uint64_t passed = 0;
    bool goes_on = true;
    while (true) {
        const uint32_t out = only_way_on(at);
        if (out == kNoNumber) break;
        const Ring ring = ring_of(at);
        const uint32_t out_end = ring.after(out);
        if (!search_.all_admitted && !admits(filter_, edges_[edges_[out].twin])) {
            goes_on = false;
            break;
        }
        const PlanePoint u = view.see(ring.vertex(out)), w = view.see(ring.vertex(out_end));
        const int right_turn = view.turn(to_right, u), left_turn = view.turn(to_left, w);
        // a part of the edge beyond a side that touches a corner is come to by a turn
        const bool turns_right = touches_right && right_turn < 0, turns_left = touches_left && left_turn > 0;
        if (turns_right || turns_left) {
            const uint32_t next = ring.after(at), back = ring.before(at);
            if (turns_right && view.turn(to_right, view.see(ring.vertex(ring.after(next)))) == 0) break;
            if (turns_left && view.turn(to_left, view.see(ring.vertex(back))) == 0) break;
            stay();
            if (turns_right) push_turn(id, Kind::turn_right, ring, next, true);
            if (turns_left) push_turn(id, Kind::turn_left, ring, back, true);
        }
        // round a convex polygon the other end of the edge is farther from the side than this one
        const bool is_right_of_cone = right_turn <= 0 && view.turn(to_right, w) <= 0;
        const bool is_left_of_cone = left_turn >= 0 && view.turn(to_left, u) >= 0;
        if (is_right_of_cone || is_left_of_cone) {
            // one along a side is come to by a turn as well
            goes_on = (touches_right && right_turn == 0) || (touches_left && left_turn == 0);
            break;
        }
        touches_right = right_turn >= 0;
        touches_left = left_turn <= 0;
        if (touches_right) {
            right = ring.side(out);
            to_right = u;
        }
        if (touches_left) {
            left = ring.side(out_end);
            to_left = w;
        }
        at = edges_[out].twin;
        ++passed;
    }
    search_.expanded += passed;
    if (goes_on) stay();
    return goes_on;
}

// what a root sees of a polygon through the edge it is entered by. A single cone further on is returned instead of pushed.
uint32_t ExactEngine::expand_cone(uint32_t id) {
    return is_on_lattice(scratch_.roots[scratch_.nodes[id].root]) ? look_through<true>(id) : look_through<false>(id);
}

template <bool kOnLattice>
uint32_t ExactEngine::look_through(uint32_t id) {
    if (search_.runs_ahead && !run_ahead<kOnLattice>(id)) return kNoEdge;
    const Node node = scratch_.nodes[id];
    const Root from = scratch_.roots[node.root];
    const View<kOnLattice> view(from.at);
    const Side left{node.left, node.kind == uint32_t(Kind::cone_left_open)};
    const Side right{node.right, node.kind == uint32_t(Kind::cone_right_open)};
    const PlanePoint to_left = left.ahead ? view.see(from.ahead) : view.see(left.vertex);
    const PlanePoint to_right = right.ahead ? view.see(from.ahead) : view.see(right.vertex);
    const Ring ring = ring_of(node.edge);
    offer(id, ring, [&](PlanePoint p) {
        return turn(from.at, side_point(from, right), p) >= 0 && turn(from.at, side_point(from, left), p) <= 0;
    });

    // edges beyond the right side; those whose start touches it lead to a turn
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
    // edges between the sides
    Side begin = u_turn >= 0 ? ring.side(e) : right, held_left, held_right;
    uint32_t held = 0, cones = 0;
    while (true) {
        const uint32_t next = ring.after(e);
        const int past = view.turn(to_left, view.see(ring.vertex(next)));
        const Side end = past > 0 ? left : ring.side(next);
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
    // edges beyond the left side, in the other direction
    if (view.see(ring.vertex(node.edge)) == to_left) {
        for (uint32_t back = ring.before(node.edge); back != ring.before(e); back = ring.before(back)) {
            const int past = view.turn(to_left, view.see(ring.vertex(back)));
            if (past >= 0) push_turn(id, Kind::turn_left, ring, back);
            if (past != 0) break;
        }
    }
    if (cones != 1) return kNoEdge;
    scratch_.nodes.push_back(cone_node(id, edges_[held].twin, held_left, held_right));
    return uint32_t(scratch_.nodes.size() - 1);
}

void ExactEngine::expand_turn(uint32_t id) {
    const Node node = scratch_.nodes[id];
    const bool right = node.kind == uint32_t(Kind::turn_right);
    const uint32_t first = node.edge;
    if (is_on_lattice(scratch_.roots[node.root])) {
        see_behind_turn<true>(id, first);
    } else {
        see_behind_turn<false>(id, first);
    }
    uint32_t crossed = first;
    while (may_cross(crossed)) {
        const uint32_t entry = edges_[crossed].twin;
        const Ring ring = ring_of(entry);
        const uint32_t in = right ? entry : ring.before(entry);
        see_all_around(id, ring, in);
        crossed = right ? ring.after(in) : in;
        if (crossed == first) break;
    }
}

// the polygon a turn begins in: from the edge crossed to the line ahead
template <bool kOnLattice>
void ExactEngine::see_behind_turn(uint32_t id, uint32_t crossed) {
    const Node node = scratch_.nodes[id];
    const bool right = node.kind == uint32_t(Kind::turn_right);
    const View<kOnLattice> view(scratch_.roots[node.root].at);
    const PlanePoint to_ahead = view.see(scratch_.roots[node.root].ahead);
    const Ring ring = ring_of(crossed);
    offer(id, ring, [](PlanePoint) { return true; });
    const Side straight_on{{}, true};
    // the edges in the order of the turn, from their nearer to their farther end
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
            see_along(id, ring, e);
        } else if (right) {
            see_cone(id, ring, e, far_side >= 0 ? ring.side(after) : straight_on, ring.side(e));
        } else {
            see_cone(id, ring, e, ring.side(after), far_side >= 0 ? ring.side(e) : straight_on);
        }
        near = far;
        near_side = far_side;
    }
}

// a polygon with the root at its corner, where edge `in` ends
void ExactEngine::see_all_around(uint32_t id, const Ring& ring, uint32_t in) {
    const PlanePoint at = scratch_.roots[scratch_.nodes[id].root].at;
    offer(id, ring, [](PlanePoint) { return true; });
    for (uint32_t e = ring.after(ring.after(in)); e != in; e = ring.after(e)) {
        const uint32_t next = ring.after(e);
        if (turn(at, ring.point(e), ring.point(next)) == 0) {
            see_along(id, ring, e);
        } else {
            see_cone(id, ring, e, ring.side(next), ring.side(e));
        }
    }
}

// a polygon the root lies in, and those beyond the edges it lies on
void ExactEngine::expand_inside(uint32_t first) {
    next_flood();
    mark(polygon_of_node(scratch_.nodes[first]));
    scratch_.chain.assign(1, first);
    for (size_t i = 0; i < scratch_.chain.size(); ++i) {
        const uint32_t id = scratch_.chain[i], root = scratch_.nodes[id].root;
        const PlanePoint at = scratch_.roots[root].at;
        const Ring ring = ring_of(polygon_of_node(scratch_.nodes[id]));
        offer(id, ring, [](PlanePoint) { return true; });
        for (uint32_t e = ring.first; e < ring.end; ++e) {
            const PlanePoint u = ring.point(e), w = ring.point(ring.after(e));
            if (turn(at, u, w) != 0) {
                see_cone(id, ring, e, ring.side(ring.after(e)), ring.side(e));
            } else if (!is_between(at, u, w)) {
                see_along(id, ring, e);
            } else if (may_cross(e) && mark(polygon_with(edges_[e].twin))) {
                scratch_.nodes.push_back({{}, {}, root, uint32_t(Kind::inside), edges_[e].twin, id});
                scratch_.chain.push_back(uint32_t(scratch_.nodes.size() - 1));
            }
        }
    }
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
    // a cone that leads to one cone alone is not worth the heap
    while ((id = expand_cone(id)) != kNoEdge)
        ++search_.expanded;
}

}  // namespace navspan
