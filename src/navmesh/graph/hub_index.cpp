// The hub index of a mesh: derives the fields that queries read, and validates the stored ones.
//
// In: a mesh with untrusted labels.
// Out: the turning vertices (where shortest paths may bend), or the reason why the index is invalid.
// Idea: A query follows labels from vertex to vertex. To make sure that queries end, each step must lead to a label of the
// same hub with a smaller distance. Whether paths are shortest is not validated; check_hubs tests that for a sample.
// Source: own method.
// Weak cases: Wrong labels can pass the validation and make paths longer. Queries still return only paths that exist.

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "core/group_by_count.h"
#include "navmesh/graph/turning_vertex.h"

namespace navspan {
namespace {

Error broken_hubs(const std::string& problem) {
    return Error{ErrorKind::input, "hubs: " + problem};
}

// True if there are `count` + 1 offsets, which start at 0, never decrease, and end at `end`.
bool are_offsets(const std::vector<uint32_t>& offsets, size_t count, size_t end) {
    return offsets.size() == count + 1 && offsets.front() == 0 && offsets.back() == end &&
           std::is_sorted(offsets.begin(), offsets.end());
}

Status index_vertices(NavMesh& mesh) {
    HubIndex& hubs = mesh.hubs;
    hubs.vertices.resize(hubs.vertex_edge.size());
    for (size_t v = 0; v < hubs.vertices.size(); ++v) {
        const uint32_t edge = hubs.vertex_edge[v];
        if (edge >= mesh.edge_count() || mesh.fans[edge] != edge || !turning_vertex(mesh, edge, hubs.vertices[v]))
            return broken_hubs("vertex " + std::to_string(v) + " is not a vertex at which paths can bend");
    }
    return Done{};
}

// True if a label of a vertex is in range. The hub of label 0 must be the vertex itself, at distance 0 and without a next
// vertex. Every other label must have a hub of lower rank (a more important vertex), a next vertex that exists, and a positive,
// finite distance.
// @param vertex  rank  @param index  number of the label among the labels of the vertex
bool is_in_range(const HubIndex& hubs, uint32_t vertex, size_t index, const HubLabel& label) {
    if (index == 0) return label.hub == vertex && label.next == kNoIndex && label.distance == 0;
    return label.hub < vertex && label.next < hubs.vertices.size() && label.distance > 0 && std::isfinite(label.distance);
}

// True if the next vertex of a label is nearer to the hub by the length of the step.
bool is_step(const HubIndex& hubs, uint32_t vertex, const HubLabel& label, const HubLabel& next) {
    const double length = lattice_distance(hubs.vertices[vertex].at, hubs.vertices[label.next].at);
    return length > 0 && next.distance < label.distance &&
           std::fabs(next.distance + length - label.distance) <= 1e-9 * label.distance;
}

Error broken_label(uint32_t vertex, uint32_t hub, const char* problem) {
    return broken_hubs("the label of vertex " + std::to_string(vertex) + " for hub " + std::to_string(hub) + " " + problem);
}

// Tests two invariants: the next vertex of every label has a label of the same hub, with a distance that is smaller by the
// length of the step (is_step), and no vertex has two labels of one hub. Takes linear time in the number of labels.
Status validate_steps(const HubIndex& hubs) {
    struct VertexLabel {
        uint32_t vertex, label;
    };
    const auto vertices = uint32_t(hubs.vertices.size());
    std::vector<uint32_t> first, hub_of(vertices, kNoIndex), label_of(vertices);
    std::vector<VertexLabel> by_hub;
    const auto for_each_label = [&](auto visit) {
        for (uint32_t v = 0; v < vertices; ++v) {
            for (uint32_t i = hubs.label_offset[v]; i < hubs.label_offset[v + 1]; ++i)
                visit(hubs.labels[i].hub, VertexLabel{v, i});
        }
    };
    group_by_count(vertices, for_each_label, first, by_hub);
    for (uint32_t hub = 0; hub < vertices; ++hub) {
        const std::span<const VertexLabel> group = std::span(by_hub).subspan(first[hub], first[hub + 1] - first[hub]);
        for (const auto& [v, i] : group) {
            if (hub_of[v] == hub) return broken_label(v, hub, "occurs twice");
            hub_of[v] = hub;
            label_of[v] = i;
        }
        for (const auto& [v, i] : group) {
            const HubLabel& label = hubs.labels[i];
            if (v == hub) continue;
            if (hub_of[label.next] != hub || !is_step(hubs, v, label, hubs.labels[label_of[label.next]]))
                return broken_label(v, hub, "leads nowhere");
        }
    }
    return Done{};
}

Status validate_labels(const HubIndex& hubs) {
    for (uint32_t v = 0; v < hubs.vertices.size(); ++v) {
        const std::span<const HubLabel> labels = labels_of(hubs, v);
        if (labels.empty()) return broken_hubs("vertex " + std::to_string(v) + " has no labels");
        for (size_t i = 0; i < labels.size(); ++i) {
            if (!is_in_range(hubs, v, i, labels[i])) return broken_label(v, labels[i].hub, "is out of range");
        }
    }
    return validate_steps(hubs);
}

}  // namespace

Status validate_hubs(const NavMesh& mesh) {
    const HubIndex& hubs = mesh.hubs;
    if (hubs.empty()) return Done{};
    if (hubs.vertices.size() != hubs.vertex_edge.size() || hubs.has_links.size() != mesh.islands.size())
        return broken_hubs("their derived fields are missing");
    if (!are_offsets(hubs.label_offset, hubs.vertex_edge.size(), hubs.labels.size()) ||
        !are_offsets(hubs.part_offset, mesh.polygon_count(), hubs.parts.size())) {
        return broken_hubs("the numbers of labels and parts do not match their offsets");
    }
    if (Status s = validate_labels(hubs); !s) return s;
    for (const HubPart& part : hubs.parts) {
        if (part.vertex >= hubs.vertices.size())
            return broken_hubs("a part of a polygon refers to a vertex that does not exist");
    }
    return Done{};
}

Status index_hubs(NavMesh& mesh) {
    HubIndex& hubs = mesh.hubs;
    hubs.vertices.clear();
    hubs.has_links.clear();
    if (hubs.empty()) return Done{};
    if (Status s = index_vertices(mesh); !s) return s;
    hubs.has_links = islands_with_links(mesh);
    return validate_hubs(mesh);
}

}  // namespace navspan
