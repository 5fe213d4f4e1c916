// Tests navbake export, navbake --export and SVG pictures. tests/conformance tests exported Detour sets with an independent
// reader. tests/io tests OBJ, GLB and JSON.

#ifdef NAVSPAN_HAS_EXPAT
#include <expat.h>
#endif

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/programs.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::cli_test {
namespace {

const std::string kKnown = ": no format has this suffix; give .bin, .bin64, .obj, .glb, .svg or .json";

TEST(Export, WritesTheSameBytesForDetourEachTime) {
    const BakedSquare baked;
    const ProgramResult first = navbake({"export", baked.level, "-o", baked.folder / "a.bin"});
    expect_success(first);
    EXPECT_NE(first.err.find("1 tile for Detour, 1 polygon"), std::string::npos) << first.err;
    expect_success(navbake({"export", baked.level, "-q", "-o", baked.folder / "b.bin"}));
    expect_success(navbake({"export", baked.level, "-q", "-o", baked.folder / "b.bin64"}));
    const std::string bytes = file_text(baked.folder / "a.bin");
    EXPECT_EQ(bytes.substr(0, 4), "TESM");
    EXPECT_TRUE(bytes == file_text(baked.folder / "b.bin"));
    EXPECT_GT(file_text(baked.folder / "b.bin64").size(), bytes.size());
}

TEST(Export, DuringABakeEqualsExportAfterwards) {
    const TemporaryFolder folder;
    for (const char* tiles : {"0", "8"}) {
        const auto file = [&](const std::string& name) { return folder / (name + tiles); };
        Arguments bake{kCourtyard, "-o", file("level.nav."), "--tile-size", tiles};
        expect_success(navbake({kCourtyard, "-q", "-o", file("alone.nav."), "--tile-size", tiles}));
        for (const char* suffix : {".bin", ".bin64", ".obj", ".glb", ".svg", ".json"})
            bake.insert(bake.end(), {"--export", file("while.") + suffix});
        const ProgramResult result = navbake(bake);
        expect_success(result);
        EXPECT_TRUE(file_text(file("level.nav.")) == file_text(file("alone.nav.")));
        for (const char* suffix : {".bin", ".bin64", ".obj", ".glb", ".svg", ".json"}) {
            EXPECT_NE(result.err.find(file("while.") + suffix + ": "), std::string::npos) << result.err;
            const ProgramResult after = navbake({"export", file("level.nav."), "-o", file("after.") + suffix});
            expect_success(after);
            EXPECT_NE(after.err.find(" bytes\n"), std::string::npos) << after.err;
            EXPECT_TRUE(file_text(file("while.") + suffix) == file_text(file("after.") + suffix)) << suffix;
        }
    }
}

TEST(Export, TheCaseOfTheSuffixDoesNotMatter) {
    const BakedSquare baked;
    for (const char* name : {"lower.obj", "upper.OBJ"})
        expect_success(navbake({"export", baked.level, "-o", baked.folder / name, "-q"}));
    EXPECT_EQ(file_text(baked.folder / "lower.obj"), file_text(baked.folder / "upper.OBJ"));
}

TEST(Export, ReportListsTheWrittenFiles) {
    const TemporaryFolder folder;
    const std::string glb = folder / "level.glb", svg = folder / "level.svg";
    expect_success(navbake(
        {kCourtyard, "-q", "-o", folder / "level.nav", "--export", glb, "--export", svg, "--report", folder / "report.json"}));
    const auto exports = nlohmann::json::parse(file_text(folder / "report.json"))["output"]["exports"];
    ASSERT_EQ(exports.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
        const std::string bytes = file_text(i == 0 ? glb : svg);
        EXPECT_EQ(exports[i]["file"], i == 0 ? glb : svg);
        EXPECT_EQ(exports[i]["bytes"], bytes.size());
        EXPECT_EQ(exports[i]["sha256"], sha256_hex(std::as_bytes(std::span(bytes))));
    }
}

TEST(Export, ADefectLeavesNoFile) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), tiny = folder.write("tiny.obj", square(1));
    const std::string level = folder / "level.nav", out = folder / "level.glb";
    const auto refused = [&](Arguments arguments, int code, const std::string& line) {
        arguments.push_back("-q");
        expect_failure(navbake(arguments), code, "navbake: error: " + line);
        EXPECT_EQ(folder.names(), "scene.obj tiny.obj") << line;
    };
    refused({scene, "-o", level, "--export", folder / "level.fbx"}, 2, "--export " + (folder / "level.fbx") + kKnown);
    refused({scene, "-o", level, "--export", "-"}, 2, "--export -" + kKnown);
    refused({scene, "-o", out, "--export", out}, 2,
            "--export " + out + ": the level is written to the same file; give another file");
    refused({scene, "-o", level, "--export", out, "--export", out}, 2,
            "--export " + out + ": --export is written to the same file; give another file");
    refused({scene, "-o", level, "--export", scene}, 2, "--export " + scene + ": this is also an input; give another file");
    refused({scene, "-o", level, "--export", out, "--shard", "1/2", "--tile-size", "8"}, 2,
            "--export: a shard is not a level yet; give it to navbake merge");
    const ProgramResult failed = navbake({tiny, "-q", "-o", level, "--export", out});
    expect_failure_with(failed, 1, "no walkable surface");
    EXPECT_EQ(folder.names(), "scene.obj tiny.obj");
    expect_failure_with(navbake({scene, "-q", "-o", "/dev/full", "--export", out}), 1, "/dev/full");
    EXPECT_EQ(folder.names(), "scene.obj tiny.obj");
}

