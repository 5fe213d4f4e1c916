#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/predicates.h"
#include "navmesh/mesh/corners.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// A turning vertex is a vertex around which shortest paths can bend, together with one of its fans. A fan is the set of
// polygons around a vertex that are connected there by edges.

/// Bits of a direction seen from a turning vertex. A path bends tautly at a vertex if pulling the path tight keeps the bend.
/// This requires that the path arrives from a direction with one bit and leaves in a direction with the other bit. A direction
/// along a wall has both bits. The first and the last wall bound the fan on its clockwise and on its counter-clockwise side.
constexpr uint32_t kTautFirst = 1;  ///< the direction is half a turn or more clockwise from the last wall
constexpr uint32_t kTautLast = 2;   ///< the direction is half a turn or more counter-clockwise from the first wall

/// Fills in the turning vertex of the fan of half-edge `edge`. Returns false if shortest paths cannot bend there.
/// @param edge  representative half-edge of a fan
bool turning_vertex(const NavMesh& mesh, uint32_t edge, TurningVertex& vertex);

/// Returns the bits of the direction from a turning vertex to a visible point; 0 if no path from that
/// point can bend tautly at the vertex. Exact.
inline uint32_t taut_bits(const TurningVertex& vertex, LatticePoint to) {
    if (!vertex.is_wedge) return kTautFirst | kTautLast;
    return (is_left_or_on(vertex.at, vertex.last, to) ? kTautFirst : 0) |
           (orient2d(vertex.at, vertex.first, to) <= 0 ? kTautLast : 0);
}

/// True if a path that arrives from a direction with bits `in` can leave tautly in a direction with bits `out`.
inline bool bends_tautly(uint32_t in, uint32_t out) {
    return (((in & kTautFirst) << 1 & out) | ((in & kTautLast) >> 1 & out)) != 0;
}

/// Returns for each island 1 if it has an off-mesh link, else 0. Hub labels do not apply to islands with links.
std::vector<uint8_t> islands_with_links(const NavMesh& mesh);

/// True if the direction to a visible point is half a turn or more from the first wall of a wedge, counter-clockwise. Exact.
inline bool is_late(const TurningVertex& vertex, LatticePoint to) {
    const int64_t side = orient2d(vertex.at, vertex.first, to);
    if (side != 0) return side < 0;
    return dot2d(vertex.at, vertex.first, to) < 0;
}

/// The labels of a vertex. @param vertex  rank of the vertex, which is its index in HubIndex::vertices
inline std::span<const HubLabel> labels_of(const HubIndex& hubs, uint32_t vertex) {
    return {hubs.labels.data() + hubs.label_offset[vertex], hubs.label_offset[vertex + 1] - hubs.label_offset[vertex]};
}

/// Returns the label of a vertex for a hub, or null. `vertex` and `hub` are ranks (indices in HubIndex::vertices).
inline const HubLabel* hub_label(const HubIndex& hubs, uint32_t vertex, uint32_t hub) {
    const std::span<const HubLabel> labels = labels_of(hubs, vertex);
    const auto found =
        std::partition_point(labels.begin(), labels.end(), [hub](const HubLabel& label) { return label.hub < hub; });
    return found != labels.end() && found->hub == hub ? &*found : nullptr;
}

/// Calls visit(edge) for each half-edge of a fan, counter-clockwise. @param first  representative half-edge of the fan
template <class Visit>
void for_each_in_fan(const SearchEdge* edges, uint32_t first, Visit visit) {
    uint32_t e = first;
    do {
        visit(e);
        e = edges[ring_before(edges, e)].twin;
    } while (e != kNoIndex && e != first);
}

/// Distance between two lattice points [lattice].
inline double lattice_distance(LatticePoint a, LatticePoint b) {
    const double x = double(a.x) - b.x, z = double(a.z) - b.z;
    return std::sqrt(x * x + z * z);
}

}  // namespace navspan
