// The corridor ahead of a moving agent.
//
// In: a path, then moves of the agent or of its goal.
// Out: a corridor in which each polygon is connected to the next by an edge or an off-mesh link.
// Idea: A move along the surface yields the chain of polygons crossed. The new corridor first leads back along this chain. At
// the last polygon of the old corridor that is in the chain, it joins the old corridor. After a change of the mesh, the
// polygons are looked up in the new snapshot.
// Source: Mononen, Detour (2009), for path corridors.
// Weak cases: If a move skips more than 64 polygons of the corridor, the new corridor first leads back along the move.

#include <algorithm>
#include <cmath>
#include <limits>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/agent_corridor.h"
#include "query/path/string.h"
#include "query/state.h"

namespace navspan {
namespace {

// Maximum number of corridor polygons that a move may skip. A move close to a vertex can skip all polygons around the vertex.
constexpr size_t kMaxLookahead = 64;  // [polygons]

// Index of the first off-mesh link among the first `max_portals` portals; if there is none, the number of portals searched.
size_t first_link(const AgentCorridor& agent, size_t max_portals = std::numeric_limits<size_t>::max()) {
    const auto end = agent.portals.begin() + std::ptrdiff_t(std::min(max_portals, agent.portals.size()));
    return size_t(std::find_if(agent.portals.begin(), end, is_link) - agent.portals.begin());
}

// Index after the last off-mesh link among the last `max_portals` portals; if there is none, the index of the first portal
// searched.
size_t after_last_link(const AgentCorridor& agent, size_t max_portals) {
    const auto end = agent.portals.rbegin() + std::ptrdiff_t(std::min(max_portals, agent.portals.size()));
    return size_t(agent.portals.rend() - std::find_if(agent.portals.rbegin(), end, is_link));
}

CorridorView view_of(const AgentCorridor& agent) {
    return {agent.polygons, agent.portals};
}

Error stale_error() {
    return Error{ErrorKind::usage,
                 "the corridor does not belong to the mesh; call repair_corridor after each update of the mesh"};
}

// True if the lists of the corridor are consistent, and its end points are finite and belong to the mesh.
bool has_ends(const NavMesh& mesh, const AgentCorridor& agent) {
    const auto is_finite = [](DVec3 p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); };
    return agent.polygons.size() == agent.portals.size() + 1 && agent.start.polygon == agent.polygons.front() &&
           agent.goal.polygon == agent.polygons.back() && has_point(mesh, agent.start) && has_point(mesh, agent.goal) &&
           is_finite(agent.start.position) && is_finite(agent.goal.position);
}

void clear_corridor(AgentCorridor& agent) {
    agent.polygons.clear();
    agent.portals.clear();
}

size_t last_index_of(const std::vector<PolygonRef>& polygons, PolygonRef polygon) {
    const auto found = std::find(polygons.rbegin(), polygons.rend(), polygon);
    return found == polygons.rend() ? kNoIndex : size_t(polygons.rend() - found) - 1;
}

// A polygon that is in both the corridor and the chain: its index in the corridor, and its last index in the chain. Both are
// kNoIndex if there is no such polygon. find_last_shared searches the corridor backwards, from index `end` - 1.
struct Shared {
    size_t corridor = kNoIndex, chain = kNoIndex;
};
Shared find_last_shared(const AgentCorridor& agent, size_t end, const std::vector<PolygonRef>& chain) {
    for (size_t i = end; i-- > 0;) {
        const size_t j = last_index_of(chain, agent.polygons[i]);
        if (j != kNoIndex) return {i, j};
    }
    return {};
}

// Replaces the corridor up to and including polygon `from` by the chain in scratch_polygons and scratch_portals. These two
// vectors then hold the old corridor.
void replace_head(AgentCorridor& agent, size_t from) {
    agent.scratch_polygons.insert(agent.scratch_polygons.end(), agent.polygons.begin() + std::ptrdiff_t(from) + 1,
                                  agent.polygons.end());
    agent.scratch_portals.insert(agent.scratch_portals.end(), agent.portals.begin() + std::ptrdiff_t(from),
                                 agent.portals.end());
    agent.polygons.swap(agent.scratch_polygons);
    agent.portals.swap(agent.scratch_portals);
}

// Horizontal distance from a point to an edge [cell].
double distance_to_edge(const NavTile& tile, uint32_t edge, DVec3 world) {
    const DVec3 p = to_local(tile.frame, world);
    const HalfEdge &a = tile.half_edges[edge], &b = tile.half_edges[trusted::next_edge(tile, edge)];
    return distance_to_segment_xz(p, {double(a.x), 0, double(a.z)}, {double(b.x), 0, double(b.z)});
}

// While the agent stands on the portal to the next polygon of the corridor, moves the agent into that polygon. Without this
// step, a move along an edge could reach the wrong floor where edges of two floors coincide, for example at the side of a ramp.
// Returns false if a portal or polygon of the corridor is no longer in the mesh.
bool enter_touched_polygons(const NavMesh& mesh, AgentCorridor& agent) {
    const size_t end = first_link(agent, kMaxLookahead);
    size_t entered = 0;
    for (; entered < end; ++entered) {
        if (!edges_lead_on(mesh, view_of(agent), entered, entered + 1)) return false;
        if (!has_polygon(mesh, agent.polygons[entered + 1])) return false;
        const NavTile& tile = tile_of(mesh, agent.polygons[entered]);
        if (distance_to_edge(tile, agent.portals[entered].edge, agent.start.position) > kReached_cells) break;
    }
    agent.polygons.erase(agent.polygons.begin(), agent.polygons.begin() + std::ptrdiff_t(entered));
    agent.portals.erase(agent.portals.begin(), agent.portals.begin() + std::ptrdiff_t(entered));
    agent.start.polygon = agent.polygons.front();
    return true;
}

// If the agent stands on an edge to a later polygon of the corridor, removes the polygons between the agent's polygon and that
// polygon.
void step_over_edges(const NavMesh& mesh, AgentCorridor& agent) {
    const PolygonRef here = agent.polygons.front();
    const NavTile& tile = tile_of(mesh, here);
    const NavPolygon& polygon = polygon_of(mesh, here);
    const size_t end = first_link(agent, kMaxLookahead) + 1;
    if (end < 3) return;
    size_t over = 1;
    EdgeRef portal;
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const EdgeRef twin = twin_of(mesh, {here.tile, e});
        if (!twin.valid() || distance_to_edge(tile, e, agent.start.position) > kReached_cells) continue;
        for (size_t i = end - 1; i > over; --i) {
            if (agent.polygons[i] != polygon_at(mesh, twin)) continue;
            over = i;
            portal = {here.tile, e};
        }
    }
    if (over == 1) return;
    agent.polygons.erase(agent.polygons.begin() + 1, agent.polygons.begin() + std::ptrdiff_t(over));
    agent.portals.erase(agent.portals.begin(), agent.portals.begin() + std::ptrdiff_t(over));
    agent.portals.insert(agent.portals.begin(), portal);
}

