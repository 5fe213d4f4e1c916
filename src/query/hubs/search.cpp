// Answers exact queries by hub labels.
//
// In: a start and a goal on one island.
// Out: the bends, polygons, portals and length of the shortest path.
// Idea: Each region has a list of via-labels (see HubIndex), sorted by hub. Merging the lists of the start's region and the
// goal's region finds the hubs that both regions have. The lists of local hubs are merged only if both regions have a local hub
// in the same part of the level (see HubRegionLists). Lower bounds and then single-precision lengths exclude most hubs. The
// remaining hubs are compared in double precision. Exact tests decide which vertices the start and the goal see. A walk on the
// surface then proves that the path exists. HubQuery<false> assumes that all vertices are lattice points. If the HubIndex has
// links, HubQuery<true> is used, because the ends of links can lie between lattice points.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
// Weak cases: If the walk fails, the exact search answers.

#include "query/hubs/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "navmesh/graph/hub_links.h"
#include "navmesh/graph/turning_vertex.h"
#include "navspan/navmesh/filter.h"
#include "query/hubs/common_elements.h"
#include "query/hubs/walk.h"

namespace navspan {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();
constexpr float kNoLength = std::numeric_limits<float>::infinity();
constexpr auto kRounding = float(kHubRounding);
constexpr float kLikely = 1.05f;  // ratio of a hub's bound to the lowest bound up to which the hub is measured first

// Prefetches the elements `first` to `last` of a list.
template <class T>
void prefetch_range(const std::vector<T>& list, size_t first, size_t last) {
    constexpr size_t kCacheLine = 64;
    const auto *at = reinterpret_cast<const char*>(list.data() + first),
               *end = reinterpret_cast<const char*>(list.data() + last);
    for (; at < end; at += kCacheLine)
        __builtin_prefetch(at);
}

// An end of the path (the start or the goal), and its ranges in the hub index.
struct PathEnd {
    // Prefetches the global hubs of the region and their bounds, and the cones of the polygon.
    // @param which  to_hub for a start, from_hub for a goal
    PathEnd(const NavMesh& mesh, const SurfacePoint& point, HubDirection which)
        : at(snap_inside(mesh, point.polygon, point.position)),
          x(double(at.x) / kSubLattice),
          z(double(at.z) / kSubLattice),
          direction(which) {
        const size_t first_polygon = direction_start(mesh.hubs, which, mesh.polygon_count());
        const HubPolygon* polygon = mesh.hubs.polygons.data() + first_polygon + polygon_index(mesh, point.polygon);
        lists = mesh.hubs.region_lists[polygon->region];
        first_cone = polygon[0].first_cone;
        last_cone = polygon[1].first_cone;
        prefetch_range(mesh.hubs.group_hub, lists.first_global, lists.first_local);
        prefetch_range(mesh.hubs.group_bounds, lists.first_global, lists.first_local);
        prefetch_range(mesh.hubs.cones, first_cone, last_cone);
    }
    PlanePoint at;  // [2^-20 lattice]
    double x, z;    // the same point [lattice]
    HubDirection direction;
    HubRegionLists lists;
    uint32_t first_cone, last_cone;
};

// True if the start or goal is between the rays from a vertex through `right` and `left`, or on one of them. Exact. The usual
// case has a single branch that depends on the positions, to avoid branch mispredictions.
bool is_in_cone(LatticePoint from, LatticePoint right, LatticePoint left, const PathEnd& end) {
    const double x = end.x - from.x, z = end.z - from.z;
    const auto side = [&](LatticePoint to, double& slack) {
        const double a = (double(to.z) - from.z) * x, b = (double(to.x) - from.x) * z;
        slack = 0x1p-51 * (std::fabs(a) + std::fabs(b));
        return a - b;  // positive if the start or goal is to the left of the ray through `to`
    };
    double right_slack = 0, left_slack = 0;
    const double of_right = side(right, right_slack), of_left = side(left, left_slack);
    if (!((of_right >= -right_slack) & (of_left <= left_slack))) return false;
    if ((of_right > right_slack) & (of_left < -left_slack)) return true;
    return turn(plane_point(from), plane_point(right), end.at) >= 0 && turn(plane_point(from), plane_point(left), end.at) <= 0;
}

// @tparam kLinks  true: the HubIndex has links
template <bool kLinks>
class HubQuery {
public:
    HubQuery(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch)
        : mesh_(mesh),
          hubs_(mesh.hubs),
          scratch_(scratch),
          start_(mesh, request.start, HubDirection::to_hub),
          goal_(mesh, request.goal, HubDirection::from_hub),
          walk_(mesh, request, start_.at, goal_.at, scratch) {}

