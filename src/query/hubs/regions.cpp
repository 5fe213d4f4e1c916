// Merges polygons into regions to reduce the size of the hub index. All polygons of a region share one list of via-labels. A
// via-label is a first part of a path: straight to a turning vertex, and from there to a hub.
//
// In: the via-labels of each polygon (via.h), and a limit on the size of the index.
// Out: regions and their points, groups and via-labels, and the cones of each polygon.
// Idea: At first, each polygon is a region. Merging two regions saves memory, but queries then visit more labels. The pair with
// the least additional work (labels times area) per saved byte is merged first. Each polygon keeps its own cones (the views
// from turning vertices into it), so queries stay exact.
// Source: Du, Shen, Cheema and others, EHL*: memory-budgeted indexing for ultrafast optimal Euclidean pathfinding (2024).
// Weak cases: none known.

#include "query/hubs/regions.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "navspan/query/landmarks.h"
#include "query/search/target.h"

namespace navspan {
namespace {

constexpr size_t kMaxPoints = size_t{UINT16_MAX} + 1;

// A region, or a polygon that is now part of another region (is_merged).
struct Region {
    std::vector<ViaLabel> labels;       // sorted
    std::vector<uint32_t> vertices;     // ranks (indices in HubIndex::vertices), sorted
    std::vector<LatticePoint> corners;  // points that only limit views, sorted by is_before
    std::vector<uint32_t> polygons,     // positions in HubIndex::polygons
        neighbours;                     // regions
    double area = 0;
    uint32_t changes = 0;  // number of merges
    bool is_merged = false;
};

// The numbers of elements that determine the size of a region.
struct RegionCounts {
    size_t labels = 0, groups = 0, points = 0;
    uint64_t bytes() const {
        return labels * (sizeof(uint16_t) + sizeof(float)) + groups * sizeof(HubGroup) + points * sizeof(HubPoint) +
               sizeof(HubRegion);
    }
    size_t work() const { return labels + groups; }
};

// Number of distinct elements of two sorted lists.
template <class T, class Less>
size_t union_size(const std::vector<T>& a, const std::vector<T>& b, Less less) {
    size_t i = 0, j = 0, count = 0;
    for (; i < a.size() && j < b.size(); ++count) {
        const bool first = !less(b[j], a[i]), second = !less(a[i], b[j]);
        i += first;
        j += second;
    }
    return count + (a.size() - i) + (b.size() - j);
}

RegionCounts counts_of(const Region& a) {
    RegionCounts counts{a.labels.size(), 0, a.vertices.size() + a.corners.size()};
    for (size_t i = 0; i < a.labels.size(); ++i)
        counts.groups += i == 0 || a.labels[i].hub != a.labels[i - 1].hub;
    return counts;
}

RegionCounts counts_of_union(const Region& a, const Region& b) {
    RegionCounts counts;
    counts.points = union_size(a.vertices, b.vertices, std::less{}) + union_size(a.corners, b.corners, is_before);
    size_t i = 0, j = 0;
    for (uint32_t hub = kNoIndex; i < a.labels.size() || j < b.labels.size(); ++counts.labels) {
        const bool first = j == b.labels.size() || (i < a.labels.size() && a.labels[i] <= b.labels[j]);
        const bool second = i == a.labels.size() || (j < b.labels.size() && b.labels[j] <= a.labels[i]);
        const uint32_t next = first ? a.labels[i].hub : b.labels[j].hub;
        counts.groups += next != hub;
        hub = next;
        i += first;
        j += second;
    }
    return counts;
}

template <class T, class Less>
void unite(std::vector<T>& a, const std::vector<T>& b, Less less) {
    std::vector<T> both;
    both.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both), less);
    a = std::move(both);
}

class RegionMerger {
public:
    RegionMerger(const NavMesh& mesh, std::vector<PolygonVia>& polygons) : mesh_(mesh), regions_(polygons.size()) {
        for (uint32_t p = 0; p < polygons.size(); ++p)
            add_polygon(p, polygons[p]);
    }

