#include "io/report/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "navspan/core/hash.h"

namespace navspan {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys_of(const Json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items())
        keys.push_back(key);
    return keys;
}

TriangleSoup square() {
    TriangleSoup soup;
    soup.vertices = {{0, 1, 0}, {0, 1, 4}, {4, 1, 4}, {4, 1, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    soup.areas = {63, 63};
    soup.group_of = {0, 0};
    soup.groups = {{}};
    return soup;
}

// Returns the report of a simulated bake with three stages.
BakeReport played() {
    BakeReport report;
    ReportProbe probe(report);
    const TriangleSoup soup = square();
    const WalkableTriangles walkable = mark_walkable_triangles(soup, 45);
    VoxelConfig config;
    Grid grid{.width = 2, .depth = 1};
    Heightfield field{
        grid, {0, 1, 3}, {{0, 5, 63, SpanFate::walkable}, {0, 5, 63, SpanFate::walkable}, {7, 9, 0, SpanFate::steep}}};
    BakeProducts products{.config = &config, .soup = &soup, .grid = &grid};
    products.walkable = &walkable;
    const auto run = [&](Stage stage, uint32_t changed) {
        products.changed = changed;
        probe.before(stage);
        probe.after(stage, products);
    };
    run(Stage::mark_walkable, 0);
    products.heightfield = &field;
    run(Stage::rasterize, 0);
    run(Stage::filter_low_hanging, 1);
    run(Stage::filter_ledges, 2);
    run(Stage::filter_low_height, 1);
    return report;
}

TEST(Report, FunnelCountsFollowTheFilters) {
    const BakeFunnel funnel = played().funnel;
    EXPECT_EQ(funnel.triangles, 2u);
    EXPECT_EQ(funnel.walkable_triangles, 2u);
    EXPECT_EQ(funnel.spans, 3u);
    EXPECT_EQ(funnel.walkable_spans, 2u);
    EXPECT_EQ(funnel.after_low_hanging, 3u);
    EXPECT_EQ(funnel.after_ledges, 1u);
    EXPECT_EQ(funnel.after_low_height, 0u);
}

TEST(Report, JsonKeysHaveAStableOrder) {
    BakeReport report = played();
    report.files = {{"a.obj", 10, "ab"}};
    report.warnings.push_back({"code", "a message", DVec3{1, 2.5, 3}});
    report.output_file = "level.nav";
    report.islands = {{3, 1.5, {0, 0, 0}, {1, 1, 1}}};
    report.pruned_islands = {{2, 0.5, {3, 0, 0}, {4, 1, 1}}};
    report.exports = {{"level.glb", 77, "ab"}};
    const Json json = Json::parse(report_json(report));
    EXPECT_EQ(keys_of(json),
              (std::vector<std::string>{"schema", "tool_version", "status", "error", "input", "settings", "funnel", "tiles",
                                        "output", "stages_ms", "peak_memory_bytes", "warnings", "agents"}));
    EXPECT_EQ(keys_of(json["input"]),
              (std::vector<std::string>{"files", "sha256", "triangles", "bounds", "degenerate", "down_facing_ratio",
                                        "too_steep", "facing_down", "excluded_by_rule"}));
    EXPECT_EQ(
        keys_of(json["funnel"]),
        (std::vector<std::string>{"triangles", "walkable_triangles", "spans", "walkable_spans", "after_low_hanging",
                                  "after_ledges", "after_low_height", "open_spans", "after_erosion", "smoothed",
                                  "after_volumes", "in_regions", "regions", "contours", "polygons", "found_links", "area"}));
    EXPECT_EQ(keys_of(json["output"]),
              (std::vector<std::string>{"file", "bytes", "sha256", "format", "polygons", "vertices", "off_mesh_links", "area",
                                        "islands", "unplaced_links", "pruned_islands", "exports"}));
    EXPECT_EQ(keys_of(json["settings"]), (std::vector<std::string>{"world", "voxels"}));
    EXPECT_EQ(json["settings"]["world"]["agent"]["radius"], 0.6);
    EXPECT_EQ(json["settings"]["voxels"]["walkable_height"], 10);
    EXPECT_EQ(keys_of(json["stages_ms"]), (std::vector<std::string>{"mark_walkable", "rasterize", kFilterPassName}));
    EXPECT_EQ(json["input"]["bounds"]["max"], (Json{4, 1, 4}));
    EXPECT_EQ(json["warnings"][0]["place"], (Json{1, 2.5, 3}));
    EXPECT_EQ(json["output"]["islands"][0]["area"], 1.5);
    EXPECT_EQ(json["output"]["pruned_islands"][0]["polygons"], 2);
    EXPECT_EQ(json["output"]["exports"], Json::parse(R"([{"file": "level.glb", "bytes": 77, "sha256": "ab"}])"));
    EXPECT_TRUE(Json::parse(report_json({}))["output"].is_null());
}

TEST(Report, NamesTheStageThatRemovedMostGround) {
    BakeReport report;
    report.facing_down = 12;
    EXPECT_EQ(no_walkable_surface(report),
              "no walkable surface: removed by mark_walkable (12 triangles facing down, 0 steeper than agent.max_slope, 0 "
              "made holes by a rule, 0 without area; check which side of the level is up, or raise agent.max_slope); the level "
              "measures "
              "0 x 0 x 0, the agent has radius 0.6 and height 2, no passage is left before erosion");
    report.facts.max = {10, 2.5, 123.4};
    BakeFunnel narrow{.walkable_triangles = 2, .walkable_spans = 401, .after_low_hanging = 401, .after_ledges = 401};
    narrow.after_low_height = narrow.open_spans = 401;
    narrow.after_erosion = narrow.after_volumes = 4;
    report.funnel = narrow;
    EXPECT_EQ(
        no_walkable_surface(report, {.width = 1.8}),
        "no walkable surface: removed by erode (397 of 401 spans closer to walls or drops than agent.radius; try "
        "--agent-radius 0.3), then by regions (4 of 4 spans in islands smaller than regions.min_area; try "
        "--regions-min-area 0, or check the level's units); the level measures 10 x 2.5 x 123, the agent has radius 0.6 and "
        "height 2, the widest passage is about 1.8");
    EXPECT_NE(no_walkable_surface(report, {.width = 0.6}).find("; try --cell-size 0.075 --agent-radius 0.075), then"),
              std::string::npos);
    report.config.agent.name = "human";
    EXPECT_NE(no_walkable_surface(report, {.width = 1.8}).find("; try --set agents.human.radius=0.3), then"),
              std::string::npos);
    EXPECT_NE(no_walkable_surface(report, {.width = 0.6}).find("; try --cell-size 0.075 --set agents.human.radius=0.075), "),
              std::string::npos);
    report.input_advice = "try --scale 100";
    EXPECT_NE(no_walkable_surface(report).find("; try --scale 100); the level"), std::string::npos);
    EXPECT_FALSE(little_ground_warning(report)) << "the mesh is empty";
    report.funnel.polygons = 1;
    report.funnel.in_regions = 4;
    ASSERT_TRUE(little_ground_warning(report));
    EXPECT_EQ(little_ground_warning(report)->message.substr(0, 54), "almost nothing is walkable: removed by erode (397 of 4");
    report.funnel.in_regions = 40;
    EXPECT_FALSE(little_ground_warning(report));
}

TEST(Report, NamesEveryStageThatCanRemoveAllGround) {
    BakeReport report;
    BakeFunnel& f = report.funnel;
    const auto stage_of = [&] {
        const std::string text = no_walkable_surface(report);
        const std::string start = "no walkable surface: removed by ";
        return text.substr(0, start.size()) == start ? text.substr(start.size(), text.find(" (") - start.size()) : text;
    };
    f.walkable_triangles = 1;
    EXPECT_EQ(stage_of(), "rasterize");
    f.walkable_spans = f.after_low_hanging = 1;
    EXPECT_EQ(stage_of(), "filter_ledges");
    f.after_ledges = 1;
    EXPECT_EQ(stage_of(), "filter_low_height");
    f.after_low_height = 1;
    EXPECT_EQ(stage_of(), "compact_heightfield");
    f.open_spans = 1;
    EXPECT_EQ(stage_of(), "erode");
    f.after_erosion = 1;
    EXPECT_EQ(stage_of(), "mark_volumes");
    f.after_volumes = 1;
    EXPECT_EQ(stage_of(), "regions");
    f.regions = f.in_regions = 1;
    EXPECT_EQ(stage_of(), "contours");
    f.contours = 1;
    EXPECT_EQ(stage_of(), "poly_mesh");
}

TEST(Report, ContainsHashAndSizeOfTheOutput) {
    BakeReport report;
    const std::array<std::byte, 3> bytes{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    const NavFileSummary facts = summarize_nav_file(NavMesh{}, bytes.size());
    add_output(report, std::span(&facts, 1), "level.nav", sha256_hex(bytes));
    EXPECT_EQ(report.output_bytes, 3u);
    EXPECT_EQ(report.output_sha256, sha256_hex(bytes));
    EXPECT_TRUE(report.islands.empty());
}

TEST(Report, ContainsPeakMemory) {
    EXPECT_GT(peak_memory_bytes(), 1u << 20);
}

}  // namespace
}  // namespace navspan
