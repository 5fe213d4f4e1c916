// Builds the visibility graph of the turning vertices (vertices around which shortest paths can bend).
//
// In: a mesh.
// Out: vertices (turning vertices and ends of off-mesh links), taut edges between vertices, and for each polygon the vertices
// that see it.
// Idea: The view of each vertex is computed independently (view.cpp). The views are then joined in the order of the vertices.
// An edge is kept if it is taut: shortest paths can bend at both of its ends. Edges between a link end and a turning vertex are
// found in the view of the link end.
// Source: Lozano-Perez, Wesley, An algorithm for planning collision-free paths among polyhedral obstacles (1979), for
// visibility graphs.
// Weak cases: On open ground with many obstacles, the number of edges is quadratic in the number of vertices.

#include "query/hubs/graph.h"

#include <algorithm>
#include <utility>

#include "core/group_by_count.h"
#include "navmesh/graph/hub_links.h"
#include "navmesh/mesh/edge_at.h"
#include "query/search/target.h"

namespace navspan {
namespace {

// The edges of a vertex, and the parts of polygons that the vertex sees.
struct VertexParts {
    struct PolygonPart {
        uint32_t polygon;
        ViewPart part;
    };
    std::vector<TautEdge> edges;  // ordered by TautEdge::to
    std::vector<PolygonPart> parts;
};

constexpr size_t kPartsAtOnce = 4096;  // number of parts that one call of allocate_parts adds

class GraphWork : public SlicedWork {
public:
    GraphWork(const NavMesh& mesh, const HubIndex& hubs, unsigned threads, TurningGraph& graph)
        : mesh_(mesh), hubs_(hubs), graph_(graph), scratch_(threads) {
        const auto vertices = [this] { return graph_.vertices.size(); };
        add_once([this] { return find_ends(); });
        add_loop([this] { return mesh_.edge_count(); }, [this](size_t e) { return add_turning_vertex(uint32_t(e)); });
        add_once([this] { return add_ends(); });
        add_parallel_loop(vertices, [this](size_t v, unsigned worker) { return look(uint32_t(v), scratch_[worker]); });
        add_loop(vertices, [this](size_t v) { return add_edges_to_end(uint32_t(v)); });
        add_loop(vertices, [this](size_t v) { return join_edges(uint32_t(v)); });
        add_once([this] { return count_parts(); });
        add_loop([this] { return graph_.parts.capacity() / kPartsAtOnce + 1; }, [this](size_t i) { return allocate_parts(i); });
        add_loop(vertices, [this](size_t v) { return join_parts(uint32_t(v)); });
        add_once([this] { return finish_parts(); });
    }

private:
    // An end of a link, and the polygon that contains the end.
    struct EndInPolygon {
        uint32_t polygon;  // first half-edge of the polygon
        uint32_t vertex;
        friend bool operator<(const EndInPolygon& a, const EndInPolygon& b) { return a.polygon < b.polygon; }
    };

    uint64_t find_ends() {
        number_.assign(mesh_.edge_count(), kNoIndex);
        add_link_ends(mesh_, hubs_, link_ends_);
        for (const TurningVertex& end : link_ends_) {
            if (end.fan != kNoIndex) number_[end.fan] = 0;  // any number makes add_turning_vertex skip this fan
        }
        return mesh_.edge_count() / 16 + mesh_.links.size();
    }

    uint64_t add_turning_vertex(uint32_t e) {
        TurningVertex vertex;
        if (mesh_.fans[e] != e || number_[e] != kNoIndex) return 1;
        if (hubs_.island_links[island_of(mesh_, polygon_at(mesh_, edge_at(mesh_, e)))] == HubLinks::excluded) return 1;
        if (!turning_vertex(mesh_, e, vertex)) return 1;
        number_[e] = uint32_t(graph_.vertices.size());
        graph_.vertices.push_back(vertex);
        return 1;
    }

    uint64_t add_ends() {
        first_end_ = uint32_t(graph_.vertices.size());
        for (const TurningVertex& end : link_ends_) {
            if (end.fan != kNoIndex) number_[end.fan] = uint32_t(graph_.vertices.size());
            graph_.vertices.push_back(end);
        }
        add_steps();
        for (uint32_t v = first_end_; v < graph_.vertices.size(); ++v)
            ends_.push_back({first_edge(mesh_, link_end_polygon(mesh_, graph_.vertices[v].edge)), v});
        std::stable_sort(ends_.begin(), ends_.end());
        views_.resize(graph_.vertices.size());
        graph_.offset.push_back(0);
        graph_.part_offset.assign(mesh_.polygon_count() + 1, 0);
        return graph_.vertices.size() + mesh_.links.size() + mesh_.polygon_count() / 16;
    }

