// Adds a hub index to a mesh.
//
// In: a mesh.
// Out: a copy with hub labels, or an error if the index is too large.
// Idea: graph.cpp computes the turning vertices and what they see, labels.cpp computes labels. Both are joined here, with the
// vertices numbered by rank.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
// Weak cases: see graph.cpp and labels.cpp.

#include <string>

#include "navspan/query/landmarks.h"
#include "query/hubs/labels.h"

namespace navspan {
namespace {

std::string kilobytes(uint64_t bytes) {
    return std::to_string((bytes >> 10) + (bytes % 1024 > 0)) + " kB";
}

Error too_large(uint64_t bytes, const HubOptions& options) {
    return Error{ErrorKind::failed, "hubs: the index takes at least " + kilobytes(bytes) + ", more than the limit of " +
                                        kilobytes(options.max_bytes) + "; raise the limit, or bake without hubs"};
}

}  // namespace

uint64_t hub_bytes(const HubIndex& hubs) {
    return sizeof(uint32_t) * (hubs.vertex_edge.size() + hubs.label_offset.size() + hubs.part_offset.size()) +
           sizeof(HubLabel) * hubs.labels.size() + sizeof(HubPart) * hubs.parts.size();
}

Result<NavMesh> with_hubs(const NavMesh& mesh, const HubOptions& options) {
    NavMesh result = mesh;
    HubIndex& hubs = result.hubs;
    hubs = {};
    Workers workers(options.threads);
    TurningGraph graph = build_turning_graph(mesh, islands_with_links(mesh), &workers);
    hubs.part_offset = std::move(graph.part_offset);
    hubs.parts = std::move(graph.parts);
    // Every vertex has at least one label.
    const uint64_t least = hub_bytes(hubs) + graph.vertices.size() * (sizeof(HubLabel) + 2 * sizeof(uint32_t));
    if (least > options.max_bytes) return too_large(least, options);
    const std::vector<uint32_t> rank = build_hub_labels(graph, &workers, hubs);
    for (HubPart& part : hubs.parts)
        part.vertex = rank[part.vertex];
    if (hub_bytes(hubs) > options.max_bytes) return too_large(hub_bytes(hubs), options);
    if (Status s = index_hubs(result); !s) return s.error();
    return result;
}

}  // namespace navspan
