// Draws a finished mesh from above, with off-mesh links and optionally a path.

#include "debug/nav_mesh_drawing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "core/text.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "debug/stage_canvas.h"

namespace navspan {
namespace {

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

// Returns the colour of an area at a height. Higher ground has a lighter colour.
class GroundColors {
public:
    explicit GroundColors(const NavMesh& mesh) { height_range(mesh, lowest_, highest_); }
    Color operator()(uint8_t area, double height) const {
        const Color color = area_color(area);
        const Color low = mix(color, kShadeColor, 0.35), high = mix(color, {255, 252, 240, 255}, 0.35);
        return mix(low, high, std::clamp((height - lowest_) / (highest_ - lowest_), 0.0, 1.0));
    }

private:
    double lowest_ = 0, highest_ = 1;  // range of heights in the mesh [wu]
};

void add_polygons(Drawing& drawing, const NavMesh& mesh) {
    const GroundColors color_of(mesh);
    for (uint32_t i = 0; i < mesh.polygon_count(); ++i) {
        const PolygonRef ref = polygon_ref(mesh, i);
        const NavTile& tile = tile_of(mesh, ref);
        const NavPolygon& polygon = polygon_of(mesh, ref);
        const uint32_t first = uint32_t(drawing.points.size());
        for (const HalfEdge& edge : polygon_edges(tile, ref.polygon))
            drawing.points.push_back(edge_corner(tile, edge));
        const double height = mean_height(std::span(drawing.points).subspan(first));
        drawing.polygons.push_back({first, polygon.edge_count, color_of(polygon.area, height), i});
    }
    order_by_height(drawing);
}

// Adds the detail triangles of a polygon, and the edges between them.
void add_detail(Drawing& drawing, const NavMesh& mesh, const GroundColors& color_of, PolygonRef ref) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
        const uint32_t corners[3] = {triangle.a, triangle.b, triangle.c};
        DVec3 points[3];
        for (int i = 0; i < 3; ++i)
            points[i] = to_world(tile.frame, detail_corner(tile, polygon, corners[i]));
        drawing.polygons.push_back(
            {uint32_t(drawing.points.size()), 3, color_of(polygon.area, mean_height(points)), polygon_index(mesh, ref)});
        drawing.points.insert(drawing.points.end(), {points[0], points[1], points[2]});
        for (int i = 0; i < 3; ++i) {
            const uint32_t a = corners[i], b = corners[(i + 1) % 3];
            const bool is_side = b < polygon.edge_count && b == (a + 1) % polygon.edge_count;
            if (a >= b || is_side) continue;
            add_edge(drawing, points[i], points[(i + 1) % 3], kDetailEdgeColor, 0.6f);
            drawing.lines.back().id = polygon_index(mesh, ref);
        }
    }
}

void add_half_edge(Drawing& drawing, const NavMesh& mesh, EdgeRef edge, bool wall) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    add_edge(drawing, edge_corner(tile, tile.half_edges[edge.edge]),
             edge_corner(tile, tile.half_edges[next_edge(tile, edge.edge)]), wall ? kWallColor : kPortalColor,
             wall ? 1.8f : 1.0f);
    drawing.lines.back().id = polygon_index(mesh, polygon_at(mesh, edge));
}

// Selects the half-edges to draw: both of each pair of twins, or only the first.
enum class Twins : uint8_t { both, first };

void add_edges(Drawing& drawing, const NavMesh& mesh, bool walls, Twins twins) {
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        for (uint32_t e = 0; e < mesh.tiles[slot]->half_edges.size(); ++e) {
            const EdgeRef edge{slot, e}, twin = twin_of(mesh, edge);
            if (twin.valid() == walls) continue;
            if (twin.valid() && twins == Twins::first && twin < edge) continue;
            add_half_edge(drawing, mesh, edge, walls);
        }
    }
}

