#include "navspan/bake/config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bake/config/keys.h"
#include "core/text.h"

namespace navspan {
namespace {

VoxelConfig voxels_of(const BakeConfig& config) {
    const Result<VoxelConfig> v = to_voxels(config);
    EXPECT_TRUE(v.ok()) << (v.ok() ? "" : v.error().message);
    return v.ok() ? *v : VoxelConfig{};
}

std::string error_of(const BakeConfig& config) {
    const Result<VoxelConfig> v = to_voxels(config);
    EXPECT_FALSE(v.ok());
    if (v.ok()) return {};
    EXPECT_EQ(v.error().kind, ErrorKind::usage);
    return v.error().message;
}

std::vector<std::string> warning_codes(const BakeConfig& config) {
    std::vector<std::string> codes;
    for (const Warning& warning : config_warnings(config))
        codes.push_back(warning.code);
    return codes;
}

TEST(Config, DefaultsEqualRecastDemoDefaults) {
    const VoxelConfig v = voxels_of({});
    EXPECT_EQ(v.lattice, (Lattice{{}, 0.3, 0.2}));
    EXPECT_EQ(v.max_slope, 45);
    EXPECT_EQ(v.walkable_height, 10);
    EXPECT_EQ(v.walkable_climb, 4);
    EXPECT_EQ(v.max_climb, 4.5);
    EXPECT_EQ(v.walkable_radius, 2);
    EXPECT_EQ(v.radius, 2);
    EXPECT_EQ(v.min_region_area, 64u);
    EXPECT_EQ(v.merge_region_area, 400u);
    EXPECT_EQ(v.contour_max_error, 1.3);
    EXPECT_EQ(v.max_edge_length, 40);
    EXPECT_EQ(v.max_vertices, 6);
    EXPECT_EQ(v.detail_sample_distance, 6);
    EXPECT_EQ(v.detail_max_error, 1);
}

TEST(Config, ProfileResolvesNullsAndOnlyNulls) {
    BakeConfig config;
    EXPECT_EQ(voxels_of(config).ledges, LedgeTest::slope_aware);
    EXPECT_EQ(voxels_of(config).erosion, ErosionMethod::euclidean);
    EXPECT_EQ(voxels_of(config).walls, WallSimplification::one_sided);
    EXPECT_EQ(voxels_of(config).heights, HeightSource::triangles);
    config.profile = Profile::recast;
    EXPECT_EQ(voxels_of(config).ledges, LedgeTest::plain);
    EXPECT_EQ(voxels_of(config).erosion, ErosionMethod::chamfer);
    EXPECT_EQ(voxels_of(config).walls, WallSimplification::two_sided);
    EXPECT_EQ(voxels_of(config).heights, HeightSource::voxels);
    config.filters.ledges = LedgeTest::off;
    config.erosion.method = ErosionMethod::euclidean;
    config.contours.walls = WallSimplification::one_sided;
    config.detail.heights = HeightSource::triangles;
    EXPECT_EQ(voxels_of(config).ledges, LedgeTest::off);
    EXPECT_EQ(voxels_of(config).erosion, ErosionMethod::euclidean);
    EXPECT_EQ(voxels_of(config).walls, WallSimplification::one_sided);
    EXPECT_EQ(voxels_of(config).heights, HeightSource::triangles);
}

// A length of n cells converts to exactly n cells, although decimal fractions such as 0.07 are not exact in binary.
TEST(Config, ExactMultiplesGiveExactCounts) {
    for (int hundredths = 1; hundredths <= 100; ++hundredths) {
        for (int n = 1; n <= 120; ++n) {
            const double length = n * hundredths / 100.0;
            BakeConfig config;
            config.voxels = {hundredths / 100.0, hundredths / 100.0};
            config.agent = {.radius = length, .height = length, .max_climb = (n - 1) * hundredths / 100.0};
            config.contours.max_edge_length = length;
            config.contours.max_error = length;
            config.regions.min_area = n * hundredths * hundredths / 10000.0;
            const VoxelConfig v = voxels_of(config);
            ASSERT_EQ(v.walkable_radius, n) << hundredths;
            ASSERT_EQ(v.radius, n) << hundredths;
            ASSERT_EQ(v.walkable_height, n) << hundredths;
            ASSERT_EQ(v.walkable_climb, n - 1) << hundredths;
            ASSERT_EQ(v.max_climb, n - 1) << hundredths;
            ASSERT_EQ(v.max_edge_length, n) << hundredths;
            ASSERT_EQ(v.contour_max_error, n) << hundredths;
            ASSERT_EQ(v.min_region_area, uint32_t(n)) << hundredths;
        }
    }
}

TEST(Config, HeightAndRadiusRoundUpAndClimbAndEdgeLengthsRoundDown) {
    BakeConfig config;
    config.voxels = {0.3, 0.2};
    config.agent = {.radius = 0.601, .height = 2.001, .max_climb = 0.999};
    config.contours.max_edge_length = 11.99;
    config.regions.min_area = 5.761;
    const VoxelConfig v = voxels_of(config);
    EXPECT_EQ(v.walkable_radius, 3);
    EXPECT_EQ(v.walkable_height, 11);
    EXPECT_EQ(v.walkable_climb, 4);
    EXPECT_EQ(v.max_edge_length, 39);
    EXPECT_EQ(v.min_region_area, 65u);
}

TEST(Config, LinkSpacingDefaultsToTheAgentWidth) {
    BakeConfig config;
    EXPECT_EQ(voxels_of(config).link_spacing, 4);
    config.agent.radius = 0;
    EXPECT_EQ(voxels_of(config).link_spacing, 1);
    config.links.drop_height = 4, config.links.jump_distance = 3, config.links.jump_height = 1.3, config.links.spacing = 2;
    const VoxelConfig v = voxels_of(config);
    EXPECT_EQ(v.link_spacing, 7);
    EXPECT_EQ(v.drop_height, 20);
    EXPECT_EQ(v.jump_distance, 10);
    EXPECT_EQ(v.jump_height, 6.5);
}

TEST(Config, LinkParametersOutOfRangeAreErrors) {
    BakeConfig config;
    config.links.jump_distance = 400;
    EXPECT_EQ(error_of(config),
              "links.jump_distance: 400 is out of range: it makes 1333.3333333333335 cells, and the limit is 1024; "
              "lower it or raise voxels.cell_size");
    config.links = {};
    config.links.drop_height = 1;
    config.agent.radius = 50;
    EXPECT_EQ(error_of(config),
              "agent.radius: 50 is out of range: it makes 167 cells, and the limit is 127 if links are generated; lower it or "
              "raise voxels.cell_size");
    config.agent.radius = 0.6;
    config.links.jump_area = "jump";
    EXPECT_EQ(error_of(config), "links.jump_area: \"jump\" is not an area; give one of: ground");
}

TEST(Config, WarnsAboutImpossibleJumps) {
    const auto codes = [](double drop_height, double jump_distance, double jump_height) {
        BakeConfig config;
        config.links.drop_height = drop_height;
        config.links.jump_distance = jump_distance;
        config.links.jump_height = jump_height;
        std::string text;
        for (const Warning& warning : config_warnings(config))
            text += warning.code + " ";
        return text;
    };
    EXPECT_EQ(codes(0, 3, 0), codes(0, 0, 0));
    EXPECT_EQ(codes(0, 1.4, 0), codes(0, 0, 0) + "jump_too_short ");
    EXPECT_EQ(codes(1, 0, 1), codes(0, 0, 0) + "jump_height_unused ");
}

TEST(Config, ZeroStaysZero) {
    BakeConfig config;
    config.agent.radius = config.agent.max_climb = config.agent.max_slope = 0;
    config.contours.max_error = config.contours.max_edge_length = 0;
    config.detail.sample_distance = config.detail.max_error = 0;
    config.regions.min_area = config.regions.merge_area = 0;
    const VoxelConfig v = voxels_of(config);
    EXPECT_EQ(v.walkable_radius, 0);
    EXPECT_EQ(v.walkable_climb, 0);
    EXPECT_EQ(v.contour_max_error, 0);
    EXPECT_EQ(v.max_edge_length, 0);
    EXPECT_EQ(v.detail_sample_distance, 0);
    EXPECT_EQ(v.detail_max_error, 0);
    EXPECT_EQ(v.min_region_area, 0u);
    EXPECT_EQ(v.merge_region_area, 0u);
}

TEST(Config, EveryNumberOutOfRangeIsAnErrorWithItsPath) {
    for (const ConfigKey& key : config_keys()) {
        if (key.kind != ConfigKind::number && key.kind != ConfigKind::integer) continue;
        std::vector<double> wrong{key.low - 1, key.high * 2};
        if (key.kind == ConfigKind::number) {
            wrong.insert(wrong.end(), {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()});
        }
        if (key.exclusive_low) wrong.push_back(key.low);
        for (const double value : wrong) {
            BakeConfig config;
            key.set(config, value);
            EXPECT_EQ(error_of(config), key.path + ": " + number_text(value) + " is out of range; give " + key.expected());
        }
    }
}

template <class Change>
std::string error_with(Change change) {
    BakeConfig config;
    change(config);
    return error_of(config);
}

TEST(Config, IslandSeedsNeedThreeNumbers) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const DVec3 bad : {DVec3{nan, 1, 1}, DVec3{1, nan, 1}, DVec3{1, 1, nan}, DVec3{1, -2e9, 1}}) {
        BakeConfig config;
        config.island_seeds = {bad};
        EXPECT_FALSE(check_config(config).ok());
    }
}

