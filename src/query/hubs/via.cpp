// Computes via-labels.
//
// In: for each polygon, the turning vertices (vertices around which shortest paths can bend) that see the polygon; the labels
// of the vertices.
// Out: for each polygon, the pairs of a vertex and a label that shortest paths from points of the polygon need.
// Idea: The domain of a label is a convex part of the polygon. It contains all points from which the label's vertex is visible
// and the path along the label is taut. A label is omitted if a second label of the same hub replaces it. The vertex of the
// second label must see the whole domain. The second path must not be longer from any point of the domain. The difference of
// the two lengths has a convex upper bound, so only the corners of the domain are tested. A label is also omitted if a vertex
// starts a path to the hub that is shorter by more than the rounding error from every point of the domain. No shortest path
// then begins with the path of the label.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023); domains: own method.
// Weak cases: If many vertices see different parts of a large polygon, few of its labels can be omitted.

#include "query/hubs/via.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/group_by_count.h"
#include "navmesh/graph/hub_links.h"
#include "query/search/plane.h"
#include "query/search/target.h"

namespace navspan {
namespace {

// kMargin enlarges domains to allow for rounding. Paths count as equally long if their lengths differ by at most kTolerance.
constexpr double kMargin = 1e-9, kTolerance = 1e-8;  // [cell]
// Upper bound on the relative rounding error of a sum of path lengths.
constexpr double kSumRounding = 1e-11;

// A convex polygon. Its corners are consecutive elements of ViaPruner::corners_.
struct Domain {
    uint32_t first = 0, count = 0;
};

class ViaPruner {
public:
    ViaPruner(const NavMesh& mesh, const HubIndex& index) : edges_(mesh.search_edges.data()), index_(index) {}

    // Starts a new polygon and lists its candidates. Returns the number of steps.
    // @param takes_link  for each vertex: 1 if the vertex is the start of a link (direction to_hub), or the end of a link
    // (from_hub)
    uint64_t start(HubDirection direction, const std::vector<uint8_t>& takes_link, uint32_t first_edge,
                   std::span<const ViewPart> parts) {
        direction_ = direction;
        takes_link_ = takes_link.data();
        parts_ = parts;
        place(first_edge);
        next_ = 0;
        group_ = {};
        candidates_.clear();
        views_.clear();
        for (const ViewPart& part : parts) {
            if (views_.empty() || views_.back().vertex != part.vertex)
                views_.push_back(make_view(part));
            else
                views_.back().is_single = false;
            views_.back().sees_all = views_.back().sees_all || sees_all(part);
        }
        order_.clear();
        for (uint32_t v = 0; v < views_.size(); ++v) {
            add_labels(v);
            if (views_[v].is_single || views_[v].sees_all) order_.push_back(v);
        }
        std::sort(candidates_.begin(), candidates_.end(), [this](const Candidate& a, const Candidate& b) {
            if (a.hub != b.hub) return a.hub < b.hub;
            return a.estimate != b.estimate ? a.estimate < b.estimate : views_[a.view].vertex < views_[b.view].vertex;
        });
        return 1 + 16 * candidates_.size();
    }

    // Computes the via-labels of the polygon. Returns false if the slice is over.
    bool prune(WorkSlice& slice, PolygonVia& via) {
        for (; next_ < candidates_.size(); ++next_) {
            if (slice.is_over()) return false;
            if (group_.empty() || group_.back().hub != candidates_[next_].hub) {
                const size_t end = end_of_group(candidates_, next_, &Candidate::hub);
                group_ = std::span(candidates_).subspan(next_, end - next_);
            }
            slice.spend(prune_candidate(candidates_[next_]));
        }
        write(via);
        return true;
    }

private:
    struct PolygonView {
        uint32_t vertex = 0;  // rank of the vertex (index in HubIndex::vertices)
        FlatPoint at, left, right;
        ViewPart part;
        bool is_single = true;  // false: the vertex sees the polygon through several edges
        bool sees_all = false;
        bool is_used = false;
    };
    struct Candidate {
        uint32_t hub = 0, view = 0;
        double distance = 0, estimate = 0;  // path lengths to the hub, from the vertex and from `middle`
        Domain domain;
        FlatPoint middle;
        bool is_pruned = false;
    };