    std::vector<Region>& regions() { return regions_; }

    void merge(uint64_t max_bytes) {
        if (bytes_ <= max_bytes) return;
        for (uint32_t r = 0; r < regions_.size(); ++r) {
            for (const uint32_t other : regions_[r].neighbours) {
                if (r < other) propose(r, other);
            }
        }
        while (bytes_ > max_bytes && !queue_.empty()) {
            const Proposal top = queue_.top();
            queue_.pop();
            const Region &a = regions_[top.a], &b = regions_[top.b];
            if (a.is_merged || b.is_merged || a.changes != top.a_changes || b.changes != top.b_changes) continue;
            merge_pair(top.a, top.b);
        }
    }

private:
    // Two regions that can be merged. a < b.
    struct Proposal {
        double added_work = 0;  // visited labels per saved byte, times area
        uint32_t a = 0, b = 0, a_changes = 0, b_changes = 0;
        bool operator<(const Proposal& o) const {  // the lowest one is on top of the queue
            return std::tie(added_work, a, b) > std::tie(o.added_work, o.a, o.b);
        }
    };

    void add_polygon(uint32_t p, PolygonVia& via) {
        Region& region = regions_[p];
        region.labels = std::move(via.labels);
        region.polygons = {p};
        for (const ViewPart& part : via.parts) {
            if (region.vertices.empty() || region.vertices.back() != part.vertex) region.vertices.push_back(part.vertex);
            if (part.is_whole) continue;
            region.corners.push_back(part.left);
            region.corners.push_back(part.right);
        }
        std::sort(region.corners.begin(), region.corners.end(), is_before);
        region.corners.erase(std::unique(region.corners.begin(), region.corners.end()), region.corners.end());
        bytes_ += counts_of(region).bytes();

        const SearchEdge* edges = mesh_.search_edges.data();
        const uint32_t in_mesh = p % mesh_.polygon_count(), direction_start = p - in_mesh;
        const uint32_t first = first_edge(mesh_, polygon_ref(mesh_, in_mesh));
        for (uint32_t e = first; e < edges[first].end; ++e) {
            const LatticePoint base = edges[first].start;
            region.area += std::fabs(double(orient2d(base, edges[e].start, edges[ring_after(edges, e)].start)));
            if (edges[e].twin == kNoIndex) continue;
            const PolygonRef across = polygon_at(mesh_, edge_ref(mesh_, edges[e].twin));
            region.neighbours.push_back(direction_start + polygon_index(mesh_, across));
        }
        std::sort(region.neighbours.begin(), region.neighbours.end());
        region.neighbours.erase(std::unique(region.neighbours.begin(), region.neighbours.end()), region.neighbours.end());
        std::erase(region.neighbours, p);
    }

    void propose(uint32_t a, uint32_t b) {
        const Region &first = regions_[a], &second = regions_[b];
        const RegionCounts of_a = counts_of(first), of_b = counts_of(second), of_both = counts_of_union(first, second);
        if (of_both.points > kMaxPoints || of_both.bytes() >= of_a.bytes() + of_b.bytes()) return;
        const double saved = double(of_a.bytes() + of_b.bytes() - of_both.bytes());
        const double added =
            double(of_both.work() - of_a.work()) * first.area + double(of_both.work() - of_b.work()) * second.area;
        queue_.push({added / saved, a, b, first.changes, second.changes});
    }

    void merge_pair(uint32_t a, uint32_t b) {
        Region &first = regions_[a], &second = regions_[b];
        bytes_ -= counts_of(first).bytes() + counts_of(second).bytes();
        unite(first.labels, second.labels, std::less{});
        unite(first.vertices, second.vertices, std::less{});
        unite(first.corners, second.corners, is_before);
        unite(first.neighbours, second.neighbours, std::less{});
        unite(first.polygons, second.polygons, std::less{});
        first.area += second.area;
        ++first.changes;
        second = {};
        second.is_merged = true;
        bytes_ += counts_of(first).bytes();
        std::erase_if(first.neighbours, [&](uint32_t n) { return n == a || n == b; });
        for (const uint32_t n : first.neighbours) {
            std::vector<uint32_t>& back = regions_[n].neighbours;
            std::erase_if(back, [&](uint32_t k) { return k == a || k == b; });
            back.insert(std::lower_bound(back.begin(), back.end(), a), a);
            propose(std::min(a, n), std::max(a, n));
        }
    }

