// Builds the visibility graph of the turning vertices (vertices around which shortest paths can bend).
//
// In: a mesh.
// Out: turning vertices, taut edges between them (edges at both ends of which a path can bend), and for each polygon the
// vertices that see it.
// Idea: The view of each vertex is computed independently (view.cpp). An edge is kept if paths can bend at both of its ends.
// Views are collected per group of consecutive vertices, and the groups are joined in order.
// Source: Lozano-Perez, Wesley, An algorithm for planning collision-free paths among polyhedral obstacles (1979), for
// visibility graphs.
// Weak cases: On open ground with many obstacles, the number of edges is quadratic in the number of vertices.

#include "query/hubs/graph.h"

#include <algorithm>

#include "core/group_by_count.h"

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
    GraphBuilder(const NavMesh& mesh, const std::vector<uint8_t>& skip_island)
        : mesh_(mesh), number_(mesh.edge_count(), kNoIndex) {
        for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
            TurningVertex vertex;
            if (mesh.fans[e] != e || skip_island[island_of(mesh, polygon_at(mesh, edge_ref(mesh, e)))]) continue;
            if (!turning_vertex(mesh, e, vertex)) continue;
            number_[e] = uint32_t(graph_.vertices.size());
            graph_.vertices.push_back(vertex);
        }
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
        join_parts(groups);
        return std::move(graph_);
    }

private:
    void add_vertex(uint32_t v, VertexView& view, ViewGroup& group) const {
        const TurningVertex& from = graph_.vertices[v];
        look_around(mesh_, from, view);
        for (uint32_t& e : view.vertices)
            e = number_[mesh_.fans[e]];
        std::sort(view.vertices.begin(), view.vertices.end());
        view.vertices.erase(std::unique(view.vertices.begin(), view.vertices.end()), view.vertices.end());
        const size_t before = group.edges.size();
        for (const uint32_t to : view.vertices) {
            if (to == kNoIndex || to == v) continue;
            const uint32_t bits = taut_bits(from, graph_.vertices[to].at), back = taut_bits(graph_.vertices[to], from.at);
            if (bits && back) group.edges.push_back({to, uint8_t(bits), uint8_t(back)});
        }
        group.edge_counts.push_back(uint32_t(group.edges.size() - before));
        for (const SeenPart& part : view.parts) {
            const PolygonRef polygon = polygon_at(mesh_, edge_ref(mesh_, part.polygon));
            const auto point = [&](uint32_t e) { return e == kNoIndex ? from.at : mesh_.search_edges[e].start; };
            group.parts.push_back({polygon_index(mesh_, polygon), {v, point(part.left), point(part.right)}});
        }
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
    std::vector<uint32_t> number_;  // for each half-edge that represents a fan: number of its turning vertex
    TurningGraph graph_;
};

}  // namespace

TurningGraph build_turning_graph(const NavMesh& mesh, const std::vector<uint8_t>& skip_island, Workers* workers) {
    return GraphBuilder(mesh, skip_island).build(workers);
}

}  // namespace navspan
