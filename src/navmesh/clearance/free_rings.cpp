// Cuts away the ground that is too close to a boundary edge (wall).
//
// In: a polygon, the walls near it, and a clearance.
// Out: the parts of the polygon that are at least the clearance away from the walls, as rings on a finer lattice.
// Idea: Each wall blocks a half capsule in front of it: the strip along the wall and a quarter disc at each end. The arcs are
// approximated by edges outside the arcs. All half capsules are subtracted from the polygon by an exact overlay.
// Source: Kallmann, Shortest paths with arbitrary clearance from navigation meshes (2010); own method.
// Weak cases: A wall of another floor can cause a hole in the ground; holes are ignored.

#include "navmesh/clearance/free_rings.h"

#include <algorithm>
#include <cmath>

#include "core/angle.h"
#include "navmesh/mesh/corners.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

constexpr uint32_t kPolygonLayer = 0, kObstacleLayer = 1;
constexpr double kRoundingMargin = 3;  // [fine lattice]

// Number of edges that approximate a quarter circle from outside. Error: at most half a lattice unit or 2 % of the radius,
// whichever is larger. @param radius  [lattice]
int arc_edges(double radius) {
    int edges = 1;
    while (edges < 4 && radius * (1 / cos_degrees(45.0 / edges) - 1) > 0.5)
        ++edges;
    return edges;
}

LatticePoint rounded(double x, double z) {
    return {int32_t(std::floor(x + 0.5)), int32_t(std::floor(z + 0.5))};
}

uint8_t free_label(std::span<const LayerWinding> around) {
    return around.size() == 1 && around[0].layer == kPolygonLayer;
}

}  // namespace

std::optional<FineLattice> fine_lattice_of(const NavMesh& mesh) {
    FineLattice fine;
    if (mesh.tiles.empty()) return fine;
    const TileFrame& first = mesh.tiles[0]->frame;
    int64_t low_x = first.x0, low_z = first.z0, high_x = low_x, high_z = low_z;
    for (const auto& tile : mesh.tiles) {
        low_x = std::min<int64_t>(low_x, tile->frame.x0);
        low_z = std::min<int64_t>(low_z, tile->frame.z0);
        high_x = std::max<int64_t>(high_x, int64_t{tile->frame.x0} + tile->width);
        high_z = std::max<int64_t>(high_z, int64_t{tile->frame.z0} + tile->depth);
    }
    const int64_t extent = std::max(high_x - low_x, high_z - low_z);
    if (extent > kMaxTileExtent) return std::nullopt;
    fine.base = {int32_t(low_x), int32_t(low_z)};
    for (fine.scale = 256; extent * fine.scale > kMaxTileExtent;)
        fine.scale /= 2;
    fine.width = int32_t(high_x - low_x) * fine.scale;
    fine.depth = int32_t(high_z - low_z) * fine.scale;
    return fine;
}

FreeRings::FreeRings(const NavMesh& mesh, const FineLattice& fine, double clearance)
    : mesh_(mesh),
      fine_(fine),
      radius_(clearance * fine.scale + kRoundingMargin),
      near_(mesh, {.search = (clearance + kRoundingMargin / fine.scale) / cos_degrees(45.0 / arc_edges(clearance)),
                   .cover = clearance}) {
    const int edges = arc_edges(clearance);
    const double half = 45.0 / edges, reach = radius_ / cos_degrees(half);
    for (int i = 0; i < edges; ++i)
        arc_.push_back({reach * cos_degrees((2 * i + 1) * half), 0, reach * sin_degrees((2 * i + 1) * half)});
}

bool FreeRings::touches_polygon(const std::vector<LatticePoint>& ring) const {
    // Separating axis test: two convex polygons are disjoint if one lies completely outside an edge of the other.
    for (size_t i = 0; i < corners_.size(); ++i) {
        const LatticePoint a = corners_[i].at, b = corners_[i + 1 == corners_.size() ? 0 : i + 1].at;
        if (std::none_of(ring.begin(), ring.end(), [&](LatticePoint p) { return orient2d(a, b, p) > 0; })) return false;
    }
    for (size_t i = 0; i < ring.size(); ++i) {
        const LatticePoint a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
        if (std::none_of(corners_.begin(), corners_.end(), [&](const Corner& c) { return orient2d(a, b, c.at) > 0; }))
            return false;
    }
    return true;
}