TEST(Config, MessagesNameTheFix) {
    EXPECT_EQ(error_with([](BakeConfig& c) { c.agent.max_slope = 95; }),
              "agent.max_slope: 95 is out of range; give a number from 0 to 89.9 [deg]");
    EXPECT_EQ(error_with([](BakeConfig& c) { c.voxels.cell_size = 0; }),
              "voxels.cell_size: 0 is out of range; give a number above 0 to 1000000 [wu]");
    EXPECT_EQ(error_with([](BakeConfig& c) { c.regions.min_area = -1; }),
              "regions.min_area: -1 is out of range; give a number from 0 to 1000000000000 [wu^2] or null (64 cells)");
    EXPECT_EQ(error_with([](BakeConfig& c) { c.agent.height = 50000; }),
              "agent.height: 50000 is out of range: it makes 250000 voxels, and the limit is 65535; lower it or raise "
              "voxels.cell_height");
    EXPECT_EQ(
        error_with([](BakeConfig& c) { c.agent.radius = 100, c.profile = Profile::recast; }),
        "agent.radius: 100 is out of range: it makes 334 cells, and the limit is 127 (32767 with erosion.method euclidean); "
        "lower it or raise voxels.cell_size");
    EXPECT_EQ(
        error_with([](BakeConfig& c) { c.voxels.cell_size = 1e-5, c.agent.radius = 0, c.contours.max_edge_length = 1e6; }),
        "contours.max_edge_length: 1000000 is out of range: it makes 100000000000 cells, and the limit is 2147483647; lower it "
        "or raise voxels.cell_size");
}

