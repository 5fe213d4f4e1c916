// Tests regions with floors on both sides of a height step, for example a platform and the ground around it, connected by a
// ramp. Each polygon must keep the heights of its own floor.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/io/obj.h"
#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"

namespace navspan {
namespace {

std::vector<BakeConfig> all_ways(const BakeConfig& base) {
    std::vector<BakeConfig> ways;
    for (const Profile profile : {Profile::recast, Profile::accurate}) {
        for (const RegionMethod method :
             {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers, RegionMethod::sheets}) {
            ways.push_back(base);
            ways.back().profile = profile;
            ways.back().regions.method = method;
        }
    }
    return ways;
}

// Counts wrong heights at polygon corners. A height is wrong if it differs from both floors by more than 0.5 wu.
struct BetweenFloors : CheckProbe {
    double lower = 0, upper = 4;  // heights of the two floors [wu]
    bool (*is_sample)(DVec3) = nullptr;
    size_t seen = 0, between = 0;

    void after(Stage stage, const BakeProducts& products) override {
        CheckProbe::after(stage, products);
        if (stage != Stage::detail_mesh) return;
        const PolyMesh& mesh = *products.poly_mesh;
        for (size_t v = 0; v < mesh.vertices.size(); ++v) {
            const Lattice& lattice = products.config->lattice;
            const DVec3 corner = grid_corner(lattice, mesh.grid);
            const double y = corner.y + double(products.detail->vertex_y[v]) * lattice.cell_height;
            if (!is_sample(
                    {corner.x + mesh.vertices[v].x * lattice.cell_size, y, corner.z + mesh.vertices[v].z * lattice.cell_size}))
                continue;
            ++seen;
            between += std::fabs(y - lower) > 0.5 && std::fabs(y - upper) > 0.5;
        }
    }
};

TEST(FoldedRegions, HallsBelowTheirOwnStairsKeepInvariants) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        if (scene.name != "courtyard" && scene.name != "tower") continue;
        const TriangleSoup soup = support::soup_of(scene);
        for (const BakeConfig& config : all_ways({})) {
            CheckProbe checks;
            ASSERT_TRUE(bake_tile(soup, config, &checks));
            EXPECT_TRUE(checks.report.ok()) << scene.name << ": " << checks.report.failures.front();
        }
    }
}

TEST(FoldedRegions, GroundNextToAPlatformKeepsItsHeight) {
    support::ObjBuilder obj("a platform with a way up");
    obj.floor({0, 0, 0}, {20, 0, 20});
    obj.box({8.1, 0, 8.1}, {14.1, 4, 14.1});
    obj.ramp_z({8.1, 0, 1.1}, {10.1, 4, 8.1}, 0);
    const Result<LoadedScene> scene = parse_obj(std::vector<ObjText>{{"platform.obj", obj.text()}});
    ASSERT_TRUE(scene);
    // Without erosion and without a ledge filter, the ground reaches the foot of the platform.
    BakeConfig config;
    config.agent.radius = 0;
    config.filters.ledges = LedgeTest::off;
    for (const BakeConfig& way : all_ways(config)) {
        BetweenFloors checks;
        checks.is_sample = [](DVec3 p) { return p.z > 9; };
        ASSERT_TRUE(bake_tile(scene->soup, way, &checks));
        EXPECT_TRUE(checks.report.ok()) << checks.report.failures.front();
        EXPECT_GE(checks.seen, 8u);
        EXPECT_EQ(checks.between, 0u);
    }
}

}  // namespace
}  // namespace navspan
