#include "debug/stage_canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace navspan {

Drawing canvas(const Grid& grid, const Lattice& lattice, std::string title) {
    Drawing drawing;
    drawing.title = std::move(title);
    drawing.corner = grid_corner(lattice, grid);
    drawing.cell_size = lattice.cell_size;
    drawing.width = grid.width;
    drawing.depth = grid.depth;
    return drawing;
}

DVec3 edge_corner(const NavTile& tile, const HalfEdge& edge) {
    const float y = edge.vertex < tile.vertex_y.size() ? tile.vertex_y[edge.vertex] : 0;
    return to_world(tile.frame, {double(edge.x), double(y), double(edge.z)});
}

void add_edge(Drawing& drawing, DVec3 a, DVec3 b, Color color, float width) {
    drawing.lines.push_back({uint32_t(drawing.points.size()), 2, color, width});
    drawing.points.insert(drawing.points.end(), {a, b});
}

double mean_height(std::span<const DVec3> corners) {
    double sum = 0;
    for (const DVec3& corner : corners)
        sum += corner.y;
    return sum / double(std::max<size_t>(1, corners.size()));
}

void order_by_height(Drawing& drawing) {
    struct Item {
        double height = 0;
        Drawing::Polygon polygon;
    };
    std::vector<Item> items;
    for (const Drawing::Polygon& p : drawing.polygons) {
        const double height = mean_height(std::span(drawing.points).subspan(p.first, p.count));
        items.push_back({std::isnan(height) ? 0 : height, p});
    }
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.height < b.height; });
    std::transform(items.begin(), items.end(), drawing.polygons.begin(), [](const Item& item) { return item.polygon; });
}

}  // namespace navspan
