// Compares hub labels with the exact search.
//
// In: a valid mesh.
// Out: a failure for each sampled pair of vertices whose path by hub labels is not a shortest path.
// Idea: Samples kPairs pairs of vertices in each island. For each pair, the hub labels and the exact search must find paths of
// equal length.
// Source: own method.
// Weak cases: A wrong label that no sampled pair uses is missed. A pair is skipped if the labels yield no path. Only the first
// kHubIslands islands are tested.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check/mesh/checks.h"
#include "navmesh/graph/hub_links.h"
#include "navspan/navmesh/filter.h"
#include "query/exact/exact.h"
#include "query/hubs/search.h"
#include "query/search/target.h"

namespace navspan {
namespace {

constexpr size_t kHubIslands = 64, kPairs = 64;

class HubComparison {
public:
    HubComparison(const NavMesh& mesh, CheckReport& report) : mesh_(mesh), report_(report) {
        for (const OffMeshLink& link : mesh.links)
            filter_.area_cost[link.area] = mesh.hubs.link_rate[link.area];
    }

    void compare(EdgeRef from, EdgeRef to) {
        const SurfacePoint start = vertex_point(mesh_, from), goal = vertex_point(mesh_, to);
        const CorridorRequest request{.start = start, .goal = goal, .requested_goal = goal.position, .filter = &filter_};
        const uint32_t island = island_of(mesh_, start.polygon);
        if (!uniform_cost(mesh_, filter_, island)) return;
        if (!hubs_apply(mesh_, filter_, start.polygon) || !find_hub_path(mesh_, request, hubs_)) return;
        if (!find_exact_corridor(mesh_, request, {}, exact_, corridor_)) return;
        const double length = corridor_.cost / cost_per_length(mesh_, filter_, island) / mesh_.tiles[0]->frame.quantum;
        // The hub search assumes that no link is shorter than the distance between its ends. Rounding can make a link shorter
        // by up to kHubLinkSlack.
        const auto links = std::count_if(hubs_.portals.begin(), hubs_.portals.end(), is_link) +
                           std::count_if(corridor_.portals.begin(), corridor_.portals.end(), is_link);
        if (std::fabs(hubs_.length - length) <= 1e-9 * length + double(links) * kHubLinkSlack) return;
        fail(report_, "hubs: the path from half-edge " + std::to_string(from.edge) + " to half-edge " +
                          std::to_string(to.edge) + " has a length of " + std::to_string(hubs_.length) +
                          " cells, but the shortest path has a length of " + std::to_string(length));
    }

private:
    const NavMesh& mesh_;
    CheckReport& report_;
    QueryFilter filter_ = metric_filter();
    ExactScratch exact_;
    HubScratch hubs_;
    Corridor corridor_;
};

}  // namespace

void check_hubs(const NavMesh& mesh, CheckReport& report) {
    if (mesh.hubs.empty()) return;
    std::vector<std::vector<EdgeRef>> edges(mesh.islands.size());
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        const EdgeRef edge = edge_ref(mesh, e);
        if (edge.valid()) edges[island_of(mesh, polygon_at(mesh, edge))].push_back(edge);
    }
    HubComparison comparison(mesh, report);
    for (size_t i = 0; i < std::min(edges.size(), kHubIslands); ++i) {
        const size_t count = edges[i].size();
        for (size_t n = 0; n < kPairs; ++n)
            comparison.compare(edges[i][n * count / kPairs], edges[i][(n * 37 + 17) % kPairs * count / kPairs]);
    }
}

}  // namespace navspan