    void add_steps() {
        graph_.steps = graph_.reversed_steps = hub_steps(mesh_, hubs_, graph_.vertices);
        for (HubStep& step : graph_.reversed_steps)
            std::swap(step.from, step.to);
        std::sort(graph_.reversed_steps.begin(), graph_.reversed_steps.end(),
                  [](const HubStep& a, const HubStep& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    }

    uint64_t look(uint32_t v, VertexView& view) {
        const TurningVertex& from = graph_.vertices[v];
        look_around(mesh_, from, view);
        const uint64_t steps = view.parts.size() + view.vertices.size();
        for (uint32_t& e : view.vertices)
            e = number_[mesh_.fans[e]];
        if (from.is_link_end) add_visible_ends(from, view);
        std::sort(view.vertices.begin(), view.vertices.end());
        view.vertices.erase(std::unique(view.vertices.begin(), view.vertices.end()), view.vertices.end());
        for (const uint32_t to : view.vertices) {
            if (to == kNoIndex || to == v) continue;
            const uint32_t bits = taut_bits(from, graph_.vertices[to]), back = taut_bits(graph_.vertices[to], from);
            if (bits && back) views_[v].edges.push_back({to, uint8_t(bits), uint8_t(back)});
        }
        views_[v].parts.reserve(view.parts.size());
        for (const SeenPart& part : view.parts) {
            const PolygonRef polygon = polygon_at(mesh_, edge_at(mesh_, part.polygon));
            const auto point = [&](uint32_t e) { return e == kNoIndex ? from.at : mesh_.search_edges[e].start; };
            views_[v].parts.push_back(
                {polygon_index(mesh_, polygon), {v, point(part.left), point(part.right), part.left == kNoIndex}});
        }
        return steps;
    }

    // Appends the visible link ends to view.vertices. `from` is a link end.
    void add_visible_ends(const TurningVertex& from, VertexView& view) const {
        const PlanePoint at = plane_point(from);
        for (const SeenPart& part : view.parts) {
            const auto [begin, end] = std::equal_range(ends_.begin(), ends_.end(), EndInPolygon{part.polygon, 0});
            for (auto other = begin; other != end; ++other) {
                const PlanePoint far = plane_point(graph_.vertices[other->vertex]);
                if (part.left == kNoIndex || (turn(at, plane_point(mesh_.search_edges[part.right].start), far) >= 0 &&
                                              turn(at, plane_point(mesh_.search_edges[part.left].start), far) <= 0)) {
                    view.vertices.push_back(other->vertex);
                }
            }
        }
    }

    // If vertex v is a link end: for each edge from v to w, adds the edge from w to v if it is missing.
    uint64_t add_edges_to_end(uint32_t v) {
        if (v < first_end_) return 0;
        for (const TautEdge& edge : views_[v].edges) {
            std::vector<TautEdge>& back = views_[edge.to].edges;
            const auto at =
                std::lower_bound(back.begin(), back.end(), v, [](const TautEdge& e, uint32_t to) { return e.to < to; });
            if (at == back.end() || at->to != v) back.insert(at, {v, edge.back_bits, edge.bits});
        }
        return views_[v].edges.size();
    }

    uint64_t join_edges(uint32_t v) {
        const VertexParts& view = views_[v];
        graph_.edges.insert(graph_.edges.end(), view.edges.begin(), view.edges.end());
        graph_.offset.push_back(uint32_t(graph_.edges.size()));
        for (const VertexParts::PolygonPart& p : view.parts)
            ++graph_.part_offset[p.polygon];
        return view.edges.size() + view.parts.size();
    }

    uint64_t count_parts() {
        counts_to_start_offsets(graph_.part_offset);
        graph_.parts.reserve(graph_.part_offset.back());
        return mesh_.polygon_count() / 16;
    }

    uint64_t allocate_parts(size_t i) {
        const size_t before = graph_.parts.size();
        graph_.parts.resize(std::min<size_t>((i + 1) * kPartsAtOnce, graph_.part_offset.back()));
        return 1 + (graph_.parts.size() - before) / 16;
    }

    // Moves the polygon parts in the view of vertex v to graph_.parts. This is the last pass of a counting sort by polygon.
    uint64_t join_parts(uint32_t v) {
        const VertexParts view = std::exchange(views_[v], {});
        for (const VertexParts::PolygonPart& p : view.parts)
            graph_.parts[graph_.part_offset[p.polygon]++] = p.part;
        return view.parts.size();
    }

    uint64_t finish_parts() {
        end_offsets_to_start_offsets(graph_.part_offset);
        return mesh_.polygon_count() / 16;
    }

    const NavMesh& mesh_;
    const HubIndex& hubs_;
    TurningGraph& graph_;
    std::vector<VertexView> scratch_;       // one entry for each thread
    std::vector<uint32_t> number_;          // for each half-edge that represents a fan: number of its turning vertex
    std::vector<TurningVertex> link_ends_;  // vertices at the ends of links
    std::vector<EndInPolygon> ends_;        // sorted by polygon
    uint32_t first_end_ = 0;                // index in graph_.vertices of the first vertex that is an end of a link
    std::vector<VertexParts> views_;        // one entry for each vertex
};

}  // namespace

bool TurningGraph::is_symmetric() const {
    return std::equal(
        steps.begin(), steps.end(), reversed_steps.begin(), reversed_steps.end(),
        [](const HubStep& a, const HubStep& b) { return a.from == b.from && a.to == b.to && a.length == b.length; });
}

std::unique_ptr<SlicedWork> turning_graph_work(const NavMesh& mesh, const HubIndex& hubs, unsigned threads,
                                               TurningGraph& graph) {
    return std::make_unique<GraphWork>(mesh, hubs, threads, graph);
}

}  // namespace navspan
