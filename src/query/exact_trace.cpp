// The exact search, afterwards: the corridor from the nodes.
//
// In: the nodes that lead to the goal. Out: the polygons passed through and the portals between them. A cone came over one
// edge. A turn went round its corner polygon by polygon, and the node after it left from one of them: the turn is walked again
// until there. The string pulled through these portals is the path.

#include <algorithm>

#include "exact_engine.h"

namespace navspan {

// where a node is: of a turn, where it begins
PolygonRef ExactEngine::polygon_of_node(const Node& node) const {
    if (node.tile == kLinkTile) return mesh_.links[node.edge].to;
    if (node.edge == kNoEdge) return search_.request.start.polygon;
    return polygon_at(mesh_, {node.tile, node.edge});
}

// from which polygon of the node before a node came
PolygonRef ExactEngine::origin_of_node(const Node& node) const {
    if (node.tile == kLinkTile) return mesh_.links[node.edge].from;
    const bool turns = node.kind == uint32_t(Kind::turn_right) || node.kind == uint32_t(Kind::turn_left);
    return polygon_at(mesh_, turns ? EdgeRef{node.tile, node.edge} : twin_of(mesh_, {node.tile, node.edge}));
}

// round the corner of a turn up to a polygon
void ExactEngine::trace_turn(const Node& node, PolygonRef until, Corridor& corridor) const {
    const bool right = node.kind == uint32_t(Kind::turn_right);
    EdgeRef crossed{node.tile, node.edge};
    while (corridor.polygons.back() != until) {
        const EdgeRef entry = twin_of(mesh_, crossed);
        corridor.portals.push_back(crossed);
        corridor.polygons.push_back(polygon_at(mesh_, entry));
        const Ring ring = ring_of(entry);
        crossed = ring.edge(right ? ring.after(entry.edge) : ring.before(entry.edge));
    }
}

void ExactEngine::trace(Corridor& corridor) {
    corridor.portals.clear();
    corridor.polygons.assign(1, search_.request.start.polygon);
    corridor.end = search_.target;
    corridor.cost = search_.best_length == kNever
                        ? 0
                        : search_.best_length / double(1 << kSubLatticeBits) * search_.rate * mesh_.tiles[0]->frame.quantum;
    corridor.expanded = search_.expanded;
    corridor.pushed = search_.pushed;
    if (search_.best_length == kNever) {
        corridor.end = search_.request.start;
        return;
    }
    scratch_.chain.clear();
    for (uint32_t id = search_.best_node; id != kNoEdge; id = scratch_.nodes[id].parent)
        scratch_.chain.push_back(id);
    std::reverse(scratch_.chain.begin(), scratch_.chain.end());
    for (size_t i = 0; i < scratch_.chain.size(); ++i) {
        const Node& node = scratch_.nodes[scratch_.chain[i]];
        const bool turns = node.kind == uint32_t(Kind::turn_right) || node.kind == uint32_t(Kind::turn_left);
        const bool last = i + 1 == scratch_.chain.size();
        if (turns)
            trace_turn(node, last ? search_.best_polygon : origin_of_node(scratch_.nodes[scratch_.chain[i + 1]]), corridor);
        if (last) break;
        const Node& next = scratch_.nodes[scratch_.chain[i + 1]];
        if (next.kind == uint32_t(Kind::turn_right) || next.kind == uint32_t(Kind::turn_left)) continue;
        const EdgeRef entry{next.tile, next.edge};
        corridor.portals.push_back(is_link(entry) ? entry : twin_of(mesh_, entry));
        corridor.polygons.push_back(polygon_of_node(next));
    }
}

}  // namespace navspan
