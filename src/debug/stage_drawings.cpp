// Draws the products of a bake: fields as cells, contours and meshes as lines and polygons.

#include "navspan/debug/stage_drawings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "bake/field/open_spans.h"
#include "bake/jumps/generate_links.h"
#include "core/text.h"
#include "debug/palette.h"
#include "debug/stage_canvas.h"

namespace navspan {
namespace {

// True if the rows, runs and arrays of a field fit together, so that all its open spans can be visited.
bool has_rows(const CompactHeightfield& field) {
    const size_t spans = field.floor.size();
    if (field.grid.width < 0 || field.grid.depth < 0 || field.area.size() != spans) return false;
    if (field.row_run.size() != size_t(field.grid.depth) + 1 || field.row_run.back() > field.runs.size()) return false;
    if (!std::is_sorted(field.row_run.begin(), field.row_run.end())) return false;
    return std::all_of(field.runs.begin(), field.runs.end(), [&](const Run& run) {
        return run.x0 >= 0 && int64_t{run.x0} + run.length <= field.grid.width && uint64_t{run.first} + run.length <= spans;
    });
}

// Draws the open spans. If `of_span`, a property of the open spans, has another number of elements, draws nothing.
template <class Property, class ColorOf>
Drawing draw_open_spans(const CompactHeightfield& field, const std::vector<Property>& of_span, const Lattice& lattice,
                        std::string title, ColorOf color_of) {
    Drawing drawing = canvas(field.grid, lattice, std::move(title));
    if (!has_rows(field) || of_span.size() != field.span_count()) return drawing;
    drawing.cells.reserve(field.span_count());
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        drawing.cells.push_back({x, z, float(field.floor[i] * lattice.cell_height), color_of(i)});
    });
    return drawing;
}

Color fate_color(const Span& span) {
    switch (span.fate) {
        case SpanFate::walkable:
            return area_color(span.area);
        case SpanFate::steep:
            return kUnwalkableColor;
        case SpanFate::ledge:
            return kLedgeColor;
        case SpanFate::low_height:
            return kNoHeadroomColor;
    }
    return kUnwalkableColor;
}

// Converts lattice points of a grid to world points.
struct ToWorld {
    DVec3 corner;
    double cell_size, cell_height;
    ToWorld(const Grid& grid, const Lattice& lattice)
        : corner(grid_corner(lattice, grid)), cell_size(lattice.cell_size), cell_height(lattice.cell_height) {}
    DVec3 operator()(double x, double y, double z) const {
        return {corner.x + x * cell_size, corner.y + y * cell_height, corner.z + z * cell_size};
    }
};

void draw_ring(Drawing& drawing, std::span<const ContourVertex> ring, const ToWorld& world, Color color, float width) {
    const uint32_t first = uint32_t(drawing.points.size());
    for (const ContourVertex& v : ring)
        drawing.points.push_back(world(v.x, v.y, v.z));
    if (!ring.empty()) drawing.points.push_back(drawing.points[first]);
    drawing.lines.push_back({first, uint32_t(drawing.points.size()) - first, color, width});
}

// The triangles of a part. None if the detail mesh does not have them.
std::span<const std::array<uint32_t, 3>> part_triangles(const DetailMesh& detail, const DetailPart& part) {
    if (uint64_t{part.first_triangle} + part.triangle_count > detail.triangles.size()) return {};
    return std::span(detail.triangles).subspan(part.first_triangle, part.triangle_count);
}

// Position of a corner of a detail triangle: x, z [cell], y [vx]. Zeros if there is no such corner.
DVec3 detail_position(const PolyMesh& mesh, const PolyMeshPolygon& polygon, const DetailMesh& detail, const DetailPart& part,
                      uint32_t corner) {
    const auto indices = polygon_indices(mesh, polygon);
    if (corner < indices.size()) {
        const uint32_t vertex = indices[corner];
        if (vertex >= mesh.vertices.size() || vertex >= detail.vertex_y.size()) return {};
        return {double(mesh.vertices[vertex].x), detail.vertex_y[vertex], double(mesh.vertices[vertex].z)};
    }
    const uint64_t at = uint64_t{part.first_vertex} + (corner - indices.size());
    if (at >= detail.vertices.size()) return {};
    const DetailVertex& v = detail.vertices[at];
    return {double(v.x) / kDetailScale, v.y, double(v.z) / kDetailScale};
}

// The lines of half-edges are moved towards the centres of their polygons, so that both half-edges of a portal are visible.
constexpr double kInset = 0.35;  // distance by which each end of a line is moved [lattice cell]

