
#include "debug/query_drawing.h"

#include <utility>

#include "core/angle.h"
#include "debug/stage_canvas.h"

namespace navspan {

void mark_line(Drawing& drawing, std::span<const DVec3> points, Color color) {
    if (points.empty()) return;
    for (const auto& [line_color, width] : {std::pair{Color{255, 255, 255, 230}, 6.0f}, std::pair{color, 3.2f}}) {
        drawing.lines.push_back({uint32_t(drawing.points.size()), uint32_t(points.size()), line_color, width});
        drawing.points.insert(drawing.points.end(), points.begin(), points.end());
    }
}

void mark_point(Drawing& drawing, DVec3 at, Color color, float radius) {
    drawing.markers.push_back({at, color, radius});
}

void mark_polygons(Drawing& drawing, const NavMesh& mesh, std::span<const PolygonRef> polygons, Color color) {
    for (const PolygonRef ref : polygons) {
        const NavTile& tile = tile_of(mesh, ref);
        drawing.polygons.push_back({uint32_t(drawing.points.size()), polygon_of(mesh, ref).edge_count, color});
        for (const HalfEdge& e : polygon_edges(tile, ref.polygon))
            drawing.points.push_back(edge_corner(tile, e));
    }
}

void mark_circle(Drawing& drawing, DVec3 centre, double radius, Color color) {
    constexpr int kSides = 64;
    drawing.lines.push_back({uint32_t(drawing.points.size()), kSides + 1, color, 1.5f});
    for (int i = 0; i <= kSides; ++i) {
        const double angle = i % kSides * (360.0 / kSides);
        drawing.points.push_back({centre.x + radius * cos_degrees(angle), centre.y, centre.z + radius * sin_degrees(angle)});
    }
}

}  // namespace navspan
