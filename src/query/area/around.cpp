// Finds the polygons that can be reached inside a circle or convex shape, or that touch a box.
//
// In: a start polygon and a circle or convex shape seen from above; or a box in space.
// Out: a list of polygons.
// Idea: For a circle or shape, a flood fill crosses only portals that touch the shape. For a box, the bounding volume tree of
// each tile is searched. Detail triangles are clipped by the six planes of the box.
// Source: Cyrus, Beck, Generalized two- and three-dimensional clipping (1978); Sutherland, Hodgman, Reentrant polygon clipping
// (1974).
// Weak cases: Ground that is connected to the start only outside the shape is not found.

#include "navspan/query/around.h"

#include <algorithm>
#include <array>

#include "core/clip_ring.h"
#include "core/ring_turns.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/trusted.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {
namespace {

// The shape of a request, seen from above. touches() requires a convex shape.
class Shape {
public:
    explicit Shape(std::span<const DVec3> corners) : corners_(corners) {
        double doubled = 0;
        for (size_t i = 2; i < corners.size(); ++i)
            doubled += side_of(flat(0), flat(i - 1), flat(i));
        clockwise_ = doubled < 0;
        has_area_ = doubled != 0;
    }

    // True if all corners turn in the same direction or are straight, and the ring winds once (a pentagram winds twice).
    bool is_convex() const {
        const RingTurns turns = count_turns(
            corners_.size(), [&](size_t i) { return flat(i); }, side_of);
        return has_area_ && turns.right == 0 && turns.rounds == 1;
    }

    bool touches(const NavTile& tile, const HalfEdge& from, const HalfEdge& to) const {
        const FlatPoint a{double(from.x), double(from.z)}, b{double(to.x), double(to.z)};
        double first = 0, last = 1;
        for (size_t i = 0; i < corners_.size(); ++i) {
            const FlatPoint p = local(tile, i), q = local(tile, i + 1 == corners_.size() ? 0 : i + 1);
            const double at_a = side_of(p, q, a), at_b = side_of(p, q, b);
            if (at_a < 0 && at_b < 0) return false;
            if (at_a < 0) first = std::max(first, at_a / (at_a - at_b));
            if (at_b < 0) last = std::min(last, at_a / (at_a - at_b));
            if (first > last) return false;
        }
        return true;
    }

    bool touches(const NavTile& tile, uint32_t polygon) const {
        const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, polygon);
        bool corner_inside = true;
        for (size_t i = 0; i < edges.size(); ++i) {
            const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
            if (touches(tile, a, b)) return true;
            const FlatPoint from{double(a.x), double(a.z)}, to{double(b.x), double(b.z)};
            corner_inside = corner_inside && side_of(from, to, local(tile, 0)) >= 0;
        }
        return corner_inside;
    }

private:
    // the i-th corner in counter-clockwise order
    const DVec3& corner(size_t i) const { return corners_[clockwise_ ? corners_.size() - 1 - i : i]; }
    FlatPoint flat(size_t i) const {
        const DVec3 p = corner(i) - corners_[0];
        return {p.x, p.z};
    }
    FlatPoint local(const NavTile& tile, size_t i) const {
        const DVec3 p = to_local(tile.frame, corner(i));
        return {p.x, p.z};
    }

    std::span<const DVec3> corners_;
    bool clockwise_ = false, has_area_ = false;
};

// A triangle clipped by six planes: at most 9 corners in exact arithmetic, and at most 28 with rounding errors.
struct ClippedTriangle {
    std::array<DVec3, 28> corners;
    size_t size = 0;
};

// Clips the polygon to the half-space sign * coordinate <= sign * limit. `sign` is 1 or -1.
void keep(ClippedTriangle& cut, double DVec3::*coordinate, double sign, double limit) {
    ClippedTriangle out;
    const auto beyond = [&](DVec3 p) { return sign * (p.*coordinate - limit); };
    const auto crossing = [&](DVec3 a, DVec3 b, double share) {
        DVec3 p = a + (b - a) * share;
        p.*coordinate = limit;
        return p;
    };
    clip_ring(std::span<const DVec3>(cut.corners.data(), cut.size), beyond, crossing,
              [&](DVec3 p) { out.corners[out.size++] = p; });
    cut = out;
}