DVec3 center_of(const NavTile& tile, uint32_t polygon) {
    DVec3 sum;
    for (const HalfEdge& edge : polygon_edges(tile, polygon))
        sum = sum + edge_corner(tile, edge);
    return sum * (1.0 / std::max<uint32_t>(1, tile.polygons[polygon].edge_count));
}

// Moves a corner horizontally by `by` [wu] towards `middle`, the centre of its polygon, but by at most 40 % of the distance.
DVec3 moved_in(DVec3 corner, DVec3 middle, double by) {
    const DVec3 along = middle - corner;
    const double length = std::sqrt(along.x * along.x + along.z * along.z);
    return length > 0 ? corner + along * std::min(by / length, 0.4) : corner;
}

}  // namespace

Drawing draw_heightfield(const Heightfield& field, const Lattice& lattice) {
    Drawing drawing = canvas(field.grid, lattice, count_text(field.spans.size(), "solid span"));
    if (!has_columns(field)) return drawing;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (int32_t x = 0; x < field.grid.width; ++x) {
            const auto column = column_spans(field, size_t(z) * size_t(field.grid.width) + size_t(x));
            if (column.empty()) continue;
            const Span& top = column.back();
            drawing.cells.push_back({x, z, float(top.top * lattice.cell_height), fate_color(top)});
        }
    }
    return drawing;
}

Drawing draw_compact_heightfield(const CompactHeightfield& field, const Lattice& lattice) {
    return draw_open_spans(field, field.area, lattice, count_text(field.span_count(), "open span"),
                           [&](uint32_t i) { return field.area[i] ? area_color(field.area[i]) : kNoGroundColor; });
}

Drawing draw_generated_links(const CompactHeightfield& field, std::span<const GeneratedLink> links, const Lattice& lattice) {
    constexpr Color kStart{40, 30, 60, 255};
    Drawing drawing = draw_open_spans(field, field.area, lattice, count_text(links.size(), "link"), [&](uint32_t i) {
        return mix(field.area[i] ? area_color(field.area[i]) : kUnwalkableColor, {255, 255, 255, 255}, 0.5);
    });
    for (const GeneratedLink& l : links) {
        const int32_t steps = std::max({std::abs(l.end_x - l.x), std::abs(l.end_z - l.z), 1});
        const float y = float(std::max(l.y, l.end_y) * lattice.cell_height);
        for (int32_t k = 0; k <= steps; ++k) {
            const int32_t x = l.x + (l.end_x - l.x) * k / steps, z = l.z + (l.end_z - l.z) * k / steps;
            drawing.cells.push_back({x, z, y, k == 0 ? kStart : l.drop && !l.two_way ? kDropColor : kLinkColor});
        }
    }
    return drawing;
}

Drawing draw_distance_field(const CompactHeightfield& field, const DistanceField& distance, const Lattice& lattice) {
    constexpr const char* kTitle = "distance to the border";
    if (distance.distance.empty()) return canvas(field.grid, lattice, kTitle);
    const double farthest = std::max<uint16_t>(1, *std::max_element(distance.distance.begin(), distance.distance.end()));
    return draw_open_spans(field, distance.distance, lattice, kTitle, [&](uint32_t i) {
        if (!field.area[i]) return kNoGroundColor;
        return mix(kNearBorderColor, kFarFromBorderColor, distance.distance[i] / farthest);
    });
}

Drawing draw_regions(const CompactHeightfield& field, const RegionMap& regions, const Lattice& lattice) {
    return draw_open_spans(field, regions.region, lattice, count_text(regions.region_count, "region"),
                           [&](uint32_t i) { return regions.region[i] ? distinct_color(regions.region[i]) : kNoGroundColor; });
}

Drawing draw_contours(const ContourSet& contours, const Lattice& lattice) {
    Drawing drawing = canvas(contours.grid, lattice,
                             count_text(contours.contours.size(), "contour") + ", " +
                                 count_text(contours.raw_vertices.size(), "vertex", "vertices") + " traced, " +
                                 std::to_string(contours.vertices.size()) + " kept");
    const ToWorld world(contours.grid, lattice);
    for (const Contour& c : contours.contours)
        draw_ring(drawing, raw_ring(contours, c), world, kTracedColor, 0.7f);
    for (const Contour& c : contours.contours) {
        const std::span<const ContourVertex> ring = simplified_ring(contours, c);
        draw_ring(drawing, ring, world, mix(distinct_color(c.region), kWallColor, 0.35), 2);
        for (const ContourVertex& v : ring)
            drawing.markers.push_back({world(v.x, v.y, v.z), kWallColor, 2.5f});
    }
    return drawing;
}

