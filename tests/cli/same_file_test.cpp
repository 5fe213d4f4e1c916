// Tests that paths are compared correctly or not at all if memory runs out.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "common/cli.h"
#include "memory/allocations.h"
#include "support/text/run_program.h"

namespace navspan::tools {
namespace {

// Compares two paths repeatedly. In each comparison, another allocation fails. No result may be wrong.
void expect_same_file(bool same, const std::string& a, const std::string& b) {
    size_t wrong = 0, right = 0;
    const size_t failed = fail_each_allocation([&] { ++(is_same_file(a, b) == same ? right : wrong); });
    EXPECT_EQ(wrong, 0u) << a << ", " << b;
    EXPECT_GE(right, 1u);  // at least the last comparison, in which no allocation fails
    EXPECT_GT(failed, 2u);
}

TEST(SameFile, IsNeverWrongIfMemoryRunsOut) {
    const support::TemporaryFolder folder;
    const std::string old = folder.write("old.nav", "level");
    const std::string missing = folder / "new.nav", other = folder / "other.nav";
    std::filesystem::create_directory_symlink(folder.path(), folder.path() / "link");
    expect_same_file(true, missing, folder / "./new.nav");
    expect_same_file(true, missing, folder / "link/new.nav");
    expect_same_file(false, missing, other);
    expect_same_file(false, missing, old);
    expect_same_file(false, missing, folder / "none/new.nav");
}

}  // namespace
}  // namespace navspan::tools