// Moves the agent inside its polygon. Returns false if the target is outside of the polygon by more than the rounding
// tolerance.
bool move_inside_polygon(const NavMesh& mesh, DVec3 to, AgentCorridor& agent) {
    if (!is_in_world(to)) return false;
    constexpr double kRounding_cells = 2 / kSubLattice;
    SurfacePoint inside = inside_polygon(mesh, {agent.start.polygon, to, 0, mesh.revision});
    if (distance_xz(inside.position, to) > kRounding_cells * tile_of(mesh, agent.start.polygon).frame.quantum) return false;
    inside.position.y = polygon_height(mesh, inside.polygon, inside.position.x, inside.position.z);
    agent.start = inside;
    return true;
}

// Returns the cost of the shortest path through the current corridor, and stores that path in agent.path.
double corridor_cost(const NavMesh& mesh, const QueryFilter& filter, SearchScratch& scratch, AgentCorridor& agent) {
    Path& path = agent.path;
    clear_path(path);
    path.method = PathMethod::astar;
    path.corridor.polygons = agent.polygons;
    path.corridor.portals = agent.portals;
    path.corridor.end = agent.goal;
    string_path(mesh, filter, scratch.state().string, agent.start.position, true, path);
    return path.cost;
}

// Returns the nearest admitted point of the mesh. Returns an invalid point if there is no such point, or if `point` or the
// result is outside the range of valid query coordinates.
SurfacePoint nearest_to(const NavMesh& mesh, const QueryFilter& filter, DVec3 point) {
    if (!is_in_world(point)) return {};
    const auto nearest = find_nearest(mesh, point, {.filter = &filter});
    if (!nearest) return {};
    const SurfacePoint inside = inside_polygon(mesh, *nearest);
    return is_in_world(inside.position) ? inside : SurfacePoint{};
}