// Adds a rectangle around the tile at the height of its lowest vertex.
void add_tile_border(Drawing& drawing, const NavTile& tile) {
    const auto lowest = std::min_element(tile.vertex_y.begin(), tile.vertex_y.end());
    const double y = lowest == tile.vertex_y.end() ? 0 : double(*lowest);
    const uint32_t first = uint32_t(drawing.points.size());
    for (const auto& [x, z] : {std::pair{0, 0}, {0, tile.depth}, {tile.width, tile.depth}, {tile.width, 0}, {0, 0}})
        drawing.points.push_back(to_world(tile.frame, {double(x), y, double(z)}));
    drawing.lines.push_back({first, 5, kSeamColor, 1.5f});
}

// Adds an arrow that rises and bends to its left, so that arrows in opposite directions do not overlap.
void add_link(Drawing& drawing, const OffMeshLink& link, double quantum) {
    constexpr uint32_t kPieces = 12;
    constexpr double kBend = 0.12;  // largest sideways offset, as a fraction of the link's length
    constexpr double kRise = 0.2;   // largest vertical offset, as a fraction of the link's length
    const DVec3 along = link.end - link.start;
    const double length = std::sqrt(along.x * along.x + along.z * along.z);
    const DVec3 aside{along.z * kBend, length * kRise, -along.x * kBend};
    const auto at = [&](double t) { return link.start + along * t + aside * (4 * t * (1 - t)); };
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
    mark_line(drawing, path.points, kPathColor);
    for (size_t i = 1; i + 1 < path.points.size(); ++i)
        drawing.markers.push_back({path.points[i], kPathColor, 3.5f});
    drawing.markers.push_back({path.points.front(), kStartColor, 7});
    drawing.markers.push_back({path.points.back(), kGoalColor, 7});
}

std::string two_decimals(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 2);
    return end.ec == std::errc() ? std::string(text, end.ptr) : number_text(value);
}

}  // namespace

Drawing draw_mesh_part(const NavMesh& mesh, MeshPart part) {
    Drawing drawing;
    switch (part) {
        case MeshPart::polygons:
            add_polygons(drawing, mesh);
            drawing.title = count_text(drawing.polygons.size(), "polygon");
            break;
        case MeshPart::detail_surface: {
            const GroundColors color_of(mesh);
            for (uint32_t i = 0; i < mesh.polygon_count(); ++i)
                add_detail(drawing, mesh, color_of, polygon_ref(mesh, i));
            order_by_height(drawing);
            drawing.title = count_text(drawing.polygons.size(), "triangle");
            break;
        }
        case MeshPart::portals:
        case MeshPart::walls:
            add_edges(drawing, mesh, part == MeshPart::walls, Twins::first);
            drawing.title = count_text(drawing.lines.size(), "edge");
            break;
        case MeshPart::tile_borders:
            for (const auto& tile : mesh.tiles)
                add_tile_border(drawing, *tile);
            drawing.title = count_text(mesh.tiles.size(), "tile");
            break;
        case MeshPart::links:
            for (const OffMeshLink& link : mesh.links)
                add_link(drawing, link, mesh.tiles[0]->frame.quantum);
            drawing.title = count_text(mesh.links.size(), "link");
            break;
    }
    return drawing;
}

Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path) {
    Drawing drawing;
    const std::string polygons = count_text(mesh.polygon_count(), "polygon");
    if (path && path->points.empty()) {
        drawing.title = "no path: " + path->reason;
    } else if (path) {
        const size_t corners = path->points.size() < 2 ? 0 : path->points.size() - 2;
        drawing.title = std::string(status_name(path->status)) + " path, length " + two_decimals(path->length_xz) + ", " +
                        count_text(corners, "corner") + ", through " + std::to_string(path->corridor.polygons.size()) + " of " +
                        polygons;
    } else {
        drawing.title = polygons + ", " + count_text(mesh.islands.size(), "island");
    }
    add_polygons(drawing, mesh);
    add_edges(drawing, mesh, false, Twins::both);
    add_edges(drawing, mesh, true, Twins::both);
    for (const OffMeshLink& link : mesh.links)
        add_link(drawing, link, mesh.tiles[0]->frame.quantum);
    if (path) add_path(drawing, *path);
    return drawing;
}

}  // namespace navspan
