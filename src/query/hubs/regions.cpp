// Merges polygons into regions to reduce the size of the hub index. All polygons of a region share one list of via-labels. A
// via-label describes the first part of a path: straight to a turning vertex, then from the vertex to a hub.
//
// In: the via-labels of each polygon (via.h), and a limit on the size of the index.
// Out: regions and their points, groups and via-labels, and the cones of each polygon.
// Idea: At first, each polygon is a region. Merging two regions saves memory, but queries then visit more labels. The expected
// extra work of a merge is the number of extra labels times the area. The pair with the lowest ratio of extra work to saved
// bytes is merged first. Each polygon keeps its own cones (views from turning vertices into the polygon), so queries stay
// exact.
// Source: Du, Shen, Cheema and others, EHL*: memory-budgeted indexing for ultrafast optimal Euclidean pathfinding (2024).
// Weak cases: none known.

#include "query/hubs/regions.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>

#include "navmesh/mesh/edge_at.h"
#include "navspan/query/landmarks.h"
#include "query/search/target.h"

namespace navspan {
namespace {

constexpr size_t kMaxPoints = size_t{UINT16_MAX} + 1;

// A region. If is_merged is true, its contents have moved to another region.
struct Region {
    std::vector<ViaLabel> labels;       // sorted
    std::vector<uint32_t> vertices;     // ranks (indices in HubIndex::vertices), sorted
    std::vector<LatticePoint> corners;  // points on the rays that limit views, sorted by is_before
    std::vector<uint32_t> polygons,     // indices in HubIndex::polygons
        neighbours;                     // indices of adjacent regions
    double area = 0;
    uint32_t changes = 0;  // number of merges
    bool is_merged = false;
};

// Element counts of a region, which determine its size in the index.
struct RegionCounts {
    size_t labels = 0, groups = 0, points = 0;
    uint64_t bytes() const {
        return labels * (sizeof(uint16_t) + sizeof(float)) + groups * sizeof(HubGroup) + points * sizeof(HubPoint) +
               sizeof(HubRegion);
    }
    size_t work() const { return labels + groups; }
};

// Size of the union of two sorted lists.
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

class HubRegionMerger {
public:
    HubRegionMerger(const NavMesh& mesh, size_t polygons) : mesh_(mesh), regions_(polygons) {}

    std::vector<Region>& regions() { return regions_; }
    // Size of all regions in the index, without cones.
    uint64_t bytes() const { return bytes_; }

    // Turns polygon p into a region, and moves its labels to the region. Returns the number of steps.
    uint64_t add_polygon(uint32_t p, PolygonVia& via) {
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
            const PolygonRef across = polygon_at(mesh_, edge_at(mesh_, edges[e].twin));
            region.neighbours.push_back(direction_start + polygon_index(mesh_, across));
        }
        std::sort(region.neighbours.begin(), region.neighbours.end());
        region.neighbours.erase(std::unique(region.neighbours.begin(), region.neighbours.end()), region.neighbours.end());
        std::erase(region.neighbours, p);
        return region.labels.size() + region.corners.size();
    }

    // Proposes to merge region r with each neighbour of a higher index. Returns the number of steps.
    uint64_t propose_neighbours(uint32_t r) {
        uint64_t steps = 1;
        for (const uint32_t other : regions_[r].neighbours) {
            if (r < other) steps += propose(r, other);
        }
        return steps;
    }

    // Proposes one pair from unproposed_. If unproposed_ is empty, takes the best proposal from the queue and merges its pair,
    // unless one of the two regions has changed since the proposal was made. Returns false if no pair is left.
    bool merge_best(uint64_t& steps) {
        steps = 1;
        if (!unproposed_.empty()) {
            const auto [a, b] = unproposed_.back();
            unproposed_.pop_back();
            steps += propose(a, b);
            return true;
        }
        if (queue_.empty()) return false;
        const Proposal top = queue_.top();
        queue_.pop();
        const Region &a = regions_[top.a], &b = regions_[top.b];
        if (a.is_merged || b.is_merged || a.changes != top.a_changes || b.changes != top.b_changes) return true;
        steps += merge_pair(top.a, top.b);
        return true;
    }

private:
    // Two regions that can be merged. a < b.
    struct Proposal {
        double added_work = 0;  // (extra labels and groups) x area / (saved bytes)
        uint32_t a = 0, b = 0, a_changes = 0, b_changes = 0;
        bool operator<(const Proposal& o) const {  // the proposal with the least added work is on top of the queue
            return std::tie(added_work, a, b) > std::tie(o.added_work, o.a, o.b);
        }
    };

    // Proposes to merge regions a and b if this saves memory. Returns the number of steps.
    uint64_t propose(uint32_t a, uint32_t b) {
        const Region &first = regions_[a], &second = regions_[b];
        const RegionCounts of_a = counts_of(first), of_b = counts_of(second), of_both = counts_of_union(first, second);
        const uint64_t steps = of_a.labels + of_b.labels;
        if (of_both.points > kMaxPoints || of_both.bytes() >= of_a.bytes() + of_b.bytes()) return steps;
        const double saved = double(of_a.bytes() + of_b.bytes() - of_both.bytes());
        const double added =
            double(of_both.work() - of_a.work()) * first.area + double(of_both.work() - of_b.work()) * second.area;
        queue_.push({added / saved, a, b, first.changes, second.changes});
        return steps;
    }

    // Merges region b into region a. Returns the number of steps.
    uint64_t merge_pair(uint32_t a, uint32_t b) {
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
            unproposed_.emplace_back(std::min(a, n), std::max(a, n));
        }
        return 2 * first.labels.size();
    }

