// Finds the floor above or below a point.
//
// In: a mesh and a point.
// Out: the polygon that contains the point, seen from above. If floors overlap, the floor nearest in height is chosen.
// Idea: The bounding volume tree of each tile is searched for boxes that intersect the vertical line through the point. A box
// is skipped if its vertical distance from the point exceeds the distance of the nearest floor found.
// Source: Kay, Kajiya, Ray tracing complex scenes (1986), for the search in a tree of boxes.
// Weak cases: A large slanted polygon has a tall box, so it is often tested although it is far from the point.

#include "navspan/query/height.h"

#include <algorithm>
#include <cmath>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/flood.h"

namespace navspan {
namespace {

constexpr double kEdgeSlack = 1e-6;  // points up to this distance from a polygon count as inside [lattice]

bool covers(const NavTile& tile, uint32_t polygon, DVec3 p) {
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, polygon);
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
        const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
        const double outside = ex * (p.z - a.z) - ez * (p.x - a.x);
        if (outside > 0 && outside * outside > kEdgeSlack * kEdgeSlack * (ex * ex + ez * ez)) return false;
    }
    return true;
}

}  // namespace

std::optional<SurfacePoint> find_floor(const NavMesh& mesh, DVec3 point, const FloorOptions& options) {
    if (!is_in_world(point) || !(options.max_above >= 0) || !(options.max_below >= 0)) return std::nullopt;
    const QueryFilter& filter = admission_filter(options.filter);
    std::optional<SurfacePoint> best;
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = trusted::tile_at(mesh, slot);
        const DVec3 p = to_local(tile.frame, point);
        if (tile.bvh.empty() || p.x < -kEdgeSlack || p.z < -kEdgeSlack || p.x > tile.width + kEdgeSlack ||
            p.z > tile.depth + kEdgeSlack)
            continue;
        const auto misses = [&](const BvhNode& node) {
            if (p.x < node.min_x - kEdgeSlack || p.x > node.max_x + kEdgeSlack || p.z < node.min_z - kEdgeSlack ||
                p.z > node.max_z + kEdgeSlack) {
                return true;
            }
            const double off = std::max({double(node.min_y) - p.y, 0.0, p.y - double(node.max_y)});
            return best && off > best->distance * (1 + 1e-12) + 1e-12;
        };
        visit_leaves(tile, misses, [&](uint32_t polygon) {
            const PolygonRef ref{slot, polygon};
            if (!admits(filter, tile.polygons[polygon]) || !covers(tile, polygon, p)) return;
            const double y = polygon_height(mesh, ref, point.x, point.z), distance = std::fabs(y - point.y);
            if (y - point.y > options.max_above || point.y - y > options.max_below) return;
            if (best && (distance > best->distance || (distance == best->distance && best->polygon < ref))) return;
            best = SurfacePoint{ref, {point.x, y, point.z}, distance, mesh.revision};
        });
    }
    return best;
}

}  // namespace navspan
