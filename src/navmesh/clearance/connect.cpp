// Connects the free rings of adjacent polygons. A free ring lies in one polygon and bounds ground that is at least the
// clearance away from walls.
//
// In: the free rings of all polygons.
// Out: rings whose edges on a portal have the same ends on both sides, and the twin of each of these edges.
// Idea: Ends of ring edges on the two sides of a portal that differ only by rounding are moved to a common point. If the ring
// edges still have different ends, the ends of each side are inserted into the edges of the other side. Edges with equal ends
// then become twins. Edges that are as short as a rounding error stay unconnected.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <span>
#include <tuple>

#include "core/group_by_count.h"
#include "navmesh/clearance/ground_tile.h"
#include "navmesh/mesh/corners.h"

namespace navspan {
namespace {

// An edge of a ring that lies on a portal.
struct PortalPart {
    uint32_t key = 0;           // lower index of the two half-edges of the portal
    bool reversed = false;      // true: the ring belongs to the polygon of the other half-edge
    int64_t low = 0, high = 0;  // positions of the part's ends along the half-edge `key`
    LatticePoint a, b;          // ends of the part, in the direction of the ring
    uint32_t ring = 0, edge = 0;
};

// True if rounding alone can separate two points.
bool is_near(LatticePoint a, LatticePoint b) {
    constexpr int64_t kRounding = 4;  // [fine lattice]
    return distance_squared(a, b) <= kRounding * kRounding;
}

LatticePoint end_of(const FreeRing& ring, size_t i) {
    return ring.edges[i + 1 == ring.edges.size() ? 0 : i + 1].at;
}

std::vector<PortalPart> sorted_parts(const NavMesh& mesh, const FineLattice& fine, const std::vector<FreeRing>& rings) {
    const SearchEdge* edges = mesh.search_edges.data();
    std::vector<PortalPart> parts;
    for (uint32_t r = 0; r < rings.size(); ++r) {
        for (uint32_t i = 0; i < rings[r].edges.size(); ++i) {
            const FreeRingEdge& edge = rings[r].edges[i];
            if (edge.portal == kNoIndex) continue;
            PortalPart part;
            part.key = std::min(edge.portal, edges[edge.portal].twin);
            part.reversed = part.key != edge.portal;
            part.a = edge.at;
            part.b = end_of(rings[r], i);
            if (is_near(part.a, part.b)) continue;
            const LatticePoint from = fine.at(edges[part.key].start), to = fine.at(edges[ring_after(edges, part.key)].start);
            std::tie(part.low, part.high) = std::minmax({dot2d(from, to, part.a), dot2d(from, to, part.b)});
            part.ring = r;
            part.edge = i;
            parts.push_back(part);
        }
    }
    std::sort(parts.begin(), parts.end(), [](const PortalPart& l, const PortalPart& r) {
        return std::tie(l.key, l.reversed, l.low, l.ring, l.edge) < std::tie(r.key, r.reversed, r.low, r.ring, r.edge);
    });
    return parts;
}

// Calls visit(parts) for the parts of each portal.
template <class Visit>
void for_each_portal(std::span<const PortalPart> parts, Visit visit) {
    for (size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        end = end_of_group(parts, begin, &PortalPart::key);
        visit(parts.subspan(begin, end - begin));
    }
}

// If the ends of two parts on opposite sides of a portal differ only by rounding, moves one end to the other. Returns true if
// an end has moved.
bool snap_ends(std::span<const PortalPart> all, std::vector<FreeRing>& rings) {
    bool moved = false;
    const auto snap = [&](const PortalPart& part, size_t corner, LatticePoint from, LatticePoint to) {
        if (from == to || !is_near(from, to)) return;
        std::vector<FreeRingEdge>& edges = rings[part.ring].edges;
        edges[corner == edges.size() ? 0 : corner].at = to;
        moved = true;
    };
    for_each_portal(all, [&](std::span<const PortalPart> parts) {
        for (const PortalPart& part : parts) {
            if (!part.reversed) continue;
            for (const PortalPart& other : parts) {
                if (other.reversed) continue;
                snap(part, part.edge, part.a, other.b);
                snap(part, size_t{part.edge} + 1, part.b, other.a);
            }
        }
    });
    return moved;
}

// Removes edges without length from all rings.
void remove_empty_edges(std::vector<FreeRing>& rings) {
    for (FreeRing& ring : rings) {
        const auto same = [](const FreeRingEdge& l, const FreeRingEdge& r) { return l.at == r.at; };
        std::vector<FreeRingEdge>& edges = ring.edges;
        // Keep the last of equal corners, because the edges before it are empty.
        edges.erase(edges.begin(), std::unique(edges.rbegin(), edges.rend(), same).base());
        while (edges.size() > 1 && edges.back().at == edges.front().at)
            edges.pop_back();
    }
    std::erase_if(rings, [](const FreeRing& ring) { return ring.edges.size() < 3; });
}

// A point to insert into an edge of a ring.
struct InsertedPoint {
    uint32_t ring = 0, edge = 0;
    int64_t along = 0;  // position on the portal in the direction of the ring
    LatticePoint at;
    auto key() const { return std::tie(ring, edge, along, at.x, at.z); }
};

std::vector<InsertedPoint> points_to_insert(std::span<const PortalPart> all, const NavMesh& mesh, const FineLattice& fine) {
    const SearchEdge* edges = mesh.search_edges.data();
    std::vector<InsertedPoint> inserted;
    for_each_portal(all, [&](std::span<const PortalPart> parts) {
        const LatticePoint from = fine.at(edges[parts[0].key].start);
        const LatticePoint to = fine.at(edges[ring_after(edges, parts[0].key)].start);
        for (const PortalPart& into : parts) {
            for (const PortalPart& other : parts) {
                if (into.reversed == other.reversed) continue;
                for (const LatticePoint p : {other.a, other.b}) {
                    const int64_t along = dot2d(from, to, p);
                    if (along <= into.low || along >= into.high || p == into.a || p == into.b) continue;
                    inserted.push_back({into.ring, into.edge, into.reversed ? -along : along, p});
                }
            }
        }
    });
    const auto before = [](const InsertedPoint& l, const InsertedPoint& r) { return l.key() < r.key(); };
    const auto same = [](const InsertedPoint& l, const InsertedPoint& r) { return l.key() == r.key(); };
    std::sort(inserted.begin(), inserted.end(), before);
    inserted.erase(std::unique(inserted.begin(), inserted.end(), same), inserted.end());
    return inserted;
}

void insert_points(std::span<const InsertedPoint> points, std::vector<FreeRing>& rings) {
    for (size_t i = points.size(); i-- > 0;) {
        std::vector<FreeRingEdge>& edges = rings[points[i].ring].edges;
        FreeRingEdge part = edges[points[i].edge];
        part.at = points[i].at;
        edges.insert(edges.begin() + std::ptrdiff_t(points[i].edge) + 1, part);
    }
}

}  // namespace

void connect_rings(const NavMesh& mesh, const FineLattice& fine, std::vector<FreeRing>& rings) {
    std::vector<PortalPart> all = sorted_parts(mesh, fine, rings);
    if (snap_ends(all, rings)) {
        remove_empty_edges(rings);
        all = sorted_parts(mesh, fine, rings);
    }
    if (const auto points = points_to_insert(all, mesh, fine); !points.empty()) {
        insert_points(points, rings);
        all = sorted_parts(mesh, fine, rings);
    }
    std::vector<uint32_t> first{0};
    for (const FreeRing& ring : rings)
        first.push_back(first.back() + uint32_t(ring.edges.size()));
    for_each_portal(all, [&](std::span<const PortalPart> parts) {
        for (const PortalPart& p : parts) {
            if (p.reversed) continue;
            const auto twin = std::find_if(parts.begin(), parts.end(), [&](const PortalPart& q) {
                return q.reversed && q.a == p.b && q.b == p.a && rings[q.ring].edges[q.edge].across == kNoIndex;
            });
            if (twin == parts.end()) continue;
            rings[p.ring].edges[p.edge].across = first[twin->ring] + twin->edge;
            rings[twin->ring].edges[twin->edge].across = first[p.ring] + p.edge;
        }
    });
}

}  // namespace navspan
