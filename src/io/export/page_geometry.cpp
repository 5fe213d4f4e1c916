// Simplifies the triangles of a level for display.
//
// In: triangles, and a limit on their total size in bytes.
// Out: triangles whose total size is within the limit.
// Idea: Merges all vertices of a grid cell into the first vertex of the cell. Removes triangles with two corners in one cell.
// Repeats with larger cells on the previous result until the size fits.
// Source: Rossignac, Borrel, Multi-resolution 3D approximations for rendering complex scenes (1993).
// Weak cases: The distance to the camera is ignored. Thin objects can become flat.

#include "io/export/page_geometry.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "navspan/core/no_index.h"

namespace navspan {
namespace {

constexpr double kFinestCell = 1.0 / 8192;  // side of the first cells, as a fraction of the level's extent
constexpr double kCellGrowth = 1.5;         // growth factor of the cells in each pass

using VertexCell = std::array<int64_t, 3>;

// Returns the cell of a vertex. If `side` is 0, each position has its own cell.
VertexCell vertex_cell(const float* point, double side) {
    VertexCell cell;
    for (size_t axis = 0; axis < 3; ++axis) {
        cell[axis] = side > 0 ? int64_t(std::floor(point[axis] / side)) : std::bit_cast<int32_t>(point[axis] + 0.0f);
    }
    return cell;
}

// For each vertex, returns the first vertex in the same cell.
std::vector<uint32_t> first_in_cell(const std::vector<float>& points, double side) {
    std::vector<VertexCell> cells(points.size() / 3);
    for (size_t v = 0; v < cells.size(); ++v)
        cells[v] = vertex_cell(&points[3 * v], side);
    std::vector<uint32_t> order(cells.size()), first(cells.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return cells[a] != cells[b] ? cells[a] < cells[b] : a < b; });
    for (size_t i = 0; i < order.size(); ++i) {
        const bool is_first = i == 0 || cells[order[i]] != cells[order[i - 1]];
        first[order[i]] = is_first ? order[i] : first[order[i - 1]];
    }
    return first;
}

// Merges the vertices of each cell. Removes degenerate and repeated triangles, and unused vertices.
PageGeometry merge_by_cell(const PageGeometry& from, double side) {
    const std::vector<uint32_t> first = first_in_cell(from.points, side);
    std::vector<std::array<uint32_t, 3>> triangles;
    for (size_t i = 0; i < from.corners.size(); i += 3) {
        std::array<uint32_t, 3> t{first[from.corners[i]], first[from.corners[i + 1]], first[from.corners[i + 2]]};
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
        triangles.push_back(t);
    }
    std::sort(triangles.begin(), triangles.end());
    triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    PageGeometry to{.cell = side};
    std::vector<uint32_t> number(first.size(), kNoIndex);
    for (const std::array<uint32_t, 3>& triangle : triangles) {
        for (const uint32_t v : triangle) {
            if (number[v] == kNoIndex) {
                number[v] = uint32_t(to.points.size() / 3);
                const float* const point = &from.points[size_t{3} * v];
                to.points.insert(to.points.end(), point, point + 3);
            }
            to.corners.push_back(number[v]);
        }
    }
    return to;
}

size_t geometry_bytes(const PageGeometry& geometry) {
    return sizeof(float) * geometry.points.size() + sizeof(uint32_t) * geometry.corners.size();
}

}  // namespace

PageGeometry page_geometry(const TriangleSoup& soup, DVec3 centre, size_t max_bytes) {
    PageGeometry whole;
    whole.points.reserve(3 * soup.vertices.size());
    for (const DVec3& p : soup.vertices)
        whole.points.insert(whole.points.end(), {float(p.x - centre.x), float(p.y - centre.y), float(p.z - centre.z)});
    whole.corners.reserve(3 * soup.triangles.size());
    for (const std::array<uint32_t, 3>& triangle : soup.triangles)
        whole.corners.insert(whole.corners.end(), triangle.begin(), triangle.end());
    PageGeometry made = merge_by_cell(whole, 0);
    float extent = 0;  // largest distance from the centre along an axis
    for (const float c : made.points)
        extent = std::max(extent, std::fabs(c));
    for (double cell = 2 * double(extent) * kFinestCell; geometry_bytes(made) > max_bytes; cell *= kCellGrowth)
        made = merge_by_cell(made, cell);
    return made;
}

}  // namespace navspan
