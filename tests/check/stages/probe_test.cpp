#include <gtest/gtest.h>

#include <vector>

#include "bake/contours/contours.h"
#include "bake/detail/mesh.h"
#include "bake/field/distance_field.h"
#include "bake/polygons/poly_mesh.h"
#include "bake/regions/regions.h"
#include "bake/world/bake_valid_tile.h"
#include "check/stages/checks.h"
#include "support/checks/short_calls.h"
#include "support/text/failures.h"
#include "support/worlds/ascii_field.h"

namespace navspan {
namespace {

struct Products {
    VoxelConfig config;
    TriangleSoup soup;
    CompactHeightfield field = support::field_of_drawing({{1, {"aaaaaa", "aaaaaa", "aaaaaa"}}});
    DistanceField distance = build_distance_field(field);
    RegionMap regions = build_regions_monotone(field, {.min_area = 0, .merge_area = 0});
    ContourSet contours = build_contours(field, regions, contour_params(config));
    PolyMesh mesh = build_poly_mesh(contours, poly_mesh_params(config));
    DetailMesh detail = build_detail_mesh(mesh, field, regions, nullptr, {6, 1});
    Heightfield solid;
    std::vector<SpanFate> fates;

    BakeProducts shown() const {
        return {.config = &config,
                .soup = &soup,
                .heightfield = &solid,
                .fates = fates,
                .compact = &field,
                .distance = &distance,
                .regions = &regions,
                .contours = &contours,
                .poly_mesh = &mesh,
                .detail = &detail};
    }
};

CheckReport after(Stage stage, const Products& products) {
    CheckProbe probe;
    probe.after(stage, products.shown());
    return probe.report;
}

TEST(CheckProbe, ValidProductsPassAfterEveryStage) {
    const Products sound;
    for (int stage = int(Stage::compact_heightfield); stage < kStageCount; ++stage) {
        const CheckReport report = after(Stage(stage), sound);
        EXPECT_TRUE(report.ok()) << stage_name(Stage(stage)) << ": " << report.failures.front();
    }
}

TEST(CheckProbe, BrokenProductIsReportedAfterItsStage) {
    Products soup, field, distance, regions, contours, mesh, detail, solid;
    soup.soup.triangles = {{0, 1, 2}};
    EXPECT_FALSE(after(Stage::mark_walkable, soup).ok());
    solid.solid.grid = {.width = 1, .depth = 1};
    solid.solid.first = {0, 1};
    solid.solid.spans = {{.bottom = 5, .top = 2}};
    EXPECT_FALSE(after(Stage::rasterize, solid).ok());
    EXPECT_FALSE(after(Stage::filter_low_height, solid).ok()) << "no fates";
    solid.solid.spans = {{.bottom = 2, .top = 5, .area = kDefaultArea, .fate = SpanFate::walkable}};
    solid.fates = {SpanFate::walkable};
    EXPECT_FALSE(after(Stage::filter_low_height, solid).ok()) << "the only cell is a ledge";
    solid.fates = {SpanFate::ledge};
    EXPECT_TRUE(after(Stage::filter_low_height, solid).ok());
    field.field.links[0] = 0xff;
    EXPECT_FALSE(after(Stage::compact_heightfield, field).ok());
    EXPECT_FALSE(after(Stage::erode, field).ok());
    distance.distance.distance[0] = 1000;
    EXPECT_FALSE(after(Stage::distance_field, distance).ok());
    regions.regions.region[0] = 0;
    EXPECT_FALSE(after(Stage::regions, regions).ok());
    contours.contours.vertices[0].x += 100;
    EXPECT_FALSE(after(Stage::contours, contours).ok());
    mesh.mesh.neighbours[0] = 0;
    EXPECT_FALSE(after(Stage::poly_mesh, mesh).ok());
    detail.detail.vertex_y[0] += 5;
    EXPECT_FALSE(after(Stage::detail_mesh, detail).ok());
}

TEST(CheckProbe, ReportsACompactFieldThatDiffersFromTheFilters) {
    Products products;
    products.solid.grid = {.width = 1, .depth = 1};
    products.solid.first = {0, 1};
    products.solid.spans = {{.bottom = 2, .top = 5, .area = kDefaultArea, .fate = SpanFate::walkable}};
    products.fates = {SpanFate::walkable};
    products.config.ledges = LedgeTest::off;
    products.config.walkable_height = 10;
    const FilteredField filtered = filter_and_compact(products.solid, filter_params(products.config));
    const auto failures_with = [&](const CompactHeightfield& field) {
        products.field = field;
        CheckProbe probe;
        probe.after(Stage::filter_low_height, products.shown());
        probe.after(Stage::compact_heightfield, products.shown());
        return support::failures_of(probe.report);
    };
    EXPECT_EQ(failures_with(*filtered.field), "");
    CompactHeightfield raised = *filtered.field;
    ++raised.floor[0];
    --raised.clearance[0];
    EXPECT_NE(failures_with(raised).find("differ from those of the reference"), std::string::npos);
}

}  // namespace
}  // namespace navspan