    const NavMesh& mesh_;
    std::vector<Region> regions_;  // index: the region's polygon with the lowest index
    std::priority_queue<Proposal> queue_;
    std::vector<std::pair<uint32_t, uint32_t>> unproposed_;  // pairs (last merged region, neighbour), not proposed yet
    uint64_t bytes_ = 0;                                     // size of all regions, without cones
};

class RegionWriter {
public:
    explicit RegionWriter(HubIndex& index) : index_(index) {}

    void reserve(const RegionCounts& counts, size_t regions) {
        index_.regions.reserve(regions + 1);
        index_.points.reserve(counts.points);
        index_.groups.reserve(counts.groups + 1);
        index_.via_vertex.reserve(counts.labels);
        index_.via_distance.reserve(counts.labels);
    }

    void add_region(const Region& region) {
        index_.regions.push_back({uint32_t(index_.points.size()), uint32_t(index_.groups.size())});
        for (const uint32_t v : region.vertices)
            index_.points.push_back({v, index_.vertices[v].at});
        for (const LatticePoint at : region.corners)
            index_.points.push_back({kNoIndex, at});
        uint32_t hub = kNoIndex;
        for (const ViaLabel& label : region.labels) {
            if (label.hub != hub) index_.groups.push_back({label.hub, uint32_t(index_.via_vertex.size())});
            hub = label.hub;
            index_.via_vertex.push_back(vertex_in(region, label.vertex));
            index_.via_distance.push_back(label.distance);
        }
    }

    // Appends the sentinel entries, which store end offsets. Returns the number of steps.
    uint64_t finish() {
        index_.polygons.back().first_cone = uint32_t(index_.cones.size());
        index_.regions.push_back({uint32_t(index_.points.size()), uint32_t(index_.groups.size())});
        index_.groups.push_back({kNoIndex, uint32_t(index_.via_vertex.size())});
        return 1;
    }

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

class RegionWork : public SlicedWork {
public:
    RegionWork(const NavMesh& mesh, std::vector<PolygonVia>& polygons, uint64_t max_bytes, HubIndex& index)
        : polygons_(polygons), max_bytes_(max_bytes), index_(index), merger_(mesh, polygons.size()), writer_(index) {
        const auto count = [this] { return polygons_.size(); };
        add_loop(count, [this](size_t p) { return add_polygon(p); });
        add_loop([this] { return fits() ? 0 : polygons_.size(); },
                 [this](size_t r) { return merger_.propose_neighbours(uint32_t(r)); });
        add_stage([this](WorkSlice& slice) { return merge(slice); });
        add_loop(count, [this](size_t r) { return count_region(r); });
        add_once([this] { return allocate(); });
        add_loop(count, [this](size_t r) { return write_region(r); });
        add_loop(count, [this](size_t p) { return write_cones(p); });
        add_once([this] { return writer_.finish(); });
    }

private:
    uint64_t add_polygon(size_t p) {
        cones_ += polygons_[p].parts.size();
        return merger_.add_polygon(uint32_t(p), polygons_[p]);
    }

    bool fits() const {
        const uint64_t fixed = hub_bytes(index_) + (polygons_.size() + 1) * sizeof(HubPolygon) + cones_ * sizeof(HubCone) +
                               sizeof(HubRegion) + sizeof(HubGroup);
        return merger_.bytes() <= max_bytes_ - std::min(fixed, max_bytes_);
    }

    bool merge(WorkSlice& slice) {
        for (uint64_t steps = 0; !fits(); slice.spend(steps)) {
            if (slice.is_over()) return false;
            if (!merger_.merge_best(steps)) break;
        }
        return true;
    }

    uint64_t count_region(size_t r) {
        const Region& region = merger_.regions()[r];
        if (region.is_merged) return 1;
        const RegionCounts counts = counts_of(region);
        total_.labels += counts.labels;
        total_.groups += counts.groups;
        total_.points += counts.points;
        ++regions_;
        return 1 + counts.labels / 4;
    }

    uint64_t allocate() {
        index_.polygons.assign(polygons_.size() + 1, {});
        index_.cones.reserve(cones_);
        writer_.reserve(total_, regions_);
        return index_.polygons.size();
    }

    uint64_t write_region(size_t r) {
        const Region& region = merger_.regions()[r];
        if (region.is_merged) return 1;
        for (const uint32_t p : region.polygons)
            index_.polygons[p].region = uint32_t(index_.regions.size());
        merged_region_.push_back(uint32_t(r));
        writer_.add_region(region);
        return region.labels.size();
    }

    uint64_t write_cones(size_t p) {
        index_.polygons[p].first_cone = uint32_t(index_.cones.size());
        writer_.add_cones(merger_.regions()[merged_region_[index_.polygons[p].region]], polygons_[p].parts);
        return 1 + polygons_[p].parts.size();
    }

    std::vector<PolygonVia>& polygons_;
    uint64_t max_bytes_;
    HubIndex& index_;
    HubRegionMerger merger_;
    RegionWriter writer_;
    uint64_t cones_ = 0;                   // number of cones of all polygons
    RegionCounts total_;                   // sums over all regions
    size_t regions_ = 0;                   // number of regions
    std::vector<uint32_t> merged_region_;  // for each region of the index: the position of this region in merger_.regions()
};

}  // namespace

std::unique_ptr<SlicedWork> hub_region_work(const NavMesh& mesh, std::vector<PolygonVia>& polygons, uint64_t max_bytes,
                                            HubIndex& index) {
    return std::make_unique<RegionWork>(mesh, polygons, max_bytes, index);
}

bool has_too_many_points(const HubIndex& index) {
    return std::adjacent_find(index.regions.begin(), index.regions.end(), [](const HubRegion& a, const HubRegion& b) {
               return b.first_point - a.first_point > kMaxPoints;
           }) != index.regions.end();
}

}  // namespace navspan
