// Adds a hub index to a mesh.
//
// In: a mesh.
// Out: a copy with hub labels, or an error if the index is too large.
// Idea: graph.cpp computes the turning vertices (vertices around which shortest paths can bend) and the parts of polygons that
// they see. labels.cpp computes the labels of the vertices. via.cpp selects the labels that each polygon needs. regions.cpp
// merges polygons until the index fits into the allowed memory.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
// Weak cases: see these files.

#include <algorithm>
#include <string>

#include "navmesh/graph/hub_links.h"
#include "navspan/query/landmarks.h"
#include "query/hubs/labels.h"
#include "query/hubs/regions.h"
#include "query/hubs/via.h"

namespace navspan {
namespace {

std::string kilobytes(uint64_t bytes) {
    return std::to_string((bytes >> 10) + (bytes % 1024 > 0)) + " kB";
}

Error too_large(uint64_t bytes, const HubOptions& options) {
    return Error{ErrorKind::failed, "hubs: the index takes at least " + kilobytes(bytes) + ", more than the limit of " +
                                        kilobytes(options.max_bytes) + "; raise the limit, or bake without hubs"};
}

// Numbers the vertices by rank (most important hubs first). Sets the vertices of the index, and sorts the parts of each polygon
// by the rank of ViewPart::vertex.
void sort_by_rank(const std::vector<uint32_t>& rank, TurningGraph& graph, HubIndex& hubs) {
    hubs.vertices.resize(rank.size());
    for (size_t v = 0; v < rank.size(); ++v)
        hubs.vertices[rank[v]] = graph.vertices[v];
    for (ViewPart& part : graph.parts)
        part.vertex = rank[part.vertex];
    for (size_t p = 0; p + 1 < graph.part_offset.size(); ++p) {
        std::stable_sort(graph.parts.begin() + graph.part_offset[p], graph.parts.begin() + graph.part_offset[p + 1],
                         [](const ViewPart& a, const ViewPart& b) { return a.vertex < b.vertex; });
    }
}

}  // namespace

uint64_t hub_bytes(const HubIndex& hubs) {
    const auto bytes = [](const auto& list) { return uint64_t{list.size()} * sizeof(list[0]); };
    return bytes(hubs.vertex_edge) + bytes(hubs.label_offset) + bytes(hubs.labels) + bytes(hubs.polygons) + bytes(hubs.cones) +
           bytes(hubs.regions) + bytes(hubs.points) + bytes(hubs.groups) + bytes(hubs.via_vertex) + bytes(hubs.via_distance);
}

Result<NavMesh> with_hubs(const NavMesh& mesh, const HubOptions& options) {
    NavMesh result = mesh;
    HubIndex& hubs = result.hubs;
    hubs = {};
    Workers workers(options.threads);
    index_link_costs(mesh, hubs);
    TurningGraph graph = build_turning_graph(mesh, hubs, &workers);
    // Every vertex has at least one label, and every polygon an entry.
    const uint64_t least =
        uint64_t{graph.vertices.size()} * (sizeof(HubLabel) + 2 * sizeof(uint32_t)) + mesh.polygon_count() * sizeof(HubPolygon);
    if (least > options.max_bytes) return too_large(least, options);
    sort_by_rank(build_hub_labels(graph, &workers, hubs), graph, hubs);
    hubs.steps = hub_steps(mesh, hubs, hubs.vertices);
    if (hub_bytes(hubs) > options.max_bytes) return too_large(hub_bytes(hubs), options);
    if (!build_hub_regions(mesh, build_via_labels(mesh, graph, hubs, &workers), options.max_bytes, hubs))
        return Error{ErrorKind::failed, "hubs: more than 65 536 vertices see one polygon; bake without hubs"};
    if (hub_bytes(hubs) > options.max_bytes) return too_large(hub_bytes(hubs), options);
    if (Status s = index_hubs(result); !s) return s.error();
    return result;
}

}  // namespace navspan
