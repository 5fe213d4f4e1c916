// A finished tile from above: its polygons by area, and their half-edges, drawn a little inside the polygon that each belongs
// to, so that the two of a portal lie side by side.

#include <algorithm>
#include <cmath>
#include <string>

#include "debug/palette.h"
#include "debug/stage_canvas.h"
#include "navspan/debug/stage_drawings.h"

namespace navspan {
namespace {

constexpr double kInset = 0.35;  // from a half-edge to where it is drawn [lattice]

DVec3 edge_point(const NavTile& tile, const HalfEdge& edge) {
    return to_world(tile.frame, {double(edge.x), double(tile.vertex_y[edge.vertex]), double(edge.z)});
}

DVec3 middle_of(const NavTile& tile, uint32_t polygon) {
    DVec3 sum;
    for (const HalfEdge& edge : polygon_edges(tile, polygon))
        sum = sum + edge_point(tile, edge);
    return sum * (1.0 / tile.polygons[polygon].edge_count);
}

// a corner, moved towards its polygon's middle, but never half the way
DVec3 moved_in(DVec3 corner, DVec3 middle, double by) {
    const DVec3 way = middle - corner;
    const double length = std::sqrt(way.x * way.x + way.z * way.z);
    return length > 0 ? corner + way * std::min(by / length, 0.4) : corner;
}

}  // namespace

Drawing draw_nav_tile(const NavTile& tile) {
    Drawing drawing;
    size_t walls = 0, seams = 0;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        drawing.polygons.push_back(
            {uint32_t(drawing.points.size()), tile.polygons[p].edge_count, area_color(tile.polygons[p].area)});
        for (const HalfEdge& edge : polygon_edges(tile, p))
            drawing.points.push_back(edge_point(tile, edge));
    }
    order_by_height(drawing);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const DVec3 middle = middle_of(tile, p);
        const auto edges = polygon_edges(tile, p);
        for (size_t i = 0; i < edges.size(); ++i) {
            const DVec3 from = moved_in(edge_point(tile, edges[i]), middle, kInset * tile.frame.quantum);
            const DVec3 to = moved_in(edge_point(tile, edges[(i + 1) % edges.size()]), middle, kInset * tile.frame.quantum);
            const bool wall = edges[i].twin == kNoIndex, seam = !wall && (edges[i].twin & kSeamBit);
            walls += wall, seams += seam;
            add_edge(drawing, from, to, wall ? kWallColor : seam ? kSeamColor : kPortalColor, wall || seam ? 1.8f : 1.0f);
        }
    }
    drawing.title = std::to_string(tile.polygons.size()) + " polygons, " + std::to_string(tile.half_edges.size()) +
                    " half-edges: " + std::to_string(tile.half_edges.size() - walls - seams) + " in portals, " +
                    std::to_string(seams) + " on tile borders, " + std::to_string(walls) + " walls";
    return drawing;
}

}  // namespace navspan
