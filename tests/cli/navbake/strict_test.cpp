// Tests --strict, --allow and --deny.

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

// This bake has the warning radius_below_cell.
class Strict : public testing::Test {
protected:
    ProgramResult bake(const Arguments& flags) const {
        Arguments arguments{scene_, "-o", level_, "-q", "--agent-radius", "0.1"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return navbake(arguments);
    }

    const TemporaryFolder folder_;
    const std::string scene_ = folder_.write("scene.obj", square(10)), level_ = folder_ / "level.nav";
};

TEST_F(Strict, AllowedWarningsAreNoErrors) {
    const ProgramResult allowed = bake({"--strict", "--allow", "radius_below_cell"});
    expect_success(allowed);
    EXPECT_NE(allowed.err.find("[radius_below_cell]"), std::string::npos) << "the warning is still reported";
    EXPECT_EQ(bake({"--strict", "--allow", "link_lost"}).exit_code, 4);
    expect_success(bake({"--strict", "--allow", "link_lost", "--allow", "radius_below_cell"}));
}

TEST_F(Strict, DeniedWarningsAreErrorsWithoutStrict) {
    expect_success(bake({"--deny", "link_lost"}));
    const std::string before = file_text(level_);
    const ProgramResult denied = bake({"--deny", "link_lost", "--deny", "radius_below_cell"});
    EXPECT_EQ(denied.exit_code, 4);
    EXPECT_NE(denied.err.find("navbake: error: 1 warning of --deny; nothing was written\n"), std::string::npos) << denied.err;
    EXPECT_EQ(file_text(level_), before);
}

TEST_F(Strict, UnknownCodesAreErrorsThatListSimilarCodes) {
    expect_failure(bake({"--deny", "climb_below"}), 2,
                   "navbake: error: --deny: \"climb_below\" is not a warning code; the most similar codes are "
                   "climb_below_cell, climb_below_voxel or climb_below_slope; see --help");
    expect_failure_with(bake({"--strict", "--allow", "link_lots"}), 2, "the most similar codes are link_lost, ");
}

TEST_F(Strict, ContradictionsAreErrors) {
    expect_failure(bake({"--allow", "link_lost"}), 2, "navbake: error: --allow only applies to --strict; leave it out");
    expect_failure(bake({"--strict", "--allow", "link_lost", "--deny", "link_lost"}), 2,
                   "navbake: error: link_lost is given to --deny and to --allow; leave one of them out");
}

TEST_F(Strict, MergeAndExportHaveTheSameFlags) {
    for (const char* command : {"merge", "export"}) {
        const std::string help = navbake({command, "--help"}).out;
        for (const char* flag : {"--strict", "--allow CODE", "--deny CODE"})
            EXPECT_NE(help.find(flag), std::string::npos) << help;
        expect_failure_with(navbake({command, level_, "-o", folder_ / "x.obj", "--deny", "nothing"}), 2,
                            "is not a warning code");
    }
}

}  // namespace
}  // namespace navspan::cli_test
