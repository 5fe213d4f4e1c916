// Tests a drawing that a program made.

#include "navspan/debug/drawing.h"

#include <algorithm>
#include <cmath>

namespace navspan {
namespace {

constexpr int32_t kMostCells = 1 << 29;  // along a side, as in a lattice
constexpr double kMostUnits = 1e15;      // as for the points of queries

bool is_near(DVec3 p) {
    return std::fabs(p.x) <= kMostUnits && std::fabs(p.y) <= kMostUnits && std::fabs(p.z) <= kMostUnits;
}

}  // namespace

bool is_drawable(const Drawing& drawing) {
    const auto has_points = [&](const auto& part) {
        return part.first <= drawing.points.size() && part.count <= drawing.points.size() - part.first;
    };
    const auto has_cell = [&](const Drawing::Cell& cell) {
        return cell.x >= 0 && cell.x < drawing.width && cell.z >= 0 && cell.z < drawing.depth;
    };
    return drawing.width >= 0 && drawing.width <= kMostCells && drawing.depth >= 0 && drawing.depth <= kMostCells &&
           is_near(drawing.corner) && std::all_of(drawing.cells.begin(), drawing.cells.end(), has_cell) &&
           std::all_of(drawing.points.begin(), drawing.points.end(), is_near) &&
           std::all_of(drawing.polygons.begin(), drawing.polygons.end(), has_points) &&
           std::all_of(drawing.lines.begin(), drawing.lines.end(), has_points) &&
           std::all_of(drawing.markers.begin(), drawing.markers.end(), [](const auto& marker) { return is_near(marker.at); }) &&
           std::all_of(drawing.named_lines.begin(), drawing.named_lines.end(),
                       [](const auto& line) { return is_near(line.from) && is_near(line.to); });
}

}  // namespace navspan
