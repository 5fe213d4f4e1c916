// Tests edges on tile borders: additional corners must split an edge whose height differs too much from the ground.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "bake/polygons/poly_mesh.h"
#include "bake/world/bake_valid_tile.h"
#include "bake/world/tile_plan.h"
#include "check/stages/checks.h"
#include "navspan/bake/bake_tile.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

struct SeamProbe : BakeProbe {
    ContourSet contours;
    PolyMesh mesh;
    void after(Stage stage, const BakeProducts& p) override {
        if (stage != Stage::poly_mesh) return;
        contours = *p.contours;
        mesh = *p.poly_mesh;
    }
};

std::vector<SeamProbe> bake_terrain(const BakeConfig& config) {
    const TriangleSoup soup = support::own_scene_soup("terrain");
    const Result<TilePlan> plan = plan_tiles(soup, *to_voxels(config));
    std::vector<SeamProbe> tiles(plan->tiles.size());
    for (size_t t = 0; t < tiles.size(); ++t)
        EXPECT_TRUE(bake_tile(tile_soup(soup, *plan, t), config, &tiles[t], &plan->tiles[t]).ok());
    return tiles;
}

BakeConfig tiled_config(Profile profile) {
    BakeConfig config;
    config.profile = profile;
    config.tiles.size = 32 * config.voxels.cell_size;
    return config;
}

// Returns the vertical distance between a point of a raw ring and the seam edge there [vx]; 0 if there is no edge.
double height_error(const PolyMesh& mesh, uint32_t region, const ContourVertex& point, const ContourVertex& next) {
    for (const PolyMeshPolygon& polygon : mesh.polygons) {
        if (polygon.region != region) continue;
        for (uint32_t k = 0; k < polygon.count; ++k) {
            if (!mesh.on_seam[polygon.first + k]) continue;
            const PolyMeshVertex& a = mesh.vertices[mesh.indices[polygon.first + k]];
            const PolyMeshVertex& b = mesh.vertices[mesh.indices[polygon.first + (k + 1) % polygon.count]];
            const int32_t length = std::abs(b.x - a.x) + std::abs(b.z - a.z);
            const int32_t dx = (b.x - a.x) / length, dz = (b.z - a.z) / length;
            const int32_t along = (point.x - a.x) * dx + (point.z - a.z) * dz;
            const bool on_edge = point.x == a.x + dx * along && point.z == a.z + dz * along && along > 0 && along < length;
            if (!on_edge || next.x - point.x != dx || next.z - point.z != dz) continue;
            return std::fabs(a.y + double(b.y - a.y) * along / length - point.y);
        }
    }
    return 0;
}

TEST(PolyMeshSeams, EdgesStayWithinTheHeightError) {
    for (const Profile profile : {Profile::accurate, Profile::recast}) {
        const BakeConfig config = tiled_config(profile);
        const double most = poly_mesh_params(*to_voxels(config)).seam_height_error;
        for (const SeamProbe& tile : bake_terrain(config)) {
            if (tile.mesh.on_seam.empty()) continue;
            for (const Contour& contour : tile.contours.contours) {
                const auto ring = raw_ring(tile.contours, contour);
                for (size_t k = 0; k < ring.size(); ++k) {
                    if (ring[k].neighbour != kSeamRegion) continue;
                    EXPECT_LE(height_error(tile.mesh, contour.region, ring[k], ring[(k + 1) % ring.size()]), most);
                }
            }
        }
    }
}

TEST(PolyMeshSeams, HeightVerticesAddNoPolygons) {
    const BakeConfig config = tiled_config(Profile::accurate);
    PolyMeshParams flat = poly_mesh_params(*to_voxels(config)), fine = flat;
    flat.seam_height_error = 1e9;
    fine.seam_height_error = 0;
    size_t corners = 0;
    for (const SeamProbe& tile : bake_terrain(config)) {
        const PolyMesh without = build_poly_mesh(tile.contours, flat), with = build_poly_mesh(tile.contours, fine);
        EXPECT_EQ(with.polygons.size(), without.polygons.size());
        corners += with.vertices.size() - without.vertices.size();
        CheckReport report;
        check_poly_mesh(with, tile.contours, fine, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
    EXPECT_GT(corners, 100u);
}

}  // namespace
}  // namespace navspan
