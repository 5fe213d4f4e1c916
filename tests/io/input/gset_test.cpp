#include "io/input/gset.h"

#include <gtest/gtest.h>

#include "support/text/run_program.h"

namespace navspan {
namespace {

const std::string kSettings =
    "s 0.300000 0.200000 2.000000 0.600000 0.900000 45.000000 8.000000 20.000000 12.000000 1.300000 6.000000 6.000000 1.000000 "
    "0 "
    "-28.000000 -4.500000 -29.000000 64.000000 15.000000 30.000000 32.000000\n";
const std::string kSample = "f Meshes/nav_test.obj\n" + kSettings +
                            "c 1 0 2 5 1.5 2 0.6 1 5 8\nc 5 1.5 2 9 0 2 0.400000 0 0 1\n"
                            "v 4 1 -1 3\n0 0 0\n4 0 0\n4 0 4\n0 0 4\nv 3 0 -1 3\n10 0 0\n14 0 0\n14 0 4\n";

GsetScene parsed_gset(const std::string& text) {
    const Result<GsetScene> scene = parse_gset(text, "a.gset");
    EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : scene.error().message);
    return scene.ok() ? *scene : GsetScene{};
}

std::string gset_mistake(const std::string& text) {
    const Result<GsetScene> scene = parse_gset(text, "a.gset");
    EXPECT_FALSE(scene.ok()) << text;
    if (scene.ok()) return {};
    EXPECT_EQ(scene.error().kind, ErrorKind::input);
    return scene.error().message;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, what.size(), by);
}

TEST(Gset, SettingsBecomeAConfig) {
    const GsetScene scene = parsed_gset(kSample);
    EXPECT_EQ(scene.geometry, "Meshes/nav_test.obj");
    ASSERT_TRUE(scene.settings);
    const BakeConfig& c = *scene.settings;
    EXPECT_EQ(c.voxels.cell_size, 0.3);
    EXPECT_EQ(c.voxels.cell_height, 0.2);
    EXPECT_EQ(c.agent.height, 2);
    EXPECT_EQ(c.agent.radius, 0.6);
    EXPECT_EQ(c.agent.max_climb, 0.9);
    EXPECT_EQ(c.agent.max_slope, 45);
    EXPECT_EQ(c.regions.method, RegionMethod::watershed);
    EXPECT_EQ(c.contours.max_edge_length, 12);
    EXPECT_EQ(c.polygons.max_vertices, 6);
    EXPECT_EQ(c.tiles.origin, (DVec3{-28, -4.5, -29}));
    EXPECT_TRUE(scene.warnings.empty());

    // The sample has RecastDemo's default settings, which must equal our defaults in voxel units (to_voxels).
    BakeConfig defaults;
    defaults.regions.method = RegionMethod::watershed;
    const VoxelConfig ours = *to_voxels(c), theirs = *to_voxels(defaults);
    EXPECT_EQ(ours.min_region_area, theirs.min_region_area);
    EXPECT_EQ(ours.merge_region_area, theirs.merge_region_area);
    EXPECT_NEAR(ours.contour_max_error, theirs.contour_max_error, 1e-12);
    EXPECT_EQ(ours.max_edge_length, theirs.max_edge_length);
    EXPECT_EQ(ours.detail_sample_distance, theirs.detail_sample_distance);
    EXPECT_EQ(ours.detail_max_error, theirs.detail_max_error);
    EXPECT_EQ(ours.tile_size, 32);
    EXPECT_FALSE(parsed_gset("f a.obj\n").settings);
}

TEST(Gset, ReadsEveryPartitionAndOldFiles) {
    EXPECT_EQ(parsed_gset(replaced(kSample, "1.000000 0 ", "1.000000 1 ")).settings->regions.method, RegionMethod::monotone);
    const GsetScene layers = parsed_gset(replaced(kSample, "1.000000 0 ", "1.000000 2.000000 "));
    EXPECT_EQ(layers.settings->regions.method, RegionMethod::layers);
    EXPECT_TRUE(config_warnings(*layers.settings).empty());
    // Older files may give 0 vertices per polygon, which means the default. A detail sample distance below 0.9 means 0.
    EXPECT_EQ(parsed_gset(replaced(kSample, "1.300000 6.000000 ", "1.300000 0 ")).settings->polygons.max_vertices, 6);
    EXPECT_EQ(parsed_gset(replaced(kSample, "1.300000 6.000000 ", "1.300000 5 ")).settings->polygons.max_vertices, 5);
    EXPECT_EQ(parsed_gset(replaced(kSample, "6.000000 1.000000 0", "0.500000 1.000000 0")).settings->detail.sample_distance, 0);
    EXPECT_EQ(parsed_gset("f  C:\\levels\\my level.obj \r\n").geometry, "C:/levels/my level.obj");
    EXPECT_EQ(parsed_gset("# made by hand\n\nf a.obj").geometry, "a.obj");
}