    const NavMesh& mesh_;
    std::vector<Region> regions_;  // indexed by the first polygon of the region
    std::priority_queue<Proposal> queue_;
    uint64_t bytes_ = 0;  // size of all regions, without cones
};

// Writes regions and cones to the index.
class RegionWriter {
public:
    explicit RegionWriter(HubIndex& index) : index_(index) {}

    // Returns false if the region has too many points.
    bool add_region(const Region& region) {
        const size_t first = index_.points.size();
        index_.regions.push_back({uint32_t(first), uint32_t(index_.groups.size())});
        for (const uint32_t v : region.vertices)
            index_.points.push_back({v, index_.vertices[v].at});
        for (const LatticePoint at : region.corners)
            index_.points.push_back({kNoIndex, at});
        if (index_.points.size() - first > kMaxPoints) return false;
        uint32_t hub = kNoIndex;
        for (const ViaLabel& label : region.labels) {
            if (label.hub != hub) index_.groups.push_back({label.hub, uint32_t(index_.via_vertex.size())});
            hub = label.hub;
            index_.via_vertex.push_back(vertex_in(region, label.vertex));
            index_.via_distance.push_back(label.distance);
        }
        return true;
    }

    // Writes the cones of a polygon.
    void add_cones(const Region& region, const std::vector<ViewPart>& parts) {
        for (const ViewPart& part : parts) {
            const uint16_t v = vertex_in(region, part.vertex);
            index_.cones.push_back(part.is_whole ? HubCone{v, v, v}
                                                 : HubCone{v, corner_in(region, part.left), corner_in(region, part.right)});
        }
    }

private:
    static uint16_t vertex_in(const Region& region, uint32_t vertex) {
        return uint16_t(std::lower_bound(region.vertices.begin(), region.vertices.end(), vertex) - region.vertices.begin());
    }
    static uint16_t corner_in(const Region& region, LatticePoint at) {
        const auto corner = std::lower_bound(region.corners.begin(), region.corners.end(), at, is_before);
        return uint16_t(region.vertices.size() + size_t(corner - region.corners.begin()));
    }

    HubIndex& index_;
};

}  // namespace

bool build_hub_regions(const NavMesh& mesh, std::vector<PolygonVia> polygons, uint64_t max_bytes, HubIndex& index) {
    index.polygons.assign(polygons.size() + 1, {});
    uint64_t cones = 0;
    for (const PolygonVia& via : polygons)
        cones += via.parts.size();
    const uint64_t fixed = hub_bytes(index) + cones * sizeof(HubCone) + sizeof(HubRegion) + sizeof(HubGroup);
    RegionMerger merger(mesh, polygons);
    merger.merge(max_bytes - std::min(fixed, max_bytes));

    RegionWriter writer(index);
    std::vector<uint32_t> first_polygon;  // per region
    for (const Region& region : merger.regions()) {
        if (region.is_merged) continue;
        for (const uint32_t p : region.polygons)
            index.polygons[p].region = uint32_t(index.regions.size());
        first_polygon.push_back(region.polygons.front());
        if (!writer.add_region(region)) return false;
    }
    for (uint32_t p = 0; p < polygons.size(); ++p) {
        index.polygons[p].first_cone = uint32_t(index.cones.size());
        writer.add_cones(merger.regions()[first_polygon[index.polygons[p].region]], polygons[p].parts);
    }
    index.polygons.back().first_cone = uint32_t(index.cones.size());
    index.regions.push_back({uint32_t(index.points.size()), uint32_t(index.groups.size())});
    index.groups.push_back({kNoIndex, uint32_t(index.via_vertex.size())});
    return true;
}

}  // namespace navspan
