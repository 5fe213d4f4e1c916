// Draws the triangles of a level from above, coloured by the result of the slope test. Downward triangles are drawn only in
// cells without upward triangles, so ceilings do not hide rooms. Vertical triangles are invisible.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bake/voxelize/walkable_triangles.h"
#include "core/text.h"
#include "debug/palette.h"
#include "debug/stage_canvas.h"
#include "navspan/debug/stage_drawings.h"

namespace navspan {
namespace {

using TriangleCorners = std::array<DVec3, 3>;

constexpr uint64_t kMaxDrawnCells = uint64_t{1} << 30;  // larger grids are not drawn

// Height and colour of the highest triangle at each cell.
struct TopView {
    int32_t width = 0, depth = 0;
    std::vector<float> height;  // height above the grid's corner [wu]; -inf: no triangle
    std::vector<Color> color;
};

Color triangle_color(uint8_t area, bool excluded_by_rule, const DVec3& normal) {
    const double length = std::sqrt(dot(normal, normal));
    const double steepness = length > 0 ? 1 - std::fabs(normal.y) / length : 1;
    if (area != kNullArea) return mix(area_color(area), kShadeColor, std::min(0.5, steepness));
    if (excluded_by_rule) return kExcludedColor;
    return normal.y < 0 ? kFacingDownColor : kUnwalkableColor;
}

// Interval of x in which a line of constant z crosses a triangle; empty (from > to) if there is no crossing.
struct RowCrossing {
    double from = std::numeric_limits<double>::infinity(), to = -std::numeric_limits<double>::infinity();
};
RowCrossing row_crossing(const TriangleCorners& t, double at) {
    RowCrossing crossing;
    for (size_t i = 0; i < t.size(); ++i) {
        const DVec3 &a = t[i], &b = t[(i + 1) % t.size()];
        if (std::min(a.z, b.z) > at || std::max(a.z, b.z) < at || a.z == b.z) continue;
        const double x = a.x + (b.x - a.x) * ((at - a.z) / (b.z - a.z));
        crossing.from = std::min(crossing.from, x);
        crossing.to = std::max(crossing.to, x);
    }
    return crossing;
}

// Draws a triangle in the cells where no higher triangle was drawn before.
// @param t  corners relative to the grid's corner: x and z [cell], y [wu]
void draw_triangle(TopView& view, const TriangleCorners& t, const DVec3& normal, Color color) {
    const auto [low, high] = std::minmax({t[0].z, t[1].z, t[2].z});
    const auto first = int32_t(std::clamp(std::ceil(low - 0.5), 0.0, double(view.depth)));
    const auto last = int32_t(std::clamp(std::floor(high - 0.5), -1.0, double(view.depth - 1)));
    for (int32_t z = first; z <= last; ++z) {
        const RowCrossing crossing = row_crossing(t, z + 0.5);
        if (!(crossing.from <= crossing.to)) continue;
        const auto from = int32_t(std::clamp(std::ceil(crossing.from - 0.5), 0.0, double(view.width)));
        const auto to = int32_t(std::clamp(std::floor(crossing.to - 0.5), -1.0, double(view.width - 1)));
        for (int32_t x = from; x <= to; ++x) {
            const double rise = (normal.x * (x + 0.5 - t[0].x) + normal.z * (z + 0.5 - t[0].z)) / normal.y;
            const auto height = float(t[0].y - rise);
            const size_t cell = size_t(z) * size_t(view.width) + size_t(x);
            if (height < view.height[cell]) continue;
            view.height[cell] = height;
            view.color[cell] = color;
        }
    }
}

}  // namespace

Drawing draw_walkable_triangles(const TriangleSoup& soup, const WalkableTriangles& walkable, const Grid& grid,
                                const Lattice& lattice) {
    Drawing drawing =
        canvas(grid, lattice,
               std::to_string(walkable.walkable) + " of " + count_text(soup.triangles.size(), "triangle") + " walkable");
    const uint64_t cells = cell_count(grid);
    const bool valid = grid.width >= 0 && grid.depth >= 0 && walkable.areas.size() == soup.triangles.size();
    if (!valid || cells == 0 || cells > kMaxDrawnCells) return drawing;
    TopView up{grid.width, grid.depth, std::vector<float>(cells, -std::numeric_limits<float>::infinity()),
               std::vector<Color>(cells)};
    TopView down = up;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        TriangleCorners t = triangle_corners(soup, i);
        for (DVec3& v : t) {
            v = {(v.x - drawing.corner.x) / lattice.cell_size, v.y - drawing.corner.y,
                 (v.z - drawing.corner.z) / lattice.cell_size};
        }
        const DVec3 normal = cross(t[1] - t[0], t[2] - t[0]);  // not of unit length; points up if the triangle faces up
        if (normal.y == 0 || !std::isfinite(dot(normal, normal))) continue;
        const DVec3 in_world{normal.x, normal.y * lattice.cell_size, normal.z};
        draw_triangle(normal.y > 0 ? up : down, t, normal,
                      triangle_color(walkable.areas[i], i < soup.areas.size() && soup.areas[i] == kNullArea, in_world));
    }
    for (int32_t z = 0; z < grid.depth; ++z) {
        for (int32_t x = 0; x < grid.width; ++x) {
            const size_t cell = size_t(z) * size_t(grid.width) + size_t(x);
            const TopView& view = std::isfinite(up.height[cell]) ? up : down;
            if (std::isfinite(view.height[cell])) drawing.cells.push_back({x, z, view.height[cell], view.color[cell]});
        }
    }
    return drawing;
}

}  // namespace navspan
