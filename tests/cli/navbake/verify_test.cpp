#include <nlohmann/json.hpp>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

nlohmann::json report_of(const std::filesystem::path& file) {
    return nlohmann::json::parse(file_text(file));
}

TEST(Verify, CorrectMeshIsWrittenAndTheComparisonReported) {
    const TemporaryFolder folder;
    const std::string level = folder / "a.nav", report = folder / "a.json";
    const ProgramResult result = navbake({kCourtyard, "-o", level, "--report", report, "--verify", "100"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.err.find("verify: 100 pairs of"), std::string::npos) << result.err;
    const nlohmann::json verify = report_of(report)["verify"];
    EXPECT_EQ(verify["pairs"], 100);
    EXPECT_EQ(verify["seed"], 1);
    EXPECT_GT(verify["compared"], 50);
    EXPECT_TRUE(verify["findings"].empty());
    EXPECT_TRUE(std::filesystem::exists(level));
}

TEST(Verify, DoesNotChangeTheLevel) {
    const TemporaryFolder folder;
    const std::string a = folder / "a.nav", b = folder / "b.nav";
    EXPECT_EQ(navbake({kCourtyard, "-o", a, "--tile-size", "9.6"}).exit_code, 0);
    EXPECT_EQ(navbake({kCourtyard, "-o", b, "--tile-size", "9.6", "--verify", "20", "--verify-seed", "7"}).exit_code, 0);
    EXPECT_EQ(file_text(a), file_text(b));
}

// Two-sided simplification moves walls by more than the thickness of the maze's walls.
TEST(Verify, WrongMeshIsReportedDrawnAndNotWritten) {
    const TemporaryFolder folder;
    const std::string level = folder / "a.nav", report = folder / "a.json", pictures = folder / "pictures";
    const ProgramResult result = navbake({support::source_path("data/scenes/maze.obj"), "-o", level, "--report", report,
                                          "--pictures", pictures, "-q", "--contours-walls", "two_sided", "--contours-refine",
                                          "false", "--contours-max-error", "2", "--verify", "200"});
    EXPECT_EQ(result.exit_code, 6);
    EXPECT_FALSE(std::filesystem::exists(level));
    const nlohmann::json verify = report_of(report)["verify"];
    ASSERT_FALSE(verify["findings"].empty());
    const nlohmann::json& first = verify["findings"][0];
    EXPECT_EQ(first["picture"], "verify_01.svg");
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(pictures) / "verify_01.svg"));
    EXPECT_NE(result.err.find("navbake: error: verify: from "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("the mesh and its voxels differ in"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("(--verify); nothing was written"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("set contours.refine to true, or lower contours.max_error"), std::string::npos) << result.err;
}

// Unrefined contours can cross, as in the previous test. Recast and the profile recast have this defect.
TEST(Verify, RefinedContoursNeverCross) {
    const TemporaryFolder folder;
    expect_success(navbake({support::source_path("data/scenes/maze.obj"), "-o", folder / "a.nav", "-q", "--profile", "recast",
                            "--contours-refine", "true", "--contours-max-error", "2", "--verify", "200"}));
}

TEST(Verify, RemovesPicturesOfAnEarlierRun) {
    const TemporaryFolder folder;
    const std::string pictures = folder / "pictures";
    std::filesystem::create_directory(pictures);
    for (const char* name : {"verify_01.svg", "verify_20.svg", "verify_me.svg"})
        folder.write((std::filesystem::path("pictures") / name).string(), "old");
    expect_success(navbake({kCourtyard, "-o", folder / "a.nav", "-q", "--pictures", pictures, "--verify", "20"}));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(pictures) / "verify_01.svg"));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(pictures) / "verify_20.svg"));
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(pictures) / "verify_me.svg"));
}

// The level has too few walkable floors for a region, so the mesh is empty.
TEST(Verify, ReportsThatTheMeshIsEmpty) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.obj", "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nf 1 2 3 4\n");
    const ProgramResult result = navbake({scene, "-o", folder / "a.nav", "--allow-empty", "--verify", "10"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.err.find("20 ends outside any polygon, the mesh has none"), std::string::npos) << result.err;
}

TEST(Verify, RefusesInputsThatDoNotApply) {
    const TemporaryFolder folder;
    const std::string level = folder / "a.nav";
    expect_failure(navbake({kCourtyard, "-o", level, "--tile-size", "9.6", "--shard", "1/2", "--verify", "5"}), 2,
                   "navbake: error: --verify: a shard is not a level yet; bake the level as a whole");
    expect_failure_with(navbake({kCourtyard, "-o", level, "--verify", "0"}), 2, "--verify");
    expect_failure_with(navbake({kCourtyard, "-o", level, "--verify", "10000001"}), 2, "--verify");
    for (const char* seed : {"1", "3"}) {
        expect_failure(navbake({kCourtyard, "-o", level, "--verify-seed", seed}), 2,
                       "navbake: error: --verify-seed only applies to --verify; leave it out");
    }
    EXPECT_FALSE(std::filesystem::exists(level));
}

}  // namespace
}  // namespace navspan::cli_test
