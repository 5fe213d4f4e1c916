// Answers exact queries by hub labels.
//
// In: a start and a goal on one island.
// Out: the bends, polygons, portals and length of the shortest path.
// Idea: Each polygon lists the vertices that see a part of it. From these lists, exact tests find the vertices that see the
// start or the goal. Common hubs give the best pair of such vertices. The path is then walked on the surface, which proves
// that it exists.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
// Weak cases: Points that see many vertices are slow. If the walk fails, the exact search answers.

#include "query/hubs/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "navmesh/graph/turning_vertex.h"
#include "query/search/surface_walk.h"

namespace navspan {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

// A start or goal, as an integer point and as doubles [lattice]. The doubles are exact.
struct PathEnd {
    explicit PathEnd(PlanePoint point) : at(point), x(double(point.x) / kSubLattice), z(double(point.z) / kSubLattice) {}
    PlanePoint at;
    double x, z;
};

double distance_to(const PathEnd& end, LatticePoint p) {
    const double x = end.x - p.x, z = end.z - p.z;
    return std::sqrt(x * x + z * z);
}

// The side of the line from -> to on which an end lies: 1 left, -1 right, 0 collinear. Exact.
int side_of_line(LatticePoint from, LatticePoint to, const PathEnd& end) {
    const double left = (double(to.z) - from.z) * (end.x - from.x), right = (double(to.x) - from.x) * (end.z - from.z);
    const double difference = left - right, slack = 0x1p-51 * (std::fabs(left) + std::fabs(right));
    if (difference > slack) return 1;
    if (difference < -slack) return -1;
    return turn(plane_point(from), plane_point(to), end.at);
}

// Precondition: the end is on the line through the first wall of a vertex. True if the vertex is between the wall and the end.
bool is_opposite(const TurningVertex& vertex, const PathEnd& end) {
    return (double(vertex.first.x) - vertex.at.x) * (end.x - vertex.at.x) +
               (double(vertex.first.z) - vertex.at.z) * (end.z - vertex.at.z) <
           0;
}

class HubQuery {
public:
    HubQuery(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch)
        : mesh_(mesh),
          hubs_(mesh.hubs),
          request_(request),
          scratch_(scratch),
          start_(snap_inside(mesh, request.start.polygon, request.start.position)),
          goal_(snap_inside(mesh, request.goal.polygon, request.goal.position)),
          walk_(mesh, *request.filter, scratch.polygons, scratch.portals) {}

    bool find() {
        scratch_.turns.clear();
        walk_.begin(request_.start.polygon, start_.at);
        if (start_.at == goal_.at ? arrives() : walk_.walk_to(goal_.at) == WalkEnd::target && arrives()) {
            const double x = goal_.x - start_.x, z = goal_.z - start_.z;
            scratch_.length = std::sqrt(x * x + z * z);
            return true;
        }
        if (!mesh_.landmarks.empty()) set_landmark_goal(mesh_, request_.goal.polygon, goal_.at, scratch_.landmark_goal);
        look_from(request_.start.polygon, start_, goal_, scratch_.from_start);
        if (!mesh_.landmarks.empty()) set_landmark_goal(mesh_, request_.start.polygon, start_.at, scratch_.landmark_goal);
        look_from(request_.goal.polygon, goal_, start_, scratch_.from_goal);
        if (scratch_.from_start.empty() || scratch_.from_goal.empty()) return false;
        best_ = kNoPath;
        try_first_pair();
        enter_goal_labels();
        join_start_labels();
        if (best_ == kNoPath) return false;
        scratch_.length = best_;
        unroll();
        return follow();
    }

private:
    const SearchEdge& edge(uint32_t e) const { return mesh_.search_edges[e]; }

    // Lists the vertices that an end sees and at which a path from this end can bend. Sorts them by the lower bound on the
    // length of a path through the vertex. If the mesh has landmarks, scratch_.landmark_goal must be set for the other end.
    void look_from(PolygonRef polygon, const PathEnd& end, const PathEnd& other, std::vector<HubScratch::SeenVertex>& seen) {
        seen.clear();
        const uint32_t index = polygon_index(mesh_, polygon);
        for (uint32_t i = hubs_.part_offset[index]; i < hubs_.part_offset[index + 1]; ++i) {
            const HubPart& part = hubs_.parts[i];
            const TurningVertex& vertex = hubs_.vertices[part.vertex];
            if (side_of_line(vertex.at, part.right, end) < 0 || side_of_line(vertex.at, part.left, end) > 0) continue;
            const int side = vertex.is_wedge ? side_of_line(vertex.at, vertex.first, end) : 1;
            const bool late = side < 0 || (side == 0 && is_opposite(vertex, end));
            if (side > 0 && vertex.is_wedge && side_of_line(vertex.at, vertex.last, end) < 0) continue;  // no taut bend
            const double distance = distance_to(end, vertex.at);
            double rest = distance_to(other, vertex.at);
            if (!mesh_.landmarks.empty())
                rest = std::max(rest, landmark_bound(mesh_.landmarks, scratch_.landmark_goal, vertex.edge));
            seen.push_back({part.vertex, late, distance, distance + rest});
        }
        std::sort(seen.begin(), seen.end(),
                  [](const auto& a, const auto& b) { return a.bound != b.bound ? a.bound < b.bound : a.vertex < b.vertex; });
    }

