// The exact search: converts the nodes into a corridor.
//
// In: the nodes that lead to the goal (see ExactScratch::NodeKind).
// Out: the polygons crossed and the portals between them.
// Idea: A cone or an inside node stores the edge by which its polygon is entered; this edge becomes a portal. A turn may cross
// several edges around its corner, but stores only the first edge. The other edges are found by going around the corner again.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017), for the search.
// Weak cases: none known.

#include <algorithm>

#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/trusted.h"
#include "query/exact/engine.h"

namespace navspan {

// The polygon that a node enters; for a turn, the polygon in which the turn starts.
PolygonRef ExactEngine::polygon_of_node(const Node& node) const {
    if (node.edge == kNoIndex) return search_.request.start.polygon;
    if (is_link_number(node.edge)) return link_of(node.edge).to;
    return polygon_with(node.edge);
}

// Returns the first half-edge of the polygon from which the search reached a node.
uint32_t ExactEngine::origin_of_node(const Node& node) const {
    if (is_link_number(node.edge)) return first_edge(mesh_, link_of(node.edge).from);
    const bool turns = node.kind == uint32_t(Kind::turn_right) || node.kind == uint32_t(Kind::turn_left);
    return edges_[turns ? node.edge : edges_[node.edge].twin].first;
}

// Appends an edge and the polygon across it to the corridor. Returns the twin of the edge.
uint32_t ExactEngine::cross(uint32_t exit, Corridor& corridor) const {
    const EdgeRef portal = edge_at(mesh_, exit), entry = trusted::twin_of(mesh_, portal);
    corridor.portals.push_back(portal);
    corridor.polygons.push_back(trusted::polygon_at(mesh_, entry));
    return edges_[exit].twin;
}

// Appends the polygons around the corner of a turn, up to the polygon whose first half-edge is `until`.
void ExactEngine::trace_turn(const Node& node, uint32_t until, Corridor& corridor) const {
    const bool right = node.kind == uint32_t(Kind::turn_right);
    uint32_t crossed = node.edge;
    while (edges_[crossed].first != until) {
        const EdgeRing ring = ring_of(cross(crossed, corridor));
        const uint32_t entry = edges_[crossed].twin;
        crossed = right ? ring.after(entry) : ring.before(entry);
    }
}

void ExactEngine::trace(Corridor& corridor) {
    corridor.portals.clear();
    corridor.polygons.assign(1, search_.request.start.polygon);
    corridor.end = search_.target;
    const double quantum = trusted::tile_at(mesh_, 0).frame.quantum;
    corridor.cost =
        search_.best_length == kInfinity ? 0 : search_.best_length / double(1 << kSubLatticeBits) * search_.rate * quantum;
    corridor.expanded = search_.expanded;
    corridor.pushed = search_.pushed;
    if (search_.best_length == kInfinity) {
        corridor.end = search_.request.start;
        return;
    }
    scratch_.chain.clear();
    for (uint32_t id = search_.best_node; id != kNoIndex; id = scratch_.nodes[id].parent)
        scratch_.chain.push_back(id);
    std::reverse(scratch_.chain.begin(), scratch_.chain.end());
    for (size_t i = 0; i < scratch_.chain.size(); ++i) {
        const Node& node = scratch_.nodes[scratch_.chain[i]];
        const bool turns = node.kind == uint32_t(Kind::turn_right) || node.kind == uint32_t(Kind::turn_left);
        const Node* next = i + 1 < scratch_.chain.size() ? &scratch_.nodes[scratch_.chain[i + 1]] : nullptr;
        if (turns) trace_turn(node, next ? origin_of_node(*next) : search_.target_edge, corridor);
        if (!next) break;
        if (next->kind == uint32_t(Kind::turn_right) || next->kind == uint32_t(Kind::turn_left)) continue;
        if (is_link_number(next->edge)) {
            corridor.portals.push_back({kLinkTile, next->edge - mesh_.edge_count()});
            corridor.polygons.push_back(polygon_of_node(*next));
            continue;
        }
        // between the two nodes, follow_single_exits() skipped polygons with a single exit: append these polygons
        const uint32_t exit = edges_[next->edge].twin;
        if (!turns && node.edge != kNoIndex && !is_link_number(node.edge)) {
            for (uint32_t at = node.edge; edges_[at].first != edges_[exit].first;)
                at = cross(single_exit(at), corridor);
        }
        cross(exit, corridor);
    }
}

}  // namespace navspan