bool surface_touches(const NavTile& tile, const NavPolygon& polygon, DVec3 min, DVec3 max) {
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        ClippedTriangle cut;
        for (const DVec3 corner : trusted::detail_corners(tile, polygon, t))
            cut.corners[cut.size++] = corner;
        for (double DVec3::*coordinate : {&DVec3::x, &DVec3::y, &DVec3::z}) {
            keep(cut, coordinate, 1, max.*coordinate);
            keep(cut, coordinate, -1, min.*coordinate);
        }
        if (cut.size) return true;
    }
    return false;
}

bool circle_touches(const NavTile& tile, uint32_t polygon, DVec3 centre, double radius) {
    const FlatView view(tile.frame, centre);
    bool inside = true;
    const NavPolygon& whole = tile.polygons[polygon];
    for (uint32_t e = whole.first_edge; e < whole.first_edge + whole.edge_count; ++e) {
        const FlatEdge edge = view.edge(tile, e);
        if (squared_distance(edge) <= radius * radius) return true;
        inside = inside && side_of(edge.a, edge.b, {}) >= 0;
    }
    return inside;
}

}  // namespace

Status polygons_in_circle(const NavMesh& mesh, SearchScratch& scratch, const CircleRequest& request,
                          std::vector<PolygonRef>& polygons) {
    polygons.clear();
    if (Status s = validate_point(request.centre, "the centre"); !s) return s;
    if (!(request.radius >= 0)) return Error{ErrorKind::usage, "the radius must be a number >= 0"};
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    const PolygonRef start = request.start.polygon;
    const NavTile& first = tile_of(mesh, start);
    const double radius = request.radius / first.frame.quantum;
    if (!circle_touches(first, start.polygon, request.centre, radius)) return Done{};
    FloodScratch& flood = scratch.state().flood;
    flood_fill_circle(mesh, flood, start, admission_filter(request.filter), request.centre, radius);
    polygons.assign(flood.reached.begin(), flood.reached.end());
    return Done{};
}

Status polygons_in_shape(const NavMesh& mesh, SearchScratch& scratch, const ShapeRequest& request,
                         std::vector<PolygonRef>& polygons) {
    polygons.clear();
    for (const DVec3& p : request.shape) {
        if (Status s = validate_point(p, "each corner of the shape"); !s) return s;
    }
    const Shape shape(request.shape);
    if (request.shape.size() < 3 || !shape.is_convex()) {
        return Error{ErrorKind::usage, "the shape must be a convex polygon of three or more corners"};
    }
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    const PolygonRef start = request.start.polygon;
    if (!shape.touches(tile_of(mesh, start), start.polygon)) return Done{};
    FloodScratch& flood = scratch.state().flood;
    // Crossing the portals that touch the shape suffices, because the part of a polygon inside the shape is connected.
    spread(mesh, flood, start, admission_filter(request.filter), [&](EdgeRef e) {
        const NavTile& tile = *mesh.tiles[e.tile];
        return shape.touches(tile, tile.half_edges[e.edge], tile.half_edges[trusted::next_edge(tile, e.edge)]);
    });
    polygons.assign(flood.reached.begin(), flood.reached.end());
    return Done{};
}

Status polygons_in_box(const NavMesh& mesh, const BoxRequest& request, std::vector<PolygonRef>& polygons) {
    polygons.clear();
    for (const DVec3 corner : {request.min, request.max}) {
        if (Status s = validate_point(corner, "each corner of the box"); !s) return s;
    }
    if (request.min.x > request.max.x || request.min.y > request.max.y || request.min.z > request.max.z) {
        return Error{ErrorKind::usage, "the box's min must not be above its max"};
    }
    const QueryFilter& filter = admission_filter(request.filter);
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        const DVec3 min = to_local(tile.frame, request.min), max = to_local(tile.frame, request.max);
        const auto misses = [&](const BvhNode& node) {
            return min.x > node.max_x || max.x < node.min_x || min.z > node.max_z || max.z < node.min_z ||
                   min.y > double(node.max_y) || max.y < double(node.min_y);
        };
        visit_leaves(tile, misses, [&](uint32_t p) {
            const NavPolygon& polygon = tile.polygons[p];
            if (admits(filter, polygon) && surface_touches(tile, polygon, min, max)) polygons.push_back({slot, p});
        });
    }
    std::sort(polygons.begin(), polygons.end());
    return Done{};
}

}  // namespace navspan
