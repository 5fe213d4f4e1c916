#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/landmarks.h"
#include "query/exact/exact.h"
#include "query/hubs/search.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::support {

/// Answers queries with and without hub labels, and compares the lengths.
class HubsAgainstSearch {
public:
    /// @param mesh  if it has no hub labels, they are computed
    explicit HubsAgainstSearch(const NavMesh& mesh)
        : mesh_(mesh.hubs.empty() ? *with_hubs(mesh) : mesh), filter_(default_filter(mesh_)) {}

    const NavMesh& mesh() const { return mesh_; }
    /// Number of queries that hub labels did not answer. find_path uses the exact search for such queries.
    int unanswered() const { return unanswered_; }

    int paths_with_links() const { return paths_with_links_; }

    /// Returns the length of the path [wu]; negative if hub labels do not answer.
    double expect_equal(const SurfacePoint& start, const SurfacePoint& goal) {
        if (island_of(mesh_, start.polygon) != island_of(mesh_, goal.polygon)) return -1;
        if (!hubs_apply(mesh_, filter_, start.polygon)) return -1;
        const CorridorRequest request{start, goal, goal.position, &filter_};
        const bool found = find_hub_path(mesh_, request, hubs_);
        EXPECT_TRUE(find_exact_corridor(mesh_, request, {}, exact_, corridor_).ok());
        if (!found) {
            // Do not count a path that ends in another polygon that touches the goal. If one-way links lead only to that
            // polygon, hub labels need not answer.
            unanswered_ += corridor_.complete && corridor_.polygons.back() == goal.polygon;
            return -1;
        }
        EXPECT_TRUE(corridor_.complete);
        paths_with_links_ += std::any_of(hubs_.portals.begin(), hubs_.portals.end(), is_link);
        // Rounding the ends of a link to 2^-20 cells changes its length by less than 2^-19 cells. The rounded length can exceed
        // the cost of the link by this much.
        const auto links = std::count_if(hubs_.portals.begin(), hubs_.portals.end(), is_link) +
                           std::count_if(corridor_.portals.begin(), corridor_.portals.end(), is_link);
        const double quantum = mesh_.tiles[0]->frame.quantum, length = hubs_.length * quantum;
        EXPECT_NEAR(length, corridor_.cost, 1e-9 * corridor_.cost + (1e-9 + double(links) * 0x1p-19) * quantum);
        EXPECT_EQ(hubs_.polygons.size(), hubs_.portals.size() + 1);
        EXPECT_EQ(hubs_.polygons.front(), start.polygon);
        EXPECT_EQ(hubs_.polygons.back(), goal.polygon);
        return length;
    }

    /// Compares queries between random corners, middles of edges, and points inside polygons. Returns the number of queries.
    int expect_equal_at_random(Random& random, int queries) {
        int compared = 0;
        for (int i = 0; i < queries; ++i) {
            SCOPED_TRACE("query " + std::to_string(i));
            compared += expect_equal(point(random), point(random)) >= 0;
            if (testing::Test::HasFailure()) break;
        }
        return compared;
    }

private:
    SurfacePoint point(Random& random) const {
        const PolygonRef polygon = polygon_ref(mesh_, uint32_t(random.between(0, int32_t(mesh_.polygon_count()) - 1)));
        const NavTile& tile = tile_of(mesh_, polygon);
        const NavPolygon& p = polygon_of(mesh_, polygon);
        if (!mesh_.links.empty() && random.chance(0.1)) {
            const OffMeshLink& link = mesh_.links[size_t(random.between(0, int32_t(mesh_.links.size()) - 1))];
            return random.chance(0.5) ? SurfacePoint{link.from, link.start, 0, mesh_.revision}
                                      : SurfacePoint{link.to, link.end, 0, mesh_.revision};
        }
        const uint32_t corner = p.first_edge + uint32_t(random.between(0, int32_t(p.edge_count) - 1));
        const HalfEdge &a = tile.half_edges[corner], &b = tile.half_edges[next_edge(tile, corner)];
        const double share = random.chance(0.5) ? 0 : 0.5;
        if (random.chance(0.3))
            return {polygon, to_world(tile.frame, {a.x + share * (b.x - a.x), 0, a.z + share * (b.z - a.z)}), 0,
                    mesh_.revision};
        return {polygon, random_surface_point(random, mesh_, polygon), 0, mesh_.revision};
    }

    NavMesh mesh_;
    QueryFilter filter_;
    HubScratch hubs_;
    ExactScratch exact_;
    Corridor corridor_;
    int unanswered_ = 0, paths_with_links_ = 0;
};

/// Returns the error message for a file with changed hub labels; empty if the file is accepted.
template <class Change>
std::string verdict_on_hubs(const NavMesh& mesh, Change change) {
    NavMesh bad = mesh;
    change(bad.hubs);
    const Result<NavMesh> read = parse_nav_mesh(serialize_nav_mesh(bad));
    return read.ok() ? "" : read.error().message;
}

}  // namespace navspan::support
