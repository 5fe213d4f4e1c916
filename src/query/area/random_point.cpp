// Random points of the surface, uniformly distributed by area seen from above.
//
// In: a start polygon and, optionally, a circle.
// Out: random points on the reachable ground, inside the circle if given.
// Idea: The reachable polygons are cut into triangles. Each draw picks a triangle with a probability proportional to its area,
// then a uniform point in this triangle. For a circle, polygons are first clipped by tangents of the circle. Points outside the
// circle are drawn again.
// Source: von Neumann, Various techniques used in connection with random digits (1951).
// Weak cases: Even a single point takes time proportional to the number of polygons.

#include "navspan/query/random_point.h"

#include <array>
#include <cmath>

#include "core/clip_ring.h"
#include "core/statistics.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {
namespace {

constexpr int kMaxTries = 10000;    // maximum number of draws for a point; then PointSampler::fallback is returned
constexpr size_t kMaxCorners = 64;  // largest number of corners of a clipped polygon

double doubled_flat_area(std::span<const FlatPoint> ring) {
    double sum = 0;
    for (size_t i = 2; i < ring.size(); ++i)
        sum += side_of(ring[0], ring[i - 1], ring[i]);
    return sum;
}

// A convex polygon with at most kMaxCorners corners. The array is larger, because cut() stores the result of a clip before it
// tests the number of corners. Rounding errors can increase this number to 1.5 * kMaxCorners.
struct ConvexRing {
    std::array<FlatPoint, kMaxCorners + kMaxCorners / 2> corners;
    size_t size = 0;
    std::span<const FlatPoint> points() const { return {corners.data(), size}; }
};

// Clips a convex ring to the half-plane p.x * n.x + p.z * n.z <= limit. Returns false and leaves the ring unchanged if the
// result has more than kMaxCorners corners.
bool cut(ConvexRing& ring, FlatPoint n, double limit) {
    ConvexRing out;
    const auto beyond = [&](FlatPoint p) { return p.x * n.x + p.z * n.z - limit; };
    const auto crossing = [](FlatPoint a, FlatPoint b, double share) { return point_at(a, b, share); };
    clip_ring(ring.points(), beyond, crossing, [&](FlatPoint p) { out.corners[out.size++] = p; });
    if (out.size > kMaxCorners) return false;
    ring = out;
    return true;
}

// Shrinks a convex ring towards its intersection with the disc around the origin. The result contains the intersection.
void clip_to_disc(ConvexRing& ring, double radius) {
    const double outside = radius * radius * (1 + 1e-9);
    for (double before = doubled_flat_area(ring.points()); before > 0;) {
        const ConvexRing all = ring;
        for (const FlatPoint p : all.points()) {
            if (squared(p) <= outside) continue;
            const double length = std::sqrt(squared(p));
            if (!cut(ring, {p.x / length, p.z / length}, radius)) return;
        }
        const double after = doubled_flat_area(ring.points());
        if (after > 0.95 * before) return;
        before = after;
    }
}

void add_sample_ring(PointSampler& sampler, PolygonRef polygon, FlatPoint offset, std::span<const FlatPoint> ring) {
    double area = sampler.area_prefix_sum.empty() ? 0 : sampler.area_prefix_sum.back();
    for (size_t i = 2; i < ring.size(); ++i) {
        const double own = side_of(ring[0], ring[i - 1], ring[i]) / 2;
        if (!(own > 0)) continue;
        area += own;
        sampler.area_prefix_sum.push_back(area);
        sampler.triangles.push_back({polygon, offset.x + ring[0].x, offset.z + ring[0].z, offset.x + ring[i - 1].x,
                                     offset.z + ring[i - 1].z, offset.x + ring[i].x, offset.z + ring[i].z});
    }
}

void add_polygon(const NavTile& tile, PolygonRef ref, PointSampler& sampler) {
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, ref.polygon);
    const auto corner = [&](size_t i) { return FlatPoint{double(edges[i].x), double(edges[i].z)}; };
    for (size_t i = 2; i < edges.size(); ++i) {
        add_sample_ring(sampler, ref, {}, std::array<FlatPoint, 3>{corner(0), corner(i - 1), corner(i)});
    }
}

// Adds triangles that cover the intersection of a polygon and the disc of `radius` [lattice] around sampler.centre.
void add_clipped_polygon(const NavTile& tile, PolygonRef ref, double radius, PointSampler& sampler) {
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, ref.polygon);
    const FlatView view(tile.frame, sampler.centre);
    // If a polygon has too many corners for one ring, clip its triangles one by one.
    const size_t step = edges.size() > kMaxCorners / 2 ? 1 : edges.size() - 2;
    for (size_t i = 2; i < edges.size(); i += step) {
        ConvexRing ring;
        ring.corners[ring.size++] = view.point(edges[0]);
        for (size_t k = i - 1; k < i + step; ++k)
            ring.corners[ring.size++] = view.point(edges[k]);
        clip_to_disc(ring, radius);
        add_sample_ring(sampler, ref, {view.x, view.z}, ring.points());
    }
}

