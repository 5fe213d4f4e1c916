// Builds the visibility graph of the turning vertices (vertices around which shortest paths can bend).
//
// In: a mesh.
// Out: turning vertices and ends of off-mesh links, taut edges between them (edges at both ends of which a path can bend), and
// for each polygon the vertices that see it.
// Idea: The view of each vertex is computed independently (view.cpp). An edge is kept if paths can bend at both of its ends.
// Views are collected per group of consecutive vertices, and the groups are joined in order. An edge between a turning vertex
// and the end of a link is found by the view of the end.
// Source: Lozano-Perez, Wesley, An algorithm for planning collision-free paths among polyhedral obstacles (1979), for
// visibility graphs.
// Weak cases: On open ground with many obstacles, the number of edges is quadratic in the number of vertices.

#include "query/hubs/graph.h"

#include <algorithm>

#include "core/group_by_count.h"
#include "navmesh/graph/hub_links.h"
#include "query/search/target.h"

namespace navspan {
namespace {

// The views of a group of consecutive turning vertices.
struct ViewGroup {
    struct PolygonPart {
        uint32_t polygon;
        ViewPart part;
    };
    std::vector<TautEdge> edges;
    std::vector<uint32_t> edge_counts;  // one entry for each vertex
    std::vector<PolygonPart> parts;
};

class GraphBuilder {
public:
    GraphBuilder(const NavMesh& mesh, const HubIndex& hubs) : mesh_(mesh), number_(mesh.edge_count(), kNoIndex) {
        std::vector<TurningVertex> ends;
        add_link_ends(mesh, hubs, ends);
        for (const TurningVertex& end : ends) {
            if (end.fan != kNoIndex) number_[end.fan] = 0;  // not kNoIndex: the next loop adds no vertex for this fan
        }
        for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
            TurningVertex vertex;
            if (mesh.fans[e] != e || number_[e] != kNoIndex) continue;
            if (hubs.island_links[island_of(mesh, polygon_at(mesh, edge_ref(mesh, e)))] == HubLinks::excluded) continue;
            if (!turning_vertex(mesh, e, vertex)) continue;
            number_[e] = uint32_t(graph_.vertices.size());
            graph_.vertices.push_back(vertex);
        }
        first_end_ = uint32_t(graph_.vertices.size());
        for (const TurningVertex& end : ends) {
            if (end.fan != kNoIndex) number_[end.fan] = uint32_t(graph_.vertices.size());
            graph_.vertices.push_back(end);
        }
        add_steps(hubs);
        sort_ends_by_polygon();
    }

    TurningGraph build(Workers* workers) {
        constexpr size_t kGroup = 64;
        const size_t count = graph_.vertices.size();
        std::vector<ViewGroup> groups((count + kGroup - 1) / kGroup);
        for_each_index(workers, groups.size(), 1, [&](size_t g, unsigned) {
            VertexView view;
            for (size_t v = g * kGroup; v < std::min(count, (g + 1) * kGroup); ++v)
                add_vertex(uint32_t(v), view, groups[g]);
        });
        join_edges(groups);
        add_edges_to_ends();
        join_parts(groups);
        return std::move(graph_);
    }

private:
    // The end of a link in its polygon.
    struct EndInPolygon {
        uint32_t polygon;  // first half-edge
        uint32_t vertex;
        friend bool operator<(const EndInPolygon& a, const EndInPolygon& b) { return a.polygon < b.polygon; }
    };