// Adds the half capsule of a wall to the curves if the half capsule overlaps the polygon. The half capsule extends two lattice
// steps behind the wall, so that rounding leaves no gap at the wall.
void FreeRings::add_obstacle(const BoundaryWall& wall) {
    const LatticePoint a = fine_.at(wall.a), b = fine_.at(wall.b);
    const double dx = double(b.x) - a.x, dz = double(b.z) - a.z, length = std::sqrt(dx * dx + dz * dz);
    const double ux = dx / length, uz = dz / length;  // along the wall; the ground is in the direction (uz, -ux)
    std::vector<LatticePoint> ring;
    const auto add = [&](LatticePoint from, double along, double ahead) {
        ring.push_back(rounded(from.x + along * ux + ahead * uz, from.z + along * uz - ahead * ux));
    };
    add(a, -radius_, -2);
    add(b, radius_, -2);
    for (const DVec3& d : arc_)
        add(b, d.x, d.z);
    for (auto d = arc_.rbegin(); d != arc_.rend(); ++d)
        add(a, -d->x, d->z);
    if (touches_polygon(ring)) add_curve(curves_, ring, kObstacleLayer);
}

// Returns the portal of the polygon on which the ring edge from a to b lies, or kNoIndex if there is none.
uint32_t FreeRings::portal_below(LatticePoint a, LatticePoint b) const {
    constexpr double kTolerance = 1.5;  // distance from the portal that rounding can cause [fine lattice]
    for (size_t i = 0; i < corners_.size(); ++i) {
        if (corners_[i].portal == kNoIndex) continue;
        const LatticePoint from = corners_[i].at, to = corners_[i + 1 == corners_.size() ? 0 : i + 1].at;
        const double length = std::sqrt(double(distance_squared(from, to)));
        const auto is_on = [&](LatticePoint p) {
            const double along = double(dot2d(from, to, p)) / length;
            return std::fabs(double(orient2d(from, to, p))) <= kTolerance * length && along >= -kTolerance &&
                   along <= length + kTolerance;
        };
        if (is_on(a) && is_on(b) && dot2d(from, to, b) > dot2d(from, to, a)) return corners_[i].portal;
    }
    return kNoIndex;
}

// Inserts the corners of the polygon that lie inside an edge of the ring. These corners are missing because the overlay removes
// collinear points.
void FreeRings::insert_straight_corners(std::vector<LatticePoint>& ring) const {
    for (const Corner& corner : corners_) {
        for (size_t i = 0; i < ring.size(); ++i) {
            if (!is_inside_segment(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], corner.at)) continue;
            ring.insert(ring.begin() + std::ptrdiff_t(i) + 1, corner.at);
            break;
        }
    }
}

void FreeRings::add_ring(uint32_t polygon, std::vector<LatticePoint>& ring, std::vector<FreeRing>& rings) const {
    // Ignore holes: only a wall of another floor can cut a hole into the polygon.
    if (ring.size() < 3 || doubled_area(std::span<const LatticePoint>(ring)) <= 0) return;
    insert_straight_corners(ring);
    FreeRing& out = rings.emplace_back();
    out.polygon = polygon;
    for (size_t i = 0; i < ring.size(); ++i)
        out.edges.push_back({ring[i], portal_below(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]), kNoIndex});
}

void FreeRings::add(PolygonRef polygon, std::vector<FreeRing>& rings) {
    const SearchEdge* edges = mesh_.search_edges.data();
    const uint32_t first = edge_index(mesh_, {polygon.tile, polygon_of(mesh_, polygon).first_edge});
    if (!near_.find(first)) return;
    corners_.clear();
    curves_.clear();
    for (uint32_t e = first; e < edges[first].end; ++e)
        corners_.push_back({fine_.at(edges[e].start), edges[e].twin == kNoIndex ? kNoIndex : e});
    for (const BoundaryWall& wall : near_.walls())
        add_obstacle(wall);
    const uint32_t number = polygon_index(mesh_, polygon);
    if (curves_.empty()) {
        FreeRing& whole = rings.emplace_back();
        whole.polygon = number;
        for (const Corner& corner : corners_)
            whole.edges.push_back({corner.at, corner.portal, kNoIndex});
        return;
    }
    for (size_t i = 0; i < corners_.size(); ++i)
        curves_.push_back({corners_[i].at, corners_[i + 1 == corners_.size() ? 0 : i + 1].at, kPolygonLayer});
    const std::optional<PlanarEdges> ground = overlay_curves(curves_, free_label);
    const LabelRings free = rings_of_label(*ground, 1);
    std::vector<LatticePoint> ring;
    for (size_t r = 0; r + 1 < free.first.size(); ++r) {
        ring.clear();
        for (uint32_t i = free.first[r]; i < free.first[r + 1]; ++i)
            ring.push_back(ground->points[free.corners[i]]);
        add_ring(number, ring, rings);
    }
}

}  // namespace navspan