// Returns the slot in `after` of the tile before.tiles[slot]. Returns kNoIndex if the tile was replaced or removed.
uint32_t same_slot(const NavMesh& before, const NavMesh& after, uint32_t slot) {
    const auto tile = std::find(after.tiles.begin(), after.tiles.end(), before.tiles[slot]);
    return tile == after.tiles.end() ? kNoIndex : uint32_t(tile - after.tiles.begin());
}

DVec3 centre_of(const NavMesh& mesh, PolygonRef ref) {
    const NavTile& tile = tile_of(mesh, ref);
    const DVec3 middle = to_world(tile.frame, corner_centroid(tile, ref.polygon));
    return {middle.x, polygon_height(mesh, ref, middle.x, middle.z), middle.z};
}

PolygonRef same_polygon(const NavMesh& before, const NavMesh& after, const QueryFilter& filter, PolygonRef ref) {
    if (!has_polygon(before, ref)) return {};
    if (const uint32_t slot = same_slot(before, after, ref.tile); slot != kNoIndex) return {slot, ref.polygon};
    return nearest_to(after, filter, centre_of(before, ref)).polygon;
}

// The edge of `from` that is shared with `to`; invalid if the polygons are not adjacent.
EdgeRef edge_between(const NavMesh& mesh, PolygonRef from, PolygonRef to) {
    const NavPolygon& polygon = polygon_of(mesh, from);
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const EdgeRef twin = twin_of(mesh, {from.tile, e});
        if (twin.valid() && polygon_at(mesh, twin) == to) return {from.tile, e};
    }
    return {};
}

// Finds an admitted link that starts in polygon `from` and has the end points of `wanted`, a link of another snapshot.
EdgeRef same_link(const NavMesh& mesh, const QueryFilter& filter, PolygonRef from, const OffMeshLink& wanted) {
    for (const OffMeshLink& link : links_from(mesh, from)) {
        if (link.start == wanted.start && link.end == wanted.end && admits(filter, link)) {
            return {kLinkTile, uint32_t(&link - mesh.links.data())};
        }
    }
    return {};
}

// Maps the corridor to the new snapshot, into scratch_polygons and scratch_portals. Returns false if a polygon or link is
// missing or not admitted, or if consecutive polygons are no longer connected.
bool remap_corridor(const NavMesh& before, const NavMesh& after, const QueryFilter& filter, PolygonRef start, PolygonRef goal,
                    AgentCorridor& agent) {
    std::vector<PolygonRef>& chain = agent.scratch_polygons;
    std::vector<EdgeRef>& portals = agent.scratch_portals;
    chain.assign(1, start);
    portals.clear();
    if (agent.polygons.size() != agent.portals.size() + 1) return false;
    const auto go_to = [&](PolygonRef next) {
        if (next == chain.back()) return true;
        const EdgeRef edge = edge_between(after, chain.back(), next);
        if (!edge.valid() || !admits(filter, polygon_of(after, next))) return false;
        portals.push_back(edge);
        chain.push_back(next);
        return true;
    };
    for (size_t i = 0; i < agent.polygons.size(); ++i) {
        const PolygonRef next = same_polygon(before, after, filter, agent.polygons[i]);
        if (!next.valid()) return false;
        if (i == 0 || !is_link(agent.portals[i - 1])) {
            if (!go_to(next)) return false;
            continue;
        }
        if (agent.portals[i - 1].edge >= before.links.size()) return false;
        const EdgeRef link = same_link(after, filter, chain.back(), before.links[agent.portals[i - 1].edge]);
        if (!is_link(link) || !admits(filter, polygon_of(after, after.links[link.edge].to))) return false;
        portals.push_back(link);
        chain.push_back(after.links[link.edge].to);
        if (!go_to(next)) return false;
    }
    return go_to(goal);
}

}  // namespace