TEST(Config, MessagesAboutAreasNameTheFix) {
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas.push_back({"water", 63, 1, 1});
              }),
              "areas.water.id: 63 is already the id of area \"ground\"; give each area its own id");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas.push_back({"water", 64, 1, 1});
              }),
              "areas.water.id: 64 is out of range; give a whole number from 1 to 63");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas.push_back({"water", 1, -2, 1});
              }),
              "areas.water.cost: -2 is out of range; give a number from 0 to 1000000");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas.push_back({"ground", 1, 1, 1});
              }),
              "areas: \"ground\" is defined twice; rename one");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas = {{"floor", 63, 1, 1}};
              }),
              "areas: area \"ground\" is missing, the area of all triangles that no rule matches; add it");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.rules = {{"*lava*", "water"}};
              }),
              "rules.*lava*: \"water\" is not an area; give null (a hole) or one of: ground");
    EXPECT_EQ(error_with([](BakeConfig& c) {
                  c.areas.push_back({std::string(256, 'a'), 1, 1, 1});
              }),
              "areas: \"" + std::string(40, 'a') + "...\" has 256 bytes; give a name of at most 255 bytes");
}

TEST(Config, MessagesAboutVolumesNameTheFix) {
    AreaVolume volume;
    volume.area = "mud";
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].area: \"mud\" is not an area; give null (a hole) or one of: ground");
    volume.area.reset();
    volume.min = {1, 0, 0};
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].max: max is below min on an axis; give min <= max on each axis");
    volume.shape = VolumeShape::rotated_box;
    volume.half_extents = {1, 1, 1};
    volume.yaw = 1e300;
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].yaw: 1e+300 is out of range; give a number from -360 to 360 [deg]");
    volume.shape = VolumeShape::cylinder;
    volume.height = 1;
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].radius: 0 is out of range; give a number above 0 [wu]");
    volume.shape = VolumeShape::prism;
    volume.points = {{0, 0, 0}, {1, 0, 0}};
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].points: 2 points do not make an outline; give at least 3");
    volume.points = {{0, 0, 0}, {2, 0, 0}, {0.1, 0, 0.1}, {0, 0, 2}};
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].points: the outline is not convex; split it into convex volumes");
    volume.points = {{0, 0, 3}, {2, 0, -3}, {-3, 0, 1}, {3, 0, 1}, {-2, 0, -3}};
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].points: the outline is not convex; split it into convex volumes")
        << "a pentagram turns in one direction, but twice";
    volume.points = {{0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2, 0, 2}, {1, 0, 3}, {0, 0, 2}, {0, 0, 1}};
    volume.max_y = std::numeric_limits<double>::infinity();
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].max_y: the height is not finite; give a finite number");
    volume.min_y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0].min_y: the height is not finite; give a finite number");
    volume.min_y = volume.max_y = 1;
    EXPECT_TRUE(to_voxels([&] {
                    BakeConfig config;
                    config.volumes = {volume};
                    return config;
                }())
                    .ok())
        << "repeated and collinear points are allowed";
    volume.shape = VolumeShape::box;
    volume.min.x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(error_with([&](BakeConfig& c) { c.volumes = {volume}; }),
              "volumes[0]: a coordinate is not finite; give finite numbers");
}

