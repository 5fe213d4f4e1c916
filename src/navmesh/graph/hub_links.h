#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/graph/turning_vertex.h"
#include "navmesh/mesh/plane_point.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Rounding tolerance for comparing the length of a link with the distance between its snapped ends [cell].
constexpr double kHubLinkSlack = 0x1p-16;

/// An end of an off-mesh link. The position is snapped to multiples of 2^-20 cell, so that predicates are exact.
struct LinkEnd {
    PolygonRef polygon;  ///< polygon of the end: OffMeshLink::from or OffMeshLink::to
    PlanePoint at;       ///< position in this polygon or on its border [2^-20 cell]
};

/// Computes HubIndex::island_links and HubIndex::link_rate of a mesh. A rate is the cost factor of an area divided by the cost
/// factor of the polygons on islands with links. Both factors are those of the default filter. If the polygons have no common
/// cost factor, or if this factor is 0, the divisor is 1.
void index_link_costs(const NavMesh& mesh, HubIndex& hubs);

/// Returns HubIndex::nodes of an index. Returns HubIndex::via_node in \p via_node; an element is kNoIndex if the vertex of the
/// via-label has no label for the hub. The other stored fields must be valid.
/// @param next_label  for each label: index of the label of the next vertex for the same hub; kNoIndex at the hub
/// @param region_direction  the direction of each region
std::vector<HubNode> hub_nodes(const HubIndex& hubs, std::span<const uint32_t> next_label,
                               std::span<const HubDirection> region_direction, std::vector<uint32_t>& via_node);

/// Returns HubIndex::region_lists of an index. The stored fields and the vertices must be valid.
std::vector<HubRegionLists> hub_region_lists(const HubIndex& hubs);

/// Computes HubIndex::group_hub and HubIndex::group_bounds of NavMesh::hubs. The stored fields and the vertices must be valid.
void index_groups(NavMesh& mesh);

/// Lists all polygons that contain the end of a link. The traversal starts at LinkEnd::polygon and crosses only edges on which
/// the end lies.
/// @param polygons  receives the first half-edge of each polygon; LinkEnd::polygon comes first
void list_polygons_around(const NavMesh& mesh, const LinkEnd& end, std::vector<uint32_t>& polygons);

/// Returns the polygon of the end of a link. @param edge  TurningVertex::edge of a vertex that is the end of a link
PolygonRef link_end_polygon(const NavMesh& mesh, uint32_t edge);

/// Returns the end of a link. @param edge  TurningVertex::edge of a vertex that is the end of a link
LinkEnd link_end(const NavMesh& mesh, uint32_t edge);

/// Returns the vertex for the end of a link. @param edge  TurningVertex::edge of this vertex
TurningVertex link_end_vertex(const NavMesh& mesh, uint32_t edge);

/// Appends vertices for the ends of all indexed links (HubLinks::indexed). Ends at the same point of the surface share a
/// vertex.
/// @param hubs  index_link_costs must have been called for this index
void add_link_ends(const NavMesh& mesh, const HubIndex& hubs, std::vector<TurningVertex>& vertices);

/// Returns HubIndex::steps for vertices in any order. HubStep::from and HubStep::to are indices in `vertices`. Skips links
/// whose ends are not in `vertices`. @param hubs  index_link_costs must have been called for this index
std::vector<HubStep> hub_steps(const NavMesh& mesh, const HubIndex& hubs, const std::vector<TurningVertex>& vertices);

/// Returns the first step with HubStep::from >= from. @param steps  sorted as in HubIndex::steps
inline auto first_step(const std::vector<HubStep>& steps, uint32_t from) {
    return std::partition_point(steps.begin(), steps.end(), [from](const HubStep& step) { return step.from < from; });
}

/// Returns the step between two vertices, or null. @param steps  sorted as in HubIndex::steps
const HubStep* find_step(const std::vector<HubStep>& steps, uint32_t from, uint32_t to);

/// Returns the step between a vertex and the next vertex of one of its labels, in the direction of the path. Returns null if
/// there is no such step. Both vertices are ranks.
inline const HubStep* find_step(const HubIndex& hubs, HubDirection direction, uint32_t vertex, uint32_t next) {
    if (direction == HubDirection::to_hub) return find_step(hubs.steps, vertex, next);
    return find_step(hubs.steps, next, vertex);
}

/// True if a vertex of the index is the end of a link. HubIndex::positions is then not empty.
inline bool has_link_ends(const HubIndex& hubs) {
    return std::any_of(hubs.vertices.begin(), hubs.vertices.end(), [](const TurningVertex& v) { return v.is_link_end; });
}

/// The exact position of a point of the index.
inline HubPosition hub_position(const HubIndex& hubs, const HubPoint& point) {
    if (point.vertex == kNoIndex) return {double(point.at.x), double(point.at.z)};
    return {hubs.vertices[point.vertex].x, hubs.vertices[point.vertex].z};
}

/// True if the length of a step equals the difference of two distances to a hub, up to rounding.
/// @param distance  the larger of the two distances
inline bool is_step_length(double length, double difference, double distance) {
    return std::fabs(length - difference) <= 1e-9 * distance;
}

}  // namespace navspan
