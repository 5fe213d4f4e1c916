#include "navmesh/clearance/mesh.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <utility>

#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"

namespace navspan {
namespace {

// Returns the portals of a mesh on which its clear ground is connected.
std::set<std::pair<uint32_t, uint32_t>> open_portals(const ClearanceMesh& wide) {
    std::set<std::pair<uint32_t, uint32_t>> open;
    const NavTile& tile = *wide.ground.tiles[0];
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const EdgeRef portal = wide.portal_origin[e];
        if (portal.valid() && tile.half_edges[e].twin != kNoIndex) open.emplace(portal.tile, portal.edge);
    }
    return open;
}

TEST(ClearanceMesh, ATinyClearanceKeepsAllPortals) {
    for (uint64_t seed = 1; seed <= support::rounds(150); ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 9, .rows = 7, .floors = 1});
        for (const double clearance : {std::numeric_limits<double>::denorm_min(), 1e-12, 1e-3}) {
            const Result<ClearanceMesh> wide = with_clearance(mesh, clearance, 1);
            ASSERT_TRUE(wide.ok()) << clearance << ": " << wide.error().message;
            const auto open = open_portals(*wide);
            for (uint32_t e = 0; e < mesh.search_edges.size(); ++e) {
                if (mesh.search_edges[e].twin == kNoIndex) continue;
                const EdgeRef portal = edge_ref(mesh, e);
                EXPECT_TRUE(open.contains({portal.tile, portal.edge})) << clearance << ": portal " << portal.edge;
            }
        }
    }
}

}  // namespace
}  // namespace navspan
