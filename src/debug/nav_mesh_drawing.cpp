// The finished mesh from above, with its off-mesh links and a path on it.

#include "navspan/debug/nav_mesh_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "navspan/debug/palette.h"

namespace navspan {
namespace {

DVec3 corner_of(const NavTile& tile, const HalfEdge& edge) {
    return to_world(tile.frame, {double(edge.x), double(tile.vertex_y[edge.vertex]), double(edge.z)});
}

void height_range(const NavMesh& mesh, double& lowest, double& highest) {
    lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const auto& tile : mesh.tiles) {
        for (const float y : tile->vertex_y) {
            const double height = to_world(tile->frame, {0, double(y), 0}).y;
            lowest = std::min(lowest, height), highest = std::max(highest, height);
        }
    }
    highest = std::max(highest, lowest + 0.5);
}

struct PolygonHeight {
    double height = 0;  // mean of its corners [wu]
    PolygonRef ref;
};

// low ground first, so that bridges lie on top of what they cross
std::vector<PolygonHeight> from_low_to_high(const NavMesh& mesh) {
    std::vector<PolygonHeight> order;
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
            double sum = 0;
            for (const HalfEdge& edge : polygon_edges(tile, p))
                sum += corner_of(tile, edge).y;
            order.push_back({sum / tile.polygons[p].edge_count, {slot, p}});
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const PolygonHeight& a, const PolygonHeight& b) { return a.height < b.height; });
    return order;
}

void add_polygons(Drawing& drawing, const NavMesh& mesh) {
    double lowest = 0, highest = 1;
    height_range(mesh, lowest, highest);
    for (const PolygonHeight& item : from_low_to_high(mesh)) {
        const NavTile& tile = tile_of(mesh, item.ref);
        const NavPolygon& polygon = polygon_of(mesh, item.ref);
        const Color color = area_color(polygon.area);
        const Color low = mix(color, {60, 72, 84, 255}, 0.35), high = mix(color, {255, 252, 240, 255}, 0.35);
        drawing.polygons.push_back(
            {uint32_t(drawing.points.size()), polygon.edge_count, mix(low, high, (item.height - lowest) / (highest - lowest))});
        for (const HalfEdge& edge : polygon_edges(tile, item.ref.polygon))
            drawing.points.push_back(corner_of(tile, edge));
    }
}

void add_edges(Drawing& drawing, const NavMesh& mesh, bool walls) {
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (twin_of(mesh, {slot, e}).valid() == walls) continue;
            drawing.lines.push_back(
                {uint32_t(drawing.points.size()), 2, walls ? kWallColor : kPortalColor, walls ? 1.8f : 1.0f});
            drawing.points.push_back(corner_of(tile, tile.half_edges[e]));
            drawing.points.push_back(corner_of(tile, tile.half_edges[next_edge(tile, e)]));
        }
    }
}

// an arrow that bends to its left, so that there and back lie side by side
void add_link(Drawing& drawing, const OffMeshLink& link, double quantum) {
    constexpr uint32_t kPieces = 12;
    constexpr double kBend = 0.12;  // of its length, at most
    const DVec3 way = link.end - link.start;
    const double length = std::sqrt(way.x * way.x + way.z * way.z);
    const DVec3 aside{way.z * kBend, 0, -way.x * kBend};
    const auto at = [&](double t) { return link.start + way * t + aside * (4 * t * (1 - t)); };
    drawing.lines.push_back({uint32_t(drawing.points.size()), kPieces + 1, kLinkColor, 2.0f});
    for (uint32_t i = 0; i <= kPieces; ++i)
        drawing.points.push_back(at(double(i) / kPieces));
    drawing.markers.push_back({link.start, kLinkColor, 2.5f});
    if (!(length > 0)) return;
    const DVec3 tip = link.end, back = at(1 - 1.0 / kPieces) - tip;
    const double scale = std::min(3 * quantum, length / 3) / std::sqrt(back.x * back.x + back.z * back.z);
    const DVec3 shaft = back * scale, wing{-shaft.z * 0.45, 0, shaft.x * 0.45};
    drawing.lines.push_back({uint32_t(drawing.points.size()), 3, kLinkColor, 2.0f});
    drawing.points.insert(drawing.points.end(), {tip + shaft + wing, tip, tip + shaft - wing});
}

void add_path(Drawing& drawing, const Path& path) {
    if (path.points.empty()) return;
    for (const auto& [color, width] : {std::pair{Color{255, 255, 255, 230}, 6.0f}, std::pair{kPathColor, 3.2f}}) {
        drawing.lines.push_back({uint32_t(drawing.points.size()), uint32_t(path.points.size()), color, width});
        drawing.points.insert(drawing.points.end(), path.points.begin(), path.points.end());
    }
    for (size_t i = 1; i + 1 < path.points.size(); ++i)
        drawing.markers.push_back({path.points[i], kPathColor, 3.5f});
    drawing.markers.push_back({path.points.front(), kStartColor, 7});
    drawing.markers.push_back({path.points.back(), kGoalColor, 7});
}

}  // namespace

Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path) {
    Drawing drawing;
    char title[160];
    if (path && path->points.empty()) {
        std::snprintf(title, sizeof title, "no path: %s", path->reason.c_str());
    } else if (path) {
        std::snprintf(title, sizeof title, "%s path, length %.2f, %zu corners, through %zu of %u polygons",
                      status_name(path->status), path->length_xz, path->points.size() < 2 ? 0 : path->points.size() - 2,
                      path->corridor.polygons.size(), mesh.polygon_count());
    } else {
        std::snprintf(title, sizeof title, "%u polygons, %zu islands", mesh.polygon_count(), mesh.islands.size());
    }
    drawing.title = title;
    add_polygons(drawing, mesh);
    add_edges(drawing, mesh, false);
    add_edges(drawing, mesh, true);
    for (const OffMeshLink& link : mesh.links)
        add_link(drawing, link, mesh.tiles[0]->frame.quantum);
    if (path) add_path(drawing, *path);
    return drawing;
}

}  // namespace navspan
