// Tests floor plans in GeoJSON: the meaning of features, and error messages.

#include "navspan/io/floor_plan.h"

#include <gtest/gtest.h>

namespace navspan {
namespace {

const std::string kSquareRing = "[[0,0],[10,0],[10,10],[0,10],[0,0]]";
const std::string kHole = "[[2,2],[4,2],[4,4],[2,4],[2,2]]";

std::string polygon(const std::string& rings) {
    return R"({"type": "Polygon", "coordinates": [)" + rings + "]}";
}
std::string feature(const std::string& geometry, const std::string& properties = "{}") {
    return R"({"type": "Feature", "properties": )" + properties + R"(, "geometry": )" + geometry + "}";
}
std::string collection(const std::string& features) {
    return R"({"type": "FeatureCollection", "features": [)" + features + "]}";
}

BakeConfig config_of(double radius = 0) {
    BakeConfig config;
    config.agent.radius = radius;
    return config;
}

Result<NavMesh> mesh_of(const std::string& text, const BakeConfig& config = config_of()) {
    const Result<FloorPlan> floor = parse_floor_plan(text, "a.geojson");
    if (!floor) return floor.error();
    Warnings warnings;
    return nav_mesh_from_floor_plan(*floor, config, "a.geojson", {}, warnings);
}

double area_of_islands(const Result<NavMesh>& mesh) {
    EXPECT_TRUE(mesh) << mesh.error().message;
    double area = 0;
    for (size_t i = 0; mesh && i < mesh->islands.size(); ++i)
        area += mesh->islands[i].area;
    return area;
}

std::string plan_mistake(const std::string& text, const BakeConfig& config = config_of()) {
    const Result<NavMesh> mesh = mesh_of(text, config);
    return mesh ? "no mistake" : mesh.error().message;
}

std::string rings_mistake(const std::string& rings) {
    return plan_mistake(collection(feature(polygon(kSquareRing)) + "," + feature(polygon(rings))));
}

TEST(FloorPlan, PolygonsWithHolesAndObstaclesBecomeGround) {
    EXPECT_EQ(area_of_islands(mesh_of(polygon(kSquareRing + "," + kHole))), 96);
    EXPECT_EQ(area_of_islands(mesh_of(feature(polygon(kSquareRing)))), 100);
    const std::string obstacle = feature(polygon("[[8,8],[12,8],[12,12],[8,12],[8,8]]"), R"({"kind": "obstacle"})");
    EXPECT_EQ(area_of_islands(mesh_of(collection(obstacle + "," + feature(polygon(kSquareRing))))), 96);
    EXPECT_EQ(area_of_islands(mesh_of(R"({"type": "MultiPolygon", "coordinates": [[)" + kSquareRing + "],[" + kHole + "]]}")),
              100);
    EXPECT_EQ(area_of_islands(mesh_of(R"({"type": "GeometryCollection", "geometries": [)" + polygon(kSquareRing) + "]}")), 100);
    EXPECT_EQ(area_of_islands(mesh_of(collection(""))), 0);
}

TEST(FloorPlan, PlanYPointsToNegativeZ) {
    const Result<FloorPlan> floor = parse_floor_plan(polygon("[[1,2],[3,2],[1,5],[1,2]]"), "a.geojson");
    ASSERT_TRUE(floor);
    EXPECT_EQ(floor->features.at(0).polygons.at(0).rings.at(0).at(2), (DVec3{1, 0, -5}));
}

TEST(FloorPlan, RadiusIsRemovedAtWalls) {
    const double area = area_of_islands(mesh_of(polygon(kSquareRing), config_of(1)));
    EXPECT_LT(area, 64);
    EXPECT_GT(area, 7.98 * 7.98);
}

TEST(FloorPlan, AreasComeFromPropertiesRulesAndCosts) {
    BakeConfig config = config_of();
    config.areas.push_back({"grass", 5, 3.0, 2});
    const auto with = [&](const std::string& properties) {
        return mesh_of(collection(feature(polygon(kSquareRing)) + "," + feature(polygon(kHole), properties)), config);
    };
    const auto areas = [&](const std::string& properties) {
        const Result<NavMesh> mesh = with(properties);
        return mesh ? mesh->islands.at(0).areas : 0;
    };
    const uint64_t ground = uint64_t{1} << 63;
    EXPECT_EQ(areas("{}"), ground);
    EXPECT_EQ(areas(R"({"area": "grass", "cost": 9})"), ground | 1 << 5);
    EXPECT_EQ(areas(R"({"area": "mud", "cost": 9})"), ground | 1 << 1);
    const Result<NavMesh> mud = with(R"({"area": "mud", "cost": 9})");
    ASSERT_TRUE(mud);
    EXPECT_EQ(mud->info.areas.at(0), (NavArea{"mud", 1, 1, 9}));
    config.rules = {{"lawn*", "grass"}, {"lawn 2", std::nullopt}};
    EXPECT_EQ(areas(R"({"name": "lawn 1"})"), ground | 1 << 5);
    EXPECT_EQ(area_of_islands(with(R"({"kind": "lawn 2"})")), 96);
    EXPECT_EQ(areas(R"({"kind": "obstacle", "name": "lawn 1"})"), ground | 1 << 5);
}

TEST(FloorPlan, ReportsSkippedContent) {
    const std::string point = feature(R"({"type": "Point", "coordinates": [1, 2]})");
    const Result<FloorPlan> floor = parse_floor_plan(
        collection(point + "," + feature("null") + "," + feature(polygon("[[0,0,1],[1,0,1],[1,1,1],[0,0,1]]"))), "a.geojson");
    ASSERT_TRUE(floor) << floor.error().message;
    ASSERT_EQ(floor->warnings.size(), 2u);
    EXPECT_EQ(floor->warnings[0].message, "features[0].geometry: Point is not a polygon and is left out; so is 1 more");
    EXPECT_EQ(floor->warnings[1].message,
              "features[2].geometry.coordinates[0][0] has a height, but floor plans are flat; all heights count as 0");
}

TEST(FloorPlan, FormatErrorsNameTheirJsonPath) {
    EXPECT_EQ(plan_mistake("[1]"), "a.geojson: [1] is not a GeoJSON object");
    EXPECT_EQ(plan_mistake(R"({"type": "Topology"})"),
              "a.geojson: its type is \"Topology\"; a plan is a FeatureCollection, Feature, Polygon or MultiPolygon");
    EXPECT_EQ(plan_mistake(R"({"type": "FeatureCollection"})"), "a.geojson: has no features");
    EXPECT_EQ(plan_mistake(collection("7")), "a.geojson: features[0]: is not a Feature");
    EXPECT_EQ(plan_mistake(collection(R"({"type": "Feature"})")),
              "a.geojson: features[0]: has no geometry; add \"geometry\": null if it has none");
    EXPECT_EQ(plan_mistake(collection(feature(R"({"type": "Polygon"})"))),
              "a.geojson: features[0].geometry: has no coordinates");
    EXPECT_EQ(plan_mistake(collection(feature(R"({"type": "Polygon", "coordinates": [[[0,0],[1,0],[0,0]]]})"))),
              "a.geojson: features[0].geometry.coordinates[0]: the ring has 3 positions; give at least 4, the last one equal "
              "to the first");
    EXPECT_EQ(plan_mistake(polygon("[[0,0],[1,0],[1,1],[0,1]]")),
              "a.geojson: coordinates[0]: the ring is not closed: position 3 is [0,1], position 0 is [0,0]");
    EXPECT_EQ(plan_mistake(polygon(R"([[0,0],[1,"x"],[1,1],[0,0]])")),
              "a.geojson: coordinates[0][1]: [1,\"x\"] is not a position [x, y]");
    EXPECT_EQ(plan_mistake(feature(polygon(kSquareRing), R"({"area": 3})")), "a.geojson: properties.area: 3 is not a string");
    EXPECT_EQ(plan_mistake(feature(polygon(kSquareRing), R"({"area": "a", "cost": -1})")),
              "a.geojson: properties.cost: -1 is not a number from 0 to 1000000");
    EXPECT_EQ(plan_mistake("{\n  \"type\": }").substr(0, 32), "a.geojson:2:11: not valid JSON: ");
}

TEST(FloorPlan, RingErrorsNameTheirPosition) {
    const std::string place = "features[1].geometry.coordinates";
    EXPECT_EQ(rings_mistake("[[0,0],[4,4],[4,0],[0,4],[0,0]]"),
              "a.geojson: the edge from " + place + "[0][0] at 0, 0 crosses or touches the edge from position 2 at 4, 0");
    EXPECT_EQ(
        rings_mistake(kSquareRing + ",[[8,8],[12,8],[12,9],[8,9],[8,8]]"),
        "a.geojson: the edge from " + place + "[0][1] at 10, 0 crosses or touches the edge from position 0 of ring 1 at 8, 8");
    EXPECT_EQ(rings_mistake("[[0,0],[4,0],[4,4],[4,0],[0,0]]"),
              "a.geojson: " + place + "[0][3] at 4, 0 repeats position 1; remove one of them");
    EXPECT_EQ(rings_mistake("[[0,0],[4,4],[2,2],[0,0]]"),
              "a.geojson: " + place + "[0]: the ring has no area: all positions are collinear");
    EXPECT_EQ(rings_mistake(kSquareRing + "," + kHole + ",[[20,20],[22,20],[22,22],[20,20]]"),
              "a.geojson: " + place + "[2]: the hole at 20, 20 is not inside the outline, ring 0");
    EXPECT_EQ(rings_mistake(kSquareRing + "," + kHole + ",[[1,1],[8,1],[8,8],[1,8],[1,1]]"),
              "a.geojson: " + place + "[2]: the hole at 1, 1 overlaps the hole ring 1 at 2, 2");
}

TEST(FloorPlan, CoordinatesAreExactOrRefused) {
    const std::string thirds = polygon("[[0,0],[0.3333333333333333,0],[1,1],[0,0]]");
    EXPECT_EQ(plan_mistake(thirds),
              "a.geojson: coordinates[0][1] at 0.3333333333333333, 0 is not a multiple of 2.384185791015625e-07; round the "
              "coordinates to multiples of one step, at least 2.384185791015625e-07 for a world this wide");
    BakeConfig config = config_of();
    config.plan.quantum = 0.25;
    EXPECT_EQ(plan_mistake(polygon("[[0,0],[0.3,0],[1,1],[0,0]]"), config).substr(0, 62),
              "a.geojson: coordinates[0][1] at 0.3, 0 is not a multiple of 0.");
    config.plan.quantum = 1e-12;
    EXPECT_EQ(plan_mistake(polygon(kSquareRing), config), "plan.quantum: the quantum must be a number from 1e-9 to 1e9, or 0");
    EXPECT_DOUBLE_EQ(area_of_islands(mesh_of(polygon("[[0,0],[0.1,0],[0.1,0.3],[0,0.3],[0,0]]"))), 0.03);
    EXPECT_EQ(plan_mistake(polygon("[[0,0],[4000000,0],[4000000,4000000],[0,0]]"), config_of(0.5)),
              "a.geojson: the plan is so wide, or so far from the origin, that its lattice has steps of 1, too coarse for "
              "agent.radius 0.5; bake it in parts, move it to the origin, or set agent.radius to 0");
}

TEST(FloorPlan, RoundingErrorsDoNotGrowOnAFinerLattice) {
    const std::string off = polygon("[[0,0],[10,0],[10,10.0000000008],[0,10],[0,0]]");
    EXPECT_EQ(area_of_islands(mesh_of(off)), 100);
    EXPECT_EQ(area_of_islands(mesh_of(off, config_of(0.5))), area_of_islands(mesh_of(polygon(kSquareRing), config_of(0.5))));
}

TEST(FloorPlan, RulesMayNameAreasOfTheConfigOrOfEarlierFeatures) {
    BakeConfig config = config_of();
    config.rules = {{"lawn", "gras"}};
    // The feature defines only its own area "mud", not the area "gras" that the rule names.
    EXPECT_EQ(plan_mistake(feature(polygon(kSquareRing), R"({"name": "lawn", "area": "mud", "cost": 2})"), config),
              "rules.lawn: \"gras\" is not an area; name one of `areas`, or give null for a hole");
    const std::string known = feature(polygon(kSquareRing), R"({"area": "gras", "cost": 2})");
    const Result<NavMesh> mesh = mesh_of(collection(known + "," + feature(polygon(kHole), R"({"name": "lawn"})")), config);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->islands.at(0).areas, uint64_t{1} << 1);
    // A rule is checked even if it matches no feature. It may name an area that a later feature defines.
    config.rules = {{"lawm", "gras"}};
    EXPECT_EQ(plan_mistake(polygon(kSquareRing), config),
              "rules.lawm: \"gras\" is not an area; name one of `areas`, or give null for a hole");
    EXPECT_TRUE(mesh_of(collection(feature(polygon(kHole), R"({"name": "lawn"})") + "," + known), config));
}

TEST(FloorPlan, FeaturesWithoutPolygonsAreIgnored) {
    const std::string label = R"({"type": "Feature", "properties": {"area": "label"}, "geometry": null})";
    BakeConfig config = config_of();
    config.rules = {{"label", "ground"}};
    EXPECT_EQ(area_of_islands(mesh_of(collection(label + "," + feature(polygon(kSquareRing))))), 100);
    const Result<FloorPlan> floor = parse_floor_plan(collection(label + "," + feature(polygon(kSquareRing))), "a.geojson");
    ASSERT_TRUE(floor) << floor.error().message;
    const Result<SnappedPlan> placed = snap_floor_plan(*floor, config, "a.geojson");
    ASSERT_TRUE(placed) << placed.error().message;
    ASSERT_EQ(placed->warnings.size(), 1u);
    EXPECT_EQ(placed->warnings[0].code, "rule_unmatched");
}

TEST(FloorPlan, ReportsUnusedCosts) {
    const auto warning_of = [](const std::string& features) {
        const Result<FloorPlan> floor = parse_floor_plan(collection(features), "a.geojson");
        EXPECT_TRUE(floor) << floor.error().message;
        const Result<SnappedPlan> placed = snap_floor_plan(*floor, config_of(), "a.geojson");
        EXPECT_TRUE(placed) << placed.error().message;
        EXPECT_LE(placed->warnings.size(), 1u);
        return placed->warnings.empty() ? "nothing" : placed->warnings[0].message;
    };
    const std::string unused_cost = feature(polygon(kSquareRing), R"({"area": "ground", "cost": 5})");
    const std::string block = feature(polygon(kHole), R"({"kind": "obstacle", "area": "mud", "cost": 2})");
    EXPECT_EQ(warning_of(feature(polygon(kSquareRing), R"({"area": "ground", "cost": 1})")), "nothing");
    EXPECT_EQ(warning_of(feature(polygon(kSquareRing), R"({"area": "mud", "cost": 5})")), "nothing");
    EXPECT_EQ(warning_of(unused_cost), "features[0].properties.cost: 5 is not used: area \"ground\" costs 1");
    EXPECT_EQ(warning_of(block + "," + unused_cost),
              "features[0].properties.cost: 2 is not used: an obstacle has no cost; further unused costs: 1");
}

TEST(FloorPlan, RefusesUnknownAreas) {
    EXPECT_EQ(plan_mistake(feature(polygon(kSquareRing), R"({"area": "gr\nass"})")),
              "a.geojson: properties.area: \"gr\\nass\" is not an area of the config; add it to areas, give the feature a "
              "\"cost\", or write a rule for it");
    EXPECT_EQ(plan_mistake(collection(feature(polygon(kSquareRing), R"({"area": "a", "cost": 1})") + "," +
                                      feature(polygon(kHole), R"({"area": "a", "cost": 2})"))),
              "a.geojson: features[1].properties.cost: 2, but another feature of area \"a\" has 1; give all features of an "
              "area the same cost");
}

}  // namespace
}  // namespace navspan
