// Validates a drawing: size, cells, coordinates and lists of points.

#include "navspan/debug/drawing.h"

#include <algorithm>
#include <cmath>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

// Limit on coordinates. Mesh corners stay below 6e17 wu: kMaxLattice (5.4e8) * maximum quantum (1e9) + maximum origin (1e15).
constexpr double kMaxUnits = 1e18;

bool is_within_limit(DVec3 p) {
    return std::fabs(p.x) <= kMaxUnits && std::fabs(p.y) <= kMaxUnits && std::fabs(p.z) <= kMaxUnits;
}

}  // namespace

bool is_drawable(const Drawing& drawing) {
    const auto has_points = [&](const auto& part) {
        return part.first <= drawing.points.size() && part.count <= drawing.points.size() - part.first;
    };
    const auto has_cell = [&](const Drawing::Cell& cell) {
        return cell.x >= 0 && cell.x < drawing.width && cell.z >= 0 && cell.z < drawing.depth;
    };
    return drawing.width >= 0 && drawing.width <= kMaxLattice && drawing.depth >= 0 && drawing.depth <= kMaxLattice &&
           is_within_limit(drawing.corner) && std::all_of(drawing.cells.begin(), drawing.cells.end(), has_cell) &&
           std::all_of(drawing.points.begin(), drawing.points.end(), is_within_limit) &&
           std::all_of(drawing.polygons.begin(), drawing.polygons.end(), has_points) &&
           std::all_of(drawing.lines.begin(), drawing.lines.end(), has_points) &&
           std::all_of(drawing.markers.begin(), drawing.markers.end(),
                       [](const auto& marker) { return is_within_limit(marker.at); }) &&
           std::all_of(drawing.named_lines.begin(), drawing.named_lines.end(),
                       [](const auto& line) { return is_within_limit(line.from) && is_within_limit(line.to); });
}

}  // namespace navspan
