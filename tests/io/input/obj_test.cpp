#include "navspan/io/obj.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "navspan/core/hash.h"

namespace navspan {
namespace {

using Triangles = std::vector<std::array<uint32_t, 3>>;

Result<LoadedScene> parse_one(std::string_view text, const SceneOptions& options = {}) {
    const std::array<ObjText, 1> files{{{"a.obj", text}}};
    return parse_obj(files, options);
}

LoadedScene parsed_obj(std::string_view text, const SceneOptions& options = {}) {
    Result<LoadedScene> scene = parse_one(text, options);
    EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : scene.error().message);
    return scene.ok() ? std::move(scene).value() : LoadedScene{};
}

std::string obj_error(std::string_view text, const SceneOptions& options = {}) {
    const Result<LoadedScene> scene = parse_one(text, options);
    EXPECT_FALSE(scene.ok()) << text;
    if (scene.ok()) return {};
    EXPECT_EQ(scene.error().kind, ErrorKind::input);
    EXPECT_EQ(scene.error().message.find('\n'), std::string::npos);
    return scene.error().message;
}

const std::string kSquareVertices = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

TEST(Obj, ReadsVerticesAndTriangles) {
    const LoadedScene scene = parsed_obj("v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n");
    EXPECT_EQ(scene.soup.vertices, (std::vector<DVec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}));
    EXPECT_EQ(scene.soup.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(scene.soup.areas, std::vector<uint8_t>{kDefaultArea});
    EXPECT_EQ(scene.soup.groups, (std::vector<SoupGroup>{{}}));
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(Obj, ReadsNumbersExactly) {
    const LoadedScene scene = parsed_obj("v 0.1 -1.5e-3 +12345.678901234567\nv .5 5. 1E2\nv 1e-400 4.9e-324 0\nf 1 2 3\n");
    EXPECT_EQ(scene.soup.vertices[0], (DVec3{0.1, -1.5e-3, 12345.678901234567}));
    EXPECT_EQ(scene.soup.vertices[1], (DVec3{0.5, 5, 100}));
    EXPECT_EQ(scene.soup.vertices[2], (DVec3{0, 4.9e-324, 0}));
}

TEST(Obj, ReadsTheOutputOfCommonExporters) {
    const std::string plain = kSquareVertices + "f 1 2 3\nf 1 3 4\n";
    const Triangles expected{{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(parsed_obj(plain).soup.triangles, expected);
    for (const std::string_view faces :
         {"f 1/2/3 2//5 3\nf -4 -2 -1\n", "f\t1\t2  3 \nf 1 3 4 # the second\n", "f 1 2 \\\n 3\nf \\\n1 3 4\n",
          "f 1/ 2/ 3/\nf 1// 3// 4//\n", "vt 0 0\nvn 0 1 0\ns off\nf 1/1/1 2/1/1 3/1/1\nl 1 2\np 1\nf 01 003 4\n"}) {
        EXPECT_EQ(parsed_obj(kSquareVertices + std::string(faces)).soup.triangles, expected) << faces;
        EXPECT_TRUE(parsed_obj(kSquareVertices + std::string(faces)).warnings.empty()) << faces;
    }
    std::string crlf, cr;
    for (const char c : plain) {
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
        cr += c == '\n' ? '\r' : c;
    }
    EXPECT_EQ(parsed_obj(crlf).soup.triangles, expected);
    EXPECT_EQ(parsed_obj(cr).soup.triangles, expected);
    EXPECT_EQ(parsed_obj("\xef\xbb\xbf# with a mark\n\n  \n\t" + plain).soup.triangles, expected);
    EXPECT_EQ(parsed_obj("f 1 2 3\nf 1 3 4\n" + kSquareVertices).soup.triangles, expected) << "faces before their vertices";
    EXPECT_EQ(parsed_obj("v 0 0 0 1\nv 0 0 1 .5 .5 .5\nv 1 0 1 1 0 0 1\nv 1 0 0\nf 1 2 3\nf 1 3 4\n").soup.triangles, expected);
}

TEST(Obj, KeepsObjectsGroupsAndMaterials) {
    const LoadedScene scene =
        parsed_obj("mtllib gone.mtl\n" + kSquareVertices +
                   "f 1 2 3\no House of stone\ng walls  inner\nusemtl stone grey \nf 1 2 3\nf 1 3 4\ng\nusemtl water\nf 1 3 4\n"
                   "g walls inner\nusemtl stone grey\nf 1 2 3\n");
    EXPECT_EQ(scene.soup.groups,
              (std::vector<SoupGroup>{
                  {"", "", ""}, {"House of stone", "stone grey", "walls inner"}, {"House of stone", "water", ""}}));
    EXPECT_EQ(scene.soup.group_of, (std::vector<uint32_t>{0, 1, 1, 2, 1}));
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(Obj, JoinsSeveralFilesWithTheirOwnIndices) {
    const std::array<ObjText, 2> files{{{"a.obj", "o one\nv 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n"},
                                        {"b.obj", "v 5 0 0\nv 5 0 1\nv 6 0 0\nf 1 2 3\nf -3 -2 -1\n"}}};
    const Result<LoadedScene> scene = parse_obj(files);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(scene->soup.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}, {3, 4, 5}}));
    EXPECT_EQ(scene->soup.groups, (std::vector<SoupGroup>{{"one", "", ""}, {}}));
    EXPECT_EQ(scene->files[1].path, "b.obj");
    EXPECT_EQ(scene->files[1].bytes, files[1].text.size());

    const std::array<ObjText, 2> wrong{{{"a.obj", files[0].text}, {"b.obj", "v 0 0 0\nv 0 0 1\nf 1 2 3\n"}}};
    EXPECT_EQ(parse_obj(wrong).error().message, "b.obj:3: face index 3 is out of range: the file has 2 vertices")
        << "indices do not reach into the file before";
}

TEST(Obj, OptionsTurnScaleAndFlip) {
    const std::string text = "v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n";
    EXPECT_EQ(parsed_obj(text, {.up = UpAxis::z}).soup.vertices, (std::vector<DVec3>{{1, 3, -2}, {4, 6, -5}, {7, 10, -8}}));
    EXPECT_EQ(parsed_obj(text, {.scale = 0.5}).soup.vertices[0], (DVec3{0.5, 1, 1.5}));
    EXPECT_EQ(parsed_obj(text, {.flip = true}).soup.triangles, (Triangles{{0, 2, 1}}));
    for (const double scale : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        const Result<LoadedScene> scene = parse_one(text, {.scale = scale});
        ASSERT_FALSE(scene.ok());
        EXPECT_EQ(scene.error().kind, ErrorKind::usage);
    }
}

TEST(Obj, ZUpKeepsGroundFacingUp) {
    const LoadedScene scene = parsed_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", {.up = UpAxis::z});
    const auto& v = scene.soup.vertices;
    EXPECT_GT(cross(v[1] - v[0], v[2] - v[0]).y, 0);
}

TEST(Obj, HashesFilesWhenAsked) {
    const std::string text = kSquareVertices + "f 1 2 3 4\n";
    EXPECT_EQ(parsed_obj(text).files[0].sha256, "");
    EXPECT_EQ(parsed_obj(text, {.hash = true}).files[0].sha256, sha256_hex(std::as_bytes(std::span(text))));
}

TEST(Obj, ErrorsNameFileLineAndFix) {
    const std::string v3 = "v 0 0 0\nv 0 0 1\nv 1 0 0\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "a.obj: the file is empty"},
        {std::string("glTF\0\0\0", 7), "a.obj: this is a binary file, not a Wavefront OBJ; export the scene as OBJ text"},
        {"v 0 0 0\n\x01\x02\xff 1 2\n",
         "a.obj:2: binary data instead of a statement; this is not a Wavefront OBJ, or it is damaged"},
        {"v nan 0 1\n" + v3, "a.obj:1: coordinate \"nan\" is not finite; correct the vertex"},
        {"v 0 -inf 1\n", "a.obj:1: coordinate \"-inf\" is not finite; correct the vertex"},
        {"v 0 1e999 1\n", "a.obj:1: coordinate \"1e999\" is not finite; correct the vertex"},
        {"# one\nv 1 abc 1\n" + v3, "a.obj:2: \"abc\" on the v line is not a number; correct it"},
        {v3 + "v 1abc 0 0\n", "a.obj:4: \"1abc\" on the v line is not a number; correct it"},
        {"v 0x10 0 0\n", "a.obj:1: \"0x10\" on the v line is not a number; correct it"},
        {"v 0,5 0 0\n", "a.obj:1: \"0,5\" on the v line is not a number; correct it"},
        {"v 0 0 0 red\n", "a.obj:1: \"red\" on the v line is not a number; correct it"},
        {"v 0 0 1e30\n",
         "a.obj:1: coordinate \"1e30\" is farther than 1e9 units from the origin; correct the vertex or shrink the scene with "
         "--scale"},
        {"v 1 2\nv 0 0 0\n", "a.obj:1: the v line has 2 of its 3 numbers; give it x, y and z"},
        {"v\nv 0 0 0\n", "a.obj:1: the v line has 0 of its 3 numbers; give it x, y and z"},
        {v3 + "\n# x\nf 1 2 4\n", "a.obj:6: face index 4 is out of range: the file has 3 vertices"},
        {v3 + "f 1 2 9\nf 1 2 3\nf 1 2 99\n", "a.obj:4: face index 9 is out of range: the file has 3 vertices"},
        {v3 + "f 1 2 -4\n", "a.obj:4: face index -4 is out of range: 3 vertices come before this line"},
        {v3 + "f 0 1 2\n", "a.obj:4: face index 0 is out of range: vertices count from 1, or from -1 backwards"},
        {v3 + "f 1 2 99999999999\n", "a.obj:4: face index 99999999999 is out of range"},
        {v3 + "f 1 2\nf 1 2 3\n", "a.obj:4: the face has 2 corners; it needs at least 3"},
        {v3 + "f\n", "a.obj:4: the face has 0 corners; it needs at least 3"},
        {v3 + "f 1 2 x\n", "a.obj:4: \"x\" is not a corner of a face; write index, index/texture or index/texture/normal"},
        {v3 + "f 1 2 3/4/5/6\n",
         "a.obj:4: \"3/4/5/6\" is not a corner of a face; write index, index/texture or index/texture/normal"},
        {v3 + "f 1 2 1.5\n", "a.obj:4: \"1.5\" is not a corner of a face; write index, index/texture or index/texture/normal"},
        // A face after a carriage return must not bypass the checks.
        {v3 + "o House\rf 1 2 999999999 3\nf 1 2 3\n",
         "a.obj:4: the o statement contains a line ending of another kind; save the file with one kind of line ending"},
        {v3 + "usemtl\rf 1 2 9 3\nf 1 2 3\n",
         "a.obj:4: the usemtl statement contains a line ending of another kind; save the file with one kind of line ending"},
        {v3, "a.obj: no triangles: 3 vertices but no faces (f lines); export the scene with its faces"},
        {"<html></html>\n",
         "a.obj: no triangles: no vertices (v lines) and no faces (f lines); export the scene with its faces"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_EQ(obj_error(text), message);
}

TEST(Obj, NoTrianglesNamesAllFiles) {
    const std::array<ObjText, 2> files{{{"a.obj", "v 0 0 0\n"}, {"b.obj", "v 0 0 0\n"}}};
    EXPECT_EQ(parse_obj(files).error().message,
              "a.obj, b.obj: no triangles: 2 vertices but no faces (f lines); export the scene with its faces");
}

TEST(Obj, LimitAppliesAfterScaling) {
    const std::string far = "v 5e9 0 0\nv 5e9 0 1\nv 5.1e9 0 0\nf 1 2 3\n";
    EXPECT_FALSE(parse_one(far).ok());
    EXPECT_TRUE(parse_one(far, {.scale = 0.001}).ok());
}

TEST(Obj, ReportsDetectableTruncationInsideALine) {
    const std::string tail = "; the file ends in this line and seems cut off, so export or copy it again";
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nf 1 3"), "a.obj:6: the face has 2 corners; it needs at least 3" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nf 1/1 3/1 4/"), "a.obj:6: the corner \"4/\" is incomplete" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nf 1/1/1 3/1/1 4/1"), "a.obj:6: the corner \"4/1\" is incomplete" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nv 1 2"),
              "a.obj:6: the v line has 2 of its 3 numbers; give it x, y and z" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nv 1 2 -"),
              "a.obj:6: \"-\" on the v line is not a number; correct it" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nv 1 2 3e"),
              "a.obj:6: \"3e\" on the v line is not a number; correct it" + tail);
    EXPECT_EQ(obj_error(kSquareVertices + "f 1 2 3\nf 1 2 \\\n"),
              "a.obj:6: the file ends in a continued line (\\) and seems cut off; export or copy it again");

    // A file without a final newline may be complete, so the reader only warns.
    const LoadedScene scene = parsed_obj(kSquareVertices + "f 1 2 3\nf 1 3 4");
    EXPECT_EQ(scene.soup.triangles.size(), 2u);
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_EQ(scene.warnings[0].code, "obj_no_final_newline");
    EXPECT_TRUE(parsed_obj(kSquareVertices + "f 1 2 3\n# the end").warnings.empty());
}

TEST(Obj, SkippedStatementsAreCounted) {
    const LoadedScene scene = parsed_obj(kSquareVertices + "surf 0 1 0 1\nf 1 2 3\nfoo\n");
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_EQ(scene.warnings[0].message, "a.obj:5: 2 statements were skipped, the first is \"surf\"");
}

TEST(Obj, ReadsFilesOnceAndReportsReadErrors) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "navspan_obj";
    std::filesystem::create_directories(folder);
    const std::string good = (folder / "good.obj").string(), missing = (folder / "missing.obj").string();
    std::ofstream(good, std::ios::binary) << kSquareVertices << "f 1 2 3 4\n";
    const std::array<std::string, 2> twice{good, good};
    const Result<LoadedScene> scene = load_obj(twice);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(scene->soup.triangles.size(), 4u);
    EXPECT_EQ(scene->files.size(), 2u);

    const std::array<std::string, 2> gone{good, missing};
    EXPECT_EQ(load_obj(gone).error().message, "cannot read " + missing + ": No such file or directory");
    EXPECT_EQ(load_obj(gone).error().kind, ErrorKind::input);
    const std::array<std::string, 1> directory{folder.string()};
    EXPECT_EQ(load_obj(directory).error().message, "cannot read " + folder.string() + ": it is a folder");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace navspan