TEST(Config, RangesNeverOverflowAnInteger) {
    // With cells this small, the number of cells would overflow. The config must be rejected.
    for (const double cell : {1e-300, 5e-324, 1e-9}) {
        BakeConfig config;
        config.voxels = {cell, cell};
        EXPECT_FALSE(error_of(config).empty());
    }
    BakeConfig config;
    config.voxels = {1e6, 1e6};
    const VoxelConfig v = voxels_of(config);
    EXPECT_EQ(v.walkable_height, 1);
    EXPECT_EQ(v.walkable_radius, 1);
    EXPECT_EQ(v.walkable_climb, 0);
}

TEST(ConfigWarnings, DefaultsHaveNoWarnings) {
    EXPECT_TRUE(config_warnings({}).empty());
    BakeConfig config;
    config.profile = Profile::recast;
    EXPECT_TRUE(config_warnings(config).empty());
}

TEST(ConfigWarnings, WarnsAboutClimbBelowSlopeOnlyIfThePlainTestLosesCells) {
    BakeConfig config;
    config.agent.max_climb = 0.4;
    EXPECT_TRUE(config_warnings(config).empty()) << "the slope-aware test keeps ramps at any climb";
    config.profile = Profile::recast;
    const Warnings warnings = config_warnings(config);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, "climb_below_slope");
    EXPECT_EQ(
        warnings[0].message,
        "max_climb is below the rise over two cells at max_slope: stairs and ramps will lose cells; raise agent.max_climb "
        "to 0.8 or set filters.ledges to slope_aware");
    config.agent.max_climb = 0.8;
    EXPECT_TRUE(config_warnings(config).empty());
}

TEST(ConfigWarnings, EveryWarningCanOccur) {
    BakeConfig config;
    config.agent.max_climb = 0.2;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"climb_below_cell"});
    config.agent.max_climb = 0.1;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"climb_below_voxel"});
    config = {};
    config.agent.radius = 0.2;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"radius_below_cell"});
    config.agent.radius = 0;
    EXPECT_TRUE(config_warnings(config).empty()) << "no radius is a wish, not a mistake";
    config = {};
    config.regions.merge_area = 10;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"merge_area_unused"});
    config.regions.method = RegionMethod::layers;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"merge_area_unused"});
    config.regions.method = RegionMethod::watershed;
    EXPECT_TRUE(config_warnings(config).empty());
    config.regions.method.reset();
    config.profile = Profile::recast;
    EXPECT_TRUE(config_warnings(config).empty());
    config = {};
    config.agent = {.height = 0.4, .max_climb = 0.39};
    config.voxels.cell_size = 0.15;
    EXPECT_EQ(warning_codes(config), std::vector<std::string>{"height_below_voxels"});
}

TEST(Config, RefusesStepsAsHighAsTheAgent) {
    BakeConfig config;
    config.agent = {.height = 0.9, .max_climb = 0.9};
    EXPECT_EQ(check_config(config).error().message, "agent.max_climb: 0.9 is out of range; it must be below agent.height 0.9");
    config.agent.max_climb = 0.89;
    EXPECT_TRUE(check_config(config).ok());
    config.agents = {{.name = "a"}, {.height = 0.5, .name = "b"}};
    EXPECT_EQ(check_config(config).error().message,
              "agents[1].max_climb: 0.9 is out of range; it must be below agents[1].height 0.5");
}

}  // namespace
}  // namespace navspan