TEST(Gset, VolumesAndLinksUseTheAreasOfTheConfig) {
    const GsetScene scene = parsed_gset(kSample + "v 3 63 -1 3\n10 0 0\n14 0 0\n14 0 4\nv 3 17 -1 3\n10 0 0\n14 0 0\n14 0 4\n");
    BakeConfig config;
    config.areas.push_back({.name = "grass", .id = 40});
    config.areas.push_back({.name = "water", .id = 41});
    config.volumes.push_back({.shape = VolumeShape::box, .max = {1, 1, 1}});
    config.off_mesh_links.emplace_back().user_id = 3;
    add_gset_lists(scene, config);
    EXPECT_TRUE(check_config(config).ok());
    ASSERT_EQ(config.volumes.size(), 5u);
    EXPECT_EQ(config.volumes[0].area, "area_1") << "water has another id here";
    EXPECT_EQ(config.volumes[1].area, std::nullopt) << "area 0 is a hole";
    EXPECT_EQ(config.volumes[2].area, "ground");
    EXPECT_EQ(config.volumes[3].area, "area_17");
    EXPECT_EQ(config.volumes[4].shape, VolumeShape::box) << "the config's own volumes come after";
    EXPECT_EQ(config.volumes[0].points.size(), 4u);
    EXPECT_EQ(config.volumes[0].min_y, -1);
    EXPECT_EQ(config.volumes[0].max_y, 3);
    ASSERT_EQ(config.off_mesh_links.size(), 3u);
    EXPECT_EQ(config.off_mesh_links[0].user_id, 3u);
    const OffMeshLinkConfig &a = config.off_mesh_links[1], &b = config.off_mesh_links[2];
    EXPECT_EQ(a.start, (DVec3{1, 0, 2}));
    EXPECT_EQ(a.end, (DVec3{5, 1.5, 2}));
    EXPECT_TRUE(a.two_way);
    EXPECT_EQ(a.radius, 0.6);
    EXPECT_EQ(a.area, "jump");
    EXPECT_EQ(a.flags, 8);
    EXPECT_EQ(a.user_id, 1000u);
    EXPECT_FALSE(b.two_way);
    EXPECT_EQ(b.area, "ground") << "area 0 of a link is ground";
    EXPECT_EQ(b.user_id, 1001u);

    BakeConfig plain;
    add_gset_lists(scene, plain);
    EXPECT_EQ(plain.volumes[0].area, "water");
    const auto water =
        std::find_if(plain.areas.begin(), plain.areas.end(), [](const auto& area) { return area.name == "water"; });
    ASSERT_NE(water, plain.areas.end());
    EXPECT_EQ(water->id, 1);
    EXPECT_EQ(water->cost, 10);
    EXPECT_EQ(water->flags, 2);
}