    void add_steps(const HubIndex& hubs) {
        graph_.steps = graph_.reversed_steps = hub_steps(mesh_, hubs, graph_.vertices);
        for (HubStep& step : graph_.reversed_steps)
            std::swap(step.from, step.to);
        std::sort(graph_.reversed_steps.begin(), graph_.reversed_steps.end(),
                  [](const HubStep& a, const HubStep& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    }

    void sort_ends_by_polygon() {
        for (uint32_t v = first_end_; v < graph_.vertices.size(); ++v)
            ends_.push_back({first_edge(mesh_, link_end_polygon(mesh_, graph_.vertices[v].edge)), v});
        std::stable_sort(ends_.begin(), ends_.end());
    }

    void add_vertex(uint32_t v, VertexView& view, ViewGroup& group) const {
        const TurningVertex& from = graph_.vertices[v];
        look_around(mesh_, from, view);
        for (uint32_t& e : view.vertices)
            e = number_[mesh_.fans[e]];
        if (from.is_link_end) add_visible_ends(from, view);
        std::sort(view.vertices.begin(), view.vertices.end());
        view.vertices.erase(std::unique(view.vertices.begin(), view.vertices.end()), view.vertices.end());
        const size_t before = group.edges.size();
        for (const uint32_t to : view.vertices) {
            if (to == kNoIndex || to == v) continue;
            const uint32_t bits = taut_bits(from, graph_.vertices[to]), back = taut_bits(graph_.vertices[to], from);
            if (bits && back) group.edges.push_back({to, uint8_t(bits), uint8_t(back)});
        }
        group.edge_counts.push_back(uint32_t(group.edges.size() - before));
        for (const SeenPart& part : view.parts) {
            const PolygonRef polygon = polygon_at(mesh_, edge_ref(mesh_, part.polygon));
            const auto point = [&](uint32_t e) { return e == kNoIndex ? from.at : mesh_.search_edges[e].start; };
            group.parts.push_back(
                {polygon_index(mesh_, polygon), {v, point(part.left), point(part.right), part.left == kNoIndex}});
        }
    }

    // Appends to view.vertices the ends of links that are visible from the end `from`.
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

    // Adds the opposites of all edges that start at ends of links.
    void add_edges_to_ends() {
        if (first_end_ == graph_.vertices.size()) return;
        struct Edge {
            uint32_t from;
            TautEdge edge;
        };
        std::vector<Edge> edges;
        for (uint32_t v = 0; v < graph_.vertices.size(); ++v) {
            for (uint32_t i = graph_.offset[v]; i < graph_.offset[v + 1]; ++i) {
                const TautEdge& edge = graph_.edges[i];
                edges.push_back({v, edge});
                if (v >= first_end_) edges.push_back({edge.to, {v, edge.back_bits, edge.bits}});
            }
        }
        std::sort(edges.begin(), edges.end(),
                  [](const Edge& a, const Edge& b) { return a.from != b.from ? a.from < b.from : a.edge.to < b.edge.to; });
        edges.erase(std::unique(edges.begin(), edges.end(),
                                [](const Edge& a, const Edge& b) { return a.from == b.from && a.edge.to == b.edge.to; }),
                    edges.end());
        const auto for_each_edge = [&](auto visit) {
            for (const Edge& e : edges)
                visit(e.from, e.edge);
        };
        group_by_count(graph_.vertices.size(), for_each_edge, graph_.offset, graph_.edges);
    }

    void join_edges(const std::vector<ViewGroup>& groups) {
        for (const ViewGroup& group : groups) {
            graph_.edges.insert(graph_.edges.end(), group.edges.begin(), group.edges.end());
            graph_.offset.insert(graph_.offset.end(), group.edge_counts.begin(), group.edge_counts.end());
        }
        graph_.offset.push_back(0);
        counts_to_start_offsets(graph_.offset);
    }

    void join_parts(const std::vector<ViewGroup>& groups) {
        const auto for_each_part = [&](auto visit) {
            for (const ViewGroup& group : groups) {
                for (const ViewGroup::PolygonPart& p : group.parts)
                    visit(p.polygon, p.part);
            }
        };
        group_by_count(mesh_.polygon_count(), for_each_part, graph_.part_offset, graph_.parts);
    }

    const NavMesh& mesh_;
    std::vector<uint32_t> number_;    // for each half-edge that represents a fan: number of its turning vertex
    std::vector<EndInPolygon> ends_;  // sorted
    uint32_t first_end_ = 0;          // index in graph_.vertices of the first vertex that is an end of a link
    TurningGraph graph_;
};

}  // namespace

bool TurningGraph::is_symmetric() const {
    return std::equal(
        steps.begin(), steps.end(), reversed_steps.begin(), reversed_steps.end(),
        [](const HubStep& a, const HubStep& b) { return a.from == b.from && a.to == b.to && a.length == b.length; });
}

TurningGraph build_turning_graph(const NavMesh& mesh, const HubIndex& hubs, Workers* workers) {
    return GraphBuilder(mesh, hubs).build(workers);
}

}  // namespace navspan
