// Tests the pages of navquery --html and navbake --html. Their behaviour in a browser is tested in tests/viewer.

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

void expect_page(const std::string& path) {
    const std::string page = file_text(path);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_NE(page.find("</html>"), std::string::npos);
    for (const char* word : {"@TITLE@", "@STYLE@", "@SCENE@", "@SCRIPT@", "http:", "https:", " src=", "import "})
        EXPECT_EQ(page.find(word), std::string::npos) << word;
}

TEST(Html, NavqueryWritesASelfContainedPage) {
    const BakedSquare baked;
    const std::string page = baked.folder / "level.html";
    const ProgramResult result = navquery({baked.level, "--html", page});
    expect_success(result);
    EXPECT_EQ(result.out, "");
    expect_page(page);
    EXPECT_NE(file_text(page).find("<title>level.nav - navspan</title>"), std::string::npos);
    const std::string summary = navquery({baked.level, "--html", page, "--json"}).out;
    EXPECT_NE(summary.find("\"polygons\":"), std::string::npos) << summary;
}

TEST(Html, PageContainsTheQueries) {
    const BakedSquare baked;
    const std::string page = baked.folder / "level.html";
    const std::string wasm = baked.folder.write("queries.wasm", std::string("\0asm\1\0\0\0", 8));
    expect_success(navquery({baked.level, "--html", page, "--viewer-wasm", wasm}));
    EXPECT_NE(file_text(page).find("\"queries\":{\"type\":\"u8\",\"count\":8,"), std::string::npos);
    EXPECT_NE(file_text(page).find("\"level\":{\"type\":\"u8\""), std::string::npos);
    expect_success(navquery({baked.level, "--html", page, "--viewer-wasm", "none"}));
    EXPECT_EQ(file_text(page).find("\"queries\":{"), std::string::npos);
}

TEST(Html, ErrorsAreOneLine) {
    const BakedSquare baked;
    const std::string page = baked.folder / "level.html";
    const auto query = [&](const Arguments& more) {
        Arguments arguments{baked.level, "--html", page};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return navquery(arguments);
    };
    expect_failure_with(query({"--viewer-wasm", baked.scene}), 3, "is not WebAssembly");
    expect_failure_with(query({"--viewer-wasm", baked.folder / "missing.wasm"}), 3, "missing.wasm");
    expect_failure_with(query({"--from", "1,0,1"}), 2, "--from is not used by --html");
    expect_failure_with(query({"--exclude", "ground"}), 2, "--exclude is not used by --html");
    expect_failure_with(query({"--cost", "ground=2"}), 2, "--cost is not used by --html");
    expect_failure_with(query({"--info"}), 2, "are two queries");
    expect_failure_with(query({"--svg", baked.folder / "a.svg"}), 2, "--svg");
    expect_failure_with(navquery({baked.level, "--html", baked.level}), 2, "this is also an input");
    expect_failure_with(navquery({baked.level, "--from", "1,0,1", "--to", "2,0,2", "--viewer-wasm", "x"}), 2, "--viewer-wasm");
    expect_failure_with(navquery({baked.level, "--html", baked.folder / "no/where.html"}), 1, "no/where.html");
    EXPECT_FALSE(std::filesystem::exists(page));
}

TEST(Html, NavbakeShowsEveryStage) {
    const TemporaryFolder folder;
    const std::string page = folder / "level.html";
    expect_success(navbake({kCourtyard, "-q", "-o", folder / "level.nav", "--partition", "watershed", "--html", page}));
    expect_page(page);
    const std::string text = file_text(page);
    for (const char* stage :
         {"01 mark walkable", "02 rasterize", "03 filter low hanging", "04 filter ledges", "05 filter low height",
          "06 compact heightfield", "07 erode", "08 mark volumes", "09 distance field", "10 regions", "11 contours",
          "12 poly mesh", "13 detail mesh", "14 nav tile"})
        EXPECT_NE(text.find("\"name\":\"" + std::string(stage) + "\""), std::string::npos) << stage;
    for (const char* meaning : {"no headroom", "removed", "at the border", "no region", "traced", "low", "tile border"})
        EXPECT_NE(text.find("\"meaning\":\"" + std::string(meaning) + "\""), std::string::npos) << meaning;
}

TEST(Html, NavbakeShowsTheLevelUnderTheMesh) {
    const BakedSquare baked;
    const std::string page = baked.folder / "level.html";
    expect_success(navbake({baked.scene, "-q", "-o", baked.folder / "other.nav", "--html", page}));
    const std::string text = file_text(page);
    EXPECT_NE(text.find("\"geometry\":{\"triangles\":2,\"cell\":0,"), std::string::npos);
    for (const char* label : {"Opacity", "Cut at height", "Simplified: "})
        EXPECT_NE(text.find(label), std::string::npos) << label;
    expect_success(navquery({baked.level, "--html", page}));
    EXPECT_EQ(file_text(page).find("\"geometry\":{"), std::string::npos) << "a .nav file has no level geometry";
}