Drawing draw_poly_mesh(const PolyMesh& mesh, const Lattice& lattice) {
    Drawing drawing =
        canvas(mesh.grid, lattice,
               count_text(mesh.polygons.size(), "polygon") + ", " + count_text(mesh.vertices.size(), "vertex", "vertices"));
    const ToWorld world(mesh.grid, lattice);
    const auto at = [&](uint32_t vertex) {
        const PolyMeshVertex v = vertex < mesh.vertices.size() ? mesh.vertices[vertex] : PolyMeshVertex{};
        return world(v.x, v.y, v.z);
    };
    for (const PolyMeshPolygon& p : mesh.polygons) {
        const auto indices = polygon_indices(mesh, p);
        drawing.polygons.push_back({uint32_t(drawing.points.size()), uint32_t(indices.size()), distinct_color(p.region)});
        for (const uint32_t vertex : indices)
            drawing.points.push_back(at(vertex));
    }
    order_by_height(drawing);
    for (const bool wall : {false, true}) {
        for (const PolyMeshPolygon& p : mesh.polygons) {
            const auto indices = polygon_indices(mesh, p);
            const auto neighbours = polygon_neighbours(mesh, p);
            for (size_t i = 0; i < std::min(indices.size(), neighbours.size()); ++i) {
                if ((neighbours[i] == kNoIndex) != wall) continue;
                add_edge(drawing, at(indices[i]), at(indices[(i + 1) % indices.size()]), wall ? kWallColor : kPortalColor,
                         wall ? 1.8f : 1.0f);
            }
        }
    }
    return drawing;
}

Drawing draw_detail_mesh(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice) {
    Drawing drawing = canvas(mesh.grid, lattice, count_text(detail.triangles.size(), "detail triangle"));
    float lowest = 0, highest = 1;
    if (!detail.vertex_y.empty()) {
        lowest = *std::min_element(detail.vertex_y.begin(), detail.vertex_y.end());
        highest = std::max(lowest + 1, *std::max_element(detail.vertex_y.begin(), detail.vertex_y.end()));
    }
    const ToWorld world(mesh.grid, lattice);
    for (size_t i = 0; i < std::min(mesh.polygons.size(), detail.parts.size()); ++i) {
        for (const std::array<uint32_t, 3>& t : part_triangles(detail, detail.parts[i])) {
            const uint32_t first = uint32_t(drawing.points.size());
            double height = 0;
            for (const uint32_t corner : t) {
                const DVec3 at = detail_position(mesh, mesh.polygons[i], detail, detail.parts[i], corner);
                height += at.y;
                drawing.points.push_back(world(at.x, at.y, at.z));
            }
            const double share = std::clamp((height / 3 - lowest) / (highest - lowest), 0.0, 1.0);
            drawing.polygons.push_back({first, 3, mix(kLowColor, kHighColor, share)});
            drawing.points.push_back(DVec3(drawing.points[first]));
            drawing.lines.push_back({first, 4, kDetailEdgeColor, 0.6f});
        }
    }
    order_by_height(drawing);
    return drawing;
}

Drawing draw_nav_tile(const NavTile& tile) {
    Drawing drawing;
    size_t walls = 0, seams = 0;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const auto edges = polygon_edges(tile, p);
        drawing.polygons.push_back(
            {uint32_t(drawing.points.size()), uint32_t(edges.size()), area_color(tile.polygons[p].area)});
        for (const HalfEdge& edge : edges)
            drawing.points.push_back(edge_corner(tile, edge));
    }
    order_by_height(drawing);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const DVec3 middle = center_of(tile, p);
        const auto edges = polygon_edges(tile, p);
        for (size_t i = 0; i < edges.size(); ++i) {
            const DVec3 from = moved_in(edge_corner(tile, edges[i]), middle, kInset * tile.frame.quantum);
            const DVec3 to = moved_in(edge_corner(tile, edges[(i + 1) % edges.size()]), middle, kInset * tile.frame.quantum);
            const bool wall = edges[i].twin == kNoIndex, seam = is_seam_edge(edges[i]);
            walls += wall, seams += seam;
            add_edge(drawing, from, to, wall ? kWallColor : seam ? kSeamColor : kPortalColor, wall || seam ? 1.8f : 1.0f);
        }
    }
    drawing.title = count_text(tile.polygons.size(), "polygon") + ", " + count_text(tile.half_edges.size(), "half-edge") +
                    ": " + std::to_string(tile.half_edges.size() - walls - seams) + " in portals, " + std::to_string(seams) +
                    " on tile borders, " + count_text(walls, "wall");
    return drawing;
}

}  // namespace navspan
