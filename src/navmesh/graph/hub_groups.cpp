// Computes, for each group of a hub index, the data that queries read.
//
// In: a mesh with a valid hub index.
// Out: the hub of each group, and a lower bound on the lengths of its paths.
// Idea: The path of a via-label leads from the region to the label's vertex, and then to the hub. A lower bound on the length
// of this path is the sum of two distances: from the region's bounding rectangle to the vertex, and from the vertex to the hub.
// The bound of a group is the minimum over its via-labels. A query first compares the bounds of all common hubs. Then the query
// reads the via-labels of only a few hubs.
// Source: own method.
// Weak cases: The bounds of large regions are low, so queries read more via-labels.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/memory.h"
#include "navmesh/graph/hub_links.h"

namespace navspan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A rectangle [cell]. Empty if the minimum is greater than the maximum.
struct FlatBounds {
    double min_x = kInfinity, min_z = kInfinity, max_x = -kInfinity, max_z = -kInfinity;

    void add(LatticePoint p) {
        min_x = std::min(min_x, double(p.x));
        min_z = std::min(min_z, double(p.z));
        max_x = std::max(max_x, double(p.x));
        max_z = std::max(max_z, double(p.z));
    }
    double distance_to(const TurningVertex& v) const {
        const double x = std::max({min_x - v.x, v.x - max_x, 0.0}), z = std::max({min_z - v.z, v.z - max_z, 0.0});
        return std::sqrt(x * x + z * z);
    }
};

// Returns a rectangle around the polygons of each region.
std::vector<FlatBounds> region_bounds(const NavMesh& mesh) {
    std::vector<FlatBounds> bounds(mesh.hubs.regions.size());
    for (uint32_t p = 0; p + 1 < mesh.hubs.polygons.size(); ++p) {
        FlatBounds& region = bounds[mesh.hubs.polygons[p].region];
        const PolygonRef polygon = polygon_ref(mesh, p % mesh.polygon_count());
        const uint32_t first = mesh.edge_offset[polygon.tile] + polygon_of(mesh, polygon).first_edge;
        for (uint32_t e = first; e < mesh.search_edges[first].end; ++e)
            region.add(mesh.search_edges[e].start);
    }
    return bounds;
}

}  // namespace

void index_groups(NavMesh& mesh) {
    HubIndex& hubs = mesh.hubs;
    hubs.group_hub.clear();
    hubs.group_bounds.clear();
    reserve_large(hubs.group_hub, hubs.groups.size() - 1);
    reserve_large(hubs.group_bounds, hubs.groups.size());
    const std::vector<FlatBounds> bounds = region_bounds(mesh);
    for (size_t r = 0; r + 1 < hubs.regions.size(); ++r) {
        for (uint32_t g = hubs.regions[r].first_group; g < hubs.regions[r + 1].first_group; ++g) {
            double bound = kInfinity;
            for (uint32_t i = hubs.groups[g].first; i < hubs.groups[g + 1].first; ++i) {
                const HubPoint& point = hubs.points[hubs.regions[r].first_point + hubs.via_vertex[i]];
                bound = std::min(bound, bounds[r].distance_to(hubs.vertices[point.vertex]) + double(hubs.via_distance[i]));
            }
            hubs.group_hub.push_back(hubs.groups[g].hub);
            hubs.group_bounds.push_back({hubs.groups[g].first, float(bound * (1 - kHubRounding))});
        }
    }
    hubs.group_bounds.push_back({hubs.groups.back().first, 0});
}

}  // namespace navspan
