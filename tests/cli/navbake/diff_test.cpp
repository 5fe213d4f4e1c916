// Tests navbake diff, and the import of levels that another program baked.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

TEST(NavbakeDiff, ReportsChangesAndExitsWithOne) {
    BakedSquare square;
    const std::string scene = square.folder.write("larger.obj", cli_test::square(12)), after = square.folder / "after.nav";
    expect_success(navbake({scene, "-o", after, "-q"}));
    const ProgramResult same = navbake({"diff", square.level, square.level});
    EXPECT_EQ(same.exit_code, 0);
    EXPECT_NE(same.out.find("the levels do not differ"), std::string::npos);
    const ProgramResult other = navbake({"diff", square.level, after, "--json"});
    EXPECT_EQ(other.exit_code, 1);
    const auto json = nlohmann::json::parse(other.out);
    EXPECT_TRUE(json["differs"].get<bool>());
    EXPECT_GT(json["gained"]["area"].get<double>(), 20);
    EXPECT_LT(json["lost"]["area"].get<double>(), 1);
    EXPECT_EQ(other.out, navbake({"diff", square.level, after, "--json"}).out);
    EXPECT_EQ(navbake({"diff", square.level, after, "-q", "--area-tolerance", "1000", "--length-tolerance", "1"}).exit_code, 0);
}

TEST(NavbakeDiff, PictureListsChangedRoutes) {
    BakedSquare square;
    const std::string scene = square.folder.write("other.obj", cli_test::square(6)), after = square.folder / "after.nav";
    const std::string picture = square.folder / "diff.svg";
    expect_success(navbake({scene, "-o", after, "-q"}));
    const std::string routes = square.folder.write(
        "routes.json", R"({"points": {"a": [1, 0, 1], "b<": [9, 0, 9]}, "required": [{"from": "a", "to": "b<"}]})");
    EXPECT_EQ(navbake({"diff", square.level, after, "-q", "--svg", picture, "--routes", routes}).exit_code, 1);
    const std::string text = file_text(picture);
    EXPECT_NE(text.find(">a -&gt; b&lt;, from (1.000, 0.000, 1.000) to (9.000, 0.000, 9.000): was "), std::string::npos)
        << text;
    EXPECT_NE(text.find("<g class=\"route\" tabindex=\"0\""), std::string::npos);
    EXPECT_NE(text.find(".route path,.route circle{visibility:hidden"), std::string::npos) << "lines are hidden at first";
    EXPECT_NE(text.find(".route:focus path"), std::string::npos);
}

// Without outlines, antialiasing shows the colour of lost ground between the pieces.
TEST(NavbakeDiff, PiecesOfUnchangedGroundHaveOutlines) {
    BakedSquare square;
    const std::string scene = square.folder.write("other.obj", cli_test::square(6)), after = square.folder / "after.nav";
    const std::string picture = square.folder / "diff.svg";
    expect_success(navbake({scene, "-o", after, "-q"}));
    EXPECT_EQ(navbake({"diff", square.level, after, "-q", "--svg", picture}).exit_code, 1);
    const std::string text = file_text(picture);
    const auto count = [&text](const std::string& part) {
        size_t found = 0;
        for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
            ++found;
        return found;
    };
    EXPECT_GT(count("fill=\"#cdcdca\""), 0u) << text;
    EXPECT_EQ(count("fill=\"#cdcdca\""), count("stroke=\"#cdcdca\"")) << text;
}

TEST(NavbakeDiff, DrawsAPicture) {
    BakedSquare square;
    const std::string picture = square.folder / "diff.svg";
    EXPECT_EQ(navbake({"diff", square.level, square.level, "--svg", picture}).exit_code, 0);
    EXPECT_NE(file_text(picture).find("</svg>"), std::string::npos);
    expect_failure_with(navbake({"diff", square.level, square.level, "--svg", square.level}), 2, "this is also an input");
    for (const char* flag : {"--pairs", "--seed"}) {
        expect_failure(navbake({"diff", square.level, square.level, "--routes", "routes.json", flag, "3"}), 2,
                       std::string("navbake: error: ") + flag + " is not used by --routes; leave it out");
    }
    expect_failure_with(navbake({"diff", square.level, square.level, "--svg", "/nowhere/at/all.svg", "-q"}), 2, "/nowhere");
}

TEST(NavbakeDiff, BrokenLevelsAreRefused) {
    BakedSquare square;
    const std::string broken = square.folder.write("broken.nav", "no level");
    expect_failure_with(navbake({"diff", square.level, broken}), 3, broken);
    EXPECT_EQ(navbake({"diff", square.level}).exit_code, 2);
}

TEST(Levels, DetourLevelsAnswerLikeOwnLevels) {
    BakedSquare square;
    const std::string exported = square.folder / "level.bin", wide = square.folder / "level.bin64";
    expect_success(navbake({"export", square.level, "-o", exported, "-q"}));
    expect_success(navbake({"export", square.level, "-o", wide, "-q"}));
    const auto length = [](const std::string& level) {
        const ProgramResult result = navquery({level, "--from", "2,0,2", "--to", "8,0,7", "--json"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return nlohmann::json::parse(result.out)["length_xz"].get<double>();
    };
    EXPECT_NEAR(length(exported), length(square.level), 1e-3);
    EXPECT_EQ(length(exported), length(wide));
    EXPECT_EQ(navbake({"diff", square.level, exported}).exit_code, 0);
    const ProgramResult info = navquery({exported, "--info"});
    EXPECT_TRUE(info.out.starts_with("Detour tile set, 32-bit references, 1 tile, ")) << info.out;
    EXPECT_EQ(navquery({wide, "--validate"}).exit_code, 0);
}

}  // namespace
}  // namespace navspan::cli_test
