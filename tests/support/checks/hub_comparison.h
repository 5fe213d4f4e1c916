#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "navspan/navmesh/filter.h"
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
    /// Number of queries for which hub labels were tried but gave no answer. find_path uses the exact search for such queries.
    int unanswered() const { return unanswered_; }

    /// Returns the length of the path [wu]; negative if hub labels do not answer.
    double expect_equal(const SurfacePoint& start, const SurfacePoint& goal) {
        if (island_of(mesh_, start.polygon) != island_of(mesh_, goal.polygon)) return -1;
        if (!hubs_apply(mesh_, filter_, start.polygon)) return -1;
        const CorridorRequest request{start, goal, goal.position, &filter_};
        if (!find_hub_path(mesh_, request, hubs_)) {
            ++unanswered_;
            return -1;
        }
        EXPECT_TRUE(find_exact_corridor(mesh_, request, {}, exact_, corridor_).ok());
        const double quantum = mesh_.tiles[0]->frame.quantum, length = hubs_.length * quantum;
        EXPECT_NEAR(length, corridor_.cost, 1e-9 * corridor_.cost + 1e-9 * quantum);
        EXPECT_EQ(hubs_.polygons.size(), hubs_.portals.size() + 1);
        EXPECT_EQ(hubs_.polygons.front(), start.polygon);
        EXPECT_EQ(hubs_.polygons.back(), goal.polygon);
        return length;
    }

    /// Compares queries between random points: corners, middles of edges, and points inside polygons. Returns the number of
    /// compared queries.
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
        const uint32_t corner = p.first_edge + uint32_t(random.between(0, int32_t(p.edge_count) - 1));
        const HalfEdge &a = tile.half_edges[corner], &b = tile.half_edges[next_edge(tile, corner)];
        const double share = random.chance(0.5) ? 0 : 0.5;
        if (random.chance(0.3))
            return {polygon, to_world(tile.frame, {a.x + share * (b.x - a.x), 0, a.z + share * (b.z - a.z)}), 0};
        return {polygon, random_surface_point(random, mesh_, polygon), 0};
    }

    NavMesh mesh_;
    QueryFilter filter_;
    HubScratch hubs_;
    ExactScratch exact_;
    Corridor corridor_;
    int unanswered_ = 0;
};

}  // namespace navspan::support
