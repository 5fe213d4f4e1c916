// Derives the fields of a hub index that queries read, and validates the stored fields.
//
// In: a mesh with untrusted labels.
// Out: the derived fields of the index, or the reason why the index is invalid.
// Idea: A query follows labels from vertex to vertex. Queries end because each step must lead to a label of the same hub with a
// smaller distance. Exception: a step to or from an end of a link may have the length 0. Such steps can form a cycle.
// Therefore, the number of steps of a query is limited to the number of vertices. Whether paths are shortest is not validated;
// check_hubs tests that for a sample.
// Source: own method.
// Weak cases: Wrong labels can pass the validation and make paths longer. Queries still return only paths that exist.

#include "navmesh/graph/hub_index.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "navmesh/graph/hub_links.h"
#include "navmesh/graph/turning_vertex.h"
#include "navmesh/index/polygon_surface.h"

namespace navspan {
namespace {

Error broken_hubs(const std::string& problem) {
    return Error{ErrorKind::input, "hubs: " + problem};
}

// True if the offsets in a list start at 0, never decrease, and end at `end`. `get` returns the offset of an element.
template <class T, class Get>
bool are_offsets(const std::vector<T>& list, Get get, size_t end) {
    return !list.empty() && get(list.front()) == 0 && get(list.back()) == end &&
           std::is_sorted(list.begin(), list.end(), [&](const T& a, const T& b) { return get(a) < get(b); });
}

// True if `edge` stands for an end of a link (see TurningVertex::edge), and the links of the end's island are indexed.
bool is_indexed_end(const NavMesh& mesh, uint32_t edge) {
    if (edge < mesh.edge_count() || (edge - mesh.edge_count()) / 2 >= mesh.links.size()) return false;
    const OffMeshLink& link = mesh.links[(edge - mesh.edge_count()) / 2];
    return mesh.hubs.island_links[island_of(mesh, link.from)] == HubLinks::indexed;
}

Status index_vertices(NavMesh& mesh) {
    HubIndex& hubs = mesh.hubs;
    hubs.vertices.resize(hubs.vertex_edge.size());
    for (size_t v = 0; v < hubs.vertices.size(); ++v) {
        const uint32_t edge = hubs.vertex_edge[v];
        if (is_indexed_end(mesh, edge))
            hubs.vertices[v] = link_end_vertex(mesh, edge);
        else if (edge >= mesh.edge_count() || mesh.fans[edge] != edge || !turning_vertex(mesh, edge, hubs.vertices[v]))
            return broken_hubs("vertex " + std::to_string(v) + " is not a vertex at which paths can bend");
    }
    return Done{};
}

// Fills HubIndex::corners.
void index_corners(NavMesh& mesh) {
    for (const TurningVertex& vertex : mesh.hubs.vertices) {
        HubCorner corner{.point = {}, .at = vertex.at, .is_wedge = vertex.is_wedge};
        if (vertex.is_wedge) {
            const PolygonRef polygon = polygon_at(mesh, edge_ref(mesh, vertex.edge));
            corner.point = plane_to_world(mesh, plane_point(vertex.at));
            corner.point.y = polygon_height(mesh, polygon, corner.point.x, corner.point.z);
        }
        mesh.hubs.corners.push_back(corner);
    }
}

// Fills HubIndex::positions. Leaves the list empty if no vertex is the end of a link.
void index_positions(HubIndex& hubs) {
    if (!has_link_ends(hubs)) return;
    for (const HubPoint& point : hubs.points)
        hubs.positions.push_back(hub_position(hubs, point));
}

// True if a label of a vertex is in range. The last label of a vertex leads to the vertex itself, with distance 0 and without a
// next vertex. Every other label has a hub with a smaller rank number than the vertex, an existing next vertex, and a finite
// distance >= 0.
// @param vertex  rank (index in HubIndex::vertices) @param own  true for the last label of the vertex
bool is_in_range(const HubIndex& hubs, uint32_t vertex, bool own, const HubLabel& label) {
    if (own) return label.hub == vertex && label.next == kNoIndex && label.distance == 0;
    return label.hub < vertex && label.next < hubs.vertices.size() && label.distance >= 0 && std::isfinite(label.distance);
}

// True if label.distance - next.distance is the length of the step from the vertex to the next vertex. A step is a straight
// line or a link.
bool is_step(const HubIndex& hubs, HubDirection direction, uint32_t vertex, const HubLabel& label, const HubLabel& next) {
    const TurningVertex &a = hubs.vertices[vertex], &b = hubs.vertices[label.next];
    const double difference = label.distance - next.distance, straight = vertex_distance(a, b);
    const auto is_link = [&](HubDirection link_direction) {
        const HubStep* step = find_step(hubs, link_direction, vertex, label.next);
        return step && is_step_length(step->length, difference, label.distance);
    };
    if (!a.is_link_end && !b.is_link_end && !(straight > 0 && difference > 0)) return false;
    if (difference < 0) return false;
    if (is_step_length(straight, difference, label.distance)) return true;
    if (hubs.directions() == 1) return is_link(HubDirection::to_hub) && is_link(HubDirection::from_hub);
    return is_link(direction);
}

Error broken_label(uint32_t vertex, uint32_t hub, const char* problem) {
    return broken_hubs("the label of vertex " + std::to_string(vertex) + " for hub " + std::to_string(hub) + " " + problem);
}

// Tests that the labels of each vertex are in range and sorted by hub. Tests that the next vertex of every label has a label
// for the same hub. The distance of that label must be smaller by the length of the step (is_step). Appends the index
// of that label for each label (see hub_nodes).
Status validate_labels(const HubIndex& hubs, HubDirection direction, std::vector<uint32_t>& next_label) {
    for (uint32_t v = 0; v < hubs.vertices.size(); ++v) {
        const std::span<const HubLabel> labels = labels_of(hubs, direction, v);
        if (labels.empty()) return broken_hubs("vertex " + std::to_string(v) + " has no labels");
        for (size_t i = 0; i < labels.size(); ++i) {
            if (!is_in_range(hubs, v, i + 1 == labels.size(), labels[i]))
                return broken_label(v, labels[i].hub, "is out of range");
            if (i > 0 && labels[i].hub <= labels[i - 1].hub) return broken_label(v, labels[i].hub, "is not in order");
        }
    }
    for (uint32_t v = 0; v < hubs.vertices.size(); ++v) {
        for (const HubLabel& label : labels_of(hubs, direction, v)) {
            next_label.push_back(kNoIndex);
            if (label.hub == v) continue;
            const HubLabel* next = hub_label(hubs, direction, label.next, label.hub);
            if (!next || !is_step(hubs, direction, v, label, *next)) return broken_label(v, label.hub, "leads nowhere");
            next_label.back() = uint32_t(next - hubs.labels.data());
        }
    }
    return Done{};
}

Error broken_region(size_t region, const char* problem) {
    return broken_hubs("region " + std::to_string(region) + " " + problem);
}

// Tests one region: its points, and its via-labels, which must be grouped by hub.
Status validate_region(const HubIndex& hubs, size_t r) {
    const HubRegion first = hubs.regions[r], end = hubs.regions[r + 1];
    const std::span<const HubPoint> points =
        std::span(hubs.points).subspan(first.first_point, end.first_point - first.first_point);
    for (const HubPoint& point : points) {
        if (point.vertex == kNoIndex) continue;
        if (point.vertex >= hubs.vertices.size() || point.at != hubs.vertices[point.vertex].at)
            return broken_region(r, "refers to a vertex that does not exist");
    }
    for (uint32_t g = first.first_group; g < end.first_group; ++g) {
        const HubGroup &group = hubs.groups[g], &next = hubs.groups[g + 1];
        if (group.hub >= hubs.vertices.size() || (g > first.first_group && group.hub <= hubs.groups[g - 1].hub))
            return broken_region(r, "has hubs that are out of range or not in order");
        for (uint32_t i = group.first; i < next.first; ++i) {
            const uint16_t v = hubs.via_vertex[i];
            if (v >= points.size() || points[v].vertex == kNoIndex || !(hubs.via_distance[i] >= 0))
                return broken_region(r, "has a via-label that is out of range");
        }
    }
    return Done{};
}

// The arguments of hub_nodes, which the validation of the stored fields computes.
struct HubReferences {
    std::vector<uint32_t> next_label;            // for each label
    std::vector<HubDirection> region_direction;  // for each region
};

// Finds the direction of each region. The polygons must refer to existing regions.
Status find_region_directions(const HubIndex& hubs, std::vector<HubDirection>& region_direction) {
    region_direction.assign(hubs.regions.size(), HubDirection::to_hub);
    if (hubs.directions() == 1) return Done{};
    const size_t count = (hubs.polygons.size() - 1) / 2;
    for (size_t p = count; p < 2 * count; ++p)
        region_direction[hubs.polygons[p].region] = HubDirection::from_hub;
    for (size_t p = 0; p < count; ++p) {
        if (region_direction[hubs.polygons[p].region] == HubDirection::from_hub)
            return broken_region(hubs.polygons[p].region, "has polygons of both directions");
    }
    return Done{};
}

// Tests all regions. Also tests that the cones of each polygon refer to points of the polygon's region.
Status validate_regions(const HubIndex& hubs) {
    const auto count = [](const auto& list) { return list.empty() ? 0 : list.size() - 1; };
    const auto point = [](const HubRegion& r) { return r.first_point; };
    const auto group = [](const HubRegion& r) { return r.first_group; };
    if (!are_offsets(hubs.regions, point, hubs.points.size()) || !are_offsets(hubs.regions, group, count(hubs.groups)) ||
        !are_offsets(
            hubs.groups, [](const HubGroup& g) { return g.first; }, hubs.via_vertex.size()) ||
        !are_offsets(
            hubs.polygons, [](const HubPolygon& p) { return p.first_cone; }, hubs.cones.size()) ||
        hubs.via_vertex.size() != hubs.via_distance.size()) {
        return broken_hubs("the numbers of points, via-labels and cones do not match their offsets");
    }
    for (size_t r = 0; r + 1 < hubs.regions.size(); ++r) {
        if (Status s = validate_region(hubs, r); !s) return s;
    }
    for (size_t p = 0; p + 1 < hubs.polygons.size(); ++p) {
        const uint32_t r = hubs.polygons[p].region;
        if (r + 1 >= hubs.regions.size() || r == kNoIndex)
            return broken_hubs("polygon " + std::to_string(p) + " is in a region that does not exist");
        const uint32_t base = hubs.regions[r].first_point, points = hubs.regions[r + 1].first_point - base;
        for (uint32_t i = hubs.polygons[p].first_cone; i < hubs.polygons[p + 1].first_cone; ++i) {
            const HubCone& cone = hubs.cones[i];
            if (std::max({cone.vertex, cone.left, cone.right}) >= points || hubs.points[base + cone.vertex].vertex == kNoIndex)
                return broken_hubs("polygon " + std::to_string(p) + " refers to a point that does not exist");
        }
    }
    return Done{};
}

// Tests the stored fields. The vertices, link costs and steps must be set.
Status validate_stored(const NavMesh& mesh, HubReferences& references) {
    const HubIndex& hubs = mesh.hubs;
    const size_t directions = hubs.directions();
    if (hubs.label_offset.size() != directions * hubs.vertices.size() + 1 ||
        hubs.polygons.size() != directions * mesh.polygon_count() + 1 ||
        !are_offsets(
            hubs.label_offset, [](uint32_t first) { return first; }, hubs.labels.size())) {
        return broken_hubs("the numbers of labels and polygons do not match their offsets");
    }
    references.next_label.reserve(hubs.labels.size());
    if (Status s = validate_labels(hubs, HubDirection::to_hub, references.next_label); !s) return s;
    if (directions > 1) {
        if (Status s = validate_labels(hubs, HubDirection::from_hub, references.next_label); !s) return s;
    }
    if (Status s = validate_regions(hubs); !s) return s;
    return find_region_directions(hubs, references.region_direction);
}

}  // namespace

Status validate_hubs(const NavMesh& mesh) {
    const HubIndex& hubs = mesh.hubs;
    if (hubs.empty()) return Done{};
    if (hubs.vertices.size() != hubs.vertex_edge.size() || hubs.island_links.size() != mesh.islands.size())
        return broken_hubs("their derived fields are missing");
    HubReferences references;
    if (Status s = validate_stored(mesh, references); !s) return s;
    std::vector<uint32_t> via_node;  // equal to HubIndex::via_node, in which all labels exist
    const auto is_hub_of = [](uint32_t hub, const HubGroup& group) { return hub == group.hub; };
    const auto is_bound_of = [](const HubGroupBound& bound, const HubGroup& group) { return bound.first == group.first; };
    const auto is_corner_of = [](const HubCorner& corner, const TurningVertex& vertex) {
        return corner.at == vertex.at && corner.is_wedge == vertex.is_wedge;
    };
    if (hub_nodes(hubs, references.next_label, references.region_direction, via_node) != hubs.nodes ||
        via_node != hubs.via_node || hub_region_lists(hubs) != hubs.region_lists ||
        hubs.group_hub.size() + 1 != hubs.groups.size() ||
        !std::equal(hubs.group_bounds.begin(), hubs.group_bounds.end(), hubs.groups.begin(), hubs.groups.end(), is_bound_of) ||
        !std::equal(hubs.corners.begin(), hubs.corners.end(), hubs.vertices.begin(), hubs.vertices.end(), is_corner_of) ||
        hubs.positions.size() != (has_link_ends(hubs) ? hubs.points.size() : 0) ||
        !std::equal(hubs.group_hub.begin(), hubs.group_hub.end(), hubs.groups.begin(), is_hub_of))
        return broken_hubs("their derived fields do not match the stored ones");
    return Done{};
}

Status index_hubs(NavMesh& mesh) {
    HubIndex& hubs = mesh.hubs;
    hubs.vertices.clear();
    hubs.island_links.clear();
    hubs.link_rate.clear();
    hubs.steps.clear();
    hubs.nodes.clear();
    hubs.via_node.clear();
    hubs.region_lists.clear();
    hubs.group_hub.clear();
    hubs.group_bounds.clear();
    hubs.corners.clear();
    hubs.positions.clear();
    if (hubs.empty()) return Done{};
    index_link_costs(mesh, hubs);
    if (Status s = index_vertices(mesh); !s) return s;
    hubs.steps = hub_steps(mesh, hubs, hubs.vertices);
    HubReferences references;
    if (Status s = validate_stored(mesh, references); !s) return s;
    hubs.nodes = hub_nodes(hubs, references.next_label, references.region_direction, hubs.via_node);
    if (const auto bad = std::find(hubs.via_node.begin(), hubs.via_node.end(), kNoIndex); bad != hubs.via_node.end())
        return broken_hubs("via-label " + std::to_string(bad - hubs.via_node.begin()) +
                           " refers to a label that does not exist");
    hubs.region_lists = hub_region_lists(hubs);
    index_corners(mesh);
    index_groups(mesh);
    index_positions(hubs);
    return Done{};
}

}  // namespace navspan