    bool find(HubAnswer answer) {
        scratch_.turns.clear();
        scratch_.start = start_.at, scratch_.goal = goal_.at;
        scratch_.turns_only = answer == HubAnswer::turns;
        if (walk_.follow()) {
            const double x = goal_.x - start_.x, z = goal_.z - start_.z;
            scratch_.length = std::sqrt(x * x + z * z);
            return true;
        }
        meet();
        choose_path();
        if (scratch_.length == kNoPath || !unroll()) return false;
        scratch_.turns_only = scratch_.turns_only && turns_are_wedges();
        return scratch_.turns_only || walk_.follow();
    }

private:
    using Meeting = HubScratch::Meeting;
    using ViaPath = HubScratch::ViaPath;
    using MeetingIterator = std::vector<Meeting>::iterator;

    // The shortest path between the start or goal and a hub.
    struct HubPath {
        double length = kNoPath;
        uint32_t node = kNoIndex;  // the label of the vertex next to the start or goal, an index in HubIndex::nodes
    };

    // Returns the first cone with vertex >= point among the cones of the start or goal. The binary search has no branch that
    // depends on a comparison of vertices, to avoid branch mispredictions.
    const HubCone* first_cone(const PathEnd& end, uint16_t point) const {
        const HubCone* first = hubs_.cones.data() + end.first_cone;
        for (uint32_t count = end.last_cone - end.first_cone; count > 0;) {
            const uint32_t half = (count + 1) / 2;
            const uint32_t less = uint32_t(int32_t{first[half - 1].vertex} - int32_t{point}) >> 31;  // 1 if vertex < point
            first += half & (0 - less);
            count -= half;
        }
        return first;
    }

    // True if the start or the goal sees the vertex of a via-label.
    bool sees(const PathEnd& end, uint32_t via) const {
        const uint16_t point = hubs_.via_vertex[via];
        const HubPoint* points = hubs_.points.data() + end.lists.first_point;
        const LatticePoint at = points[point].at;
        const HubCone *const last = hubs_.cones.data() + end.last_cone, *cone = first_cone(end, point);
        for (; cone != last && cone->vertex == point; ++cone) {
            if (cone->left == point) return true;
            if (kLinks && hubs_.vertices[points[point].vertex].is_link_end) {
                const PlanePoint from = plane_point(hubs_.vertices[points[point].vertex]);
                if (turn(from, plane_point(points[cone->right].at), end.at) >= 0 &&
                    turn(from, plane_point(points[cone->left].at), end.at) <= 0) {
                    return true;
                }
                continue;
            }
            if (is_in_cone(at, points[cone->right].at, points[cone->left].at, end)) return true;
        }
        return false;
    }

    // Distance between the start or goal and the vertex of a via-label.
    template <class Number>
    Number distance_to_vertex(uint32_t via, const PathEnd& end) const {
        const auto distance_to = [&end](const auto& at) {
            const auto x = Number(end.x - at.x), z = Number(end.z - at.z);
            return std::sqrt(x * x + z * z);
        };
        const uint32_t point = end.lists.first_point + hubs_.via_vertex[via];
        if constexpr (kLinks)
            return distance_to(hubs_.positions[point]);
        else
            return distance_to(hubs_.points[point].at);
    }

    // Length of the path between the start or goal and the hub of a via-label, rounded. Does not test whether `end` sees the
    // label's vertex.
    float via_length(uint32_t via, const PathEnd& end) const {
        return distance_to_vertex<float>(via, end) + hubs_.via_distance[via];
    }

    // Finds the shortest path between the start or goal and the hub of a group. Does not test whether `end` sees the path's
    // vertex, so the length is a lower bound, up to rounding.
    ViaPath least_path(uint32_t group, const PathEnd& end) const {
        ViaPath least{.length = kNoLength};
        for (uint32_t i = hubs_.group_bounds[group].first; i < hubs_.group_bounds[group + 1].first; ++i) {
            const float length = via_length(i, end);
            if (length < least.length) least = {length, i};
        }
        return least;
    }

    // Finds the shortest path between `end` and the hub of a group. If all paths are longer than the limit, the length of the
    // result is kNoLength. @param hidden  a via-label whose vertex is known to be invisible from `end`
    ViaPath visible_path(uint32_t group, const PathEnd& end, float limit, uint32_t hidden) const {
        ViaPath shortest{.length = kNoLength};
        for (uint32_t i = hubs_.group_bounds[group].first; i < hubs_.group_bounds[group + 1].first; ++i) {
            const float length = via_length(i, end);
            if (length < shortest.length && length <= limit && i != hidden && sees(end, i)) shortest = {length, i};
        }
        return shortest;
    }