    FlatPoint flat(LatticePoint p) const { return {double(p.x) - origin_.x, double(p.z) - origin_.z}; }
    FlatPoint flat(const TurningVertex& v) const { return {v.x - origin_.x, v.z - origin_.z}; }

    static double distance(FlatPoint a, FlatPoint b) {
        const double x = a.x - b.x, z = a.z - b.z;
        return std::sqrt(x * x + z * z);
    }

    void place(uint32_t first_edge) {
        polygon_.clear();
        corners_.clear();
        origin_ = edges_[first_edge].start;
        for (uint32_t e = first_edge; e < edges_[first_edge].end; ++e) {
            polygon_.push_back(edges_[e].start);
            corners_.push_back(flat(edges_[e].start));
        }
        whole_ = {0, uint32_t(corners_.size())};
    }

    PolygonView make_view(const ViewPart& part) const {
        return {.vertex = part.vertex,
                .at = flat(index_.vertices[part.vertex]),
                .left = flat(part.left),
                .right = flat(part.right),
                .part = part};
    }

    bool sees(const ViewPart& part, LatticePoint p) const {
        const TurningVertex& from = index_.vertices[part.vertex];
        return part.is_whole || (side_of_ray(from, part.right, p) >= 0 && side_of_ray(from, part.left, p) <= 0);
    }
    bool sees_all(const ViewPart& part) const {
        return std::all_of(polygon_.begin(), polygon_.end(), [&](LatticePoint p) { return sees(part, p); });
    }

    // Returns the part of a domain to the left of the line a -> b. The line is first moved to the right by kMargin.
    Domain clip(Domain domain, FlatPoint a, FlatPoint b) {
        const double length = distance(a, b);
        if (length == 0) return domain;
        sides_.clear();
        size_t inside = 0;
        for (uint32_t i = 0; i < domain.count; ++i) {
            sides_.push_back(side_of(a, b, corners_[domain.first + i]) / length + kMargin);
            inside += sides_.back() >= 0;
        }
        if (inside == domain.count) return domain;
        Domain result{uint32_t(corners_.size()), 0};
        for (uint32_t i = 0; inside > 0 && i < domain.count; ++i) {
            const uint32_t next = i + 1 == domain.count ? 0 : i + 1;
            const FlatPoint p = corners_[domain.first + i], q = corners_[domain.first + next];
            if (sides_[i] >= 0) corners_.push_back(p);
            if ((sides_[i] < 0) != (sides_[next] < 0))
                corners_.push_back(point_at(p, q, sides_[i] / (sides_[i] - sides_[next])));
        }
        result.count = uint32_t(corners_.size()) - result.first;
        return result;
    }

    void add_labels(uint32_t v) {
        const PolygonView& view = views_[v];
        const TurningVertex& vertex = index_.vertices[view.vertex];
        Domain seen = whole_;
        if (view.is_single && !view.sees_all) seen = clip(clip(seen, view.at, view.right), view.left, view.at);
        const FlatPoint wall = flat(vertex.first);
        const Domain early = vertex.is_wedge ? clip(seen, view.at, wall) : seen;
        const Domain late = vertex.is_wedge ? clip(seen, wall, view.at) : seen;
        for (const HubLabel& label : labels_of(index_, direction_, view.vertex)) {
            if (!is_useful(vertex, view.vertex, label)) continue;
            Domain domain = seen;
            if (label.next != kNoIndex && vertex.is_wedge && flat(index_.vertices[label.next]) != view.at) {
                // Directions from the vertex are measured as counter-clockwise angles from its first wall. A path from a point
                // through the vertex to the next vertex is taut if the directions to the point and to the next vertex differ
                // by at least half a turn.
                const TurningVertex& next = index_.vertices[label.next];
                domain = is_late(vertex, next) ? clip(early, view.at, flat(next)) : clip(late, flat(next), view.at);
            }
            if (domain.count == 0) continue;
            Candidate c{.hub = label.hub, .view = v, .distance = label.distance, .domain = domain, .middle = {}};
            for (const FlatPoint& p : corners_of(domain))
                c.middle = {c.middle.x + p.x / domain.count, c.middle.z + p.z / domain.count};
            c.estimate = label.distance + distance(view.at, c.middle);
            candidates_.push_back(c);
        }
    }

