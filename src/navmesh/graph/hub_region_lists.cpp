// Splits the hubs of each region into global and local hubs.
//
// In: a valid hub index.
// Out: for each region: the ranges of its groups, and the parts of the level that contain its local hubs.
// Idea: A query needs the hubs that two regions have in common. Most hubs of a region are unimportant vertices in its
// neighbourhood. If the local hubs of two regions lie in different parts of the level, the regions have none of them in common.
// The query then compares only the short lists of global hubs.
// Source: own method.
// Weak cases: If two regions are close to each other, the query compares all of their hubs.

#include <algorithm>
#include <limits>
#include <vector>

#include "navmesh/graph/hub_links.h"

namespace navspan {
namespace {

constexpr size_t kVerticesPerGlobalHub = 16;
constexpr int kCellsPerSide = 8;

// Returns the cell of each vertex on a grid over all vertices, as a bit set with one bit.
std::vector<uint64_t> cells_of_vertices(const std::vector<TurningVertex>& vertices) {
    constexpr double kMost = std::numeric_limits<double>::max();
    double min_x = kMost, min_z = kMost, max_x = -kMost, max_z = -kMost;
    for (const TurningVertex& v : vertices) {
        min_x = std::min(min_x, v.x);
        min_z = std::min(min_z, v.z);
        max_x = std::max(max_x, v.x);
        max_z = std::max(max_z, v.z);
    }
    const auto cell = [](double x, double size) {
        return size > 0 ? std::min(int(x / size * kCellsPerSide), kCellsPerSide - 1) : 0;
    };
    std::vector<uint64_t> cells;
    for (const TurningVertex& v : vertices)
        cells.push_back(uint64_t{1} << (cell(v.x - min_x, max_x - min_x) * kCellsPerSide + cell(v.z - min_z, max_z - min_z)));
    return cells;
}

}  // namespace

std::vector<HubRegionLists> hub_region_lists(const HubIndex& hubs) {
    const std::vector<uint64_t> cells = cells_of_vertices(hubs.vertices);
    const auto global_hubs = uint32_t(hubs.vertices.size() / kVerticesPerGlobalHub);
    std::vector<HubRegionLists> lists;
    for (size_t r = 0; r + 1 < hubs.regions.size(); ++r) {
        HubRegionLists region{.local_cells = 0,
                              .first_point = hubs.regions[r].first_point,
                              .first_global = hubs.regions[r].first_group,
                              .first_local = hubs.regions[r + 1].first_group,
                              .end = hubs.regions[r + 1].first_group};
        while (region.first_local > region.first_global && hubs.groups[region.first_local - 1].hub >= global_hubs) {
            --region.first_local;
            region.local_cells |= cells[hubs.groups[region.first_local].hub];
        }
        lists.push_back(region);
    }
    return lists;
}

}  // namespace navspan