TEST(Export, ErrorsAreOneLine) {
    const BakedSquare baked;
    expect_failure(navbake({"export", baked.level, "-o", baked.folder / "level.fbx"}), 2,
                   "navbake: error: -o " + (baked.folder / "level.fbx") + kKnown);
    expect_failure(navbake({"export", baked.level, "-o", ".obj"}), 2, "navbake: error: -o .obj" + kKnown);
    expect_failure(navbake({"export", baked.level}), 2, "navbake: error: no output; give -o FILE");
    expect_failure(navbake({"export", "-o", baked.folder / "a.bin"}), 2, "navbake: error: no level; give a .nav file");
    expect_failure_with(navbake({"export", baked.scene, "-o", baked.folder / "a.bin"}), 3, baked.scene);
    const std::string same = baked.folder / "level.json";
    std::filesystem::copy(baked.level, same);
    expect_failure(navbake({"export", same, "-o", same}), 2,
                   "navbake: error: -o " + same + ": this is also the input; give another file");
    EXPECT_NE(navbake({"export", "--help"}).out.find(".bin64"), std::string::npos);
}

TEST(Export, SelectsOneOfSeveralAgents) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder / "both.nav";
    std::vector<NavMesh> meshes;
    for (const char* radius : {"0.3", "1.5"}) {
        expect_success(navbake({scene, "-q", "-o", folder / "one.nav", "--agent-radius", radius}));
        meshes.push_back(*read_nav_mesh(folder / "one.nav"));
    }
    const std::vector<std::byte> bytes = serialize_nav_meshes(meshes);
    folder.write("both.nav", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const std::string out = folder / "out.json", agents = "1 (radius 0.3, height 2), 2 (radius 1.5, height 2)";
    expect_failure(navbake({"export", level, "-o", out}), 2,
                   "navbake: error: " + level + ": has a mesh for each of the agents " + agents + "; choose one with --agent");
    expect_failure(navbake({"export", level, "-o", out, "--agent", "3"}), 2,
                   "navbake: error: --agent 3: there is no such agent in " + level + "; give one of " + agents);
    EXPECT_FALSE(std::filesystem::exists(out));
    for (int agent = 1; agent <= 2; ++agent) {
        expect_success(navbake({"export", level, "-q", "-o", out, "--agent", std::to_string(agent)}));
        EXPECT_EQ(nlohmann::json::parse(file_text(out)).at("agent").at("radius"), agent == 1 ? 0.3 : 1.5);
    }
}

TEST(Export, PictureIsWellFormedForExpat) {
#ifdef NAVSPAN_HAS_EXPAT
    const TemporaryFolder folder;
    const std::string picture = folder / "level.svg";
    expect_success(navbake({kCourtyard, "-q", "-o", folder / "level.nav", "--export", picture}));
    const XML_Parser parser = XML_ParserCreate(nullptr);
    size_t paths = 0;
    XML_SetUserData(parser, &paths);
    XML_SetElementHandler(
        parser,
        [](void* user, const XML_Char* name, const XML_Char**) { *static_cast<size_t*>(user) += name == std::string("path"); },
        [](void*, const XML_Char*) {});
    const std::string text = file_text(picture);
    EXPECT_EQ(XML_Parse(parser, text.data(), int(text.size()), 1), XML_STATUS_OK)
        << XML_ErrorString(XML_GetErrorCode(parser)) << " in line " << XML_GetCurrentLineNumber(parser);
    XML_ParserFree(parser);
    EXPECT_GT(paths, read_nav_mesh(folder / "level.nav")->polygon_count());
#else
    GTEST_SKIP() << "expat is not installed";
#endif
}

}  // namespace
}  // namespace navspan::cli_test