    // Sets limit_, the upper bound on the length of the path, to the length of a path over the first vertex of each list, plus
    // a rounding tolerance. The first vertex of a list has the lowest bound, so this path is usually short.
    void try_first_pair() {
        const HubScratch::SeenVertex &from = scratch_.from_start.front(), &to = scratch_.from_goal.front();
        double shortest = kNoPath;
        begin_goal_paths();
        for (const HubLabel& label : labels_of(hubs_, to.vertex))
            scratch_.goal_paths[label.hub] = {label.distance, 0, scratch_.stamp};
        for (const HubLabel& label : labels_of(hubs_, from.vertex)) {
            const HubScratch::GoalPath& path = scratch_.goal_paths[label.hub];
            if (path.stamp == scratch_.stamp) shortest = std::min(shortest, label.distance + path.distance);
        }
        limit_ = (from.distance + shortest + to.distance) * (1 + 1e-9);
    }

    // Makes all goal paths invalid.
    void begin_goal_paths() {
        scratch_.goal_paths.resize(std::max(scratch_.goal_paths.size(), hubs_.vertices.size()));
        if (++scratch_.stamp == 0) {
            std::fill(scratch_.goal_paths.begin(), scratch_.goal_paths.end(), HubScratch::GoalPath{});
            scratch_.stamp = 1;
        }
    }

    void enter_goal_labels() {
        begin_goal_paths();
        for (uint32_t k = 0; k < scratch_.from_goal.size(); ++k) {
            const HubScratch::SeenVertex& to = scratch_.from_goal[k];
            if (to.bound > limit_) break;
            const auto enter = [&](const HubLabel& label) {
                HubScratch::GoalPath& path = scratch_.goal_paths[label.hub];
                const double distance = to.distance + label.distance;
                if (path.stamp != scratch_.stamp || distance < path.distance) path = {distance, k, scratch_.stamp};
            };
            for_taut_labels(to, goal_, enter);
        }
    }

    // Calls visit for the vertex's own label, and for each label along which a path that comes from `end` stays taut. If
    // TurningVertex::is_wedge is false, or if `end` lies on the vertex, calls visit for all labels.
    template <class Visit>
    void for_taut_labels(const HubScratch::SeenVertex& seen, const PathEnd& end, Visit visit) const {
        const std::span<const HubLabel> labels = labels_of(hubs_, seen.vertex);
        const TurningVertex& vertex = hubs_.vertices[seen.vertex];
        visit(labels[0]);
        auto begin = labels.begin() + 1, stop = labels.end();
        if (vertex.is_wedge && seen.distance > 0) {
            // The labels are sorted by direction: the angle counter-clockwise from the first wall of the vertex. A path that
            // comes from `end` stays taut along a label if the angle of the label and the angle towards `end` differ by at
            // least half a turn. These labels come first if seen.late is true, otherwise last.
            const auto split = std::partition_point(begin, stop, [&](const HubLabel& label) {
                if (bool(label.late) == seen.late) return !seen.late;
                const int side = side_of_line(vertex.at, hubs_.vertices[label.next].at, end);
                return seen.late ? side <= 0 : side < 0;
            });
            (seen.late ? stop : begin) = split;
        }
        for (; begin < stop; ++begin)
            visit(*begin);
    }

    void join_start_labels() {
        for (uint32_t k = 0; k < scratch_.from_start.size(); ++k) {
            const HubScratch::SeenVertex& from = scratch_.from_start[k];
            if (from.bound > limit_) break;
            for_taut_labels(from, start_, [&](const HubLabel& label) {
                const HubScratch::GoalPath& path = scratch_.goal_paths[label.hub];
                if (path.stamp != scratch_.stamp) return;
                const double length = from.distance + label.distance + path.distance;
                if (length >= best_) return;
                best_ = length;
                limit_ = std::min(limit_, length);
                first_ = k;
                last_ = path.seen;
                hub_ = label.hub;
            });
        }
    }