TEST(Html, PageWithoutQueriesHasASimpleSearch) {
    const BakedSquare baked;
    const std::string page = baked.folder / "level.html";
    expect_success(navquery({baked.level, "--html", page, "--viewer-wasm", "none"}));
    const std::string text = file_text(page);
    for (const char* part : {"\"neighbours\":{", "Simple version: ", "cmake --build build --target wasm"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Html, PageIsNamedAfterTheLevelEvenWithoutAFile) {
    const BakedSquare baked;
    const std::string page = baked.folder / "page.html";
    for (const char* output : {"-", "/dev/null"}) {
        expect_success(navbake({baked.folder.write("some.square.obj", square(10)), "-q", "-o", output, "--html", page}));
        EXPECT_NE(file_text(page).find("<title>some.square.nav - navspan</title>"), std::string::npos) << output;
    }
}

size_t cells_of(const std::string& page, const std::string& layer) {
    const size_t at = page.find("\"cells\":", page.find("\"name\":\"" + layer + "\""));
    const std::string before = "\"x\":{\"type\":\"i32\",\"count\":";
    return at == std::string::npos ? 0 : std::stoul(page.substr(page.find(before, at) + before.size(), 12));
}

TEST(Html, DrawnJumpsDoNotDependOnTileBorders) {
    const TemporaryFolder folder;
    // Two squares with a gap between them. A tile border is in the middle of the gap.
    const std::string gap = folder.write("gap.obj",
                                         "v 0 0 0\nv 0 0 8\nv 7 0 8\nv 7 0 0\nv 9 0 0\nv 9 0 8\nv 16 0 8\nv 16 0 0\n"
                                         "f 1 2 3 4\nf 5 6 7 8\n");
    const auto cells = [&](const std::string& stage, const Arguments& more) {
        const std::string page = folder / "gap.html";
        Arguments arguments{gap, "-q", "-o", folder / "gap.nav", "--set", "links.jump_distance=4", "--html", page};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_success(navbake(arguments));
        return cells_of(file_text(page), stage);
    };
    const size_t ground = cells("08 mark volumes", {}), whole = cells("09 generate links", {});
    EXPECT_GT(whole, ground);
    EXPECT_EQ(cells("09 generate links", {"--tile-size", "8"}), whole);
}

TEST(Html, PageOfTilesDoesNotDependOnTheThreadCount) {
    const TemporaryFolder folder;
    std::string first;
    for (const char* threads : {"1", "3"}) {
        const std::string page = folder / "level.html";
        expect_success(
            navbake({kCourtyard, "-q", "-o", folder / "level.nav", "--tile-size", "10", "--threads", threads, "--html", page}));
        if (first.empty()) first = file_text(page);
        EXPECT_TRUE(file_text(page) == first) << threads << " threads";
    }
}

TEST(Html, NavbakeLeavesNoPageWhenItFails) {
    const BakedSquare baked;
    const std::string page = baked.folder / "page.html", level = baked.folder / "other.nav";
    expect_failure_with(navbake({baked.scene, "-q", "-o", level, "--html", level}), 2, "the level is written to the same file");
    expect_failure_with(navbake({baked.scene, "-q", "-o", level, "--html", page, "--shard", "1/2", "--tile-size", "5"}), 2,
                        "--html");
    expect_failure_with(navbake({baked.scene, "-q", "-o", level, "--viewer-wasm", "none"}), 2, "--viewer-wasm");
    expect_failure_with(navbake({baked.scene, "-q", "-o", level, "--html", "-"}), 2,
                        "--html -: a page cannot go to standard output; give the name of a file");
    const std::string no_wasm = baked.folder.write("text.wasm", "text");
    expect_failure_with(navbake({baked.scene, "-q", "-o", level, "--html", page, "--viewer-wasm", no_wasm}), 3,
                        "is not WebAssembly");
    // The error must be reported before the missing input is read.
    expect_failure_with(navbake({baked.folder / "missing.obj", "-q", "-o", level, "--html", page, "--viewer-wasm", no_wasm}), 3,
                        "is not WebAssembly");
    EXPECT_FALSE(std::filesystem::exists(page));
    EXPECT_FALSE(std::filesystem::exists(level));
}

TEST(Html, ChangedModuleRebuildsThePage) {
    const BakedSquare baked;
    const std::string wasm = baked.folder.write("queries.wasm", std::string("\0asm\1\0\0\0", 8));
    const std::string level = baked.folder / "other.nav", made = baked.folder / "made.d";
    expect_success(navbake(
        {baked.scene, "-q", "-o", level, "--html", baked.folder / "page.html", "--viewer-wasm", wasm, "--depfile", made}));
    EXPECT_NE(file_text(made).find(wasm), std::string::npos);
}

}  // namespace
}  // namespace navspan::cli_test
