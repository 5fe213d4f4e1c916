#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/predicates.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/plane_point.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// A turning vertex is a vertex around which shortest paths can bend, together with one of its fans. A fan is the set of
// polygons around a vertex that are connected there by edges.

/// Bits of a direction that starts at a turning vertex. The first wall bounds the vertex's fan on its clockwise side, the last
/// wall on its counter-clockwise side. A path bends tautly at the vertex if pulling the path tight keeps the bend. This is the
/// case if the direction to one neighbour on the path has kTautFirst, and the direction to the other neighbour has kTautLast.
/// By definition, a direction along a wall has both bits.
constexpr uint32_t kTautFirst = 1;  ///< clockwise angle from the last wall to this direction >= half a turn
constexpr uint32_t kTautLast = 2;   ///< counter-clockwise angle from the first wall to this direction >= half a turn

/// Fills in the turning vertex of the fan of half-edge `edge`. Returns false if shortest paths cannot bend in this fan.
/// @param edge  representative half-edge of a fan
bool turning_vertex(const NavMesh& mesh, uint32_t edge, TurningVertex& vertex);

/// The exact position of a vertex.
inline PlanePoint plane_point(const TurningVertex& vertex) {
    return {int64_t(vertex.x * kSubLattice), int64_t(vertex.z * kSubLattice)};
}

/// Returns 1 if p is to the left of the ray from a vertex through `to`, -1 if right, 0 if collinear. Exact.
inline int side_of_ray(const TurningVertex& from, LatticePoint to, LatticePoint p) {
    if (!from.is_link_end) return sign_of(orient2d(from.at, to, p));
    return turn(plane_point(from), plane_point(to), plane_point(p));
}

/// Returns the bits of the direction from a turning vertex to a visible point. Returns 0 if no path from that point can bend
/// tautly at the vertex. Exact.
inline uint32_t taut_bits(const TurningVertex& vertex, LatticePoint to) {
    if (!vertex.is_wedge) return kTautFirst | kTautLast;
    return (is_left_or_on(vertex.at, vertex.last, to) ? kTautFirst : 0) |
           (orient2d(vertex.at, vertex.first, to) <= 0 ? kTautLast : 0);
}

/// True if a path that arrives from a direction with bits `in` can leave tautly in a direction with bits `out`.
inline bool bends_tautly(uint32_t in, uint32_t out) {
    return (((in & kTautFirst) << 1 & out) | ((in & kTautLast) >> 1 & out)) != 0;
}

/// Returns the bits of the direction from a turning vertex to another turning vertex that is visible from it. Exact.
inline uint32_t taut_bits(const TurningVertex& vertex, const TurningVertex& to) {
    if (!to.is_link_end || !vertex.is_wedge) return taut_bits(vertex, to.at);
    const PlanePoint at = plane_point(vertex), far = plane_point(to);
    return (turn(at, plane_point(vertex.last), far) >= 0 ? kTautFirst : 0) |
           (turn(at, plane_point(vertex.first), far) <= 0 ? kTautLast : 0);
}

/// True if the counter-clockwise angle from the first wall of `vertex` to the visible vertex `to` is at least half a turn.
/// Exact. Precondition: `vertex` is a wedge.
inline bool is_late(const TurningVertex& vertex, const TurningVertex& to) {
    const int side = turn(plane_point(vertex), plane_point(vertex.first), plane_point(to));
    if (side != 0) return side < 0;
    // The two directions are parallel, so both products have the same sign or are 0. The sum has no cancellation.
    return (vertex.first.x - vertex.x) * (to.x - vertex.x) + (vertex.first.z - vertex.z) * (to.z - vertex.z) < 0;
}

/// A direction of the hub index (see HubIndex). If an index stores only one direction, its labels are used for both directions.
enum class HubDirection : uint8_t {
    to_hub = 0,    ///< direction 0: labels lead from vertices to hubs, for the start of a path
    from_hub = 1,  ///< direction 1: labels lead from hubs to vertices, for the goal
};

/// Index of the first element of a direction in a list that has `count` elements for each direction.
inline size_t direction_start(const HubIndex& hubs, HubDirection direction, size_t count) {
    return direction == HubDirection::from_hub && hubs.directions() > 1 ? count : 0;
}

/// The labels of a vertex. @param vertex  rank of the vertex, which is its index in HubIndex::vertices
inline std::span<const HubLabel> labels_of(const HubIndex& hubs, HubDirection direction, uint32_t vertex) {
    const size_t i = direction_start(hubs, direction, hubs.vertex_edge.size()) + vertex;
    return {hubs.labels.data() + hubs.label_offset[i], hubs.label_offset[i + 1] - hubs.label_offset[i]};
}

/// Returns the label of a vertex for a hub, or null. `vertex` and `hub` are ranks (indices in HubIndex::vertices).
inline const HubLabel* hub_label(const HubIndex& hubs, HubDirection direction, uint32_t vertex, uint32_t hub) {
    const std::span<const HubLabel> labels = labels_of(hubs, direction, vertex);
    const auto found =
        std::partition_point(labels.begin(), labels.end(), [hub](const HubLabel& label) { return label.hub < hub; });
    return found != labels.end() && found->hub == hub ? &*found : nullptr;
}

/// Relative tolerance for comparing path lengths that are sums of a few lengths in single precision.
constexpr double kHubRounding = 0x1p-20;

/// Calls visit(edge) for each half-edge of a fan, counter-clockwise. @param first  representative half-edge of the fan
template <class Visit>
void for_each_in_fan(const SearchEdge* edges, uint32_t first, Visit visit) {
    uint32_t e = first;
    do {
        visit(e);
        e = edges[ring_before(edges, e)].twin;
    } while (e != kNoIndex && e != first);
}

/// Distance between two vertices [lattice].
inline double vertex_distance(const TurningVertex& a, const TurningVertex& b) {
    const double x = a.x - b.x, z = a.z - b.z;
    return std::sqrt(x * x + z * z);
}

}  // namespace navspan