    // False if the vertex is only an end of a link, and the label's path does not take the link. No shortest path needs to bend
    // at such a vertex.
    bool is_useful(const TurningVertex& vertex, uint32_t rank, const HubLabel& label) const {
        if (!vertex.is_link_end || vertex.fan != kNoIndex) return true;
        if (label.next == kNoIndex) return takes_link_[rank] != 0;
        return find_step(index_, direction_, rank, label.next) != nullptr;
    }

    std::span<const FlatPoint> corners_of(Domain domain) const {
        return std::span(corners_).subspan(domain.first, domain.count);
    }

    // Prunes a candidate if no shortest path needs it. Returns the number of steps.
    uint64_t prune_candidate(Candidate& c) {
        uint64_t steps = 1;
        for (const Candidate& other : group_) {
            if (&other == &c || other.is_pruned) continue;
            steps += 4;
            if (!replaces(views_[other.view], other.distance - kTolerance, c)) continue;
            c.is_pruned = true;
            return steps;
        }
        c.is_pruned = is_beaten(c, steps);
        if (!c.is_pruned) views_[c.view].is_used = true;
        return steps;
    }

    // True if a vertex starts a path to the hub that is shorter than the path of `c` from every point of the domain of `c`. No
    // shortest path then begins with the path of `c`. Adds the number of steps.
    bool is_beaten(const Candidate& c, uint64_t& steps) {
        const FlatPoint hub = flat(index_.vertices[c.hub]);
        const double margin = kTolerance + kSumRounding * c.estimate;
        for (size_t i = 0; i < order_.size(); ++i) {
            const uint32_t v = order_[i];
            const PolygonView& better = views_[v];
            if (v == c.view || distance(c.middle, better.at) + distance(better.at, hub) >= c.estimate) continue;
            const double length = distance_to_hub(better.vertex, c.hub, steps);
            if (!replaces(better, length + margin, c)) continue;
            std::rotate(order_.begin(), order_.begin() + ptrdiff_t(i), order_.begin() + ptrdiff_t(i) + 1);
            return true;
        }
        return false;
    }

    // Length of a path between two vertices in the direction of the labels. Adds the number of steps.
    double distance_to_hub(uint32_t vertex, uint32_t hub, uint64_t& steps) const {
        const HubDirection back =
            index_.directions() == 1 || direction_ == HubDirection::from_hub ? HubDirection::to_hub : HubDirection::from_hub;
        const std::span<const HubLabel> a = labels_of(index_, direction_, vertex), b = labels_of(index_, back, hub);
        double shortest = std::numeric_limits<double>::infinity();
        size_t i = 0, j = 0;
        while (i < a.size() && j < b.size()) {
            const HubLabel &x = a[i], &y = b[j];
            if (x.hub == y.hub) shortest = std::min(shortest, x.distance + y.distance);
            i += x.hub <= y.hub;
            j += y.hub <= x.hub;
        }
        steps += (i + j) / 4;
        return shortest;
    }

    // True if a path to the hub can start at every point of the domain of `c` and is never longer than the path of `c`. The
    // path leads straight to the vertex of `better` and then has the length `rest`.
    bool replaces(const PolygonView& better, double rest, const Candidate& c) const {
        const PolygonView& view = views_[c.view];
        if (!better.is_single && !better.sees_all) return false;
        const double x = c.middle.x - view.at.x, z = c.middle.z - view.at.z, length = std::sqrt(x * x + z * z);
        const double scale = length > 0 ? 1 / length : 0;
        for (const FlatPoint& p : corners_of(c.domain)) {
            const double tangent = length + scale * (x * (p.x - c.middle.x) + z * (p.z - c.middle.z));
            if (distance(better.at, p) + rest > tangent + c.distance) return false;
        }
        if (better.sees_all) return true;
        return std::all_of(corners_of(c.domain).begin(), corners_of(c.domain).end(),
                           [&](const FlatPoint& p) { return surely_sees(better, p); });
    }