void set_corridor(const PathRequest& request, const Path& path, AgentCorridor& agent) {
    agent.requested_goal = request.goal;
    agent.complete = path.status == PathStatus::complete;
    const bool has_corridor = path.corridor.polygons.size() == path.corridor.portals.size() + 1;
    if (path.points.empty() || !has_corridor) {
        clear_corridor(agent);
        agent.start = {{}, request.start};
        agent.goal = {{}, request.goal};
        return;
    }
    agent.polygons = path.corridor.polygons;
    agent.portals = path.corridor.portals;
    const uint32_t revision = path.corridor.end.revision;
    agent.start = {agent.polygons.front(), path.points.front(), 0, revision};
    agent.goal = {agent.polygons.back(), path.points.back(), 0, revision};
}

Status move_corridor_start(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent) {
    if (agent.polygons.empty()) return Done{};
    if (!has_ends(mesh, agent) || !enter_touched_polygons(mesh, agent)) return stale_error();
    if (move_inside_polygon(mesh, to, agent)) {
        step_over_edges(mesh, agent);
        return Done{};
    }
    const MoveRequest request{.start = agent.start, .end = to, .filter = &filter};
    if (Status s = move_along_surface(mesh, request, agent.moved); !s) return s;
    const std::vector<PolygonRef>& walked = agent.moved.polygons;
    agent.start = agent.moved.end;
    // The walk starts in the first polygon of the corridor, so there is a shared polygon.
    const Shared shared = find_last_shared(agent, first_link(agent, walked.size() + kMaxLookahead) + 1, walked);
    if (shared.corridor > 0 || walked.size() > 1) {
        // Reverse the walk, from its end back to the last shared polygon.
        agent.scratch_polygons.assign(walked.rbegin(), walked.rend() - std::ptrdiff_t(shared.chain));
        agent.scratch_portals.clear();
        for (size_t i = walked.size() - 1; i > shared.chain; --i)
            agent.scratch_portals.push_back(twin_of(mesh, agent.moved.portals[i - 1]));
        replace_head(agent, shared.corridor);
    }
    step_over_edges(mesh, agent);
    return Done{};
}

Status move_corridor_goal(const NavMesh& mesh, const QueryFilter& filter, DVec3 to, AgentCorridor& agent) {
    if (agent.polygons.empty()) return Done{};
    if (!has_ends(mesh, agent)) return stale_error();
    const MoveRequest request{.start = agent.goal, .end = to, .filter = &filter};
    if (Status s = move_along_surface(mesh, request, agent.moved); !s) return s;
    const std::vector<PolygonRef>& walked = agent.moved.polygons;
    agent.goal = agent.moved.end;
    agent.requested_goal = to;
    agent.complete = agent.moved.reached;
    // After the corridor's last link, find the first polygon that is also in the walk. Such a polygon exists, because the walk
    // starts in the last polygon of the corridor.
    size_t at = after_last_link(agent, walked.size() + kMaxLookahead), in_walk = kNoIndex;
    while (at < agent.polygons.size() && (in_walk = last_index_of(walked, agent.polygons[at])) == kNoIndex)
        ++at;
    agent.polygons.resize(at + 1);
    agent.portals.resize(at);
    agent.polygons.insert(agent.polygons.end(), walked.begin() + std::ptrdiff_t(in_walk) + 1, walked.end());
    agent.portals.insert(agent.portals.end(), agent.moved.portals.begin() + std::ptrdiff_t(in_walk), agent.moved.portals.end());
    return Done{};
}

Status next_corners(const NavMesh& mesh, const AgentCorridor& agent, size_t max_corners, SearchScratch& scratch,
                    std::vector<CorridorCorner>& corners) {
    corners.clear();
    if (agent.polygons.empty()) return Done{};
    const StringEnds ends{agent.start.position, agent.goal.position};
    if (has_ends(mesh, agent) && string_corners(mesh, view_of(agent), ends, max_corners, scratch.state().string, corners)) {
        return Done{};
    }
    corners.clear();
    return stale_error();
}