    // Lists the common hubs of both regions. Leaves out hubs that cannot be on a shortest path.
    void meet() {
        std::vector<Meeting>& meetings = scratch_.meetings;
        meetings.clear();
        float least = kNoLength;
        const auto add_common = [&](uint32_t start, uint32_t start_end, uint32_t goal, uint32_t goal_end) {
            const std::span hubs(hubs_.group_hub);
            const auto of_start = hubs.subspan(start, start_end - start), of_goal = hubs.subspan(goal, goal_end - goal);
            for (const CommonElement& hub : list_common(of_start, of_goal, scratch_.common)) {
                const uint32_t from = start + hub.first, to = goal + hub.second;
                meetings.push_back({from, to, hubs_.group_bounds[from].bound + hubs_.group_bounds[to].bound, {}, {}});
                least = std::min(least, meetings.back().bound);
            }
        };
        const HubRegionLists &of_start = start_.lists, &of_goal = goal_.lists;
        add_common(of_start.first_global, of_start.first_local, of_goal.first_global, of_goal.first_local);
        if (of_start.local_cells & of_goal.local_cells)
            add_common(of_start.first_local, of_start.end, of_goal.first_local, of_goal.end);
        // The path through a hub with a low bound is usually short, so its length (limit_) excludes most other hubs.
        const auto others = std::partition(meetings.begin(), meetings.end(),
                                           [&](const Meeting& meeting) { return meeting.bound <= least * kLikely; });
        measure_all(meetings.begin(), others);
        const auto last =
            std::remove_if(others, meetings.end(), [this](const Meeting& meeting) { return meeting.bound > limit_; });
        meetings.erase(last, meetings.end());
        measure_all(others, meetings.end());
        std::erase_if(meetings, [this](const Meeting& meeting) { return !(meeting.length() <= limit_); });
    }

    // Computes the lengths of the shortest paths through some hubs. Lengths that exceed limit_ become kNoLength.
    void measure_all(MeetingIterator first, MeetingIterator last) {
        const std::span<Meeting> some(std::to_address(first), size_t(last - first));
        prefetch_groups(some);
        // This loop has no branch that waits for memory.
        for (Meeting& meeting : some) {
            meeting.from_start = least_path(meeting.start_group, start_);
            meeting.to_goal = least_path(meeting.goal_group, goal_);
            prefetch_node(meeting.from_start);
            prefetch_node(meeting.to_goal);
        }
        // Measure the hub with the lowest bound first. The length of its path becomes limit_, which excludes most other hubs.
        const auto is_lower = [](const Meeting& a, const Meeting& b) { return a.length() < b.length(); };
        if (first != last) std::iter_swap(first, std::min_element(first, last, is_lower));
        for (Meeting& meeting : some)
            measure(meeting);
    }

    // Prefetches the via-labels of all listed hubs. These labels are usually not in the cache.
    void prefetch_groups(std::span<const Meeting> meetings) const {
        for (const Meeting& meeting : meetings) {
            for (const uint32_t group : {meeting.start_group, meeting.goal_group}) {
                __builtin_prefetch(hubs_.via_vertex.data() + hubs_.group_bounds[group].first);
                __builtin_prefetch(hubs_.via_distance.data() + hubs_.group_bounds[group].first);
                __builtin_prefetch(hubs_.via_node.data() + hubs_.group_bounds[group].first);
            }
        }
    }

    // Prefetches the node of a via-label, which exact_path and list_steps read.
    void prefetch_node(const ViaPath& path) const {
        if (path.length != kNoLength) __builtin_prefetch(hubs_.nodes.data() + hubs_.via_node[path.via]);
    }

    // Finds both halves of the shortest path through a hub. Both halves must be the results of least_path. If the length
    // exceeds limit_, sets it to kNoLength. Otherwise lowers limit_ to this length, plus a rounding tolerance.
    void measure(Meeting& meeting) {
        ViaPath &from = meeting.from_start, &to = meeting.to_goal;
        if (meeting.length() <= limit_) {
            const float most = limit_ * (1 + kRounding);
            if (!sees(start_, from.via)) from = visible_path(meeting.start_group, start_, most - to.length, from.via);
            if (from.length != kNoLength && !sees(goal_, to.via))
                to = visible_path(meeting.goal_group, goal_, most - from.length, to.via);
        }
        if (meeting.length() <= limit_)
            limit_ = std::min(limit_, meeting.length() * (1 + kRounding));
        else
            from.length = kNoLength;
    }

    // Finds the shortest path through any listed hub. Stores its length and its two halves.
    void choose_path() {
        scratch_.length = kNoPath;
        uint32_t best = 0;
        for (const Meeting& meeting : scratch_.meetings) {
            const HubPath from = exact_path(meeting.start_group, start_, meeting.from_start);
            const HubPath to = exact_path(meeting.goal_group, goal_, meeting.to_goal);
            const double length = from.length + to.length;
            // Of equally long paths, the one through the most important hub is used.
            if (length > scratch_.length || (length == scratch_.length && meeting.start_group > best)) continue;
            best = meeting.start_group;
            scratch_.length = length;
            from_start_ = from;
            to_goal_ = to;
        }
    }

