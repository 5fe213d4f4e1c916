#include "debug/stage_canvas.h"

#include <algorithm>
#include <utility>

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
    return to_world(tile.frame, {double(edge.x), double(tile.vertex_y[edge.vertex]), double(edge.z)});
}

void add_edge(Drawing& drawing, DVec3 a, DVec3 b, Color color, float width) {
    drawing.lines.push_back({uint32_t(drawing.points.size()), 2, color, width});
    drawing.points.insert(drawing.points.end(), {a, b});
}

void order_by_height(Drawing& drawing) {
    const auto height = [&](const Drawing::Polygon& p) {
        double sum = 0;
        for (uint32_t i = 0; i < p.count; ++i)
            sum += drawing.points[p.first + i].y;
        return sum / p.count;
    };
    std::stable_sort(drawing.polygons.begin(), drawing.polygons.end(),
                     [&](const Drawing::Polygon& a, const Drawing::Polygon& b) { return height(a) < height(b); });
}

}  // namespace navspan