void clear(PointSampler& sampler) {
    sampler.triangles.clear();
    sampler.area_prefix_sum.clear();
    sampler.centre = {};
    sampler.radius = std::numeric_limits<double>::infinity();
    sampler.fallback.reset();
}

// The point of a polygon with the least horizontal distance to the centre.
SurfacePoint nearest_to_centre(const NavMesh& mesh, PolygonRef ref, DVec3 centre) {
    const NavTile& tile = tile_of(mesh, ref);
    const FlatView view(tile.frame, centre);
    const NavPolygon& polygon = tile.polygons[ref.polygon];
    FlatPoint best;
    bool inside = true;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const FlatEdge edge = view.edge(tile, e);
        if (side_of(edge.a, edge.b, {}) >= 0) continue;
        inside = false;
        const FlatPoint p = point_at(edge.a, edge.b, nearest_share(edge));
        if (squared(p) >= least) continue;
        least = squared(p);
        best = p;
    }
    DVec3 at = inside ? centre : to_world(tile.frame, {view.x + best.x, 0, view.z + best.z});
    at.y = polygon_height(mesh, ref, at.x, at.z);
    return {ref, at, 0, mesh.revision};
}

bool is_in_circle(const PointSampler& sampler, DVec3 p) {
    const double dx = p.x - sampler.centre.x, dz = p.z - sampler.centre.z;
    return dx * dx + dz * dz <= sampler.radius * sampler.radius;
}

}  // namespace

Status sample_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request, PointSampler& sampler) {
    clear(sampler);
    sampler.revision = mesh.revision;
    std::vector<PolygonRef>& listed = scratch.state().flood.listed;
    if (Status s = collect_reachable(mesh, scratch, request, listed); !s) return s;
    for (const PolygonRef ref : listed)
        add_polygon(tile_of(mesh, ref), ref, sampler);
    return Done{};
}

Status sample_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request, PointSampler& sampler) {
    clear(sampler);
    sampler.revision = mesh.revision;
    if (Status s = validate_point(request.centre, "the centre"); !s) return s;
    if (!(request.radius >= 0) || !std::isfinite(request.radius)) {
        return Error{ErrorKind::usage, "the radius must be a finite number >= 0"};
    }
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    const PolygonRef start = request.start.polygon;
    sampler.centre = request.centre;
    sampler.radius = request.radius;
    const SurfacePoint first = nearest_to_centre(mesh, start, request.centre);
    if (!is_in_circle(sampler, first.position)) return Done{};
    sampler.fallback = first;
    const double radius = request.radius / tile_of(mesh, start).frame.quantum;
    FloodScratch& flood = scratch.state().flood;
    flood_fill_circle(mesh, flood, start, admission_filter(request.filter), request.centre, radius);
    for (const PolygonRef ref : flood.reached)
        add_clipped_polygon(tile_of(mesh, ref), ref, radius, sampler);
    return Done{};
}

std::optional<SurfacePoint> random_point(const NavMesh& mesh, const PointSampler& sampler, RandomSequence& random) {
    if (sampler.revision != mesh.revision && sampler.revision != kAnyRevision) return std::nullopt;
    const std::optional<SurfacePoint> fallback =
        sampler.fallback && has_point(mesh, *sampler.fallback) && is_in_world(sampler.fallback->position) ? sampler.fallback
                                                                                                          : std::nullopt;
    if (sampler.triangles.empty() || sampler.area_prefix_sum.size() != sampler.triangles.size()) return fallback;
    for (int i = 0; i < kMaxTries; ++i) {
        const PointSampler::Triangle& triangle = sampler.triangles[draw_weighted(sampler.area_prefix_sum, random)];
        if (!has_polygon(mesh, triangle.polygon)) return std::nullopt;
        const auto [u, v] = draw_in_triangle(random);
        const double x = triangle.ax + u * (triangle.bx - triangle.ax) + v * (triangle.cx - triangle.ax);
        const double z = triangle.az + u * (triangle.bz - triangle.az) + v * (triangle.cz - triangle.az);
        DVec3 p = to_world(tile_of(mesh, triangle.polygon).frame, {x, 0, z});
        if (!is_in_world(p) || !is_in_circle(sampler, p)) continue;
        p.y = polygon_height(mesh, triangle.polygon, p.x, p.z);
        return SurfacePoint{triangle.polygon, p, 0, mesh.revision};
    }
    return fallback;
}

}  // namespace navspan