    // True if the point is certainly visible in a view: it is inside the cone by more than the rounding error, or it is a
    // corner of the polygon and passes the exact test.
    bool surely_sees(const PolygonView& view, FlatPoint p) const {
        if (side_of(view.at, view.right, p) > kMargin * distance(view.at, view.right) &&
            side_of(view.at, view.left, p) < -kMargin * distance(view.at, view.left)) {
            return true;
        }
        const auto corner = std::find(corners_.begin(), corners_.begin() + whole_.count, p);
        return corner != corners_.begin() + whole_.count && sees(view.part, polygon_[size_t(corner - corners_.begin())]);
    }

    void write(PolygonVia& via) const {
        for (const Candidate& c : candidates_) {
            if (!c.is_pruned) via.labels.push_back({c.hub, views_[c.view].vertex, float(c.distance)});
        }
        std::sort(via.labels.begin(), via.labels.end());
        auto view = views_.begin();
        for (const ViewPart& part : parts_) {
            while (view->vertex != part.vertex)
                ++view;
            if (!view->is_used) continue;
            const bool is_whole = sees_all(part);
            const bool is_known = !via.parts.empty() && via.parts.back().vertex == part.vertex && via.parts.back().is_whole;
            if (is_known) continue;
            if (is_whole) std::erase_if(via.parts, [&](const ViewPart& p) { return p.vertex == part.vertex; });
            via.parts.push_back(part);
            via.parts.back().is_whole = is_whole;
        }
    }

    const SearchEdge* edges_;
    const HubIndex& index_;
    HubDirection direction_ = HubDirection::to_hub;
    const uint8_t* takes_link_ = nullptr;
    std::span<const ViewPart> parts_;
    size_t next_ = 0;                    // next candidate to test
    std::span<Candidate> group_;         // all candidates of the current hub
    std::vector<LatticePoint> polygon_;  // corners of the polygon
    LatticePoint origin_;                // origin of all FlatPoint coordinates
    std::vector<FlatPoint> corners_;     // corners of the polygon, then of the clipped domains
    Domain whole_;
    std::vector<PolygonView> views_;
    std::vector<uint32_t> order_;  // indices in views_; the views that beat the last candidates come first
    std::vector<Candidate> candidates_;
    std::vector<double> sides_;
};

class ViaWork : public SlicedWork {
public:
    ViaWork(const NavMesh& mesh, const TurningGraph& graph, const HubIndex& index, unsigned threads,
            std::vector<PolygonVia>& polygons)
        : mesh_(mesh), graph_(graph), polygons_(polygons) {
        for (std::vector<uint8_t>& list : takes_link_)
            list.resize(index.vertices.size());
        for (const HubStep& step : index.steps)
            takes_link_[0][step.from] = takes_link_[1][step.to] = 1;
        polygons_.resize(size_t{mesh.polygon_count()} * index.directions());
        for (size_t i = 0; i < threads; ++i)
            pruners_.emplace_back(mesh, index);
        add_stage([this](WorkSlice& slice) { return prune_polygons(slice); });
    }

private:
    bool prune_polygons(WorkSlice& slice) {
        return run_resumable(
            slice, polygons_.size(), position_, [this](size_t i, unsigned worker) { return start(i, pruners_[worker]); },
            [this](size_t i, unsigned worker, WorkSlice& part) { return pruners_[worker].prune(part, polygons_[i]); });
    }

    uint64_t start(size_t i, ViaPruner& pruner) const {
        const size_t count = mesh_.polygon_count(), direction = i / count, p = i % count;
        const uint32_t begin = graph_.part_offset[p], end = graph_.part_offset[p + 1];
        return pruner.start(HubDirection(direction), takes_link_[direction], first_edge(mesh_, polygon_ref(mesh_, uint32_t(p))),
                            std::span(graph_.parts).subspan(begin, end - begin));
    }

    const NavMesh& mesh_;
    const TurningGraph& graph_;
    std::vector<PolygonVia>& polygons_;
    std::vector<uint8_t> takes_link_[2];
    std::vector<ViaPruner> pruners_;  // one entry for each thread
    LoopPosition position_;
};

}  // namespace

std::unique_ptr<SlicedWork> via_label_work(const NavMesh& mesh, const TurningGraph& graph, const HubIndex& index,
                                           unsigned threads, std::vector<PolygonVia>& polygons) {
    return std::make_unique<ViaWork>(mesh, graph, index, threads, polygons);
}

}  // namespace navspan