TEST(Gset, ErrorsNameFileAndLine) {
    EXPECT_EQ(gset_mistake(""), "a.gset: no geometry; add a line `f FILE.obj`");
    EXPECT_EQ(gset_mistake("f a.obj\nf b.obj\n"), "a.gset:2: `f` (geometry) is given twice; keep one");
    EXPECT_EQ(gset_mistake("f\n"), "a.gset:1: `f` has no file name; add it");
    EXPECT_EQ(gset_mistake("f a.obj\ns 1 2 3\n"), "a.gset:2: `s` (settings) has 3 numbers; give 21");
    EXPECT_EQ(gset_mistake("f a.obj\n" + kSettings + kSettings), "a.gset:3: `s` (settings) is given twice; keep one");
    EXPECT_EQ(gset_mistake(replaced(kSample, "s 0.300000", "s 0")),
              "a.gset:2: voxels.cell_size: 0 is out of range; give a number above 0 to 1000000 [wu]");
    EXPECT_EQ(gset_mistake(replaced(kSample, "45.000000", "-nan(ind)")),
              "a.gset:2: `s` (settings): \"-nan(ind)\" is not a number within 1e+09");
    EXPECT_EQ(gset_mistake(replaced(kSample, "1.000000 0 ", "1.000000 3 ")),
              "a.gset:2: `s` (settings): the partition is 3; give a whole number from 0 to 2");
    EXPECT_EQ(gset_mistake("f a.obj\nc 1 2 3 4 5 6 0.6 1 5\n"), "a.gset:2: `c` (off-mesh connection) has 9 numbers; give 10");
    EXPECT_EQ(gset_mistake("f a.obj\nc 1 2 3 4 5 6 0.6 2 5 8\n"),
              "a.gset:2: `c` (off-mesh connection): the direction is 2; give a whole number from 0 to 1");
    EXPECT_EQ(gset_mistake("f a.obj\nc 1 2 3 4 5 6 -1 1 5 8\n"),
              "a.gset:2: off_mesh_links[0].radius: -1 is out of range; give a number from 0 to 1000000000 [wu], or null");
    EXPECT_EQ(gset_mistake("f a.obj\nv 3 64 0 1\n0 0 0\n1 0 0\n1 0 1\n"),
              "a.gset:2: `v` (volume): the area is 64; give a whole number from 0 to 63");
    EXPECT_EQ(gset_mistake("f a.obj\nv 4 1 0 1\n0 0 0\n1 0 0\n"),
              "a.gset:4: cut short: the volume of line 2 has 2 of its 4 points");
    EXPECT_EQ(gset_mistake("f a.obj\nv 3 1 0 1\n0 0 0\n1 0 0\n2 0 0\n"),
              "a.gset:5: volumes[0].points: the outline has no area; give points that are not collinear");
    EXPECT_EQ(gset_mistake("f a.obj\nv 3 1 0 1\n0 0 0\nv 1 0 0\n1 0 1\n"),
              "a.gset:4: a point of the volume of line 2: \"v\" is not a number within 1e+09");
    EXPECT_EQ(gset_mistake(std::string("f a.obj\n\0\1\2", 11)), "a.gset:2: not a .gset file, because it is not text");
    const GsetScene odd = parsed_gset("f a.obj\nx 1 2\nvolume\n");
    ASSERT_EQ(odd.warnings.size(), 1u);
    EXPECT_EQ(odd.warnings[0].code, "gset_unknown_lines");
    EXPECT_EQ(odd.warnings[0].message, "a.gset:2: 2 lines start with none of the letters f, s, c, v; such lines are skipped");
}

TEST(Gset, GeometryPathIsRelativeToTheFile) {
    const support::TemporaryFolder folder;
    const std::string gset = folder.write("level.gset", "f Meshes/nav_test.obj\n");
    InputFile file;
    const Result<GsetScene> scene = load_gset(gset, file);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(file.path, gset);
    EXPECT_EQ(file.bytes, 22u);
    EXPECT_EQ(file.sha256.size(), 64u);
    EXPECT_EQ(find_gset_geometry(gset, *scene).error().message,
              gset + ": its geometry Meshes/nav_test.obj was not found; looked for " + (folder / "Meshes/nav_test.obj") + ", " +
                  (folder / "nav_test.obj") + ", Meshes/nav_test.obj");
    GsetScene bare;
    bare.geometry = "none.obj";
    EXPECT_EQ(find_gset_geometry("level.gset", bare).error().message,
              "level.gset: its geometry none.obj was not found; looked for none.obj");
    folder.write("nav_test.obj", "v 0 0 0\n");
    EXPECT_EQ(*find_gset_geometry(gset, *scene), folder / "nav_test.obj");
    std::filesystem::create_directory(folder / "Meshes");
    folder.write("Meshes/nav_test.obj", "v 0 0 0\n");
    EXPECT_EQ(*find_gset_geometry(gset, *scene), folder / "Meshes/nav_test.obj");
    EXPECT_EQ(load_gset(folder / "none.gset", file).error().kind, ErrorKind::input);
}

}  // namespace
}  // namespace navspan