    // Lists the vertices of the path found. index_hubs has tested that every step leads to a label of the same hub.
    void unroll() {
        std::vector<uint32_t>& turns = scratch_.turns;
        const auto to_hub = [&](uint32_t vertex) {
            while (vertex != kNoIndex) {
                turns.push_back(vertex);
                vertex = hub_label(hubs_, vertex, hub_)->next;
            }
        };
        to_hub(scratch_.from_start[first_].vertex);
        turns.pop_back();
        const auto middle = ptrdiff_t(turns.size());
        to_hub(scratch_.from_goal[last_].vertex);
        std::reverse(turns.begin() + middle, turns.end());
    }

    // Walks along the path. Returns false if a wall blocks the walk, or if the walk enters a wrong polygon.
    bool follow() {
        walk_.begin(request_.start.polygon, start_.at);
        for (const uint32_t vertex : scratch_.turns) {
            const TurningVertex& next = hubs_.vertices[vertex];
            if (walk_.walk_to(plane_point(next.at)) != WalkEnd::target) return false;
            const uint32_t corner = corner_in(walk_.polygon(), next.edge);
            if (corner == kNoIndex) return false;
            walk_.go_to_corner(corner, false);
        }
        return walk_.walk_to(goal_.at) == WalkEnd::target && arrives();
    }

    // Returns the half-edge of `polygon` that belongs to a fan and therefore starts at the vertex of the fan, as an index into
    // the half-edges of the tile. Returns kNoIndex if there is none.
    uint32_t corner_in(PolygonRef polygon, uint32_t fan) const {
        const NavPolygon& p = polygon_of(mesh_, polygon);
        const uint32_t base = mesh_.edge_offset[polygon.tile];
        for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
            if (mesh_.fans[base + e] == fan) return e;
        }
        return kNoIndex;
    }

    // Called when the walk has reached the goal's position. If the walk is not in the goal's polygon, enters that polygon
    // across the edge or around the vertex at this position. Returns false if that is impossible.
    bool arrives() {
        if (walk_.polygon() == request_.goal.polygon) return true;
        const uint32_t first = first_edge(mesh_, walk_.polygon()), goal = first_edge(mesh_, request_.goal.polygon);
        for (uint32_t e = first; e < edge(first).end; ++e) {
            const PlanePoint a = plane_point(edge(e).start), b = plane_point(edge(ring_after(e)).start);
            if (a == goal_.at) return goes_around(e, goal, true) || goes_around(e, goal, false);
            const uint32_t twin = edge(e).twin;
            if (twin == kNoIndex || edge(twin).first != goal || turn(a, b, goal_.at) != 0 || !is_between(goal_.at, a, b))
                continue;
            cross(e);
            return true;
        }
        return false;
    }

    // Goes around the start of a half-edge to the polygon whose first half-edge is `goal`. Returns false if a wall or a full
    // circle comes first; the polygons and portals are then unchanged.
    bool goes_around(uint32_t corner, uint32_t goal, bool clockwise) {
        const size_t polygons = scratch_.polygons.size();
        for (uint32_t e = corner; edge(e).first != goal;) {
            const uint32_t exit = clockwise ? e : ring_before(mesh_.search_edges.data(), e), twin = edge(exit).twin;
            e = twin == kNoIndex ? corner : clockwise ? ring_after(twin) : twin;
            if (e == corner) {
                scratch_.polygons.resize(polygons);
                scratch_.portals.resize(polygons - 1);
                return false;
            }
            cross(exit);
        }
        return true;
    }

    uint32_t ring_after(uint32_t e) const { return navspan::ring_after(mesh_.search_edges.data(), e); }

    void cross(uint32_t exit) {
        const EdgeRef portal = edge_ref(mesh_, exit);
        scratch_.portals.push_back(portal);
        scratch_.polygons.push_back(polygon_at(mesh_, twin_of(mesh_, portal)));
    }

    const NavMesh& mesh_;
    const HubIndex& hubs_;
    const CorridorRequest& request_;
    HubScratch& scratch_;
    const PathEnd start_, goal_;
    SurfaceWalk walk_;
    double best_ = kNoPath, limit_ = kNoPath;  // length of the best path, and upper limit on useful lengths [cell]
    uint32_t first_ = 0, last_ = 0, hub_ = 0;  // the best path: indices in from_start and from_goal, and the hub
};

}  // namespace

bool hubs_apply(const NavMesh& mesh, const QueryFilter& filter, PolygonRef polygon) {
    const uint32_t island = island_of(mesh, polygon);
    return !mesh.hubs.empty() && !mesh.hubs.has_links[island] && admits_all(mesh, filter, island);
}

bool find_hub_path(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch) {
    return HubQuery(mesh, request, scratch).find();
}

}  // namespace navspan