    // Finds the shortest path between the start or goal and the hub of a group.
    // @param rounded  result of least_path or visible_path. `end` must see the vertex of its via-label.
    HubPath exact_path(uint32_t group, const PathEnd& end, const ViaPath& rounded) const {
        const float limit = rounded.length * (1 + kRounding);
        HubPath shortest;
        for (uint32_t i = hubs_.group_bounds[group].first; i < hubs_.group_bounds[group + 1].first; ++i) {
            if (!(via_length(i, end) <= limit && (i == rounded.via || sees(end, i)))) continue;
            const double length = distance_to_vertex<double>(i, end) + hubs_.nodes[hubs_.via_node[i]].distance;
            if (length < shortest.length) shortest = {length, hubs_.via_node[i]};
        }
        return shortest;
    }

    // True if the path takes no link and bends only at wedges (HubCorner::is_wedge).
    bool turns_are_wedges() const {
        return std::all_of(scratch_.turns.begin(), scratch_.turns.end(),
                           [this](uint32_t v) { return hubs_.corners[v].is_wedge; });
    }

    // Lists the vertices and links of the path found. Returns false if labels of distance 0 refer to each other in a cycle.
    // (index_hubs excludes all other invalid references between labels.)
    bool unroll() {
        std::vector<uint32_t>& turns = scratch_.turns;
        scratch_.links.clear();
        if (!list_steps(from_start_, HubDirection::to_hub)) return false;
        turns.pop_back();
        const auto middle = ptrdiff_t(turns.size());
        if (!list_steps(to_goal_, HubDirection::from_hub)) return false;
        std::reverse(turns.begin() + middle, turns.end());
        if (kLinks) std::reverse(scratch_.links.begin() + middle, scratch_.links.end());
        return true;
    }

    // Appends the vertices and links of `path` to the lists in scratch_.
    bool list_steps(const HubPath& path, HubDirection direction) {
        uint32_t at = path.node;
        for (size_t steps = 0; steps <= hubs_.vertices.size(); ++steps) {
            const HubNode& node = hubs_.nodes[at];
            scratch_.turns.push_back(node.vertex);
            __builtin_prefetch(&hubs_.corners[node.vertex]);
            if (node.next == kNoIndex) return true;
            if (kLinks) scratch_.links.push_back(link_of(node, hubs_.nodes[node.next], direction));
            at = node.next;
        }
        return false;
    }

    // Returns the link that leads from a node to the next node, or kNoIndex if the path between their vertices is straight.
    uint32_t link_of(const HubNode& node, const HubNode& next, HubDirection direction) const {
        if (!hubs_.vertices[node.vertex].is_link_end || !hubs_.vertices[next.vertex].is_link_end) return kNoIndex;
        const HubStep* step = find_step(hubs_, direction, node.vertex, next.vertex);
        if (!step) return kNoIndex;
        return is_step_length(step->length, node.distance - next.distance, node.distance) ? step->link : kNoIndex;
    }

    const NavMesh& mesh_;
    const HubIndex& hubs_;
    HubScratch& scratch_;
    const PathEnd start_, goal_;
    HubWalk walk_;
    float limit_ = std::numeric_limits<float>::max();  // upper bound on the length of the shortest path [cell]
    HubPath from_start_, to_goal_;                     // the path found, in two halves
};

// True if the filter admits all links of the mesh, and if (cost factor of a link's area) / (cost factor of the ground) equals
// HubIndex::link_rate for all links.
bool links_fit(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    const double ground = cost_per_length(mesh, filter, island);
    for (uint32_t id = 1; id < mesh.link_summary.size(); ++id) {
        const AreaSummary& use = mesh.link_summary[id];
        if (use == AreaSummary{}) continue;
        if (!admits_all(filter, id, use)) return false;
        const double wanted = mesh.hubs.link_rate[id] * ground;
        if (std::fabs(filter.area_cost[id] - wanted) > 1e-12 * wanted) return false;
    }
    return true;
}

}  // namespace

bool hubs_apply(const NavMesh& mesh, const QueryFilter& filter, PolygonRef polygon) {
    if (mesh.hubs.empty()) return false;
    const uint32_t island = island_of(mesh, polygon);
    const HubLinks links = mesh.hubs.island_links[island];
    if (links == HubLinks::excluded || !admits_all(mesh, filter, island)) return false;
    return links == HubLinks::none || links_fit(mesh, filter, island);
}

bool find_hub_path(const NavMesh& mesh, const CorridorRequest& request, HubScratch& scratch, HubAnswer answer) {
    if (mesh.hubs.positions.empty()) return HubQuery<false>(mesh, request, scratch).find(answer);
    return HubQuery<true>(mesh, request, scratch).find(answer);
}

}  // namespace navspan
