#include "io/input/formats.h"

#include <gtest/gtest.h>

#include "navspan/io/scene.h"

namespace navspan {
namespace {

constexpr const char* kSuffixes[] = {".obj", ".gltf", ".glb", ".png", ".gset", ".mesh", ".geojson", ".map"};

TEST(InputFormats, SuffixDecidesInAnyCase) {
    for (const std::string suffix : kSuffixes)
        EXPECT_EQ(find_input_format("folder/level" + suffix)->suffix, suffix);
    EXPECT_TRUE(has_content("A/LEVEL.GlB", InputContent::triangles));
    EXPECT_FALSE(has_content("level.glb.map", InputContent::triangles));
    EXPECT_EQ(find_input_format("level"), nullptr);
}

TEST(InputFormats, PathWithoutSuffixIsObj) {
    for (const char* path : {"level", "folder.d/level", "-", ".obj", "/dev/fd/63"})
        EXPECT_EQ(input_format(path).value()->suffix, ".obj") << path;
}

TEST(InputFormats, UnknownSuffixIsAnErrorThatListsTheKnown) {
    const auto format = input_format("folder/level.objx");
    ASSERT_FALSE(format.ok());
    EXPECT_EQ(format.error().kind, ErrorKind::usage);
    EXPECT_EQ(format.error().message,
              "folder/level.objx: no input format has this suffix; give .obj, .gltf, .glb, .png, .gset, "
              ".mesh, .geojson or .map");
}

TEST(InputFormats, BakedLevelsAreNoInput) {
    const auto format = input_format("level.nav");
    ASSERT_FALSE(format.ok());
    EXPECT_EQ(format.error().kind, ErrorKind::usage);
    EXPECT_EQ(format.error().message,
              "level.nav: a .nav file is the output of a bake; give -o level.nav to write it, read it with navquery, or give "
              "an input: "
              ".obj, .gltf, .glb, .png, .gset, .mesh, .geojson or .map");
}

TEST(InputFormats, ErrorsForModellerFormatsListTheKnownAndSayHowToExport) {
    for (const char* path : {"level.fbx", "level.BLEND", "level.stl"}) {
        const auto format = input_format(path);
        ASSERT_FALSE(format.ok());
        EXPECT_EQ(format.error().message,
                  std::string(path) +
                      ": no input format has this suffix; give .obj, .gltf, .glb, .png, .gset, .mesh, .geojson or .map. To "
                      "convert the file, open it in Blender or in the program that wrote it, and export it as glTF (in "
                      "Blender: File > Export > glTF 2.0, format .glb)");
    }
}

TEST(InputFormats, RefusesASceneOfAnotherFormat) {
    const std::string paths[] = {"level.mesh"};
    const auto scene = load_scene(paths, {}, {});
    ASSERT_FALSE(scene.ok());
    EXPECT_EQ(scene.error().message, "level.mesh: this format has no triangles; give .obj, .gltf, .glb or .png");
}

TEST(InputFormats, EachFormatHasOneReader) {
    for (const std::string suffix : kSuffixes) {
        const InputFormat& format = *find_input_format("level" + suffix);
        EXPECT_EQ(!!format.read_scene + !!format.read_level + !!format.read_mesh, 1) << format.suffix;
        EXPECT_EQ(format.read_scene != nullptr, format.content == InputContent::triangles) << format.suffix;
        EXPECT_EQ(format.noun.empty(), format.content == InputContent::triangles && !format.is_heightmap) << format.suffix;
    }
}

}  // namespace
}  // namespace navspan