bool take_next_link(const NavMesh& mesh, AgentCorridor& agent) {
    const size_t portal = first_link(agent);
    if (portal == agent.portals.size() || !has_ends(mesh, agent) || !link_leads_on(mesh, view_of(agent), portal)) return false;
    const OffMeshLink& link = mesh.links[agent.portals[portal].edge];
    agent.polygons.erase(agent.polygons.begin(), agent.polygons.begin() + std::ptrdiff_t(portal) + 1);
    agent.portals.erase(agent.portals.begin(), agent.portals.begin() + std::ptrdiff_t(portal) + 1);
    agent.start = inside_polygon(mesh, {link.to, link.end, 0, mesh.revision});
    return true;
}

Result<bool> shortcut_corridor(const NavMesh& mesh, const QueryFilter& filter, size_t ahead, SearchScratch& scratch,
                               AgentCorridor& agent) {
    if (Status s = validate_filter(filter); !s) return s.error();
    if (agent.polygons.size() < 2) return false;
    if (!has_ends(mesh, agent)) return stale_error();
    for (size_t i = 0; i < agent.portals.size(); ++i) {
        const bool leads_on =
            is_link(agent.portals[i]) ? link_leads_on(mesh, view_of(agent), i) : edges_lead_on(mesh, view_of(agent), i, i + 1);
        if (!leads_on) return stale_error();
    }
    const double cost = corridor_cost(mesh, filter, scratch, agent);
    const Path& path = agent.path;
    // the farthest point at which a ray may aim: the start of the next link or, if there is no link, the goal
    size_t last = path.links.empty() ? path.points.size() - 1 : path.links.front().point;
    for (last = std::min(last, ahead); last > 0; --last) {
        const RaycastRequest request{.start = agent.start, .end = path.points[last], .filter = &filter};
        if (Status s = raycast(mesh, request, agent.ray); !s) return s.error();
        if (agent.ray.stop == RayStop::end) break;
    }
    if (last == 0) return false;
    const Shared shared = find_last_shared(agent, first_link(agent) + 1, agent.ray.polygons);
    if (shared.corridor == kNoIndex || shared.corridor <= shared.chain) return false;
    agent.scratch_polygons.assign(agent.ray.polygons.begin(), agent.ray.polygons.begin() + std::ptrdiff_t(shared.chain) + 1);
    agent.scratch_portals.assign(agent.ray.portals.begin(), agent.ray.portals.begin() + std::ptrdiff_t(shared.chain));
    replace_head(agent, shared.corridor);
    if (corridor_cost(mesh, filter, scratch, agent) < cost * (1 - 1e-9)) return true;
    // The shortcut is not cheaper: restore the old corridor.
    agent.polygons.swap(agent.scratch_polygons);
    agent.portals.swap(agent.scratch_portals);
    return false;
}

Result<CorridorRepair> repair_corridor(const NavMesh& before, const NavMesh& after, const QueryFilter& filter,
                                       SearchScratch& scratch, AgentCorridor& agent) {
    if (agent.polygons.empty()) return CorridorRepair::lost;
    const SurfacePoint start = nearest_to(after, filter, agent.start.position);
    const SurfacePoint goal = nearest_to(after, filter, agent.goal.position);
    if (!start.polygon.valid() || !goal.polygon.valid()) {
        clear_corridor(agent);
        return CorridorRepair::lost;
    }
    const bool kept = agent.complete && remap_corridor(before, after, filter, start.polygon, goal.polygon, agent);
    agent.start = start;
    agent.goal = goal;
    if (kept) {
        agent.polygons.swap(agent.scratch_polygons);
        agent.portals.swap(agent.scratch_portals);
        return CorridorRepair::kept;
    }
    const PathRequest request{.start = start.position, .goal = agent.requested_goal, .filter = &filter};
    const Status searched = find_path(after, scratch, request, agent.path);  // clears the path if it fails
    set_corridor(request, agent.path, agent);
    if (!searched) return searched.error();
    return agent.polygons.empty() ? CorridorRepair::lost : CorridorRepair::found;
}

}  // namespace navspan
