// navbake export: levels for other runtimes. That Detour reads them is tested where Detour is.

#include "programs.h"

namespace navspan::cli_test {
namespace {

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

TEST(Export, MistakesAreToldInOneLine) {
    const BakedSquare baked;
    expect_failure(navbake({"export", baked.level, "-o", baked.folder / "level.obj"}), 2,
                   "navbake: error: -o " + (baked.folder / "level.obj") +
                       ": no format has this suffix; give .bin for Detour, or .bin64 for Detour built with 64-bit references");
    expect_failure(navbake({"export", baked.level}), 2, "navbake: error: no output: give -o FILE.bin or FILE.bin64");
    expect_failure(navbake({"export", "-o", baked.folder / "a.bin"}), 2, "navbake: error: no level: give a .nav file");
    expect_failure_with(navbake({"export", baked.scene, "-o", baked.folder / "a.bin"}), 3, baked.scene);
    expect_failure_with(navbake({"export", baked.level, "-o", baked.level}), 2, "this is the input");
    EXPECT_NE(navbake({"export", "--help"}).out.find(".bin64"), std::string::npos);
}

}  // namespace
}  // namespace navspan::cli_test
