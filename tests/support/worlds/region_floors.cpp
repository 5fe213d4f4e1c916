#include "support/worlds/region_floors.h"

#include <algorithm>

namespace navspan::support {
namespace {

// Returns the region on the right of the border edge from a to b.
uint32_t region_across(const RegionFloor& floor, LatticePoint a, LatticePoint b) {
    if (b.z > a.z) return floor.at(a.x - 1, a.z);
    if (b.x > a.x) return floor.at(a.x, a.z);
    if (b.z < a.z) return floor.at(a.x, b.z);
    return floor.at(b.x, a.z - 1);
}

void add_contours(ContourSet& contours, const RegionFloor& floor, uint32_t region) {
    CellSet cells{floor.width, floor.depth, std::vector<uint8_t>(floor.region.size())};
    for (size_t i = 0; i < cells.inside.size(); ++i)
        cells.inside[i] = floor.region[i] == region;
    const Rings rings = trace_rings(cells);
    for (size_t r = 0; r < rings.count(); ++r) {
        const uint32_t first = rings.first[r], n = rings.first[r + 1] - first;
        Contour contour{region, 1, r > 0, uint32_t(contours.vertices.size()), n, uint32_t(contours.vertices.size()), n};
        for (uint32_t i = 0; i < n; ++i) {
            const LatticePoint a = rings.points[first + i], b = rings.points[first + (i + 1) % n];
            contours.vertices.push_back({a.x, a.z, floor.y, region_across(floor, a, b), false});
        }
        contours.contours.push_back(contour);
    }
}

}  // namespace

RegionFloor draw_floor(const std::vector<std::string>& rows, int32_t y, uint32_t first_id) {
    RegionFloor floor{int32_t(rows.front().size()), int32_t(rows.size()), y, {}};
    for (const std::string& row : rows) {
        for (const char c : row)
            floor.region.push_back(c == '.' ? 0 : first_id + uint32_t(c - 'a'));
    }
    return floor;
}

RegionFloor random_floor(Random& random, int32_t width, int32_t depth, int32_t y, uint32_t first_id) {
    RegionFloor floor{width, depth, y, std::vector<uint32_t>(size_t(width) * size_t(depth), 0)};
    std::vector<uint8_t> blocked(floor.region.size());
    const double walls = random.real(0, 0.4), take = random.real(0.4, 1);
    for (uint8_t& b : blocked)
        b = random.chance(walls);

    // Each region grows from the first cell without a region, and leaves out random cells for later regions.
    uint32_t id = first_id;
    for (size_t seed = 0; seed < floor.region.size(); ++seed) {
        if (blocked[seed] || floor.region[seed] != 0) continue;
        std::vector<size_t> stack{seed};
        floor.region[seed] = id;
        while (!stack.empty()) {
            const size_t i = stack.back();
            stack.pop_back();
            const int32_t x = int32_t(i % size_t(width)), z = int32_t(i / size_t(width));
            for (const LatticePoint s : {LatticePoint{0, 1}, LatticePoint{1, 0}, LatticePoint{0, -1}, LatticePoint{-1, 0}}) {
                const int32_t nx = x + s.x, nz = z + s.z;
                if (nx < 0 || nz < 0 || nx >= width || nz >= depth) continue;
                const size_t k = size_t(nz) * size_t(width) + size_t(nx);
                if (blocked[k] || floor.region[k] != 0 || !random.chance(take)) continue;
                floor.region[k] = id;
                stack.push_back(k);
            }
        }
        ++id;
    }
    return floor;
}

ContourSet contours_of(const std::vector<RegionFloor>& floors) {
    ContourSet contours;
    contours.grid.width = floors.front().width;
    contours.grid.depth = floors.front().depth;
    for (const RegionFloor& floor : floors) {
        std::vector<uint32_t> ids(floor.region);
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        for (const uint32_t id : ids) {
            if (id != 0) add_contours(contours, floor, id);
        }
    }
    contours.raw_vertices = contours.vertices;
    return contours;
}

}  // namespace navspan::support
