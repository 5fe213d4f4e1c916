// Tests OBJ files that are so long that the reader reads them piece by piece.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "navspan/core/hash.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

Result<LoadedScene> parse_long(const std::string& text) {
    const std::vector<ObjText> texts{{"long.obj", text}};
    return parse_obj(texts);
}

// Returns OBJ text of a strip of quads. Vertex i is (i, i % 7, i % 2). Every line ends with `end`.
std::string strip(int quads, const std::string& end = "\n") {
    std::string text;
    for (int i = 0; i < 2 * quads + 2; ++i) {
        text += "v " + std::to_string(i) + " " + std::to_string(i % 7) + " " + std::to_string(i % 2) + end;
        if (i % 2 && i > 2) text += "f -4 -3 -1 -2" + end;
    }
    return text;
}

void expect_strip(const Result<LoadedScene>& scene, int quads) {
    ASSERT_TRUE(scene.ok()) << scene.error().message;
    const TriangleSoup& soup = scene->soup;
    ASSERT_EQ(soup.vertices.size(), size_t(2 * quads + 2));
    ASSERT_EQ(soup.triangles.size(), size_t(2 * quads));
    for (size_t i = 0; i < soup.vertices.size(); ++i)
        ASSERT_EQ(soup.vertices[i], (DVec3{double(i), double(i % 7), double(i % 2)})) << i;
}

TEST(ObjPieces, LinesAcrossBlockBordersAreReadWhole) {
    expect_strip(parse_long(strip(30'000)), 30'000);
    expect_strip(parse_long(strip(30'000, "\r\n")), 30'000);
    expect_strip(parse_long(strip(30'000, "\r")), 30'000);
}

TEST(ObjPieces, LineMayBeLongerThanSeveralBlocks) {
    const std::string text = "# " + std::string(5'000'000, 'x') + "\n" + strip(3);
    expect_strip(parse_long(text), 3);
    const Result<LoadedScene> cut = parse_long(strip(3) + "v 1 2 " + std::string(3'000'000, ' '));
    ASSERT_FALSE(cut.ok());
    EXPECT_EQ(cut.error().message.substr(0, 14), "long.obj:12: t");
}

TEST(ObjPieces, FacesMayUseVerticesOfLaterBlocks) {
    std::string text = "f 1 2 4 3\n" + strip(20'000);
    const Result<LoadedScene> scene = parse_long(text);
    ASSERT_TRUE(scene.ok()) << scene.error().message;
    EXPECT_EQ(scene->soup.triangles.size(), 40'002u);
    EXPECT_EQ(scene->soup.triangles[0], scene->soup.triangles[2]);
    text += "f 1 2 99999999\n";
    EXPECT_FALSE(parse_long(text).ok());
}

TEST(ObjPieces, BinaryDataFarDownIsRefused) {
    std::string text = strip(30'000);
    text[text.size() - 100] = '\0';
    const Result<LoadedScene> scene = parse_long(text);
    ASSERT_FALSE(scene.ok());
    EXPECT_NE(scene.error().message.find("binary file"), std::string::npos);
}

// For a large file, the reader counts the elements first and allocates arrays of the exact size.
TEST(ObjPieces, LargeFilesNeedOnlyTheMemoryOfTheirTriangles) {
    const int quads = 40'000;
    const std::string text = strip(quads, " # " + std::string(200, 'x') + "\n") + "vn 0 1 0\nvt 0 0\n";
    ASSERT_GT(text.size(), size_t{16} << 20);
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "navspan_obj_pieces_test.obj";
    std::ofstream(path, std::ios::binary) << text;
    const std::vector<std::string> paths{path.string()};
    const Result<LoadedScene> scene = load_obj(paths, {.hash = true});
    std::filesystem::remove(path);
    expect_strip(scene, quads);
    EXPECT_EQ(scene->soup.vertices.capacity(), scene->soup.vertices.size());
    EXPECT_GE(scene->soup.triangles.capacity(), scene->soup.triangles.size());
    EXPECT_EQ(scene->files[0].bytes, text.size());
    EXPECT_EQ(scene->files[0].sha256, sha256_hex(std::as_bytes(std::span(text))));
}

}  // namespace
}  // namespace navspan
